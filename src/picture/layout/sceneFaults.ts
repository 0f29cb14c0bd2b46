/**
 * The faults of a scene: their marks, which are visible before they take effect, and the pill that invites dragging
 * one of them.
 */
import { kindOf } from '../../core/model/scenario/faultKind';
import { processIndex } from '../../core/model/trace/trace';
import { nth } from '../../core/model/values/nth';
import { clockMarks } from './clockMarks';
import type { Drawing, Layers } from './drawing';
import { faultMarks, type Handle } from './faultMarks';
import { leftOf, rightOf } from './labels';
import type { Lane, Lanes } from './lanes';
import { type Box, glyphMark, type Shape, textMark, touches } from './marks';
import type { DrawnMessages } from './messageMarks';
import { outageMarks, promotionMarks } from './outageMarks';
import type { SceneDrawing } from './sceneDrawing';

/** The marks of faults. */
export interface FaultLayers {
  /** The fault that invites dragging: the only one with words ahead of the playhead. */
  readonly own: Layers;
  readonly others: Layers;
}

export function sceneFaults(
  scene: SceneDrawing,
  { own, others }: FaultLayers,
  drawn: DrawnMessages,
): readonly Handle[] {
  const { drawing, layers, look } = scene;
  const parts = partsOf(drawing, look.fault);
  const handles = [
    ...oneSort({ ...scene, drawing: parts.others }, others, drawn),
    ...oneSort({ ...scene, drawing: parts.own }, own, drawn),
  ];
  const occupied = [...layers.occupied, ...others.occupied, ...own.occupied];
  return drawing.spans.faults.flatMap(({ name }) =>
    handles
      .filter((handle) => handle.name === name)
      .map((handle) => (look.isAsking && name === look.fault ? withPill(scene, { own, occupied }, handle) : handle)),
  );
}

function oneSort(scene: SceneDrawing, layers: Layers, drawn: DrawnMessages): readonly Handle[] {
  const { drawing, look } = scene;
  const pillFault = look.isAsking ? look.fault : null;
  outageMarks(drawing, layers, (fault) => (nameOf(drawing, fault) === pillFault ? pillOf(scene).width + 8 : 0));
  promotionMarks(drawing, layers);
  clockMarks(drawing, layers);
  const handles = faultMarks({ ...drawing, lanes: withFolded(drawing), words: withNames(scene) }, layers, drawn);
  for (const handle of handles) sign(scene, layers, handle);
  return handles;
}

const nameOf = ({ run }: Drawing, fault: number): string | undefined => Object.keys(run.scenario.faults)[fault];

/** What one fault did, and the rest. */
function partsOf(drawing: Drawing, name: string | null): Readonly<Record<keyof FaultLayers, Drawing>> {
  const { spans, trace } = drawing;
  const { faults, outages, clocks, promotions } = spans;
  const part = (isOwn: boolean): Drawing => {
    const isIn = (one: boolean): boolean => one === isOwn;
    const fault = faults.find((span) => span.name === name);
    const clockOf = fault !== undefined && 'process' in fault.fault ? processIndex(trace, fault.fault.process) : -1;
    return {
      ...drawing,
      spans: {
        ...spans,
        faults: faults.filter((span) => isIn(span === fault)),
        outages: outages.filter((outage) => isIn(fault !== undefined && nameOf(drawing, outage.fault) === name)),
        clocks: clocks.filter(({ process, from }) => isIn(process === clockOf && from === fault?.from)),
        promotions: promotions.filter(({ at }) => isIn(at === fault?.from)),
      },
    };
  };
  return { own: part(true), others: part(false) };
}

