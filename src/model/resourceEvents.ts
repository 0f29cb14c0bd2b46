/** What was done at the resource, in its own order, with the writes that destroyed another client's. */
import { type Mixed, ObjectParts } from './objectParts';
import { ReplicaWrites } from './replicaWrites';
import type { Instant } from './time';
import { kindNumber, type Trace } from './trace';

export interface ResourceEvent {
  readonly kind: 'read' | 'wrote' | 'rejected' | 'marked' | 'part';
  readonly seq: number;
  readonly at: Instant;
  readonly process: number;
  /** Whose read or write it is. */
  readonly client: number;
  /** The row of the request is `Messages.rowOf(message)`; −1: none. */
  readonly message: number;
  /** The value read, written or refused; −1 where the trace has none. */
  readonly value: number;
  /** −1: of a thing without versions, a mail that is sent. */
  readonly version: number;
  readonly token: number;
  /** Of a rejection: what it was refused against. */
  readonly against: number;
  /** Of a rejection: an index of `refusalChecks`. */
  readonly check: number;
  /** Which part of an object that is written in parts; −1: the whole. */
  readonly part: number;
  /** The highest token that this process had seen after this event; −1: none yet. */
  readonly tokenMax: number;
  /** Whether the write counts as accepted from this event on: at several replicas, where it reaches a majority. */
  readonly counts: boolean;
  /** The accepted writes of others that this write destroyed, as values, oldest first. */
  readonly destroyed: readonly { readonly seq: number; readonly client: number; readonly value: number }[];
  /** Whose write this one was mixed with. */
  readonly mixed: Mixed | null;
  /** Of a read: how many parts of the object were of a write that had not come to its end. */
  readonly loose: number;
}

type Read = Omit<ResourceEvent, 'tokenMax' | 'destroyed' | 'counts' | 'mixed' | 'loose'> & { readonly basedOn: number };

/** Reads, writes, rejections and marks, in order. */
export function resourceEvents(trace: Trace): readonly ResourceEvent[] {
  const found: ResourceEvent[] = [];
  const needed = writesNeeded(trace);
  const places = new Map<number, Place>();
  const replicas = needed === 1 ? null : new ReplicaWrites(needed);
  for (let seq = 0; seq < trace.count; seq++) {
    const kind = trace.kind[seq] as number;
    if ((kind < kindNumber.read || kind > kindNumber.rejected) && kind !== kindNumber.wrotePart) continue;
    const { basedOn, ...event } = readResourceEvent(trace, seq);
    const place = places.get(event.process) ?? newPlace();
    places.set(event.process, place);
    if (event.kind !== 'rejected') place.tokenMax = Math.max(place.tokenMax, event.token);
    const isWrite = event.kind === 'wrote';
    const counts = isWrite && (replicas === null || replicas.add({ ...event, basedOn }));
    const destroyed = isWrite && replicas === null ? overwritten(place, event, basedOn) : [];
    const mixed = mixedWith(place, event, basedOn);
    const loose = event.kind === 'read' ? place.object.loose : 0;
    found.push({ ...event, tokenMax: place.tokenMax, counts, destroyed, mixed, loose });
    if (isWrite && event.version >= 0) place.writes.push(event);
  }
  const lost = replicas?.destroyed();
  return lost === undefined || lost.size === 0
    ? found
    : found.map((event) => ({ ...event, destroyed: lost.get(event.seq) ?? [] }));
}

interface Place {
  tokenMax: number;
  readonly object: ObjectParts;
  readonly writes: Pick<Read, 'seq' | 'client' | 'value' | 'version'>[];
}

const newPlace = (): Place => ({ tokenMax: -1, object: new ObjectParts(), writes: [] });

/** How many of the resource's processes must take a write in: more than half where none of them is the first. */
export function writesNeeded({ header }: Trace): number {
  const storages = header.processes.filter(({ role }) => role === 'storage');
  return storages.some(({ id }) => id === 'storage') ? 1 : Math.floor(storages.length / 2) + 1;
}

/** Versions rise from write to write, so only the last few are looked at. */
function overwritten({ writes }: Place, event: Pick<Read, 'client' | 'version'>, basedOn: number): Place['writes'] {
  const found: Place['writes'] = [];
  if (basedOn < 0 || event.version < 0) return found;
  for (let i = writes.length - 1; i >= 0; i--) {
    const write = writes[i] as Place['writes'][number];
    if (write.version <= basedOn) break;
    if (write.client !== event.client) found.unshift(write);
  }
  return found;
}

function mixedWith({ object }: Place, event: Omit<Read, 'basedOn'>, basedOn: number): Mixed | null {
  if (event.kind === 'part') return object.write(event.part, { ...event, basedOn });
  return event.kind === 'wrote' ? object.complete(event) : null;
}

function readResourceEvent(trace: Trace, seq: number): Read {
  const [a, b, c, d, e, f] = [trace.a, trace.b, trace.c, trace.d, trace.e, trace.f].map(
    (column) => column[seq] as number,
  ) as [number, number, number, number, number, number];
  const where = { seq, at: trace.at[seq] as Instant, process: trace.process[seq] as number, client: a };
  const base = { ...where, message: b, version: -1, against: -1, check: -1, part: -1, basedOn: -1 };
  switch (trace.kind[seq]) {
    case kindNumber.read:
      return { ...base, kind: 'read', version: c, token: d, value: e };
    case kindNumber.wrote:
      return { ...base, kind: 'wrote', version: c, basedOn: d, token: e, value: f };
    case kindNumber.wrotePart:
      return { ...base, kind: 'part', part: c, basedOn: d, token: e, value: f };
    case kindNumber.rejected:
      return { ...base, kind: 'rejected', token: c, against: d, value: e, check: f };
    default:
      return { ...base, kind: 'marked', message: -1, token: b, value: -1 };
  }
}
