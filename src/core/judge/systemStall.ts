/**
 * Finds stalls of the whole system: several clients wanted to finish a round, one after the other, and no round was
 * finished. The patience applies to the system, not to one client. Time during which all these clients were paused
 * does not count.
 */

import { instantAt } from '../model/trace/traceReader';
import { fromMs, type Micros } from '../model/values/time';
import type { Evidence } from './evidence';
import { type Starvation, waitEnd } from './starvation';

interface Change {
  /** Infinite: at the end of the run. */
  readonly seq: number;
  readonly client: number;
  readonly what: 'done' | 'round' | 'wants' | 'stops' | 'resumes';
}

/** A stretch that has begun: the clients that have wanted in since then, the earliest first. */
interface Open {
  readonly fromSeq: number;
  readonly from: Micros;
  readonly clients: Set<number>;
  waited: Micros;
}

/**
 * The longest stall, if it was longer than the patience; else empty. Cost: linear in wishes, pauses and rounds, plus
 * sorting.
 */
export function systemStall(evidence: Evidence): readonly Starvation[] {
  const { trace } = evidence;
  const wanting = new Set<number>();
  const stopped = new Set<number>();
  let longest: Starvation | null = null;
  let open: Open | null = null;
  let before: Micros = 0;
  for (const change of changesIn(evidence)) {
    const { seq, client } = change;
    const isEnd = seq === Number.POSITIVE_INFINITY;
    const at = isEnd ? waitEnd(trace) : instantAt(trace, seq);
    if (open !== null && [...wanting].some((one) => !stopped.has(one))) open.waited += at - before;
    before = at;
    apply(change, wanting, stopped);
    if (open !== null && (change.what === 'round' || wanting.size === 0 || isEnd)) {
      if (open.waited > (longest?.waited ?? 0)) longest = standstillOf(open, isEnd ? -1 : seq, at);
      open = null;
    }
    if (wanting.size > 0) open ??= { fromSeq: seq, from: at, clients: new Set(wanting), waited: 0 };
    if (change.what === 'wants') open?.clients.add(client);
  }
  const patience = fromMs(trace.header.scenario.settings.patience);
  return longest !== null && longest.waited > patience ? [longest] : [];
}

function apply({ client, what }: Change, wanting: Set<number>, stopped: Set<number>): void {
  if (what === 'wants') wanting.add(client);
  if (what === 'done') wanting.delete(client);
  if (what === 'stops') stopped.add(client);
  if (what === 'resumes') stopped.delete(client);
}

function standstillOf({ clients, fromSeq, from, waited }: Open, toSeq: number, to: Micros): Starvation {
  const [client = -1, ...others] = clients;
  return { client, others, fromSeq, from, toSeq, to, waited };
}

/** In order. The change that an event makes to its client comes before the round that it ends. */
function changesIn({ wants, finishes, spans }: Evidence): readonly Change[] {
  const end = (seq: number): number => (seq < 0 ? Number.POSITIVE_INFINITY : seq);
  const changes: Change[] = wants.flatMap(({ client, fromSeq, toSeq }) => [
    { seq: fromSeq, client, what: 'wants' },
    { seq: end(toSeq), client, what: 'done' },
  ]);
  for (const { kind, process, seq, endSeq } of spans.outages) {
    if (kind !== 'paused') continue;
    changes.push({ seq, client: process, what: 'stops' }, { seq: end(endSeq), client: process, what: 'resumes' });
  }
  for (const { ok, process, seq } of finishes) if (ok === 1) changes.push({ seq, client: process, what: 'round' });
  return changes.sort((a, b) => (a.seq === b.seq ? 0 : a.seq - b.seq));
}
