/**
 * The events at the resource, in its own order, and the writes that destroyed others. An accepted write is destroyed by
 * another write that was not based on it, even of the same client in another round or before its restart. The base is
 * the version that was read; without a read, the version when acquire returned. Only this file decides that, for
 * verdict and picture. Source: Kleppmann 2016, "How to do distributed locking".
 */

import { cellFirst } from '../model/trace/recordServer';
import { kindNumber, type Trace } from '../model/trace/trace';
import { column, instantAt, kindAt, processAt } from '../model/trace/traceReader';
import { nth } from '../model/values/nth';
import type { Instant } from '../model/values/time';
import type { AcquiredHold } from './holdSpans';
import { type Mixed, PartWrites } from './partWrites';
import { ReplicaWrites } from './replicaWrites';
import { traceIndexOf } from './traceIndex';
import type { Writers } from './writers';

export interface ResourceEvent {
  /** `adopted`: a read replica has taken over a write of the primary. No client did it, so `client` is the primary. */
  readonly kind: 'read' | 'wrote' | 'rejected' | 'marked' | 'part' | 'adopted';
  readonly seq: number;
  readonly at: Instant;
  readonly process: number;
  /** The client that reads or writes. */
  readonly client: number;
  /** The row of the request is `Messages.rowOf(message)`; −1: there is no request. */
  readonly message: number;
  /** The value that was read, written or refused; −1 if the trace has none. */
  readonly value: number;
  /** −1 for an action without versions, such as a sent email. */
  readonly version: number;
  /** For a write: the version on which it was based; −1 for an action without versions. */
  readonly base: number;
  /** Its acquisition; null: its client has never been inside. */
  readonly hold: AcquiredHold | null;
  readonly token: number;
  /** For a rejection: the value that it was compared with. */
  readonly against: number;
  /** For a rejection: an index into `refusalChecks`. */
  readonly check: number;
  /** For an object that is written in parts: the part; −1: the whole. */
  readonly part: number;
  /**
   * The highest token that this process knows after this event; −1: it knows no token yet. A read shows its token,
   * and only a read that marks leaves it there.
   */
  readonly tokenMax: number;
  /**
   * Whether the write counts as accepted from this event on. With several replicas, that is when it reaches a
   * majority.
   */
  readonly counts: boolean;
  /** The accepted writes that this write destroyed, as values, oldest first; at most the latest hundred. */
  readonly destroyed: readonly Destroyed[];
  /** The writer whose write was mixed with this one. */
  readonly mixed: Mixed | null;
  /** For a read: how many parts of the object came from an unfinished write. */
  readonly loose: number;
}

export interface Destroyed {
  readonly seq: number;
  readonly client: number;
  readonly value: number;
  readonly hold: AcquiredHold | null;
}

type Draft = { -readonly [K in keyof ResourceEvent]: ResourceEvent[K] };

/**
 * The value before any client wrote: the first client's read, or else a storage's first value. Null: nothing happens
 * there, or only actions without versions, which have no value.
 */
export function firstValue(events: readonly ResourceEvent[]): number | null {
  const first = events.find(({ kind }) => kind === 'read' || kind === 'wrote');
  if (first === undefined) return events.length === 0 ? null : cellFirst.value;
  if (first.version < 0) return null;
  return first.kind === 'read' ? first.value : cellFirst.value;
}

/** Reads, writes, rejections and marks, in order. */
export function resourceEvents(trace: Trace, writers: Writers): readonly ResourceEvent[] {
  const events: ResourceEvent[] = [];
  const needed = writesNeeded(trace);
  const states = new Map<number, WriterState>();
  const replicas = needed === 1 ? null : new ReplicaWrites(needed);
  for (const seq of traceIndexOf(trace).others) {
    const kind = kindAt(trace, seq);
    const isAccess = (kind >= kindNumber.read && kind <= kindNumber.rejected) || kind === kindNumber.wrotePart;
    if (!isAccess && !isAdoption(trace, seq)) continue;
    const event = readResourceEvent(trace, seq);
    const basedOn = basisOf(trace, event);
    const state = states.get(event.process) ?? newWriter();
    states.set(event.process, state);
    if (event.kind !== 'rejected' && event.kind !== 'read') state.tokenMax = Math.max(state.tokenMax, event.token);
    const isWrite = event.kind === 'wrote';
    event.tokenMax = state.tokenMax;
    if (event.kind !== 'adopted') event.hold = writers.holdOf(event);
    if (isWrite) event.base = basedOn >= 0 ? basedOn : versionAtAcquire(state, event);
    event.counts = isWrite && (replicas === null || replicas.add({ ...event, basedOn }));
    if (isWrite && replicas === null) event.destroyed = overwritten(state, event);
    event.mixed = mixedWith(state, event, basedOn);
    if (event.kind === 'read') event.loose = state.object.loose;
    events.push(event);
    const { client, hold, value, version } = event;
    if (isWrite && version >= 0) state.writes.push({ seq, client, hold, value, version });
  }
  const lost = replicas?.destroyed();
  return lost === undefined || lost.size === 0
    ? events
    : events.map((event) => ({ ...event, destroyed: lost.get(event.seq) ?? [] }));
}

