// Three views of the same run in one place: the story's text, the code that runs, the log of events.
import { memo } from 'react';
import { later } from '../parts/later';
import { Tabs } from '../parts/Tabs';
import { useFind } from '../state/find';
import { StoryPanel } from '../story/StoryPanel';
import { useWords } from '../words/i18n';

const FindPanel = later(async () => (await import('../find/Find')).FindPanel, { meanwhile: Loading });
const EventLog = later(async () => (await import('../log/EventLog')).EventLog, { meanwhile: Loading });
const CodePanel = later(async () => (await import('../code/CodePanel')).CodePanel, { meanwhile: Loading });

function Loading() {
  return <p>{useWords().story.loading}</p>;
}

export const SidePanel = memo(function SidePanel() {
  const words = useWords();
  // Each time it is asked for, its tab is open.
  const asked = useFind((state) => state.asked);
  return (
    <Tabs
      key={asked}
      first={asked > 0 ? 'find' : 'story'}
      tabs={[
        ...(asked > 0 ? [{ id: 'find', label: words.verdict.find, content: <FindPanel /> }] : []),
        { id: 'story', label: words.story.tab, content: <StoryPanel /> },
        { id: 'code', label: words.code.tab, content: <CodePanel />, fills: true },
        { id: 'log', label: words.log.tab, content: <EventLog />, fills: true },
      ]}
    />
  );
});
