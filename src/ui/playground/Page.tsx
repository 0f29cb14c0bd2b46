// The playground: what runs at the top, faults and settings on the left, the timeline, the outcome on the right,
// playback at the bottom.
import { memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { LostPart } from '../app/LostPart';
import { ProblemBoundary } from '../app/ProblemBoundary';
import { switchMark } from '../app/SizeSwitch';
import { Timelines } from '../compare/Timelines';
import type { ComparedNow } from '../compare/titles';
import { TimelineContext, useTimeline } from '../edit/context';
import { everyFault } from '../edit/faultRules';
import { newTimeline } from '../edit/geometry';
import { FaultList } from '../faults/FaultList';
import { Palette } from '../faults/Palette';
import { useAddress } from '../files/address';
import type { FindMapProps } from '../find/FindMap';
import { LossTable } from '../help/LossTable';
import { useShortcuts } from '../help/useShortcuts';
import { MomentPanel } from '../moment/MomentPanel';
import { later } from '../parts/later';
import { Tips } from '../parts/Tip';
import { PlaybackBar } from '../playback/PlaybackBar';
import { startPlayback } from '../playback/play';
import type { ScenePageProps } from '../scene/ScenePage';
import { useZoom } from '../scene/useZoom';
import { useCompare } from '../state/compare';
import { useDialog } from '../state/dialog';
import { useEdition } from '../state/edition';
import { useFind } from '../state/find';
import { keptRun } from '../state/keptRun';
import { useIsAtRest, useIsLive } from '../state/live';
import { usePreferences } from '../state/preferences';
import { useWords } from '../words/i18n';
import { FileDrop } from './FileDrop';
import { LinkNotice } from './LinkNotice';
import styles from './Page.module.css';
import { TokenOffer } from './TokenOffer';
import { TopBar } from './TopBar';
import { TryNext } from './TryNext';

const bench = () => import('./RightPanel');
const RightPanel = later(async () => (await bench()).RightPanel);
const SettingsPanel = later(async () => (await bench()).SettingsPanel);
const StoryHead = later(async () => (await bench()).StoryHead);
const FindMap = later<FindMapProps>(async () => (await import('../find/Find')).FindMap);
const LiveBar = later(async () => (await import('../live/LiveBar')).LiveBar, { meanwhile: Strip });
export const ScenePage = later<ScenePageProps>(async () => (await import('../scene/ScenePage')).ScenePage);
const MakeDialog = later(async () => (await import('../make/MakeDialog')).MakeDialog);
const ShareDialog = later(async () => (await import('../share/ShareDialog')).ShareDialog);
const ProofSheet = later(async () => (await import('../proof/ProofSheet')).ProofSheet);
const Gallery = later(async () => (await import('../gallery/Gallery')).Gallery);
const KeySheet = later(async () => (await import('../help/KeySheet')).KeySheet);

/** What is beside the timeline is one file. A page that shows it at once waits for it. */
export const loadBench = () => Promise.all([RightPanel.load(), SettingsPanel.load(), StoryHead.load()]);

/** As high as the bar that comes. */
function Strip() {
  return <div className={styles.strip} />;
}

interface PageProps {
  /** Is told what is compared. */
  readonly comparedNow: ComparedNow;
}

export function Page({ comparedNow }: PageProps) {
  const [timeline] = useState(newTimeline);
  useShortcuts({ timeline, rules: everyFault });
  useEffect(startPlayback, []);
  const isRefused = useEdition((state) => state.proposal !== null);
  const open = useDialog((state) => state.open);
  const hasNotice = useAddress(({ problem, otherRun }) => problem !== null || otherRun !== null);
  const isAtRest = useIsAtRest();
  return (
    <TimelineContext value={timeline}>
      <div className={styles.page}>
        <div className={styles.notices}>
          {hasNotice && <LinkNotice />}
          {isAtRest && <FileDrop />}
          {isRefused && <TokenOffer />}
        </div>
        <ProblemBoundary>
          <Sizes comparedNow={comparedNow} />
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

/** On the way between two sizes both are there: the picture of the scene opens, and what is beside it goes and comes. */
function Sizes({ comparedNow }: PageProps) {
  const isScene = usePreferences((state) => state.size === 'scene');
  const open = useZoom(isScene);
  const bench = useRef<HTMLDivElement>(null);
  const isOnTheWay = open !== (isScene ? 0 : 1);
  useKeptFocus(isScene, isOnTheWay);
  const fade = isOnTheWay ? { opacity: Math.max(0, open * 2 - 1) } : undefined;
  return (
    <>
      {(open > 0 || !isScene) && (
        <div className={styles.details} style={fade} inert={isOnTheWay} aria-hidden={isOnTheWay}>
          <TopBar />
          <Workbench {...{ comparedNow, bench }} />
        </div>
      )}
      {(open < 1 || isScene) && <ScenePage {...{ open, isOnTheWay, bench }} />}
    </>
  );
}

/** Who changes the size by the switch of one header stands on that of the other. */
function useKeptFocus(isScene: boolean, isOnTheWay: boolean): void {
  const isOnSwitch = useRef(false);
  // What has the focus loses it only after this, with what is left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks when the size changes.
  useLayoutEffect(() => {
    isOnSwitch.current ||= document.activeElement?.closest(`[${switchMark}]`) != null;
  }, [isScene]);
  useEffect(() => {
    if (isOnTheWay || !isOnSwitch.current) return;
    isOnSwitch.current = false;
    document.querySelector<HTMLElement>(`[${switchMark}] :checked`)?.focus();
  }, [isOnTheWay]);
}

interface WorkbenchProps extends PageProps {
  /** Where the timeline is. */
  readonly bench: RefObject<HTMLDivElement | null>;
}

function Workbench({ comparedNow, bench }: WorkbenchProps) {
  const words = useWords();
  return (
    <>
      <div className={styles.bench}>
        <LeftPanel />
        <main className={styles.centre} aria-label={words.timeline.title}>
          <Centre {...{ comparedNow, bench }} />
        </main>
        <aside className={styles.right} aria-label={words.bar.right}>
          <RightPanel />
        </aside>
      </div>
      <PlaybackBar />
    </>
  );
}

const LeftPanel = memo(function LeftPanel() {
  const words = useWords();
  const isAtRest = useIsAtRest();
  return (
    <aside className={styles.left} aria-label={words.bar.left}>
      {/* Above the list, whose cards open: what one drags from stays where it is. */}
      <Palette />
      <FaultList />
      <SettingsPanel />
      {/* At the foot of its column, so nothing moves when it comes. */}
      {isAtRest && <TryNext />}
    </aside>
  );
});

const Centre = memo(function Centre({ comparedNow, bench }: WorkbenchProps) {
  const isComparing = useCompare((state) => state.isOn);
  const isLive = useIsLive();
  const isFinding = useFind(({ asked }) => asked > 0);
  const timeline = useTimeline();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <>
      <StoryHead />
      {isLive && <LiveBar />}
      <div ref={bench} className={styles.timeline} data-pair={isComparing}>
        <Timelines
          comparedNow={comparedNow}
          timeline={timeline}
          legend
          below={isFinding && slot ? (axis, fit) => createPortal(<FindMap axis={axis} fit={fit} />, slot) : undefined}
        />
      </div>
      {isFinding ? <div ref={setSlot} className={styles.slot} /> : !isComparing && <MomentPanel />}
    </>
  );
});
