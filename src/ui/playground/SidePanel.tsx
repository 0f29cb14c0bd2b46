// Three views of the same run in one place: the story's text, the code that runs, the log of events.
import { lazy, memo, type ReactNode, Suspense } from 'react';
import { Tabs } from '../parts/Tabs';
import { useFind, useFindParts } from '../state/find';
import { StoryPanel } from '../story/StoryPanel';
import { useWords } from '../words/i18n';

const EventLog = lazy(() => import('../log/EventLog').then(({ EventLog }) => ({ default: EventLog })));
const CodePanel = lazy(() => import('../code/CodePanel').then(({ CodePanel }) => ({ default: CodePanel })));

export const SidePanel = memo(function SidePanel() {
  const words = useWords();
  const loaded = (panel: ReactNode) => <Suspense fallback={<p>{words.story.loading}</p>}>{panel}</Suspense>;
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
        { id: 'code', label: words.code.tab, content: loaded(<CodePanel />), fills: true },
        { id: 'log', label: words.log.tab, content: loaded(<EventLog />), fills: true },
      ]}
    />
  );
});
