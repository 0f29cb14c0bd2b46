/**
 * The picture of a scene: few lanes, few signs, and words beside each. Bars grow up to the instant that was played,
 * and words appear as a whole at the instant that they describe; faults are there from the start, pale. During the
 * transition to the usual picture, its marks leave where the others arrive.
 */
import { blend } from './blend';
import { cutAt } from './cut';
import { type Drawing, emptyLayers, type Layers } from './drawing';
import type { Handle } from './faultMarks';
import { boxOf, type EarlierLabel, type Label, placeLabels } from './labels';
import type { Lanes } from './lanes';
import { type Box, type Mark, type TextMark, touches } from './marks';
import type { DrawnMessages } from './messageMarks';
import { gapMarks } from './outageMarks';
import { askMarks, beliefMarks, bothInsideMarks } from './sceneClients';
import { barTexts, knownTo, type SceneDrawing } from './sceneDrawing';
import { sceneFaults } from './sceneFaults';
import { lockMarks } from './sceneLock';
import type { SceneLook } from './sceneLook';
import { sceneMessages } from './sceneMessages';
import { nodeMarks } from './sceneNodes';
import { valueMarks } from './sceneStorage';

/** A picture before it is enlarged. */
export interface SmallPicture {
  readonly lanes: Lanes;
  /** Below everything else, and never faint. */
  readonly ground: readonly Mark[];
  /** Solid up to the playhead, faint after it. */
  readonly middle: readonly Mark[];
  /** On top of everything else, and never faint. */
  readonly top: readonly Mark[];
  /** The names of the lanes, if they are part of the picture, as in a scene. */
  readonly names: readonly TextMark[];
  readonly handles: readonly Handle[];
  readonly messages: DrawnMessages;
  /** The number of messages that are shown as density; 0 if each is drawn separately. */
  readonly dense: number;
  /** The places of its labels, for the next picture of a drag. */
  readonly standing: readonly EarlierLabel[];
}

/** @param isAbove whether the names stand above the lanes */
export function scenePicture(given: Drawing, look: SceneLook, isAbove: boolean): SmallPicture {
  const { scene: words } = given.words;
  const { paused, asleep, stopped } = words;
  const drawing = { ...given, words: { ...given.words, paused, asleep, stopped } };
  const [layers, faults] = [emptyLayers(), emptyLayers()];
  const names = namesOf({ drawing, isAbove, words });
  const boxes = isAbove ? names.map((name) => boxAround(name, drawing)) : [];
  layers.taken.push(...boxes);
  const scene: SceneDrawing = { drawing, layers, look, words, isAbove, names: boxes, bars: [], known: [] };
  bothInsideMarks(scene);
  lockMarks(scene);
  nodeMarks(scene);
  gapMarks(drawing, layers);
  beliefMarks(scene);
  askMarks(scene);
  const messages = sceneMessages(scene, faults);
  valueMarks(scene);
  const pill = emptyLayers();
  const handles = sceneFaults({ ...scene, layers: { ...pill, taken: layers.taken } }, faults, messages);
  const { axis } = drawing;
  const placed = placedLabels(scene, faults);
  const playX = look.playedTo === null ? Number.POSITIVE_INFINITY : axis.x(look.playedTo);
  const cut = (marks: readonly Mark[]): readonly Mark[] =>
    playX === Number.POSITIVE_INFINITY ? marks : cutAt(marks, playX);
  const lying = (marks: readonly Mark[]): readonly Mark[] =>
    playX === Number.POSITIVE_INFINITY ? marks : [...marks.map(pale), ...cut(marks)];
  const pills = pill.top.flatMap((mark) => (mark.kind === 'box' ? [mark] : []));
  const isFree = (text: TextMark): boolean => !pills.some((plate) => touches(plate, boxOf(text, drawing.measure)));
  const first = scene.bars.find(({ isKnown }) => isKnown);
  const known = cutAt(scene.known, Math.max(playX, first === undefined ? playX : knownTo(drawing, first.texts)));
  const due =
    playX === Number.POSITIVE_INFINITY
      ? placed
      : placed.flatMap((one) => playedSoFar(one, look.playedTo ?? 0, drawing));
  return {
    lanes: drawing.lanes,
    ground: [...cut(layers.ground), ...lying(faults.ground)],
    middle: [...known, ...cut(layers.middle), ...lying(faults.middle), ...barTexts(scene, playX).filter(isFree)],
    top: [...lying(faults.top), ...faults.said, ...cut(layers.top), ...due.map(({ mark }) => mark), ...pill.top],
    names,
    handles,
    messages,
    standing: [],
    dense: 0,
  };
}

interface PlacedLabel {
  readonly mark: TextMark;
  readonly label: Label;
  readonly isFault: boolean;
}

