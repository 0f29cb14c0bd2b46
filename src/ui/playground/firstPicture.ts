/**
 * The picture that a first visit sees. Few signs are on it, and each has words beside it. While it plays, words stand
 * whole from the instant that they tell of. Knows pictures and runs, no page.
 */
import { type BoxMark, inkOfId, type Mark, roughMeasure, type TextMark } from '../../layout/marks';
import type { Picture } from '../../layout/picture';
import type { Run } from '../../model/run';
import { spansOf } from '../../spans/spans';
import type { greeting } from '../../texts/en/greeting';

interface Options {
  readonly run: Run;
  readonly words: typeof greeting;
  /** Up to where it has been played, in µs; null: all of it. */
  readonly playedTo: number | null;
  /** Whether the pause asks to be dragged. */
  readonly isAsking: boolean;
}

interface FirstPicture extends Picture {
  /** From this instant on more words are to be seen. */
  readonly nextWords: number;
}

export function firstPicture(whole: Picture, { run, words, playedTo, isAsking }: Options): FirstPicture {
  const plain = withWrites(withAsks(withoutSigns(whole, words), run, words), run, playedTo === null);
  const told = withOverlapNamed(withExpiry(plain, words.expired), words.onTimeline.holders());
  if (playedTo !== null) return played(withPauseNamed(told, words.paused), playedTo);
  const clear = withLossOnTop(told);
  return { ...(isAsking ? withQuestion(clear, words.drag) : clear), nextWords: Number.POSITIVE_INFINITY };
}

/** Whether more words are to be seen at this instant than the picture has. */
export const lacksWords = (picture: Picture | FirstPicture, at: number): boolean =>
  'nextWords' in picture && at >= picture.nextWords;

const written = { kind: 'text', align: 'center', font: 'sans', alpha: 1, halo: null, struck: null } as const;
const isText = (mark: Mark): mark is TextMark => mark.kind === 'text';

/** Whether a reply was a yes is for those who see every reply. A refusal has words of its own, at its arrow. */
function withoutSigns(picture: Picture, words: Options['words']): Picture {
  const stays = (mark: Mark): boolean =>
    mark.kind === 'glyph'
      ? mark.shape !== 'plus' && mark.shape !== 'minus'
      : !isText(mark) || mark.text !== words.onTimeline.refused();
  return { ...picture, middle: picture.middle.filter(stays), top: picture.top.filter(stays) };
}

/** Every attempt to get the lock as one arrow. One that is refused ends at a cross, where its first request arrived. */
function withAsks(picture: Picture, run: Run, words: Options['words']): Picture {
  const { axis, lanes, scale } = picture;
  const middle: Mark[] = [];
  const top: Mark[] = [];
  const { holds, messages } = spansOf(run.trace);
  for (const hold of holds) {
    const lane = lanes.of[hold.process];
    const isRefused = hold.end === 'refused';
    if (lane === undefined || (hold.acquiredAt === null && !isRefused)) continue;
    const ink = inkOfId(lane.id);
    const [x1, y1] = [axis.x(hold.acquiringAt), lane.y];
    const [x2, y2] = [
      axis.x(hold.acquiredAt ?? messages.endAt(messages.sentFrom(hold.acquiringSeq))),
      lanes.ribbon.top - (isRefused ? 9 : 1) * scale,
    ];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const direction = [(x2 - x1) / length, (y2 - y1) / length] as const;
    middle.push({ kind: 'lines', ink, alpha: 1, width: 1.7 * scale, dash: null, points: [x1, y1, x2, y2] });
    if (!isRefused) {
      const points = [x2, y2, ...direction];
      middle.push({ kind: 'heads', ink, alpha: 1, filled: true, size: 7 * scale, points });
      continue;
    }
    middle.push({ kind: 'glyph', shape: 'cross', x: x2, y: y2, size: 12 * scale, ink, on: 'page', alpha: 1 });
    // Beside the cross: at the arrow’s beginning they would tell of what is to come.
    const place = { x: x2 - 9 * scale, y: y2, align: 'right', halo: 'page' } as const;
    const size = 12 * scale;
    top.push({ ...written, ...place, text: words.onTimeline.refused(), size, weight: 600, ink: `${ink}-text` });
  }
  return { ...picture, middle: [...middle, ...picture.middle], top: [...picture.top, ...top] };
}

/** Over all of the stretch, as it is about the clients and not about the lock alone. */
function withOverlapNamed(picture: Picture, text: string): Picture {
  const { axis, lanes, scale } = picture;
  const slab = picture.ground.find((mark): mark is BoxMark => mark.kind === 'box' && mark.of === 'two');
  if (slab === undefined) return picture;
  const top = picture.top.map((mark): Mark => {
    if (!isText(mark) || mark.text !== text) return mark;
    const x = Math.min(slab.x + slab.width / 2, axis.right + 8 - roughMeasure(text, mark) / 2);
    return { ...mark, x, y: lanes.top - 11 * scale, align: 'center' };
  });
  return { ...picture, top };
}

