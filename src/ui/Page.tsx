// The playground: what runs on top, faults and settings at the left, the timeline, what came of it at the right, playback below.
import { lazy, memo, Suspense, useEffect } from 'react';
import { TokenOffer } from './bar/TokenOffer';
import { TopBar } from './bar/TopBar';
import { FaultList } from './faults/FaultList';
import { Palette } from './faults/Palette';
import { useWords } from './i18n';
import { useKeySheet } from './keys/keySheetState';
import { useShortcuts } from './keys/useShortcuts';
import { LinkNotice } from './link/LinkNotice';
import { MomentPanel } from './moment/MomentPanel';
import { TryNext } from './next/TryNext';
import styles from './Page.module.css';
import { ProblemBoundary } from './ProblemBoundary';
import { Tips } from './parts/Tip';
import { PlaybackBar } from './playback/PlaybackBar';
import { startPlayback } from './playback/play';
import { SidePanel } from './SidePanel';
import { SettingsPanel } from './settings/SettingsPanel';
import { useGhost, useRun } from './state/run';
import { StoryHead } from './story/StoryHead';
import { Timeline } from './timeline/Timeline';
import { VerdictCard } from './verdict/VerdictCard';

const KeySheet = lazy(() => import('./keys/KeySheet').then(({ KeySheet }) => ({ default: KeySheet })));

export function Page() {
  useShortcuts();
  useEffect(startPlayback, []);
  const isSheetOpen = useKeySheet((state) => state.open);
  return (
    <>
      <div className={styles.page}>
        <TopBar />
        <div className={styles.notices}>
          <LinkNotice />
          <TokenOffer />
        </div>
        <ProblemBoundary>
          <Workbench />
        </ProblemBoundary>
      </div>
      {isSheetOpen && (
        <Suspense>
          <KeySheet />
        </Suspense>
      )}
      <Tips />
    </>
  );
}

function Workbench() {
  const words = useWords();
  return (
    <>
      <div className={styles.bench}>
        <LeftPanel />
        <main className={styles.centre} aria-label={words('timeline.title')}>
          <Centre />
        </main>
        <aside className={styles.right} aria-label={words('bar.right')}>
          <VerdictCard />
          <SidePanel />
        </aside>
      </div>
      <PlaybackBar />
    </>
  );
}

const LeftPanel = memo(function LeftPanel() {
  const words = useWords();
  return (
    <aside className={styles.left} aria-label={words('bar.left')}>
      <FaultList />
      <Palette />
      <SettingsPanel />
      <TryNext />
    </aside>
  );
});

const Centre = memo(function Centre() {
  return (
    <>
      <StoryHead />
      <div className={styles.timeline}>
        <CurrentTimeline />
      </div>
      <MomentPanel />
    </>
  );
});

function CurrentTimeline() {
  const run = useRun();
  const ghost = useGhost();
  return <Timeline run={run} ghost={ghost} />;
}