function placedLabels({ drawing, layers }: SceneDrawing, faults: Layers): readonly PlacedLabel[] {
  const { axis, lanes, measure } = drawing;
  const ofFaults = new Set(faults.labels);
  const within = { x: axis.left - 6, y: 0, width: axis.right - axis.left + 12, height: lanes.bottom + 2 };
  const { texts, of } = placeLabels({
    labels: [...layers.labels, ...faults.labels].filter(({ positions }) =>
      positions.some(({ x }) => x >= axis.left - 40 && x <= axis.right + 40),
    ),
    taken: [...layers.taken, ...faults.taken],
    avoided: [...layers.avoided, ...faults.avoided],
    crossings: layers.crossings,
    within,
    measure,
  });
  return texts.flatMap((mark, i) => {
    const label = of[i];
    return label === undefined ? [] : [{ mark, label, isFault: ofFaults.has(label) }];
  });
}

const boxAround = (mark: TextMark, { measure }: Drawing): Box => ({
  x: mark.x - 2,
  y: mark.y - 7,
  width: measure(mark.text, mark) + 6,
  height: 14,
});

/** A label at an instant; empty if it describes a later one. */
function playedSoFar({ mark, label, isFault }: PlacedLabel, at: number, { axis }: Drawing): readonly PlacedLabel[] {
  if (isFault) return [{ mark, label, isFault }];
  if ((label.at ?? axis.at(mark.x)) > at) return [];
  const { before } = label;
  return [{ mark: before !== undefined && at < before.at ? { ...mark, text: before.text } : mark, label, isFault }];
}

/** Text is not made paler: pale words cannot be read. */
const pale = (mark: Mark): Mark =>
  mark.kind === 'shades' || mark.kind === 'text' ? mark : { ...mark, alpha: mark.alpha * 0.45 };

/** The sizes of the names of lanes: beside the lanes, and above them. */
const [besideSize, aboveSize] = [14, 11];
const margin = 11;

function namesOf({
  drawing,
  isAbove,
  words,
}: Pick<SceneDrawing, 'drawing' | 'isAbove' | 'words'>): readonly TextMark[] {
  const { lanes, axis, measure } = drawing;
  const { top, bottom } = lanes.holderStrip;
  const lock = { y: (top + bottom) / 2, half: (bottom - top) / 2, texts: [words.lock] };
  const all = lanes.all.map(({ y, half, id }) => ({
    y,
    half,
    texts: [drawing.words.process(id), drawing.words.processShort(id)],
  }));
  const room = axis.left - margin - 6;
  const fits = (text: string, size: number): boolean => measure(text, { size, weight: 600, font: 'sans' }) <= room;
  // All names have one size, as large as the longest allows.
  const large = [besideSize, 12.5].find((size) => all.every(({ texts: [text = ''] }) => fits(text, size)));
  const size = isAbove ? aboveSize : (large ?? aboveSize);
  return [...all, lock].map(({ y, half, texts }): TextMark => {
    const text = texts.find((one) => isAbove || fits(one, size)) ?? texts.at(-1) ?? '';
    const position = isAbove ? { x: axis.left, y: y - half - 8 } : { x: margin, y };
    const look = { size, weight: 600, align: 'left', font: 'sans', ink: 'ink', alpha: 1 } as const;
    return { kind: 'text', text, ...position, ...look, halo: isAbove ? 'page' : null, strikethrough: null };
  });
}

/**
 * The scene and the usual picture during the transition, one leaving as the other arrives. Words would jump with the
 * lanes, so they fade out first and fade in last.
 */
export function zoomed(scene: SmallPicture, usual: SmallPicture, open: number): SmallPicture {
  const fade = (marks: readonly Mark[], share: number, text: number): readonly Mark[] =>
    marks.flatMap((mark): readonly Mark[] => {
      if (mark.kind === 'shades') return share < 0.5 ? [] : [mark];
      const by = mark.kind === 'text' ? text : share;
      return by <= 0 ? [] : [{ ...mark, alpha: mark.alpha * by }];
    });
  const leaving = (marks: readonly Mark[]): readonly Mark[] => fade(marks, 1 - open, 1 - open * 2);
  const coming = (marks: readonly Mark[]): readonly Mark[] => fade(marks, blend(0, 1)(open), open * 2 - 1);
  return {
    ...usual,
    ground: [...leaving(scene.ground), ...coming(usual.ground)],
    middle: [...leaving(scene.middle), ...coming(usual.middle)],
    top: [...leaving(scene.top), ...coming(usual.top)],
    names: open < 0.5 ? scene.names.map((name) => ({ ...name, alpha: name.alpha * (1 - open * 2) })) : [],
  };
}
