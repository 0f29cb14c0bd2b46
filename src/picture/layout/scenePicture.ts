/**
 * The picture of a scene: few lanes, few signs, and words beside each. Bars grow up to the instant that was played,
 * and words appear as a whole at the instant that they describe; faults are there from the start, pale. During the
 * transition to the usual picture, its marks leave where the others arrive.
 */
import { blend } from './blend';
import { clipAt } from './clip';
import { type Drawing, emptyLayers, labelsInSight } from './drawing';
import type { Handle } from './faultMarks';
import { foldMarks } from './foldMarks';
import { bestBox, boxOf, type EarlierLabel, type Label, placeLabels } from './labels';
import type { Lanes } from './lanes';
import { leaderLine } from './leaderLine';
import { type Mark, type TextMark, textMark, touches } from './marks';
import type { DrawnMessages } from './messageMarks';
import { gapMarks } from './outageMarks';
import { askMarks, overlapMarks, validityMarks } from './sceneClients';
import { barTexts, knownPart, type SceneDrawing } from './sceneDrawing';
import { type FaultLayers, sceneFaults } from './sceneFaults';
import { lockMarks } from './sceneLock';
import type { SceneLook } from './sceneLook';
import { sceneMessages } from './sceneMessages';
import { nodeMarks } from './sceneNodes';
import { valueMarks } from './sceneStorage';
import { longFolds } from './timeAxis';

/** A picture before it is enlarged. */
export interface UnscaledPicture {
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
  readonly placedLabels: readonly EarlierLabel[];
}

export function scenePicture(fullDrawing: Drawing, look: SceneLook): UnscaledPicture {
  const { scene: words } = fullDrawing.words;
  const { paused, asleep, stopped } = words;
  const { faults: spans } = fullDrawing.spans;
  const visibleFaults = spans.filter(({ name }) => look.hidden?.includes(name) !== true);
  const sceneWords = { ...fullDrawing.words, paused, asleep, stopped };
  const drawing = { ...fullDrawing, spans: { ...fullDrawing.spans, faults: visibleFaults }, words: sceneWords };
  const [layers, own, others] = [emptyLayers(), emptyLayers(), emptyLayers()];
  const scene: SceneDrawing = { drawing, layers, look, words, bars: [], startMarks: [] };
  overlapMarks(scene);
  lockMarks(scene);
  nodeMarks(scene);
  gapMarks(drawing, layers);
  validityMarks(scene);
  askMarks(scene);
  const messages = sceneMessages(scene, { own, others });
  valueMarks(scene);
  const pill = emptyLayers();
  // The pill leaves room for the words on what went wrong.
  const main = layers.labels
    .filter(({ priority }) => priority >= harmPriority)
    .map((label) => bestBox(label, drawing.measure));
  const handles = sceneFaults(
    { ...scene, layers: { ...pill, occupied: [...layers.occupied, ...layers.avoided, ...main] } },
    { own, others },
    messages,
  );
  const { axis } = drawing;
  const { playedTo } = look;
  const placed = placedLabels(scene, { own, others });
  const playX = playedTo === null ? Number.POSITIVE_INFINITY : axis.x(playedTo);
  const cut = (marks: readonly Mark[]): readonly Mark[] =>
    playX === Number.POSITIVE_INFINITY ? marks : clipAt(marks, playX);
  const lying = (marks: readonly Mark[]): readonly Mark[] =>
    playX === Number.POSITIVE_INFINITY ? marks : [...marks.map(pale), ...cut(marks)];
  const isFree = (text: TextMark): boolean =>
    !pill.top.some((mark) => mark.kind === 'box' && touches(mark, boxOf(text, drawing.measure)));
  const first = scene.bars.find(({ isKnown }) => isKnown);
  const knownMarks = clipAt(scene.startMarks, first === undefined ? playX : knownPart(drawing, first.texts, playX).to);
  const due = playedTo === null ? placed : placed.filter((one) => isPlayed(one, playedTo, drawing));
  return {
    lanes: drawing.lanes,
    ground: [
      ...foldMarks(longFolds(axis), drawing.lanes, drawing.lanes.top + 6),
      ...cut(layers.ground),
      ...lying([...others.ground, ...own.ground]),
    ],
    middle: [
      ...knownMarks,
      ...cut(layers.middle),
      ...lying([...others.middle, ...own.middle]),
      ...barTexts(scene, playX).filter(isFree),
    ],
    top: [
      ...lying([...others.top, ...own.top]),
      ...cut(others.captions),
      ...own.captions,
      ...cut(layers.top),
      ...leaderLines(due, drawing),
      ...due.map(({ mark }) => mark),
      ...pill.top,
    ],
    names: namesOf(drawing),
    handles,
    messages,
    placedLabels: [],
    dense: 0,
  };
}

