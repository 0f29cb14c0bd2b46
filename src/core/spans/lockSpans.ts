/**
 * Which client the servers back at each instant. They back a crashed client until its lock expires, and no longer a
 * client that is paused beyond that. This does not say which clients are inside.
 */
import type { Trace } from '../model/trace/trace';
import { actualExpiryOf } from './actualExpiry';
import type { EntrySpan } from './entrySpans';
import { type AcquiredHold, isAcquired, isWithoutLock } from './holdSpans';
import { spansOf } from './spans';
import { votersOf } from './voters';

export interface LockSpan {
  readonly from: number;
  readonly to: number;
  /** The client, as an index into `header.processes`. */
  readonly owner: number;
  readonly token: number | null;
  readonly shared: boolean;
  /** How its owner lost it; null: its owner released it, or it still exists at the end of the run. */
  readonly lost: Pick<EntrySpan, 'cause' | 'removedBy'> | null;
}

/**
 * All clients that the servers back, from one change to the next. Several clients share the lock, or have more than one
 * majority. No client: the lock is partly taken, with too few keys for a majority.
 */
export interface LockState {
  readonly from: number;
  readonly to: number;
  readonly spans: readonly LockSpan[];
}

const statesByTrace = new WeakMap<Trace, readonly LockState[]>();

/** In order, derived once per trace. Between two of them the lock is free. */
export function lockStates(trace: Trace): readonly LockState[] {
  const before = statesByTrace.get(trace);
  if (before !== undefined) return before;
  const whole = statesOf(lockSpans(trace));
  const states = [...whole, ...partly(trace, whole)].sort((a, b) => a.from - b.from);
  statesByTrace.set(trace, states);
  return states;
}

/** The state at an instant; undefined: the lock is free. */
export function lockStateAt(trace: Trace, at: number): LockState | undefined {
  // A state that is still open ends with the trace.
  const { endedAt } = trace.header;
  return lockStates(trace).findLast(({ from, to }) => from <= at && (at < to || (to >= endedAt && at >= endedAt)));
}

interface Standing {
  readonly from: number;
  readonly to: number;
}

function lockSpans(trace: Trace): readonly LockSpan[] {
  const standing = standings(trace);
  const holds = spansOf(trace)
    .holds.filter(isAcquired)
    .filter((hold) => !isWithoutLock(hold));
  const spans = holds.map((hold) => spanOf(trace, hold, standing.get(hold.process) ?? []));
  // The servers also back a client that never learned of its success, unless its key only replaced another's.
  for (const [owner, stretches] of standing)
    for (const { from, to } of stretches)
      if (!spans.some((span) => span.from < to && from < span.to))
        spans.push({ from, to, owner, token: null, shared: false, lost: lossAt(trace, owner, to) });
  return spans.sort((a, b) => a.from - b.from);
}

function spanOf(trace: Trace, hold: AcquiredHold, standing: readonly Standing[]): LockSpan {
  const { process: owner, acquiredAt, heldUntil: insideTo, token, shared } = hold;
  const truth = actualExpiryOf(trace, hold);
  const standingAtEnd = standing.find((some) => some.from < insideTo && some.to >= insideTo);
  // Enough servers backed it before it knew.
  const from = standing.find((some) => some.from <= acquiredAt && some.to >= acquiredAt)?.from ?? acquiredAt;
  const to = Math.max(from, truth ?? standingAtEnd?.to ?? insideTo);
  const isOver = to < trace.header.endedAt;
  return { from, to, owner, token, shared, lost: isOver ? lossAt(trace, owner, to) : null };
}

/** The stretches in which enough servers back a client, by client. */
function standings(trace: Trace): ReadonlyMap<number, readonly Standing[]> {
  const standingsByOwner = new Map<number, Standing[]>();
  const since = new Map<number, number>();
  const close = (owner: number, to: number): void => {
    const from = since.get(owner);
    since.delete(owner);
    if (from === undefined || from === to) return;
    const all = standingsByOwner.get(owner) ?? [];
    const last = all.at(-1);
    if (last?.to === from) all[all.length - 1] = { from: last.from, to };
    else all.push({ from, to });
    standingsByOwner.set(owner, all);
  };
  for (const { at, owner, count } of spansOf(trace).quorum) {
    if (owner < 0) continue;
    if (count >= votersOf(trace, owner).need) since.set(owner, since.get(owner) ?? at);
    else close(owner, at);
  }
  for (const owner of [...since.keys()]) close(owner, trace.header.endedAt);
  return standingsByOwner;
}

function lossAt(trace: Trace, owner: number, at: number): LockSpan['lost'] {
  const gone = spansOf(trace).entries.find((entry) => entry.isLock && entry.owner === owner && entry.to === at);
  return gone === undefined || gone.cause === 'replaced' || gone.removedBy === owner ? null : gone;
}

function statesOf(spans: readonly LockSpan[]): readonly LockState[] {
  const times = [...new Set(spans.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  const states: LockState[] = [];
  const inside = new Set<LockSpan>();
  let next = 0;
  times.forEach((from, i) => {
    for (const span of inside) if (span.to <= from) inside.delete(span);
    for (let span = spans[next]; span !== undefined && span.from <= from; span = spans[++next])
      if (span.to > from) inside.add(span);
    const to = times[i + 1];
    if (to === undefined || inside.size === 0) return;
    const owners = new Map([...inside].map((span) => [span.owner, span]));
    states.push({ from, to, spans: [...owners.values()].sort((a, b) => a.owner - b.owner) });
  });
  return states;
}

/** The stretches outside of the other states in which keys exist, but too few for any client. */
function partly(trace: Trace, whole: readonly LockState[]): readonly LockState[] {
  const states: LockState[] = [];
  const counts = new Map<number, number>();
  let since: number | null = null;
  const close = (end: number): void => {
    let from = since ?? end;
    for (const state of whole) {
      if (state.to <= from || state.from >= end) continue;
      if (state.from > from) states.push({ from, to: state.from, spans: [] });
      from = state.to;
    }
    if (from < end) states.push({ from, to: end, spans: [] });
    since = null;
  };
  for (const { at, owner, count } of spansOf(trace).quorum) {
    if (owner >= 0) counts.set(owner, count);
    const isPart = [...counts].some(([client, keys]) => keys > 0 && keys < votersOf(trace, client).need);
    if (isPart) since ??= at;
    else if (since !== null) close(at);
  }
  if (since !== null) close(trace.header.endedAt);
  return states;
}
