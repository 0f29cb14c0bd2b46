/** The lane of the lock: a bar for its holder, and only an outline where it is free. */

import { isRedis } from '../../core/model/scenario/processId';
import { withComma } from '../../core/model/values/joinedTexts';
import { type LockSpan, type LockState, lockStates } from '../../core/spans/lockSpans';
import { inkOf, inView, spanX, textInkOf } from './drawing';
import { centredAt, leftOf, rightOf } from './labels';
import { type Box, type Ink, linesMark } from './marks';
import type { SceneDrawing } from './sceneDrawing';

export function lockMarks(scene: SceneDrawing): void {
  const { drawing, layers, words } = scene;
  const { top, bottom } = drawing.lanes.holderStrip;
  // If no nodes are drawn, it names none.
  const partly = drawing.lanes.all.some(({ id }) => isRedis(id)) ? words.partly : words.nobody;
  const states = lockStates(drawing.trace);
  if (states.length === 0) return nobody(scene);
  states.forEach((state, i) => {
    const next = states[i + 1];
    if (next !== undefined && next.from > state.to) free(scene, state.to, next.from);
    if (!inView(drawing, state.from, state.to)) return;
    const { x0, x1 } = spanX(drawing, state.from, state.to);
    const box = { x: x0, y: top, width: Math.max(1, x1 - x0), height: bottom - top };
    if (state.spans.length === 0 && box.width < hollowMin) return;
    if (state.spans.length === 0) hollow(scene, box, { style: 'outlined', ink: 'muted', text: partly });
    else bar(scene, state, box);
    layers.occupied.push(box);
  });
  ends(scene, states);
}

/** The lock is free during the whole run, as in a run that uses no lock. */
function nobody(scene: SceneDrawing): void {
  const { drawing, layers } = scene;
  const { axis, lanes } = drawing;
  const { top, bottom } = lanes.holderStrip;
  const box = { x: axis.left, y: top, width: axis.right - axis.left, height: bottom - top };
  hollow(scene, box, { ...asFree, text: drawing.words.holder.none });
  layers.occupied.push(box);
}

interface Hollow {
  readonly style: 'dashed' | 'outlined';
  readonly ink: Ink;
  readonly text: string;
}

const asFree = { style: 'dashed', ink: 'faint' } as const;

/** Any narrower, in pixels, an outline would be two lines without meaning. */
const hollowMin = 14;

/** A bar for the free lock. */
function hollow({ layers, bars }: SceneDrawing, box: Box, { style, ink, text }: Hollow): void {
  layers.middle.push({ kind: 'box', ...box, radius: 2, style, ink, alpha: 1 });
  const [x1, y] = [box.x + box.width, box.y + box.height / 2];
  bars.push({ ink: 'muted', size: 11, weight: 400, texts: [text], x0: box.x, x1, y });
}

function free(scene: SceneDrawing, from: number, to: number): void {
  const { drawing, layers, words } = scene;
  if (!inView(drawing, from, to)) return;
  const { top, bottom } = drawing.lanes.holderStrip;
  const { x0, x1 } = spanX(drawing, from, to);
  if (x1 - x0 < hollowMin) return;
  const box = { x: x0, y: top, width: x1 - x0, height: bottom - top };
  hollow(scene, box, { ...asFree, text: words.free });
  layers.occupied.push(box);
}

/** A stripe lower than this has no words. */
const stripeMin = 14;

/** A stripe for each holder. */
function bar({ drawing, layers, bars, words }: SceneDrawing, { spans }: LockState, box: Box): void {
  const height = box.height / spans.length;
  const isTwo = spans.length > 1 && spans.some(({ shared }) => !shared);
  spans.forEach((span, i) => {
    const stripe = { ...box, y: box.y + height * i, height, radius: 0 };
    const ink = textInkOf(drawing.trace, span.owner);
    layers.middle.push({ kind: 'box', of: 'holder', ...stripe, style: 'filled', ink, alpha: 1 });
    const names = namesOf(drawing, words, span);
    if (height >= stripeMin)
      bars.push({ ...onBar, texts: names, x0: box.x, x1: box.x + box.width, y: stripe.y + height / 2 });
  });
  if (height < stripeMin) {
    const short = spans.map(({ owner }) => drawing.words.processShort(idOf(drawing, owner))).join(' ');
    const long = spans.map(({ owner }) => words.holder(drawing.words.process(idOf(drawing, owner)))).reduce(withComma);
    bars.push({ ...onBar, texts: [long, short], x0: box.x, x1: box.x + box.width, y: box.y + box.height / 2 });
  }
  if (!isTwo) return;
  const frame = { ...box, y: box.y - 2, height: box.height + 4, radius: 2 };
  layers.middle.push({ kind: 'box', of: 'two', ...frame, style: 'outlined', ink: 'broken', alpha: 1 });
}

const onBar = { ink: 'on-colour', size: 11, weight: 600 } as const;

const idOf = ({ trace }: SceneDrawing['drawing'], process: number) => trace.header.processes[process]?.id ?? 'client1';

function namesOf(
  drawing: SceneDrawing['drawing'],
  words: SceneDrawing['words'],
  { owner, token, shared }: LockSpan,
): readonly string[] {
  const id = idOf(drawing, owner);
  const [long, short] = [words.holder(drawing.words.process(id)), drawing.words.processShort(id)];
  const withToken = token === null ? [] : [`${long} · ${drawing.words.token(token)}`];
  return [...(shared ? [drawing.words.shares(long)] : []), ...withToken, long, short];
}

/** Below the end of a bar: what took the lock from its holder. */
function ends(scene: SceneDrawing, states: readonly LockState[]): void {
  const { drawing, layers } = scene;
  const { bottom, top } = drawing.lanes.holderStrip;
  const spans = new Set(states.flatMap(({ spans }) => spans));
  for (const { to, owner, lost } of spans) {
    if (lost === null || !inView(drawing, to, to)) continue;
    const x = drawing.axis.x(to);
    const points = [x, top - 3, x, bottom + 3];
    const ink = inkOf(drawing.trace, owner);
    layers.middle.push(linesMark({ of: 'expiry', ink, width: 1.7, points }));
    const text = lossText(scene, lost);
    const y = bottom + 10;
    layers.labels.push({
      texts: [text],
      at: to,
      positions: [
        centredAt(x, y),
        leftOf(x + 6, y),
        rightOf(x - 6, y),
        leftOf(x - 5, top - 9),
        rightOf(x + 5, top - 9),
      ],
      ink: textInkOf(drawing.trace, owner),
      priority: 84,
      apart: { group: text, by: 80 },
    });
  }
}

function lossText({ drawing, words }: SceneDrawing, { cause, removedBy }: NonNullable<LockSpan['lost']>): string {
  const by = drawing.trace.header.processes[removedBy];
  if (cause === 'deleted' && by !== undefined) return drawing.words.deletedBy(drawing.words.processShort(by.id));
  return cause === null || cause === 'replaced' || cause === 'expired' ? words.expired : drawing.words.gone(cause);
}
