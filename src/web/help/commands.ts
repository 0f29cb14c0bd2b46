/** All keys and what they do, as one table for both the handler and the sheet. */

import type { PanelWords } from '../../content/texts/panels';
import { addFaultAtPlayhead, deleteFault } from '../edit/addFault';
import type { FaultRules } from '../edit/faultRules';
import { zoomBy } from '../edit/geometry';
import { type KnownProgram, palette, textsOf } from '../edit/kinds';
import { offeredFault, offeredKinds } from '../edit/offeredFault';
import { runOnRedis } from '../live/actions';
import { moves } from '../playback/moves';
import { speeds } from '../playback/play';
import { buttons } from '../state/buttons';
import { useCursor } from '../state/cursor';
import { useDialog } from '../state/dialog';
import { useEdition } from '../state/edition';
import { useLive } from '../state/live';
import { whenOpened } from '../state/opening';
import { usePreferences } from '../state/preferences';
import { chooseSize, leavePresent, sizes } from '../state/size';
import { clicker, turn, useStage } from '../state/stage';
import { useTimeline } from '../state/timeline';
import type { Words } from '../words/i18n';

export interface Command {
  /**
   * As `aria-keyshortcuts` has them, but by their place on the keyboard (`event.code`): `Ctrl+Shift+KeyZ`, and any of
   * several after a space. Ctrl is ⌘ on a Mac.
   */
  readonly keys: string;
  /** When it works; otherwise the key is free, or another command’s. Absent: always. */
  readonly when?: () => boolean;
  /** Whether it can do anything here. If not, the sheet omits it. */
  readonly isThere?: () => boolean;
  readonly name: (words: CommandWords) => string;
  readonly run: (rules: FaultRules) => void;
}

type CommandWords = Words & Pick<PanelWords, 'keys'>;

/** A key that types a sign can be switched off. */
export const typesSign = (key: string): boolean => /^(Shift\+)?(Key|Digit|Bracket|Equal|Minus|Period|Slash)/.test(key);

const only = (when: () => boolean, some: readonly Command[]): readonly Command[] =>
  some.map((command) => ({ ...command, when }));

const playback: readonly Command[] = [
  ...only(isPresented, [
    { ...clicker.on, name: ({ keys }) => keys.narrateOn },
    { ...clicker.back, name: ({ keys }) => keys.narrateBack },
    { ...clicker.blank, name: ({ keys }) => keys.blank },
    { keys: 'KeyA', name: ({ keys }) => keys.throwIn, run: () => turn('offersFaults') },
  ]),
  ...only(isOnPage, [
    { ...moves.play, name: ({ keys }) => keys.playStop },
    { ...moves.previous, name: (words) => words.playback.previous },
    { ...moves.next, name: (words) => words.playback.next },
  ]),
  { ...moves.start, name: (words) => words.playback.start },
  { ...moves.end, name: (words) => words.playback.end, run: () => whenOpened(moves.end.run) },
  { ...moves.violation, name: (words) => words.playback.violation },
  { keys: 'BracketLeft', name: ({ keys }) => keys.slower, run: () => changeSpeed(-1) },
  { keys: 'BracketRight', name: ({ keys }) => keys.faster, run: () => changeSpeed(1) },
  {
    keys: 'Shift+KeyR',
    isThere: () => useLive.getState().hasServer === true,
    name: (words) => words.live.run,
    run: runOnRedis,
  },
];

const timeline: readonly Command[] = [
  { keys: 'Equal', name: (words) => words.onTimeline.zoomIn, run: () => zoom(2) },
  { keys: 'Minus', name: (words) => words.onTimeline.zoomOut, run: () => zoom(0.5) },
  { keys: 'Digit0', name: (words) => words.onTimeline.fit, run: () => useCursor.getState().setView(null) },
  { keys: 'KeyE', name: (words) => words.playback.evenSpacing, run: toggleEvenSpacing },
  ...only(
    hasSizes,
    sizes.map((size, i) => ({
      keys: `Digit${i + 1}`,
      name: (words) => words.scene.sizes[size],
      run: () => chooseSize(size),
    })),
  ),
];

const edit: readonly Command[] = [
  { keys: 'Delete', name: ({ keys }) => keys.delete, run: deleteSelected },
  { keys: 'Escape', name: ({ keys }) => keys.deselect, run: deselect },
  { ...buttons.undo, name: (words) => words.bar.undo },
  { ...buttons.redo, name: (words) => words.bar.redo },
  { ...buttons.stories, isThere: hasSizes, name: ({ keys }) => keys.stories },
  { ...buttons.sheet, name: ({ keys }) => keys.sheet },
];

const fault = ({ kind, key }: KnownProgram): Command => ({
  keys: key,
  isThere: () => 'fault' in offeredFault(kind, useEdition.getState().committed),
  name: (words) => textsOf(words, kind).name,
  run: (rules) => addFaultAtPlayhead(kind, rules),
});

/** While the faults are offered to a room, each of the first ones has a number. */
const numbered = (): readonly Command[] =>
  only(
    () => isPresented() && useStage.getState().offersFaults,
    offeredKinds(useEdition.getState().committed)
      .slice(0, 9)
      .map((kind, i) => fault({ ...kind, key: `Digit${i + 1}` })),
  );

/** As the sheet has them. */
export const groupedCommands = () => ({ playback, timeline, edit, faults: palette().map(fault) });

export const commands = (): readonly Command[] => [...numbered(), ...Object.values(groupedCommands()).flat()];

function zoom(factor: number): void {
  const { geometry } = useTimeline.getState();
  if (geometry !== null) zoomBy(factor, geometry);
}

function changeSpeed(by: 1 | -1): void {
  const { speed, setSpeed } = useCursor.getState();
  const allSpeeds: readonly number[] = speeds;
  const next = speeds[allSpeeds.indexOf(speed) + by];
  if (next !== undefined) setSpeed(next);
}

function toggleEvenSpacing(): void {
  const { evenSpacing, setEvenSpacing } = useCursor.getState();
  setEvenSpacing(!evenSpacing);
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