/** Two processes that are cut off from each other go by their names if there is room; more go by one letter each. */
function withNames(scene: SceneDrawing): Drawing['words'] {
  const { words, spans, measure, axis, trace } = scene.drawing;
  const pillRoom = pillOf(scene).width + 20;
  const haveRoom = spans.faults.every(({ fault, from, to }) => {
    if (!('bothWays' in fault) || from === null) return true;
    const [near, far] = [...fault.from, ...fault.to];
    if (near === undefined || far === undefined || fault.from.length + fault.to.length > 2) return false;
    const text = words.cut(`${words.process(near)} ↔ ${words.process(far)}`);
    const end = Math.min(axis.right, axis.x(to ?? trace.header.endedAt));
    return measure(text, { size: 11, weight: 400, font: 'sans' }) + pillRoom <= end - Math.max(axis.left, axis.x(from));
  });
  return haveRoom ? { ...words, processShort: words.process } : words;
}

/** The lanes, with a strip under the bar of the lock for faults of processes without a lane. */
function withFolded({ trace, lanes }: Drawing): Lanes {
  const y = lanes.holderStrip.bottom + 9;
  const of = trace.header.processes.map(({ id, role }, process): Lane | undefined => {
    const own = lanes.of[process];
    if (own !== undefined || role === 'client') return own;
    return { process, id, role, top: lanes.holderStrip.top - 14, height: 44, y, half: 3, isStrip: true };
  });
  return { ...lanes, of };
}

const signs: Partial<Readonly<Record<Handle['shape'], Shape>>> = { stretch: 'pause', gap: 'cross', moment: 'dot' };

/** A sign and a few words, if nothing else shows the fault. */
function sign({ drawing }: SceneDrawing, layers: Layers, { fault, box, shape, at }: Handle): void {
  const glyph = signs[shape];
  if (glyph === undefined || !('process' in fault)) return;
  const process = drawing.trace.header.processes.findIndex(({ id }) => id === fault.process);
  const { outages, clocks, promotions } = drawing.spans;
  const isShown =
    drawing.lanes.of[process] !== undefined &&
    (outages.some((outage) => outage.process === process && outage.from === at) ||
      clocks.some((clock) => clock.process === process && clock.from === at && clock.seq >= 0) ||
      promotions.some((promotion) => promotion.at === at && drawing.lanes.of[promotion.replica] !== undefined));
  if (isShown) return;
  const [x, y] = [box.width > 20 ? box.x + 4 : box.x + box.width / 2, box.y + box.height / 2];
  if (box.width > 20) {
    const strip = { ...box, y: y - 3, height: 6, radius: 2 };
    layers.occupied.push(strip);
    layers.top.push({ kind: 'box', ...strip, style: 'hatched', ink: 'pause', alpha: 0.9 });
    layers.top.push({ kind: 'box', ...strip, style: 'outlined', ink: 'pause', alpha: 1 });
  }
  layers.top.push(glyphMark({ shape: glyph, x, y, size: 9, ink: 'ink' }));
  layers.occupied.push({ x: x - 6, y: y - 6, width: 12, height: 12 });
  layers.labels.push({
    texts: [drawing.words.faultDoes(fault), drawing.words.fault(fault.kind)],
    positions: [rightOf(Math.max(x + 11, box.x + box.width + 6), y), leftOf(x - 11, y), rightOf(x - 4, y + 13)],
    ink: 'ink',
    weight: 600,
    priority: 71,
  });
}

