// Three views of the same run in one place: the story's text, the code that runs, the log of events.
import { Tabs } from 'radix-ui';
import { lazy, memo, Suspense } from 'react';
import { useWords } from './i18n';
import styles from './SidePanel.module.css';
import { StoryPanel } from './story/StoryPanel';

const EventLog = lazy(() => import('./log/EventLog').then(({ EventLog }) => ({ default: EventLog })));
const CodePanel = lazy(() => import('./code/CodePanel').then(({ CodePanel }) => ({ default: CodePanel })));

export const SidePanel = memo(function SidePanel() {
  const words = useWords();
  return (
    <Tabs.Root defaultValue="story" className={styles.panel}>
      <Tabs.List className={styles.tabs}>
        <Tabs.Trigger value="story" className={styles.tab}>
          {words('story.tab')}
        </Tabs.Trigger>
        <Tabs.Trigger value="code" className={styles.tab}>
          {words('code.tab')}
        </Tabs.Trigger>
        <Tabs.Trigger value="log" className={styles.tab}>
          {words('log.tab')}
        </Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="story" className={styles.content}>
        <StoryPanel />
      </Tabs.Content>
      <Tabs.Content value="code" className={styles.content} data-fills>
        <Suspense fallback={<p className={styles.loading}>{words('story.loading')}</p>}>
          <CodePanel />
        </Suspense>
      </Tabs.Content>
      <Tabs.Content value="log" className={styles.content} data-fills>
        <Suspense fallback={<p className={styles.loading}>{words('story.loading')}</p>}>
          <EventLog />
        </Suspense>
      </Tabs.Content>
    </Tabs.Root>
  );
});
