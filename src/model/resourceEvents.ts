/** What was done at the resource, in its own order, with the writes that destroyed another client's. */
import type { Instant } from './time';
import { kindNumber, type Trace } from './trace';

export interface ResourceEvent {
  readonly kind: 'read' | 'wrote' | 'rejected' | 'marked';
  readonly seq: number;
  readonly at: Instant;
  readonly process: number;
  /** Whose read or write it is. */
  readonly client: number;
  /** The row of the request is `Messages.rowOf(message)`; −1: none. */
  readonly message: number;
  /** The value read, written or refused; −1 where the trace has none. */
  readonly value: number;
  readonly version: number;
  readonly token: number;
  /** Of a rejection: what it was refused against. */
  readonly against: number;
  /** The highest token that the resource had seen after this event; −1: none yet. */
  readonly tokenMax: number;
  /** The accepted writes of others that this write destroyed, as values, oldest first. */
  readonly destroyed: readonly { readonly seq: number; readonly client: number; readonly value: number }[];
}

interface Written {
  readonly seq: number;
  readonly client: number;
  readonly value: number;
  readonly version: number;
}

/** Reads, writes, rejections and marks, in order. */
export function resourceEvents(trace: Trace): readonly ResourceEvent[] {
  const found: ResourceEvent[] = [];
  const writes: Written[] = [];
  let tokenMax = -1;
  for (let seq = 0; seq < trace.count; seq++) {
    const kind = trace.kind[seq] as number;
    if (kind < kindNumber.read || kind > kindNumber.rejected) continue;
    const event = readResourceEvent(trace, seq);
    if (event.kind !== 'rejected') tokenMax = Math.max(tokenMax, event.token);
    const destroyed = event.kind === 'wrote' ? overwritten(writes, event, trace.d[seq] as number) : [];
    found.push({ ...event, tokenMax, destroyed });
    if (event.kind === 'wrote') writes.push(event);
  }
  return found;
}

/** Versions rise from write to write, so only the last few are looked at. */
function overwritten(writes: readonly Written[], event: Written, basedOn: number): readonly Written[] {
  const found: Written[] = [];
  if (basedOn < 0) return found;
  for (let i = writes.length - 1; i >= 0; i--) {
    const write = writes[i] as Written;
    if (write.version <= basedOn) break;
    if (write.client !== event.client) found.unshift(write);
  }
  return found;
}

function readResourceEvent(trace: Trace, seq: number): Omit<ResourceEvent, 'tokenMax' | 'destroyed'> {
  const [a, b, c, d, e, f] = [trace.a, trace.b, trace.c, trace.d, trace.e, trace.f].map(
    (column) => column[seq] as number,
  ) as [number, number, number, number, number, number];
  const base = { seq, at: trace.at[seq] as Instant, process: trace.process[seq] as number, client: a, against: -1 };
  switch (trace.kind[seq]) {
    case kindNumber.read:
      return { ...base, kind: 'read', message: b, version: c, token: d, value: e };
    case kindNumber.wrote:
      return { ...base, kind: 'wrote', message: b, version: c, token: e, value: f };
    case kindNumber.rejected:
      return { ...base, kind: 'rejected', message: b, version: -1, token: c, against: d, value: e };
    default:
      return { ...base, kind: 'marked', message: -1, version: -1, token: b, value: -1 };
  }
}
