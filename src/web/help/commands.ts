/** All keys and what they do, as one table for both the handler and the sheet. Keys are identified by `event.code`. */

import type { PanelWords } from '../../content/texts/panels';
import { addFaultAtPlayhead, deleteFault } from '../edit/addFault';
import type { FaultRules } from '../edit/faultRules';
import { zoomBy } from '../edit/geometry';
import { palette, textsOf } from '../edit/kinds';
import { offeredFault, offeredKinds } from '../edit/offeredFault';
import { runOnRedis } from '../live/actions';
import { speeds, togglePlaying } from '../playback/play';
import { useCursor } from '../state/cursor';
import { openDialog, openGallery, useDialog } from '../state/dialog';
import { useEdition } from '../state/edition';
import { useLive } from '../state/live';
import { whenOpened } from '../state/opening';
import { goTo, goToEnd, jumpToViolation, stepBy } from '../state/playhead';
import { usePreferences } from '../state/preferences';
import { currentRun } from '../state/run';
import { chooseSize, leavePresent } from '../state/size';
import { turn, useStage } from '../state/stage';
import { useTimeline } from '../state/timeline';
import type { Words } from '../words/i18n';

export interface Command {
  readonly group: 'playback' | 'timeline' | 'faults' | 'edit';
  readonly code: string;
  readonly shift?: boolean;
  /** Ctrl, or ⌘ on a Mac. */
  readonly ctrl?: boolean;
  /** A single key that types a letter; can be switched off. */
  readonly single?: boolean;
  /** Whether it can do anything here. If not, the sheet omits it. */
  readonly isThere?: () => boolean;
  /** When it works; otherwise the key is free, or another command’s. Absent: always. */
  readonly when?: () => boolean;
  readonly name: (words: Words, keys: PanelWords['keys']) => string;
  readonly run: (rules: FaultRules) => void;
}

type Ungrouped = Omit<Command, 'group'>;

/** A clicker sends Page Up and Page Down. */
const narration: readonly Ungrouped[] = (['PageDown', 'ArrowRight', 'Space'] as const)
  .map(
    (code): Ungrouped => ({
      code,
      when: isPresented,
      name: (_words, keys) => keys.narrateOn,
      run: () => useStage.getState().teller?.on(),
    }),
  )
  .concat(
    (['PageUp', 'ArrowLeft'] as const).map((code) => ({
      code,
      when: isPresented,
      name: (_words, keys) => keys.narrateBack,
      run: () => useStage.getState().teller?.back(),
    })),
    (['Period', 'KeyB'] as const).map((code) => ({
      code,
      single: true,
      when: isPresented,
      name: (_words, keys) => keys.blank,
      run: () => turn('isBlank'),
    })),
    {
      code: 'KeyA',
      single: true,
      when: isPresented,
      name: (_words, keys) => keys.throwIn,
      run: () => turn('offersFaults'),
    },
  );

const playback: readonly Ungrouped[] = [
  ...narration,
  { code: 'Space', when: isOnPage, name: (_words, keys) => keys.playStop, run: togglePlaying },
  {
    code: 'ArrowLeft',
    when: isOnPage,
    name: (words) => words.playback.previous,
    run: () => stepBy(currentRun(), -1),
  },
  {
    code: 'ArrowRight',
    when: isOnPage,
    name: (words) => words.playback.next,
    run: () => stepBy(currentRun(), 1),
  },
  { code: 'Home', name: (words) => words.playback.start, run: () => goTo(0) },
  { code: 'End', name: (words) => words.playback.end, run: () => whenOpened(goToEnd) },
  { code: 'KeyJ', single: true, name: (words) => words.playback.violation, run: jumpToViolation },
  { code: 'BracketLeft', single: true, name: (_words, keys) => keys.slower, run: () => changeSpeed(-1) },
  { code: 'BracketRight', single: true, name: (_words, keys) => keys.faster, run: () => changeSpeed(1) },
  {
    code: 'KeyR',
    shift: true,
    single: true,
    isThere: () => useLive.getState().hasServer === true,
    name: (words) => words.live.run,
    run: runOnRedis,
  },
];

const timeline: readonly Ungrouped[] = [
  { code: 'Equal', single: true, name: (words) => words.onTimeline.zoomIn, run: zoom(2) },
  { code: 'Minus', single: true, name: (words) => words.onTimeline.zoomOut, run: zoom(0.5) },
  {
    code: 'Digit0',
    single: true,
    name: (words) => words.onTimeline.fit,
    run: () => useCursor.getState().setView(null),
  },
  { code: 'KeyE', single: true, name: (words) => words.playback.evenSteps, run: toggleEvenSteps },
];

