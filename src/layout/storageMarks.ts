/** What was done at the resource: reads, accepted writes, writes that destroyed another, writes that bounced. */
import type { ResourceEvent } from '../model/resourceEvents';
import type { Label } from './labels';
import type { Lane } from './lanes';
import type { Ink } from './marks';
import { inkOf, type Layers, laneOf, type Scene, textInkOf } from './scene';

export function storageMarks(scene: Scene, layers: Layers): void {
  const { left, right } = scene.axis;
  const seen = scene.spans.resource.filter(({ at }) => scene.axis.x(at) > left - 10 && scene.axis.x(at) < right + 10);
  const isDense = seen.length * chipRoom > right - left;
  const ticks = new Map<Ink, number[]>();
  for (const event of seen) {
    const lane = laneOf(scene, event.process);
    const x = scene.axis.x(event.at);
    if (lane === undefined) continue;
    const isPlain = event.kind !== 'rejected' && event.destroyed.length === 0;
    if (isDense && isPlain) tick(ticks, event, { x, lane }, inkOf(scene.trace, event.client));
    else chip(scene, layers, event, { x, lane });
  }
  for (const [ink, points] of ticks) layers.scene.push({ kind: 'boxes', ink, alpha: 0.8, points });
  tokenLines(scene, layers);
}

/** Pixels that a sign with its words needs; with less, what went well is a mere tick. */
const chipRoom = 15;

/** A write goes through the line of the lane, a read stays below it. */
function tick(ticks: Map<Ink, number[]>, { kind }: ResourceEvent, { x, lane }: Where, owner: Ink): void {
  const ink = kind === 'wrote' ? 'good' : owner;
  const points = ticks.get(ink) ?? [];
  ticks.set(ink, points);
  points.push(x - 0.75, kind === 'wrote' ? lane.y - 7 : lane.y + 2, 1.5, kind === 'wrote' ? 14 : 5);
}

/** The rows of the requests that destroyed another client's write. */
export function brokenRows({ spans }: Scene): ReadonlySet<number> {
  const rows = new Set<number>();
  for (const { destroyed, message } of spans.resource) {
    // The request and its reply are one call; only the request did the damage.
    if (destroyed.length > 0 && message >= 0) rows.add(spans.messages.rowOf(message - (message % 2)));
  }
  return rows;
}

interface Where {
  readonly x: number;
  readonly lane: Lane;
}

function chip(scene: Scene, layers: Layers, event: ResourceEvent, { x, lane }: Where): void {
  const y = lane.y;
  layers.taken.push({ x: x - 9, y: y - 9, width: 18, height: 18 });
  if (event.kind === 'marked') {
    layers.scene.push({
      kind: 'glyph',
      shape: 'ring',
      x,
      y,
      size: 10,
      ink: inkOf(scene.trace, event.client),
      on: 'page',
      alpha: 1,
    });
    return;
  }
  if (event.kind === 'rejected') {
    layers.scene.push({
      kind: 'glyph',
      shape: 'ring',
      x,
      y,
      size: 14,
      ink: inkOf(scene.trace, event.client),
      on: 'page',
      alpha: 1,
    });
    bounce(scene, layers, event, { x, lane });
  } else if (event.destroyed.length > 0) {
    layers.scene.push({ kind: 'glyph', shape: 'diamond', x, y, size: 20, ink: 'broken', on: 'page', alpha: 1 });
  } else if (event.kind === 'wrote') {
    layers.scene.push({ kind: 'glyph', shape: 'check', x, y, size: 17, ink: 'good', on: 'page', alpha: 1 });
  } else if (event.kind !== 'read') {
    return;
  } else {
    layers.scene.push({
      kind: 'glyph',
      shape: 'dot',
      x,
      y,
      size: 9,
      ink: inkOf(scene.trace, event.client),
      on: 'page',
      alpha: 1,
    });
  }
  layers.labels.push(chipLabel(scene, event, { x, lane }));
}

/** The arrow of a refused write turns back at the lane. */
function bounce(scene: Scene, layers: Layers, event: ResourceEvent, { x, lane }: Where): void {
  const points = [x + 1, lane.y - 8, x + 9, lane.y - 20];
  const look = { ink: inkOf(scene.trace, event.client), alpha: 1 } as const;
  layers.scene.push({ kind: 'lines', ...look, width: 1.6, dash: null, points });
  layers.scene.push({ kind: 'heads', ...look, filled: true, size: 6, points: [x + 9, lane.y - 20, 0.55, -0.83] });
}

function chipLabel(scene: Scene, event: ResourceEvent, where: Where): Label {
  const { words } = scene;
  const below = places(where);
  switch (event.kind) {
    case 'rejected': {
      const text = event.token >= 0 && event.against >= 0 ? `${event.token} < ${event.against}` : '×';
      return {
        texts: [text],
        places: below,
        ink: textInkOf(scene.trace, event.client),
        weight: 600,
        priority: 75,
        font: 'mono',
        size: 11,
      };
    }
    case 'wrote': {
      const token = event.token >= 0 ? ` · ${words.token(event.token)}` : '';
      const gone = event.destroyed.at(-1);
      if (gone === undefined)
        return {
          texts: [`${words.wrote(event.value)}${token}`, words.wrote(event.value)],
          places: below,
          ink: 'muted',
          priority: 45,
        };
      const struck = String(gone.value);
      const text = `${words.overwrote(event.value)} ${struck}`;
      return { texts: [text, struck], places: below, ink: 'broken', weight: 600, priority: 95, struck };
    }
    default:
      return { texts: [words.read(event.value)], places: below, ink: 'muted', priority: 35 };
  }
}

function places({ x, lane }: Where): Label['places'] {
  const y = lane.y + 20;
  return [
    { x, y, align: 'center' },
    { x, y: y + 15, align: 'center' },
    { x: x + 9, y: y + 15, align: 'right' },
    { x: x - 9, y: y + 15, align: 'left' },
    { x, y: y + 30, align: 'center' },
    { x: x + 9, y: y + 30, align: 'right' },
  ];
}

/** The highest token that each storage has seen, as a step line along the top of its lane. */
function tokenLines(scene: Scene, layers: Layers): void {
  for (const lane of scene.lanes.all) {
    if (lane.role !== 'storage') continue;
    let before = -1;
    const steps = scene.spans.resource.filter(({ process, tokenMax }) => {
      if (process !== lane.process || tokenMax <= before) return false;
      before = tokenMax;
      return true;
    });
    if (steps.length > 0) tokenLine(scene, layers, { lane, steps });
  }
}

function tokenLine(
  scene: Scene,
  layers: Layers,
  { lane, steps }: { readonly lane: Lane; readonly steps: readonly ResourceEvent[] },
): void {
  const points: number[] = [];
  const room = lane.y - 13 - (lane.top + 3);
  steps.forEach((event, i) => {
    const y = lane.y - 13 - (room * (i + 1)) / (steps.length + 1);
    const x = scene.axis.x(event.at);
    const next = scene.axis.x(steps[i + 1]?.at ?? scene.trace.header.endedAt);
    points.push(x, y, next, y);
    layers.labels.push({
      texts: [scene.words.tokenMax(event.tokenMax), String(event.tokenMax)],
      places: [{ x: x + 4, y: y - 7, align: 'left' }],
      ink: 'muted',
      size: 10,
      priority: 28,
      widthMax: next - x,
    });
  });
  layers.scene.push({ kind: 'path', ink: 'muted', alpha: 0.9, width: 1.2, dash: null, points });
}