/** Redis replicas write the same kind of event as replicas of a resource. */
const isAdoption = (trace: Trace, seq: number): boolean =>
  kindAt(trace, seq) === kindNumber.replicated && trace.header.processes[processAt(trace, seq)]?.role === 'storage';

/** The version on which its writer based it; −1: it had no base, or it was not a write. */
function basisOf(trace: Trace, { kind, seq }: ResourceEvent): number {
  if (kind === 'wrote') return column.wrote.basedOn(trace, seq);
  return kind === 'part' ? column.wrotePart.basedOn(trace, seq) : -1;
}

interface WriterState {
  tokenMax: number;
  readonly object: PartWrites;
  readonly writes: Pick<ResourceEvent, 'seq' | 'client' | 'hold' | 'value' | 'version'>[];
}

const newWriter = (): WriterState => ({ tokenMax: -1, object: new PartWrites(), writes: [] });

/** How many of the resource's processes must accept a write: more than half, if the resource has no primary. */
export function writesNeeded({ header }: Trace): number {
  const storages = header.processes.filter(({ role }) => role === 'storage');
  return storages.some(({ id }) => id === 'storage') ? 1 : Math.floor(storages.length / 2) + 1;
}

/**
 * How many of the latest destroyed writes are named. A writer's version may be thousands of writes old, and naming
 * all of them would make the cost quadratic.
 */
const destroyedMax = 100;

/** Versions rise from write to write, so only the last few are compared. */
function overwritten(
  { writes }: WriterState,
  event: Pick<ResourceEvent, 'client' | 'hold' | 'version' | 'base'>,
): WriterState['writes'] {
  const destroyedWrites: WriterState['writes'] = [];
  if (event.version < 0) return destroyedWrites;
  for (let i = writes.length - 1; i >= 0 && destroyedWrites.length < destroyedMax; i--) {
    const write = nth(writes, i);
    if (write.version <= event.base) break;
    if (!isSameWriter(write, event)) destroyedWrites.push(write);
  }
  return destroyedWrites.reverse();
}

/** A round that writes the same value twice, for example by sending it again, destroys nothing. */
const isSameWriter = (
  { client, hold }: Pick<ResourceEvent, 'client' | 'hold'>,
  other: Pick<ResourceEvent, 'client' | 'hold'>,
): boolean => client === other.client && hold === other.hold;

/** A writer that never had the lock and has read nothing knows no version. Its base is the write that it replaces. */
function versionAtAcquire({ writes }: WriterState, { hold, version }: Pick<ResourceEvent, 'hold' | 'version'>): number {
  const [first] = writes;
  if (version < 0) return -1;
  if (hold === null || first === undefined) return version - 1;
  return writes.findLast(({ seq }) => seq < hold.acquiredSeq)?.version ?? first.version - 1;
}

function mixedWith({ object }: WriterState, event: ResourceEvent, basedOn: number): Mixed | null {
  const { seq, client, value, token } = event;
  if (event.kind === 'part') return object.write(event.part, { seq, client, value, token, basedOn });
  return event.kind === 'wrote' ? object.complete(event) : null;
}

/**
 * Each event is one object, filled in by its kind. Spreading objects into others would cost more than everything else
 * here.
 */
function readResourceEvent(trace: Trace, seq: number): Draft {
  const event: Draft = {
    kind: 'marked',
    seq,
    at: instantAt(trace, seq),
    process: processAt(trace, seq),
    // These two are the first columns in every kind that has them.
    client: column.wrote.peer(trace, seq),
    message: column.wrote.message(trace, seq),
    value: -1,
    version: -1,
    base: -1,
    hold: null,
    token: -1,
    against: -1,
    check: -1,
    part: -1,
    tokenMax: -1,
    counts: false,
    destroyed: [],
    mixed: null,
    loose: 0,
  };
  readColumns(trace, seq, event);
  return event;
}

function readColumns(trace: Trace, seq: number, event: Draft): void {
  switch (kindAt(trace, seq)) {
    case kindNumber.read:
      event.kind = 'read';
      event.version = column.read.version(trace, seq);
      event.token = column.read.token(trace, seq);
      event.value = column.read.value(trace, seq);
      return;
    case kindNumber.wrote:
      event.kind = 'wrote';
      event.version = column.wrote.version(trace, seq);
      event.token = column.wrote.token(trace, seq);
      event.value = column.wrote.value(trace, seq);
      return;
    case kindNumber.wrotePart:
      event.kind = 'part';
      event.part = column.wrotePart.part(trace, seq);
      event.token = column.wrotePart.token(trace, seq);
      event.value = column.wrotePart.value(trace, seq);
      return;
    case kindNumber.rejected:
      event.kind = 'rejected';
      event.token = column.rejected.token(trace, seq);
      event.against = column.rejected.against(trace, seq);
      event.value = column.rejected.value(trace, seq);
      event.check = column.rejected.check(trace, seq);
      return;
    case kindNumber.replicated:
      event.kind = 'adopted';
      event.message = -1;
      event.version = column.replicated.upTo(trace, seq);
      return;
    default:
      event.message = -1;
      event.token = column.marked.token(trace, seq);
  }
}
