/**
 * A run as a small picture without words: lanes, and spans on them as whole numbers. It is made once per story and
 * stored, so it is short rather than exact.
 */

import { isClient, partsOf, type Role } from '../../core/model/scenario/processId';
import type { Trace } from '../../core/model/trace/trace';
import { actualExpiryOf } from '../../core/spans/actualExpiry';
import { isAcquired } from '../../core/spans/holdSpans';
import { spansOf } from '../../core/spans/spans';
import { clientInks } from './marks';

/**
 * From back to front. `stale`: a client still thinks it has the lock, but no longer does. `destroyed`: a
 * write that destroyed another one.
 */
export const miniatureParts = [
  'key',
  'held',
  'stale',
  'paused',
  'down',
  'overlap',
  'wrote',
  'destroyed',
  'refused',
] as const;
export type MiniaturePart = (typeof miniatureParts)[number];

export interface Miniature {
  /** A letter for each lane from top to bottom: a client, a node or another server, the storage. */
  readonly lanes: string;
  /** Five numbers for each span: the part, the lane, the ink of its client (0: none), the start and the end. */
  readonly spans: readonly number[];
}

/** The run goes from 0 to this. */
export const miniatureWidth = 240;

const letters: Readonly<Record<Role, 'c' | 'n' | 's' | ''>> = {
  client: 'c',
  node: 'n',
  replica: 'n',
  service: 'n',
  member: 'n',
  storage: 's',
  // Has no key.
  sentinel: '',
};

export interface MiniatureSpan {
  readonly part: MiniaturePart;
  readonly lane: number;
  /** 0: no client. */
  readonly ink: number;
  readonly from: number;
  readonly to: number;
}

/** The miniature of a run. Cost: linear in the number of its spans. */
export function miniatureOf(trace: Trace): Miniature {
  const { processes, endedAt } = trace.header;
  const order = ['c', 'n', 's'].flatMap((letter) =>
    processes.flatMap(({ role }, process) => (letters[role] === letter ? [process] : [])),
  );
  const laneOf = (process: number): number => order.indexOf(process);
  const inkOf = (process: number): number => {
    const id = processes[process]?.id;
    return id !== undefined && isClient(id) ? ((partsOf(id).number - 1) % clientInks) + 1 : 0;
  };
  const x = (at: number): number => Math.round((Math.min(at, endedAt) / endedAt) * miniatureWidth);
  const spans: MiniatureSpan[] = [];
  const put = (part: MiniaturePart, process: number, owner: number, from: number, to: number): void => {
    if (laneOf(process) >= 0) spans.push({ part, lane: laneOf(process), ink: inkOf(owner), from: x(from), to: x(to) });
  };
  const { entries, holds, outages, overlaps, resource } = spansOf(trace);
  for (const { isLock, front, process, owner, to } of entries)
    if (isLock && front !== null) put('key', process, owner, front.at, to ?? endedAt);
  for (const hold of holds.filter(isAcquired)) {
    const truth = actualExpiryOf(trace, hold);
    put('held', hold.process, hold.process, hold.acquiredAt, truth ?? hold.heldUntil);
    if (truth !== null) put('stale', hold.process, hold.process, truth, hold.heldUntil);
  }
  for (const { kind, process, from, to } of outages)
    put(kind === 'paused' ? 'paused' : 'down', process, -1, from, to ?? endedAt);
  for (const { from, to } of overlaps) spans.push({ part: 'overlap', lane: 0, ink: 0, from: x(from), to: x(to) });
  for (const { kind, process, client, at, destroyed } of resource) {
    if (kind === 'rejected') put('refused', process, client, at, at);
    else if (kind === 'wrote' || kind === 'part')
      put(destroyed.length > 0 ? 'destroyed' : 'wrote', process, client, at, at);
  }
  return {
    lanes: order.map((process) => letters[processes[process]?.role ?? 'sentinel']).join(''),
    spans: packed(spans),
  };
}

/** Joins neighbouring spans of the same look: a key that is renewed, a lock that is taken again at once. */
function packed(spans: readonly MiniatureSpan[]): readonly number[] {
  const open = new Map<string, { -readonly [K in keyof MiniatureSpan]: MiniatureSpan[K] }>();
  const joinedSpans: MiniatureSpan[] = [];
  for (const span of spans) {
    const look = `${span.part} ${span.lane} ${span.ink}`;
    const before = open.get(look);
    if (before !== undefined && span.from <= before.to && span.from >= before.from) {
      before.to = Math.max(before.to, span.to);
      continue;
    }
    const own = { ...span };
    open.set(look, own);
    joinedSpans.push(own);
  }
  return joinedSpans
    .sort((a, b) => miniatureParts.indexOf(a.part) - miniatureParts.indexOf(b.part))
    .flatMap(({ part, lane, ink, from, to }) => [miniatureParts.indexOf(part), lane, ink, from, to]);
}

/** The spans of a picture, from back to front. */
export function spansIn({ spans }: Miniature): readonly MiniatureSpan[] {
  const unpackedSpans: MiniatureSpan[] = [];
  for (let i = 0; i + 4 < spans.length; i += 5) {
    const [part = 0, lane = 0, ink = 0, from = 0, to = 0] = spans.slice(i, i + 5);
    unpackedSpans.push({ part: miniatureParts[part] ?? 'key', lane, ink, from, to });
  }
  return unpackedSpans;
}
