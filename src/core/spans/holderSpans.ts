/**
 * Which client really holds the lock at each instant, as one line. By the judge's definition a client holds it while it
 * is inside. Once the servers no longer back it, the client is inside without a lock. A client that uses no lock holds
 * none.
 */
import type { Trace } from '../model/trace/trace';
import { actualExpiryOf } from './actualExpiry';
import { type AcquiredHold, isAcquired, isWithoutLock } from './holdSpans';
import { spansOf } from './spans';

export interface HolderSpan {
  readonly from: number;
  readonly to: number;
  /** The clients that are inside, as indices into `header.processes`, ascending; at least one. */
  readonly processes: readonly number[];
  /**
   * `two`: two holders that do not share the lock, which a lock must never allow. `unbacked`: one client is inside, and
   * its lock is lost or over.
   */
  readonly kind: 'one' | 'shared' | 'unbacked' | 'two';
  /** The event with which it began; if it begins with the end of a backing, the event with which its holder came in. */
  readonly seq: number;
}

const spansByTrace = new WeakMap<Trace, readonly HolderSpan[]>();

/** In order, derived once per trace. No client holds the lock between two of them. Cost: holds × holders at once. */
export function holdersOf(trace: Trace): readonly HolderSpan[] {
  const before = spansByTrace.get(trace);
  if (before !== undefined) return before;
  const spans = holderSpans(trace);
  spansByTrace.set(trace, spans);
  return spans;
}

interface Edge {
  readonly at: number;
  readonly seq: number;
  readonly hold: AcquiredHold;
  readonly does: 'enter' | 'lose' | 'leave';
}

function holderSpans(trace: Trace): readonly HolderSpan[] {
  const edges = spansOf(trace)
    .holds.filter(isAcquired)
    .filter((hold) => !isWithoutLock(hold))
    .flatMap((hold) => edgesOf(trace, hold));
  edges.sort((a, b) => a.at - b.at || a.seq - b.seq);
  const inside = new Map<AcquiredHold, boolean>();
  const spans: HolderSpan[] = [];
  let from = 0;
  let began = 0;
  for (const { at, seq, hold, does } of edges) {
    if (at > from && inside.size > 0) add(spans, { from, to: at, seq: began, ...stateOf(inside) });
    from = at;
    began = seq;
    if (does === 'leave') inside.delete(hold);
    else inside.set(hold, does === 'enter');
  }
  return spans;
}

function edgesOf(trace: Trace, hold: AcquiredHold): readonly Edge[] {
  const { acquiredAt, acquiredSeq, heldUntil: insideTo, heldUntilSeq: insideToSeq } = hold;
  const end = insideToSeq < 0 ? trace.count : insideToSeq;
  const truth = actualExpiryOf(trace, hold);
  const lose: readonly Edge[] = truth === null ? [] : [{ at: truth, seq: acquiredSeq, hold, does: 'lose' }];
  return [
    { at: acquiredAt, seq: acquiredSeq, hold, does: 'enter' },
    ...lose,
    { at: insideTo, seq: end, hold, does: 'leave' },
  ];
}

function stateOf(inside: ReadonlyMap<AcquiredHold, boolean>): Pick<HolderSpan, 'processes' | 'kind'> {
  const holds = [...inside.keys()];
  const processes = [...new Set(holds.map(({ process }) => process))].sort((a, b) => a - b);
  const isShared = holds.every(({ shared }) => shared);
  if (processes.length > 1) return { processes, kind: isShared ? 'shared' : 'two' };
  return { processes, kind: [...inside.values()].some((isBacked) => isBacked) ? 'one' : 'unbacked' };
}

/** A stretch that equals the one before it continues that one. */
function add(spans: HolderSpan[], span: HolderSpan): void {
  const last = spans.at(-1);
  const isSame = last?.to === span.from && last.kind === span.kind && `${last.processes}` === `${span.processes}`;
  if (last !== undefined && isSame) spans[spans.length - 1] = { ...last, to: span.to };
  else spans.push(span);
}