interface Pill {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

const pillType = { size: 11, weight: 600, font: 'sans' } as const;

const pillWith = ({ drawing }: SceneDrawing, text: string): Pill => ({
  text,
  width: drawing.measure(text, pillType) + 18,
  height: 17,
});

const pillOf = (scene: SceneDrawing, length: string | null = null): Pill =>
  pillWith(scene, `↔ ${length === null ? scene.words.drag : scene.words.dragLength(length)}`);

/** Places the pill at the right edge of a stretch, which it makes longer or shorter, and otherwise beside its mark. */
function withPill(
  scene: SceneDrawing,
  { own: layers, occupied }: { readonly own: Layers; readonly occupied: readonly Box[] },
  handle: Handle,
): Handle {
  const { drawing } = scene;
  const drags = kindOf(handle.fault, drawing.faults).mark(handle.fault).shape;
  const isLong = handle.hasEnd && handle.to !== null && drags !== 'message';
  // If a length has no room beside the pill, it is written inside the pill, and in a narrow one alone.
  const isAlone = layers.captions.every(
    (mark) => mark.kind !== 'text' || mark.y !== handle.box.y + handle.box.height / 2,
  );
  const length = isLong && isAlone && handle.to !== null ? drawing.times.formatLength(handle.to - handle.at) : null;
  const inside = length === null ? [] : [pillOf(scene, length), pillWith(scene, `↔ ${length}`)];
  const fits = inside.find(({ width }) => width + 14 <= handle.box.width);
  const pill = fits ?? (scene.look.isChanged ? inside.at(-1) : undefined) ?? pillOf(scene);
  // If the words would cover something, the arrow alone covers less.
  const placed = placeOf(scene, occupied, handle, { pill, isLong });
  const { plate, text: pillText } =
    placed.covered === 0 ? placed : placeOf(scene, occupied, handle, { pill: pillWith(scene, '↔'), isLong });
  const [x, y] = [plate.x + plate.width / 2, plate.y + plate.height / 2];
  const { layers: above } = scene;
  above.top.push({ kind: 'box', ...plate, radius: plate.height / 2, style: 'filled', ink: 'ink', alpha: 1 });
  above.top.push(textMark({ text: pillText, x, y, align: 'center', ...pillType, ink: 'on-ink' }));
  layers.occupied.push(plate);
  return isLong ? { ...handle, ends: [plate] } : { ...handle, others: [...handle.others, plate] };
}

/** The height of the ruler, which covers what is drawn there. */
const ruler = 22;

interface Placed {
  readonly text: string;
  readonly plate: Box;
  /** The number of marks below it. */
  readonly covered: number;
}

function placeOf(
  { drawing }: SceneDrawing,
  occupied: readonly Box[],
  { box }: Handle,
  { pill, isLong }: { readonly pill: Pill; readonly isLong: boolean },
): Placed {
  const { axis, lanes } = drawing;
  const { text, width, height } = pill;
  const within = (x: number): number => Math.max(axis.left, Math.min(axis.right + 4 - width, x));
  const right = Math.min(box.x + box.width, axis.right);
  const [middle, level] = [box.x + box.width / 2, box.y + (box.height - height) / 2];
  // On the bar itself, beside its end.
  const fitsOnBar = box.width >= width + 14 && box.height >= height - 6;
  const left = Math.max(box.x, axis.left);
  const onBar = [1, 0.75, 0.5, 0.25, 0].map((share): Box => {
    const x = left + 4 + (right - left - width - 8) * share;
    return { x, y: level, width, height };
  });
  const end = nth(onBar, 0);
  if (isLong && fitsOnBar) return { text, plate: end, covered: 0 };
  const [below, above] = [box.y + box.height + 2, box.y - height - 2];
  const x = isLong ? right - width / 2 : middle - width / 2;
  const positions: readonly Box[] = [
    ...(fitsOnBar ? onBar : []),
    ...(isLong ? [] : [{ x: within(right + 12), y: level, width, height }]),
    { x: within(x), y: below, width, height },
    { x: within(right + 4), y: level, width, height },
    { x: within(box.x - width - 4), y: level, width, height },
    { x: within(x), y: above, width, height },
    // Farther away, as close as there is room.
    ...[6, 12, 20, 28, 40, 60].flatMap((by) =>
      [right + by, box.x - width - by, x, x - width / 2, x + width / 2].flatMap((side): readonly Box[] =>
        [below, above, below + by, above - by].map((y) => ({ x: within(side), y, width, height })),
      ),
    ),
  ];
  const covered = (position: Box): number => occupied.filter((other) => touches(other, position)).length;
  const inside = positions.filter((position) => position.y >= ruler && position.y + height <= lanes.bottom + 4);
  const plate = inside.reduce(
    (best, position) => (covered(position) < covered(best) ? position : best),
    nth(positions, 0),
  );
  return { text, plate, covered: covered(plate) };
}
