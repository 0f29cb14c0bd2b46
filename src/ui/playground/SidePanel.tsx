// Three views of the same run in one place: the story's text, the code that runs, the log of events.
import { memo } from 'react';
import { Tabs } from '../parts/Tabs';
import { whenWanted } from '../parts/whenWanted';
import { useFind, useFindParts } from '../state/find';
import { StoryPanel } from '../story/StoryPanel';
import { useWords } from '../words/i18n';

const EventLog = whenWanted(async () => (await import('../log/EventLog')).EventLog, <Loading />);
const CodePanel = whenWanted(async () => (await import('../code/CodePanel')).CodePanel, <Loading />);

function Loading() {
  return <p>{useWords().story.loading}</p>;
}

export const SidePanel = memo(function SidePanel() {
  const words = useWords();
  // Each time it is asked for, its tab is open.
  const asked = useFind((state) => state.asked);
  const find = useFindParts();
  return (
    <Tabs
      key={find === null ? 0 : asked}
      first={find ? 'find' : 'story'}
      tabs={[
        ...(find ? [{ id: 'find', label: words.verdict.find, content: <find.Panel /> }] : []),
        { id: 'story', label: words.story.tab, content: <StoryPanel /> },
        { id: 'code', label: words.code.tab, content: <CodePanel />, fills: true },
        { id: 'log', label: words.log.tab, content: <EventLog />, fills: true },
      ]}
    />
  );
});
