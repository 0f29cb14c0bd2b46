/** What was done at the resource, in its own order, with the writes that destroyed another client's. */
import { type Mixed, ObjectParts } from './objectParts';
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
  const whole: Place = newPlace({ isRising: false });
  for (let seq = 0; seq < trace.count; seq++) {
    const kind = trace.kind[seq] as number;
    if ((kind < kindNumber.read || kind > kindNumber.rejected) && kind !== kindNumber.wrotePart) continue;
    const { basedOn, ...event } = readResourceEvent(trace, seq);
    const place = places.get(event.process) ?? newPlace({ isRising: true });
    places.set(event.process, place);
    if (event.kind !== 'rejected') place.tokenMax = Math.max(place.tokenMax, event.token);
    const resource = needed === 1 ? place : whole;
    const counts = event.kind === 'wrote' && (needed === 1 || reaches(resource, { ...event, basedOn }, needed));
    const destroyed = counts ? overwritten(resource, event, basedOn) : [];
    const mixed = mixedWith(place, event, basedOn);
    const loose = event.kind === 'read' ? place.object.loose : 0;
    found.push({ ...event, tokenMax: place.tokenMax, counts, destroyed, mixed, loose });
    if (counts && event.version >= 0) resource.writes.push(event);
  }
  return found;
}

interface Place {
  tokenMax: number;
  /** Whether each accepted write has a higher version than the one before: so it is where one process counts them. */
  readonly isRising: boolean;
  readonly object: ObjectParts;
  readonly writes: Pick<Read, 'seq' | 'client' | 'value' | 'version'>[];
  /** At which replicas a write has arrived, by who wrote what. */
  readonly copies: Map<string, Set<number>>;
}

const newPlace = ({ isRising }: { readonly isRising: boolean }): Place => ({
  tokenMax: -1,
  isRising,
  object: new ObjectParts(),
  writes: [],
  copies: new Map(),
});

/** How many of the resource's processes must take a write in: more than half where none of them is the first. */
export function writesNeeded({ header }: Trace): number {
  const storages = header.processes.filter(({ role }) => role === 'storage');
  return storages.some(({ id }) => id === 'storage') ? 1 : Math.floor(storages.length / 2) + 1;
}

function reaches({ copies }: Place, { client, basedOn, value, token, process }: Read, needed: number): boolean {
  const key = `${client} ${basedOn} ${value} ${token}`;
  const known = copies.get(key);
  // At the same replica again it is another write of the same.
  const at = known === undefined || known.has(process) ? new Set<number>() : known;
  copies.set(key, at.add(process));
  return at.size === needed;
}

/** Where versions rise from write to write, only the last few are looked at. */
function overwritten(
  { writes, isRising }: Place,
  event: Pick<Read, 'client' | 'version'>,
  basedOn: number,
): Place['writes'] {
  const found: Place['writes'] = [];
  if (basedOn < 0 || event.version < 0) return found;
  for (let i = writes.length - 1; i >= 0; i--) {
    const write = writes[i] as Place['writes'][number];
    if (write.version <= basedOn && isRising) break;
    if (write.version > basedOn && write.client !== event.client) found.unshift(write);
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
