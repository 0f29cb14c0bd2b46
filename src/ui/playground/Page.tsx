// The playground: what runs at the top, faults and settings on the left, the timeline, the outcome on the right,
// playback at the bottom.
import { memo, type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Timelines } from '../compare/Timelines';
import type { ComparedNow } from '../compare/titles';
import { TimelineContext, useTimeline } from '../edit/context';
import { everyFault } from '../edit/faultRules';
import { newTimeline } from '../edit/geometry';
import { FaultList } from '../faults/FaultList';
import { Palette } from '../faults/Palette';
import { useAddress } from '../files/address';
import { LossTable } from '../help/LossTable';
import { useShortcuts } from '../help/useShortcuts';
import { MomentPanel } from '../moment/MomentPanel';
import { Tips } from '../parts/Tip';
import { whenWanted } from '../parts/whenWanted';
import { PlaybackBar } from '../playback/PlaybackBar';
import { startPlayback } from '../playback/play';
import { LostPart } from '../shell/LostPart';
import { ProblemBoundary } from '../shell/ProblemBoundary';
import { useCompare } from '../state/compare';
import { useDialog } from '../state/dialog';
import { useEdition } from '../state/edition';
import { useFindParts } from '../state/find';
import { useFold, useIsFolded } from '../state/folded';
import { keptRun } from '../state/keptRun';
import { useIsAtRest, useIsLive } from '../state/live';
import { useWords } from '../words/i18n';
import { useBeside } from './besideLater';
import { FileDrop } from './FileDrop';
import { LinkNotice } from './LinkNotice';
import styles from './Page.module.css';
import { TokenOffer } from './TokenOffer';
import { TopBar } from './TopBar';
import { TryNext } from './TryNext';

const LiveBar = whenWanted(async () => (await import('../live/LiveBar')).LiveBar, <div className={styles.strip} />);
const MakeDialog = whenWanted(async () => (await import('../make/MakeDialog')).MakeDialog);
const ShareDialog = whenWanted(async () => (await import('../share/ShareDialog')).ShareDialog);
const ProofSheet = whenWanted(() => import('../proof/ProofSheet').then(({ ProofSheet }) => ProofSheet));
const Gallery = whenWanted(() => import('../gallery/Gallery').then(({ Gallery }) => Gallery));
const KeySheet = whenWanted(() => import('../help/KeySheet').then(({ KeySheet }) => KeySheet));

interface PageProps {
  /** What a first-time visitor is told while the page is folded; null for all others. */
  readonly greeting: ReactNode;
  /** Is told what is compared. */
  readonly comparedNow: ComparedNow;
}

export function Page({ greeting, comparedNow }: PageProps) {
  const [timeline] = useState(newTimeline);
  useShortcuts({ timeline, rules: everyFault });
  useEffect(startPlayback, []);
  const isRefused = useEdition((state) => state.proposal !== null);
  const open = useDialog((state) => state.open);
  const hasNotice = useAddress(({ problem, otherRun }) => problem !== null || otherRun !== null);
  const isAtRest = useIsAtRest();
  const stage = useFold(({ fold }) => fold?.stage);
  return (
    <TimelineContext value={timeline}>
      <div className={styles.page} data-fold={stage}>
        <TopBar />
        <div className={styles.notices}>
          {hasNotice && <LinkNotice />}
          {isAtRest && <FileDrop />}
          {isRefused && <TokenOffer />}
        </div>
        <ProblemBoundary>
          <Workbench greeting={greeting} comparedNow={comparedNow} />
        </ProblemBoundary>
      </div>
      {open === 'keys' && <KeySheet />}
      <LossTable />
      {open === 'gallery' && <Gallery />}
      {open === 'exercise' && <MakeDialog />}
      {(open === 'share' || open === 'open' || open === 'runs') && <ShareDialog dialog={open} />}
      {open === 'proof' && <ProofSheet />}
      <Tips />
      <LostPart made={keptRun} />
    </TimelineContext>
  );
}

function Workbench({ greeting, comparedNow }: PageProps) {
  const words = useWords();
  const beside = useDeferredValue(useBeside(({ parts }) => parts));
  return (
    <>
      <div className={styles.bench}>
        <LeftPanel />
        <main className={styles.centre} aria-label={words.timeline.title}>
          <Centre greeting={greeting} comparedNow={comparedNow} />
        </main>
        <aside className={styles.right} aria-label={words.bar.right}>
          {beside && <beside.RightPanel />}
        </aside>
      </div>
      <PlaybackBar />
    </>
  );
}

const LeftPanel = memo(function LeftPanel() {
  const words = useWords();
  const isAtRest = useIsAtRest();
  // A first visit, which does not see it yet, gets it with what is beside the timeline: it plays sooner.
  const isOpening = useFold(({ fold }) => fold?.stage === 'plays');
  const beside = useDeferredValue(useBeside(({ parts }) => parts));
  const isDrawn = useDeferredValue(!isOpening) || beside !== null;
  return (
    <aside className={styles.left} aria-label={words.bar.left}>
      {isDrawn && (
        <>
          {/* Above the list, whose cards open: what one drags from stays where it is. */}
          <Palette />
          <FaultList />
          {beside && <beside.SettingsPanel />}
          {/* At the foot of its column, so nothing moves when it comes. */}
          {isAtRest && <TryNext />}
        </>
      )}
    </aside>
  );
});

const Centre = memo(function Centre({ greeting, comparedNow }: PageProps) {
  const isFolded = useIsFolded();
  const beside = useBeside(({ parts }) => parts);
  const isComparing = useCompare((state) => state.isOn);
  const isLive = useIsLive();
  const find = useFindParts();
  const timeline = useTimeline();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <>
      {isFolded || beside === null ? greeting : <beside.StoryHead />}
      {isLive && <LiveBar />}
      <div className={styles.timeline} data-pair={isComparing}>
        <Timelines
          comparedNow={comparedNow}
          timeline={timeline}
          legend={!isFolded}
          below={find && slot ? (axis, fit) => createPortal(<find.Below axis={axis} fit={fit} />, slot) : undefined}
        />
      </div>
      {find ? <div ref={setSlot} className={styles.slot} /> : !isComparing && <MomentPanel />}
    </>
  );
});