/** No write is called good before its fate is known. A write that was lost is crossed out. */
function withWrites(picture: Picture, run: Run, isTold: boolean): Picture {
  const { axis, lanes } = picture;
  const { resource } = spansOf(run.trace);
  const lost = new Set(resource.flatMap(({ destroyed }) => destroyed.map(({ seq }) => seq)));
  const middle = picture.middle.flatMap((mark): readonly Mark[] => {
    if (mark.kind !== 'glyph' || mark.shape !== 'check') return [mark];
    const write = resource.find(({ kind, at }) => kind === 'wrote' && Math.abs(axis.x(at) - mark.x) < 0.5);
    const lane = write && lanes.of[write.client];
    if (write === undefined || lane === undefined || (isTold && !lost.has(write.seq))) return [mark];
    const dot: Mark = { ...mark, shape: 'dot', size: mark.size * 0.8, on: inkOfId(lane.id), ink: inkOfId(lane.id) };
    return isTold ? [dot, { ...mark, shape: 'cross', size: mark.size * 1.2, ink: 'broken' }] : [dot];
  });
  return { ...picture, middle };
}

/** Under the lock: from when on its first holder has it no longer. */
function withExpiry(picture: Picture, text: string): Picture {
  const { scale, lanes } = picture;
  const over = picture.middle.find(
    (mark): mark is BoxMark => mark.kind === 'box' && mark.of === 'holder' && mark.style === 'hatched',
  );
  if (over === undefined) return picture;
  const place = { x: over.x, y: lanes.ribbon.bottom + 10 * scale, align: 'left', halo: 'page' } as const;
  const mark: Mark = { ...written, ...place, text, size: 11 * scale, weight: 400, ink: `${over.ink}-text` };
  return { ...picture, top: [...picture.top, mark] };
}

const pauseOf = ({ handles }: Picture) => handles.find(({ shape }) => shape === 'stretch');

/** Nobody knows yet how long the pause will be, so its name stands where it begins. */
function withPauseNamed(picture: Picture, text: string): Picture {
  const { scale, top } = picture;
  const pause = pauseOf(picture);
  const sign = top.findIndex((mark) => mark.kind === 'glyph' && mark.shape === 'pause');
  if (pause === undefined || sign < 1) return picture;
  const { box } = pause;
  const [x, y, size] = [box.x + 8 * scale, box.y + box.height / 2, 12 * scale];
  const name: Mark = {
    ...written,
    x,
    y,
    align: 'left',
    text: `❚❚ ${text}`,
    size,
    weight: 600,
    ink: 'ink',
    halo: 'page',
  };
  // The sign stands between its plate and the length.
  return { ...picture, top: [...top.slice(0, sign - 1), ...top.slice(sign + 2), name] };
}

/** What is to come is covered, and words lie above the cover: none is cut. */
function played(picture: Picture, playedTo: number): FirstPicture {
  const { axis, middle, top } = picture;
  const texts = [...middle, ...top].filter(isText);
  const isDue = (mark: TextMark): boolean => axis.at(dueX(mark)) <= playedTo;
  const later = texts.filter((mark) => !isDue(mark)).map((mark) => axis.at(dueX(mark)));
  const marks = [...middle, ...top].filter((mark) => !isText(mark));
  const nextWords = Math.min(Number.POSITIVE_INFINITY, ...later);
  return { ...picture, middle: marks, top: texts.filter(isDue), nextWords };
}

/** Words stand at what they tell of. Those on a bar wait until there is a bar under all of them. */
const dueX = (mark: TextMark): number => (mark.halo === null ? mark.x + roughMeasure(mark.text, mark) / 2 : mark.x);

/** The playhead rests on the write that destroyed another, and must not cover half of it. */
function withLossOnTop(picture: Picture): Picture {
  const isLoss = (mark: Mark): boolean => mark.kind === 'glyph' && mark.shape === 'diamond';
  const { middle, top } = picture;
  return { ...picture, middle: middle.filter((mark) => !isLoss(mark)), top: [...middle.filter(isLoss), ...top] };
}

/** The pause says that it can be dragged. Its words are a handle like itself. */
function withQuestion(picture: Picture, text: string): Picture {
  const { scale } = picture;
  const pause = pauseOf(picture);
  if (pause === undefined) return picture;
  const size = 12 * scale;
  const width = (text.length * (text > '\u2e7f' ? 1 : 0.6) + 3.4) * size;
  const { box } = pause;
  const plate = { x: box.x + box.width / 2 - width / 2, y: box.y + box.height - size * 0.6, width, height: size * 1.8 };
  const middle = { x: plate.x + width / 2, y: plate.y + plate.height / 2 };
  const marks: readonly Mark[] = [
    { kind: 'box', ...plate, radius: plate.height / 2, style: 'filled', ink: 'ink', alpha: 1 },
    { ...written, ...middle, text: `↔ ${text}`, size, weight: 600, ink: 'on-ink' },
  ];
  const handles = picture.handles.map((one) => (one === pause ? { ...one, others: [...one.others, plate] } : one));
  return { ...picture, handles, top: [...picture.top, ...marks] };
}

/**
 * While the page unfolds. The places of words depend on the lanes, so words would jump from frame to frame: the old ones
 * fade where they stood, and the new ones come when the lanes are almost there.
 * @param open how far the lock has unfolded, 0 … 1
 */
export function fadedWords(picture: Picture, before: readonly TextMark[], open: number): Picture {
  const fade = (marks: readonly Mark[]): readonly Mark[] =>
    open < 0.5
      ? marks.filter((mark) => !isText(mark))
      : marks.map((mark) => (isText(mark) ? { ...mark, alpha: mark.alpha * (open * 2 - 1) } : mark));
  const leaving = open < 0.5 ? before.map((mark) => ({ ...mark, alpha: mark.alpha * (1 - open * 2) })) : [];
  return { ...picture, middle: fade(picture.middle), top: [...fade(picture.top), ...leaving] };
}

export const wordsOf = ({ middle, top }: Picture): readonly TextMark[] => [...middle, ...top].filter(isText);