const leaderLines = (placed: readonly PlacedLabel[], { measure }: Drawing): readonly Mark[] =>
  placed.flatMap(({ mark, label: { leadsTo } }) => (leadsTo === undefined ? [] : leaderLine(leadsTo, mark, measure)));

const harmPriority = 97;

interface PlacedLabel {
  readonly mark: TextMark;
  readonly label: Label;
  /** It is shown from the start. */
  readonly isKnown: boolean;
}

function placedLabels(
  { drawing, layers, look: { restsAt } }: SceneDrawing,
  { own, others }: FaultLayers,
): readonly PlacedLabel[] {
  const { axis, lanes, measure } = drawing;
  const ownLabels = new Set(own.labels);
  const all = [layers, others, own];
  const within = { x: axis.left - 6, y: 0, width: axis.right - axis.left + 16, height: lanes.bottom + 2 };
  const { texts, of } = placeLabels({
    labels: labelsInSight(all, axis),
    occupied: all.flatMap(({ occupied }) => occupied),
    avoided: all.flatMap(({ avoided }) => avoided),
    ...(restsAt === undefined ? {} : { rest: { x: axis.x(restsAt) - 1, y: 0, width: 2, height: lanes.bottom } }),
    crossings: layers.crossings,
    within,
    measure,
  });
  return texts.flatMap((mark, i) => {
    const label = of[i];
    return label === undefined ? [] : [{ mark, label, isKnown: ownLabels.has(label) }];
  });
}

/** Whether a label is shown at an instant: it describes no later one. */
const isPlayed = ({ mark, label, isKnown }: PlacedLabel, at: number, { axis }: Drawing): boolean =>
  isKnown || (label.at ?? axis.at(mark.x)) <= at;

/** Text is not made paler: pale words cannot be read. */
const pale = (mark: Mark): Mark =>
  mark.kind === 'shades' || mark.kind === 'text' ? mark : { ...mark, alpha: mark.alpha * 0.45 };

/** The sizes of the names of lanes, best first: all have one, as large as the longest allows. */
const nameSizes = [14, 12.5, 11] as const;
const margin = 11;

/** The names stand left of the axis, where no arrow runs and no playhead stands. */
function namesOf({ lanes, axis, measure, words }: Drawing): readonly TextMark[] {
  const { top, bottom } = lanes.holderStrip;
  const lock = { y: (top + bottom) / 2, texts: [words.scene.lock] };
  const all = [...lanes.all.map(({ y, id }) => ({ y, texts: [words.process(id), words.processShort(id)] })), lock];
  const [side, room] = axis.left < narrowGutter ? [2, axis.left - 8] : [margin, axis.left - margin - 6];
  const fits = (text: string, size: number): boolean => measure(text, { size, weight: 600, font: 'sans' }) <= room;
  const size = nameSizes.find((size) => all.every(({ texts: [text = ''] }) => fits(text, size))) ?? 11;
  return all.map(({ y, texts }): TextMark => {
    const text = texts.find((one) => fits(one, size)) ?? texts.at(-1) ?? '';
    return textMark({ text, x: side, y, size, weight: 600, align: 'left', ink: 'ink' });
  });
}

/** With less room left of the axis, names begin at the edge of the picture. */
const narrowGutter = 84;

/**
 * The scene and the usual picture during the transition, one leaving as the other arrives. Words would jump with the
 * lanes, so they fade out first and fade in last.
 */
export function crossFaded(scene: UnscaledPicture, usual: UnscaledPicture, open: number): UnscaledPicture {
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
