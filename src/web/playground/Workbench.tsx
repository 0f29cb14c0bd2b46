// The details of a run: faults and settings on the left, the timeline, the outcome on the right, playback at the
// foot. The left is folded until a person opens it. Where there is little room, everything beside the timeline is folded
// into buttons at the foot, and opens from below while the picture stays.
import { memo, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { read } from '../../content/address/read';
import { Timelines } from '../compare/Timelines';
import { FaultList } from '../faults/FaultList';
import { Palette } from '../faults/Palette';
import type { FindMapProps } from '../find/FindMap';
import { MomentPanel } from '../inspector/MomentPanel';
import { ModeSwitch } from '../live/ModeSwitch';
import { later } from '../parts/later';
import { Tabs } from '../parts/Tabs';
import { AxisSwitch, PlaybackBar, SpeedPicker } from '../playback/PlaybackBar';
import { LockPicker } from '../scene/LockPicker';
import { SettingsPanel } from '../settings/SettingsPanel';
import { browserAddress } from '../state/browserAddress';
import { useComparison, useIsFull } from '../state/compare';
import { openFind, useFind } from '../state/find';
import { useIsAtRest, useIsLive, useLive } from '../state/live';
import { usePreferences } from '../state/preferences';
import { sideTabs } from '../state/remembered';
import { store, stored } from '../state/stored';
import { useTimeline } from '../state/timeline';
import { StoryHead } from '../story/StoryHead';
import { StoryPanel } from '../story/StoryPanel';
import { VerdictCard } from '../verdict/VerdictCard';
import { WhyPanel } from '../verdict/WhyPanel';
import { useWords } from '../words/i18n';
import { CheckPicker } from './CheckPicker';
import { SheetBar, type SheetName } from './SheetBar';
import { TryNext } from './TryNext';
import type { LayoutWidth } from './useLayoutWidth';
import styles from './Workbench.module.css';

const FindMap = later<FindMapProps>(async () => (await import('../find/Find')).FindMap);
const LiveBar = later(async () => (await import('../live/LiveBar')).LiveBar, { meanwhile: Strip });

/** As high as the bar that replaces it. */
function Strip() {
  return <div className={`firm ${styles.strip}`} />;
}

export interface WorkbenchProps {
  readonly room: LayoutWidth;
}

export function Workbench({ room }: WorkbenchProps) {
  const words = useWords();
  const [sheet, setSheet] = useState<SheetName | null>(null);
  const [isLeftKept, keepLeft] = useLeft();
  useFindOpens(setSheet);
  const isWide = room === 'wide';
  const hasLeft = isWide ? isLeftKept : room === 'middle' && sheet === 'left';
  return (
    <div className={`stack fills ${styles.work}`} data-room={room} data-sheet={hasLeft ? 'left' : sheet}>
      <div className={`fills grid ${styles.bench}`}>
        {hasLeft && (
          <aside id="sheet" className={`stack narrows on-panel scroll slim ${styles.left}`} aria-label={words.bar.left}>
            <Faults />
            <Settings />
            <Onward />
          </aside>
        )}
        <main className={`stack narrows shortens on-page ${styles.centre}`} aria-label={words.timeline.title}>
          <Centre room={room} />
        </main>
        {room !== 'narrow' && (
          <aside className={`stack narrows on-panel scroll slim ${styles.right}`} aria-label={words.bar.right}>
            <VerdictCard />
            <SidePanel />
          </aside>
        )}
        {room === 'narrow' && sheet !== null && (
          <aside
            id="sheet"
            className={`stack narrows line-above on-panel scroll anchor ${styles.sheet}`}
            aria-label={sheet === 'verdict' || sheet === 'story' ? words.bar.right : words.bar.left}
          >
            {sheet === 'story' && <h2 className="hidden">{words.bar.sheets.story}</h2>}
            {contentOf(sheet)}
          </aside>
        )}
      </div>
      <div className={`firm line-above on-panel ${styles.foot}`}>
        <SheetBar
          room={room}
          open={hasLeft ? 'left' : sheet}
          onOpen={isWide ? (next) => keepLeft(next === 'left') : setSheet}
        />
        <PlaybackBar isShort={room === 'narrow'} />
      </div>
    </div>
  );
}

const leftKey = 'redlock-playground-left';

/** Whether there is a left column where there is room for it. The browser remembers it. */
function useLeft() {
  const [isKept, setKept] = useState(() => stored(leftKey) === 'open');
  const keep = (next: boolean): void => {
    setKept(next);
    store(leftKey, next ? 'open' : 'folded');
  };
  return [isKept, keep] as const;
}

/** What a search finds is shown in the story's panel. A link may ask for the search. */
function useFindOpens(open: (sheet: SheetName) => void): void {
  const requestCount = useFind((state) => state.requestCount);
  useEffect(() => {
    if (read(browserAddress.search()).find !== null) openFind();
  }, []);
  useEffect(() => {
    if (requestCount > 0) open('story');
  }, [requestCount, open]);
}

/** What opens from below, while the picture above stays and can be dragged. */
function contentOf(name: SheetName) {
  switch (name) {
    case 'verdict':
      return (
        <>
          <VerdictCard isUnfolded />
          <WhyPanel />
          <MomentPanel />
        </>
      );
    case 'story':
      return <SidePanel isSheet />;
    case 'left':
    case 'faults':
      return (
        <>
          <Faults />
          <Onward />
        </>
      );
    case 'settings':
      return (
        <>
          <div className="flex wrap gap-4">
            <LockPicker />
            <CheckPicker />
            <SpeedPicker />
            <AxisSwitch />
          </div>
          <Settings />
        </>
      );
  }
  return name satisfies never;
}

const Faults = memo(function Faults() {
  return (
    <>
      {/* Above the list, whose cards open: the palette must not move. */}
      <Palette />
      <FaultList />
    </>
  );
});

const Settings = memo(function Settings() {
  // Elsewhere there is nothing to switch. A saved run can be open where no server answers.
  const hasLive = useLive(({ hasServer, runs }) => hasServer === true || runs.length > 0);
  return (
    <>
      {hasLive && <ModeSwitch />}
      <SettingsPanel />
    </>
  );
});

/** At the foot of its column, so that nothing moves when it appears. */
const Onward = memo(function Onward() {
  return useIsAtRest() ? <TryNext /> : null;
});

function useBench() {
  const bench = useRef<HTMLDivElement>(null);
  useEffect(() => {
    useTimeline.setState({ bench: bench.current });
    return () => useTimeline.setState({ bench: null });
  }, []);
  return bench;
}

const Centre = memo(function Centre({ room }: WorkbenchProps) {
  const isComparing = useComparison() !== null;
  const isFull = useIsFull();
  const isLive = useIsLive();
  const isFinding = useFind(({ requestCount }) => requestCount > 0);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const bench = useBench();
  return (
    <>
      <div className={`firm ${styles.words}`}>
        <StoryHead />
      </div>
      <div className={`stack narrows shortens grows ${styles.picture}`}>
        {isLive && <LiveBar />}
        <div ref={bench} className={styles.timeline} data-pair={isComparing && (isFull ? 'full' : 'some')}>
          <Timelines
            legend
            below={isFinding && slot ? (axis, fit) => createPortal(<FindMap axis={axis} fit={fit} />, slot) : undefined}
          />
        </div>
        {isFinding && <div ref={setSlot} className={styles.slot} />}
        {!isFinding && !isComparing && room !== 'narrow' && <MomentPanel />}
      </div>
    </>
  );
});

/** Views of the same run in one place: why it ended so, the story's text, the code that runs, the log of events. */
const FindPanel = later(async () => (await import('../find/Find')).FindPanel, { meanwhile: Loading });
const EventLog = later(async () => (await import('../log/EventLog')).EventLog, { meanwhile: Loading });
const CodePanel = later(async () => (await import('../code/CodePanel')).CodePanel, { meanwhile: Loading });

function Loading() {
  return <p>{useWords().story.loading}</p>;
}

interface SidePanelProps {
  /** In a sheet, which scrolls as a whole. Why the run ended so has its own sheet. */
  readonly isSheet?: boolean;
}

const SidePanel = memo(function SidePanel({ isSheet = false }: SidePanelProps) {
  const words = useWords();
  // Each request opens its tab.
  const requestCount = useFind((state) => state.requestCount);
  const savedTab = usePreferences((state) => state.tab);
  const tabs = [
    ...(requestCount > 0 ? [{ id: 'find', label: words.verdict.find, content: <FindPanel /> }] : []),
    ...(isSheet ? [] : [{ id: 'why', label: words.verdict.why, content: <WhyPanel /> }]),
    { id: 'story', label: words.story.tab, content: <StoryPanel /> },
    { id: 'code', label: words.code.tab, content: <CodePanel />, fills: true },
    { id: 'log', label: words.log.tab, content: <EventLog />, fills: true },
  ];
  const keep = (id: string): void => {
    const tab = sideTabs.find((sideTab) => sideTab === id);
    if (tab !== undefined) usePreferences.getState().prefer({ tab });
  };
  const first = requestCount > 0 ? 'find' : isSheet && savedTab === 'why' ? 'story' : savedTab;
  return <Tabs key={requestCount} first={first} tabs={tabs} onChoose={keep} fillsRest={!isSheet} />;
});
