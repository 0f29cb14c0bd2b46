// The playground: a run as a scene or with its details, and the dialogs over it.
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { read } from '../../content/address/read';
import { linkWords } from '../../content/texts/link';
import { withAside } from '../../core/model/values/joinedTexts';
import { LostPart } from '../app/LostPart';
import { ProblemBoundary } from '../app/ProblemBoundary';
import { switchMark } from '../app/SizeSwitch';
import { useTheme } from '../app/ThemeSwitch';
import { everyFault } from '../edit/faultRules';
import { useLinkState } from '../files/address';
import { LossTable } from '../help/LossTable';
import { useShortcuts } from '../help/useShortcuts';
import { later } from '../parts/later';
import { Tips } from '../parts/Tip';
import { startPlayback } from '../playback/play';
import type { ScenePageProps } from '../scene/ScenePage';
import { useZoom } from '../scene/useZoom';
import { browserAddress } from '../state/browserAddress';
import { type Dialog, useDialog } from '../state/dialog';
import { useEdition } from '../state/edition';
import { keptRun } from '../state/keptRun';
import { useIsAtRest } from '../state/live';
import { useOtherLock } from '../state/namedLock';
import { fetchPartsFor } from '../state/parts';
import { usePreferences } from '../state/preferences';
import { useRun } from '../state/run';
import { useStory } from '../state/story';
import { useTimeline } from '../state/timeline';
import { useReading } from '../verdict/useReading';
import { useSharedWords, useText } from '../words/i18n';
import { FileDrop } from './FileDrop';
import { LinkNotice } from './LinkNotice';
import styles from './Page.module.css';
import { TokenOffer } from './TokenOffer';
import { TopBar } from './TopBar';
import { useLayoutWidth } from './useLayoutWidth';
import type { WorkbenchProps } from './Workbench';

export const ScenePage = later<ScenePageProps>(async () => (await import('../scene/ScenePage')).ScenePage);
/** It lists all locks, and lets one choose any. */
export const Workbench = later<WorkbenchProps>(async () => {
  const [module] = await Promise.all([import('./Workbench'), fetchPartsFor('all')]);
  return module.Workbench;
});
const OpenDialog = later(async () => (await import('../share/ShareDialog')).OpenDialog);

const dialogs: Readonly<Record<Dialog, ComponentType>> = {
  share: later(async () => (await import('../share/ShareDialog')).ShareDialog),
  open: OpenDialog,
  runs: OpenDialog,
  exercise: later(async () => (await import('../exerciseEditor/MakeDialog')).MakeDialog),
  gallery: later(async () => (await import('../gallery/Gallery')).Gallery),
  proof: later(async () => (await import('../howDecided/ProofSheet')).ProofSheet),
  keys: later(async () => (await import('../help/KeySheet')).KeySheet),
  loss: LossTable,
  more: later(async () => (await import('./MoreSheet')).MoreSheet),
};

export function Page() {
  useShortcuts(everyFault);
  useEffect(startPlayback, []);
  const isRefused = useEdition((state) => state.proposal !== null);
  const open = useDialog((state) => state.open);
  const Dialog = open && dialogs[open];
  const hasNotice = useLinkState(({ problem, otherRun }) => problem !== null || otherRun !== null);
  const isAtRest = useIsAtRest();
  useTheme();
  return (
    <>
      <div className={`stack anchor ${styles.page}`}>
        <div className="firm">
          <BackToCell />
          {hasNotice && <LinkNotice />}
          {isAtRest && <FileDrop />}
          {isRefused && <TokenOffer />}
        </div>
        <ProblemBoundary>
          <Sizes />
        </ProblemBoundary>
      </div>
      {Dialog && <Dialog />}
      <Tips />
      <TabTitle />
      <LostPart collectWork={keptRun} />
    </>
  );
}

/** To the cell of the table from which the run was opened. It stays while the run is changed. */
function BackToCell() {
  const words = useText()(linkWords);
  const [cell] = useState(() => read(browserAddress.search()).own.cell);
  return (
    cell !== null && (
      <p className="line-below on-panel pad-y-3 pad-x-6">
        <a className="ink" href={`matrix/#${cell}`}>
          {words.toCell}
        </a>
      </p>
    )
  );
}

/** The tab and a bookmark are named after the story, or after the outcome of a run without one. */
function TabTitle(): null {
  const { name, sceneSpeech } = useSharedWords();
  const text = useText();
  const story = useStory();
  const { headline } = useReading(useRun(), sceneSpeech);
  const lock = useOtherLock();
  const run = story === null ? headline : text(story.title);
  const title = lock === null ? run : withAside(run, text(lock));
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
  return null;
}

/** During a change of size both are drawn: the picture of the scene opens, and its surroundings fade out and in. */
function Sizes() {
  // Present uses the picture of the scene, enlarged.
  const isScene = usePreferences((state) => state.size !== 'details');
  // The details are loading. Until they are ready the scene stays usable.
  const waits = useTimeline(({ bench }) => bench === null) && !isScene;
  const open = useZoom(isScene, waits);
  const room = useLayoutWidth();
  const isOnTheWay = open !== (isScene ? 0 : 1);
  useKeptFocus(isScene, isOnTheWay);
  const fade = isOnTheWay ? { opacity: Math.max(0, open * 2 - 1) } : undefined;
  return (
    <>
      {(open > 0 || !isScene) && (
        <div className={`stack fills ${styles.details}`} style={fade} inert={isOnTheWay} aria-hidden={isOnTheWay}>
          <TopBar room={room} />
          <Workbench room={room} />
        </div>
      )}
      {(open < 1 || isScene) && <ScenePage isOnTheWay={isOnTheWay && !waits} open={open} />}
    </>
  );
}

/** Moves the focus from the switch of one header to that of the other when the size changes. */
function useKeptFocus(isScene: boolean, isOnTheWay: boolean): void {
  const isOnSwitch = useRef(false);
  // The focused element loses the focus only after this, when it is removed.
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