/** Each is offered where the page has sizes. */
const sizes: readonly Ungrouped[] = [
  {
    code: 'Digit1',
    single: true,
    isThere: hasSizes,
    when: hasSizes,
    name: (words) => words.scene.sizes.scene,
    run: () => chooseSize('scene'),
  },
  {
    code: 'Digit2',
    single: true,
    isThere: hasSizes,
    when: hasSizes,
    name: (words) => words.scene.sizes.details,
    run: () => chooseSize('details'),
  },
  {
    code: 'Digit3',
    single: true,
    isThere: hasSizes,
    when: hasSizes,
    name: (words) => words.scene.sizes.present,
    run: () => chooseSize('present'),
  },
];

/** While the faults are offered to a room, each of the first ones has a number. */
const thrown = (): readonly Ungrouped[] =>
  offeredKinds(useEdition.getState().committed)
    .slice(0, 9)
    .map(({ kind }, i) => ({
      code: `Digit${i + 1}`,
      single: true,
      isThere: () => false,
      when: () => isPresented() && useStage.getState().offersFaults,
      name: (words) => textsOf(words, kind).name,
      run: (rules) => {
        addFaultAtPlayhead(kind, rules);
        useStage.setState({ offersFaults: false });
      },
    }));

const edit: readonly Ungrouped[] = [
  { code: 'Delete', name: (_words, keys) => keys.delete, run: deleteSelected },
  { code: 'Escape', name: (_words, keys) => keys.deselect, run: deselect },
  { code: 'KeyZ', ctrl: true, name: (words) => words.bar.undo, run: () => useEdition.getState().undo() },
  { code: 'KeyZ', ctrl: true, shift: true, name: (words) => words.bar.redo, run: () => useEdition.getState().redo() },
  {
    code: 'Slash',
    single: true,
    isThere: () => useDialog.getState().offersGallery,
    name: (_words, keys) => keys.stories,
    run: openGallery,
  },
  { code: 'Slash', shift: true, single: true, name: (_words, keys) => keys.sheet, run: () => openDialog('keys') },
];

const faults = (): readonly Ungrouped[] =>
  palette().map(({ kind, key }) => ({
    code: key,
    single: true,
    isThere: () => 'fault' in offeredFault(kind, useEdition.getState().committed),
    name: (words) => textsOf(words, kind).name,
    run: (rules) => {
      addFaultAtPlayhead(kind, rules);
      useStage.setState({ offersFaults: false });
    },
  }));

const grouped = (group: Command['group'], some: readonly Ungrouped[]): readonly Command[] =>
  some.map((command) => ({ ...command, group }));

export const commands = (): readonly Command[] => [
  ...grouped('faults', thrown()),
  ...grouped('playback', playback),
  ...grouped('timeline', [...timeline, ...sizes]),
  ...grouped('edit', edit),
  ...grouped('faults', faults()),
];

function zoom(factor: number): Command['run'] {
  return () => {
    const { geometry } = useTimeline.getState();
    if (geometry !== null) zoomBy(factor, geometry);
  };
}

function changeSpeed(by: 1 | -1): void {
  const { speed, setSpeed } = useCursor.getState();
  const known: readonly number[] = speeds;
  const next = speeds[known.indexOf(speed) + by];
  if (next !== undefined) setSpeed(next);
}

function toggleEvenSteps(): void {
  const { evenSteps, setEvenSteps } = useCursor.getState();
  setEvenSteps(!evenSteps);
}

function deleteSelected(): void {
  const { selection } = useEdition.getState();
  if (selection?.kind === 'fault') deleteFault(selection.name);
}

/**
 * Ends a drag, then clears a selection, then returns from the details to the scene, and from present to where it was
 * opened.
 */
function deselect(): void {
  if (isPresented() && leaveStage()) return;
  const { draft, selection, setDraft, select } = useEdition.getState();
  if (draft === null && selection === null && hasSizes()) chooseSize('scene');
  setDraft(null);
  select(null);
}

/**
 * Closes the topmost thing over the picture, or returns to where present was opened. A picture in a room shows no
 * selection.
 */
function leaveStage(): boolean {
  const { isBlank, offersFaults } = useStage.getState();
  if (useEdition.getState().draft !== null) return false;
  useEdition.getState().select(null);
  if (isBlank || offersFaults) useStage.setState({ isBlank: false, offersFaults: false });
  else leavePresent();
  return true;
}

function isOnPage(): boolean {
  return !isPresented();
}

function isPresented(): boolean {
  return usePreferences.getState().size === 'present';
}

/** The playground has a scene; the workshop has none. */
function hasSizes(): boolean {
  return useDialog.getState().offersGallery;
}
