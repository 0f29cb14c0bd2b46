// Views of the same run in one place: why it ended so, the story's text, the code that runs, the log of events.
import { memo } from 'react';
import { later } from '../parts/later';
import { Tabs } from '../parts/Tabs';
import { useFind } from '../state/find';
import { sideTabs, usePreferences } from '../state/preferences';
import { StoryPanel } from '../story/StoryPanel';
import { WhyPanel } from '../verdict/WhyPanel';
import { useWords } from '../words/i18n';

const FindPanel = later(async () => (await import('../find/Find')).FindPanel, { meanwhile: Loading });
const EventLog = later(async () => (await import('../log/EventLog')).EventLog, { meanwhile: Loading });
const CodePanel = later(async () => (await import('../code/CodePanel')).CodePanel, { meanwhile: Loading });

function Loading() {
  return <p>{useWords().story.loading}</p>;
}

export interface SidePanelProps {
  /** In a sheet, which scrolls as a whole. Why the run ended so has its own sheet. */
  readonly isSheet?: boolean;
}

export const SidePanel = memo(function SidePanel({ isSheet = false }: SidePanelProps) {
  const words = useWords();
  // Each request opens its tab.
  const asked = useFind((state) => state.asked);
  const kept = usePreferences((state) => state.tab);
  const tabs = [
    ...(asked > 0 ? [{ id: 'find', label: words.verdict.find, content: <FindPanel /> }] : []),
    ...(isSheet ? [] : [{ id: 'why', label: words.verdict.why, content: <WhyPanel /> }]),
    { id: 'story', label: words.story.tab, content: <StoryPanel /> },
    { id: 'code', label: words.code.tab, content: <CodePanel />, fills: true },
    { id: 'log', label: words.log.tab, content: <EventLog />, fills: true },
  ];
  const keep = (id: string): void => {
    const tab = sideTabs.find((known) => known === id);
    if (tab !== undefined) usePreferences.getState().prefer({ tab });
  };
  const first = asked > 0 ? 'find' : isSheet && kept === 'why' ? 'story' : kept;
  return <Tabs key={asked} first={first} tabs={tabs} onChoose={keep} fillsRest={!isSheet} />;
});
