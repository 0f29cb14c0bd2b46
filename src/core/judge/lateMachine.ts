/**
 * Finds what a late machine leaves undecided. A delay along any chain of causes is at most the time during which some
 * process was late. A decision with a wider margin is therefore certain. One with a narrower margin may be due to a
 * lack of processor time.
 *
 * Some margins decide an outcome directly: how long two clients were inside, how soon a write destroyed another, how
 * far a client's wait exceeded the patience, how close the end of a lease was to the end of its work. Others decide
 * indirectly: which client reached a server first, an answer that came after its timeout, where a fault hit its
 * target. Indirect margins count only if the simulation, which is never late, ends differently. This file reads only
 * the trace.
 */

import type { MarginKind } from '../model/trace/cause';
import type { LockFact } from '../model/trace/outcome';
import type { Severity } from '../model/trace/severity';
import { kindNumber, type LateSpan } from '../model/trace/trace';
import { instantAt, processAt } from '../model/trace/traceReader';
import { fromMs } from '../model/values/time';
import type { HoldSpan } from '../spans/spans';
import { firstUncontendedWork, type WorkAfterEnd } from './afterEnd';
import { type Evidence, latestHold } from './evidence';
import { keysOf } from './grantedKeys';
import type { LostUpdate } from './lostUpdate';
import type { OverlapPair } from './overlap';
import type { Starvation } from './starvation';
import type { TornWrite } from './tornWrite';

/** A decision whose margin is no wider than the machine's lateness. */
export interface NarrowMargin {
  readonly what: MarginKind;
  /** As indices into `header.processes`. −1: no process. */
  readonly first: number;
  readonly second: number;
  /** The margin, and for how long some process was late in the stretch that led to it. */
  readonly micros: number;
  readonly late: number;
  readonly events: readonly number[];
}

export interface JudgedOutcome {
  readonly outcome: Severity;
  readonly lock: LockFact;
}

interface Findings {
  readonly pairs: readonly OverlapPair[];
  readonly losses: readonly LostUpdate[];
  readonly torn: readonly TornWrite[];
  readonly waits: readonly Starvation[];
  readonly afterEnd: readonly WorkAfterEnd[];
}

type Margin = Omit<NarrowMargin, 'late'> & { readonly from: number; readonly to: number };

/** If the simulation ends differently and no margin is found, this much lateness alone leaves the outcome undecided. */
const anyMarginMicros = 15_000;

/** Null if the outcome is certain. Cost: (messages + keys) × the stretches in which the machine was late. */
export function findNarrowMargin(
  evidence: Evidence,
  { outcome, lock }: JudgedOutcome,
  findings: Findings,
): NarrowMargin | null {
  const { late, simulated } = evidence.trace.header;
  if (late === undefined || late.length === 0 || outcome === 'unknown') return null;
  const direct = narrowestWithinLateness(
    late,
    marginsOf(evidence, isLoss(outcome) ? 'lost' : lock, findings),
    lock === 'held' ? 'some' : 'every',
  );
  if (direct !== null || simulated === undefined || simulated === outcome) return direct;
  const roundabout = [...races(evidence), ...timeouts(evidence), ...faultMargins(evidence)];
  return narrowestWithinLateness(late, roundabout, 'some') ?? unexplainedDivergence(evidence, late);
}

/** For how long some process was late within a stretch, in microseconds. */
function lateWithin(late: readonly LateSpan[], from: number, to: number): number {
  let micros = 0;
  for (const [begin, end] of late) micros += Math.max(0, Math.min(end, to) - Math.max(begin, from));
  return micros;
}

/**
 * The narrowest of the margins that are too narrow. With `every`, one margin that is wide enough proves the outcome.
 */
function narrowestWithinLateness(
  late: readonly LateSpan[],
  margins: readonly Margin[],
  which: 'some' | 'every',
): NarrowMargin | null {
  const narrow = margins
    .map(({ from, to, ...margin }) => ({ ...margin, late: lateWithin(late, from, to) }))
    .filter((margin) => margin.late > 0 && margin.micros <= margin.late);
  if (which === 'every' && narrow.length < margins.length) return null;
  const [first] = narrow.sort((a, b) => a.micros - b.micros);
  return first ?? null;
}

const isLoss = (outcome: Severity): boolean => outcome === 'lost' || outcome === 'torn';

/** The margins that decided the outcome. Each harm has one. Without harm, each near miss has one. */
function marginsOf(
  evidence: Evidence,
  what: LockFact | 'lost',
  { pairs, losses, torn, waits, afterEnd }: Findings,
): readonly Margin[] {
  switch (what) {
    case 'lost':
      return [...losses.map(lostUpdateMargin), ...torn.map((one) => tornWriteMargin(evidence, one))];
    case 'overlap':
      return pairs.filter(({ isCertain }) => isCertain).map(overlapMargin);
    case 'unavailable':
      return waits.map((wait) => starvationMargin(evidence, wait));
    case 'expired':
      return firstUncontendedWork(afterEnd).map(unprotectedWorkMargin);
    case 'held':
      return leases(evidence);
    default:
      return [];
  }
}

const overlapMargin = ({ first, second, micros }: OverlapPair): Margin => ({
  what: 'overlap',
  first: first.process,
  second: second.process,
  micros,
  events: [second.acquiredSeq],
  from: first.acquiringAt,
  to: (second.acquiredAt ?? second.acquiringAt) + micros,
});

/** The time between a destroyed write and the write that destroyed it. */
function lostUpdateMargin({ destroyed, by, holds }: LostUpdate): Margin {
  return {
    what: 'loss',
    first: by.peer,
    second: destroyed.peer,
    micros: by.at - destroyed.at,
    events: [destroyed.seq, by.seq],
    from: holds.at(-1)?.acquiringAt ?? 0,
    to: by.at,
  };
}

function tornWriteMargin(evidence: Evidence, { by, over }: TornWrite): Margin {
  const at = (seq: number): number => evidence.trace.at[seq] ?? 0;
  return {
    what: 'loss',
    first: by.client,
    second: over.client,
    micros: at(by.seq) - at(over.seq),
    events: [over.seq, by.seq],
    from: latestHold(evidence, by.client, by.seq)?.acquiringAt ?? 0,
    to: at(by.seq),
  };
}

const unprotectedWorkMargin = ({ hold, event, endedAt, endedSeq }: WorkAfterEnd): Margin => ({
  what: 'lease',
  first: hold.process,
  second: -1,
  micros: event.at - endedAt,
  events: [event.seq, endedSeq],
  from: hold.acquiringAt,
  to: event.at,
});

/** Lateness raises no exceptions. An exception counts even before the patience is over. */
function starvationMargin({ trace }: Evidence, { client, waited, fromSeq, from, to }: Starvation): Margin {
  const patience = fromMs(trace.header.scenario.settings.patience);
  const micros = waited > patience ? waited - patience : Number.POSITIVE_INFINITY;
  return { what: 'wait', first: client, second: -1, micros, events: [fromSeq], from, to };
}

/** For each hold that another client followed: the time between its end and the end of its lease. */
function leases(evidence: Evidence): readonly Margin[] {
  const { acquiredHolds } = evidence;
  return acquiredHolds.flatMap((hold, i) => {
    const next = acquiredHolds
      .slice(i + 1)
      .find(({ process, shared }) => process !== hold.process && !(shared && hold.shared));
    const over = next === undefined ? null : leaseEnd(evidence, hold);
    if (next === undefined || over === null || hold.heldUntilSeq < 0) return [];
    const to = Math.max(over.at, hold.heldUntil, over.at < hold.heldUntil ? (next.acquiredAt ?? 0) : 0);
    // The lease ended while the client was inside. Only the lateness of the other client kept the two apart.
    const micros = over.at < hold.heldUntil ? (next.acquiredAt ?? 0) - hold.heldUntil : over.at - hold.heldUntil;
    const { process: first } = hold;
    const events = [hold.heldUntilSeq, over.seq];
    return [{ what: 'lease' as const, first, second: next.process, micros, events, from: hold.acquiringAt, to }];
  });
}

/** When expired keys left less than a quorum. Null if the client released them in time. */
function leaseEnd(evidence: Evidence, hold: HoldSpan): { readonly at: number; readonly seq: number } | null {
  const { quorum } = evidence.trace.header;
  const keys = keysOf(evidence, hold);
  const ends = keys.filter(({ endSeq }) => endSeq >= 0).sort((a, b) => a.endSeq - b.endSeq);
  const last = ends[keys.length - quorum];
  return last === undefined || last.cause !== 'expired' ? null : { at: last.endAt, seq: last.endSeq };
}

/** Two clients' requests at one server where the first got the key: how much earlier it arrived. */
function races(evidence: Evidence): readonly Margin[] {
  const { spans, trace } = evidence;
  const { messages } = spans;
  const byNode = new Map<number, number[]>();
  for (let row = 0; row < messages.count; row++) {
    const isAsked = messages.leg(row) === 'request' && messages.receivedAt(row) >= 0;
    if (!isAsked || trace.header.processes[messages.from(row)]?.role !== 'client') continue;
    const node = messages.to(row);
    const rows = byNode.get(node);
    if (rows) rows.push(row);
    else byNode.set(node, [row]);
  }
  return evidence.keys.flatMap(({ node, owner, hold, setSeq, setAt }) => {
    const rival = (byNode.get(node) ?? []).find(
      (row) => messages.receivedSeq(row) > setSeq && messages.from(row) !== owner,
    );
    if (rival === undefined) return [];
    const to = messages.receivedAt(rival);
    const second = messages.from(rival);
    const from = Math.min(hold?.acquiringAt ?? setAt, acquisitionStart(evidence, second, messages.sentSeq(rival)));
    const events = [setSeq, messages.receivedSeq(rival)];
    return [{ what: 'race' as const, first: owner, second, micros: to - setAt, events, from, to }];
  });
}

/** When a client began the acquisition that was in progress. */
function acquisitionStart({ spans, trace }: Evidence, client: number, seq: number): number {
  const hold = spans.holds.findLast(({ process, acquiringSeq }) => process === client && acquiringSeq <= seq);
  return hold?.acquiringAt ?? trace.at[seq] ?? 0;
}

/** Answers that came after their timeout: how late they were. */
function timeouts({ spans }: Evidence): readonly Margin[] {
  const { messages } = spans;
  const margins: Margin[] = [];
  for (let row = 0; row < messages.count; row++) {
    const givenUpAt = messages.timedOutAt(row);
    if (givenUpAt < 0 || messages.fate(row) === 'lost') continue;
    const reply = messages.rowOf(messages.message(row) + 1);
    if (reply < 0 || messages.fate(reply) === 'lost') continue;
    const answeredAt = messages.endAt(reply);
    if (answeredAt < givenUpAt) continue;
    margins.push({
      what: 'timeout',
      first: messages.from(row),
      second: messages.to(row),
      micros: answeredAt - givenUpAt,
      events: [messages.sentSeq(row), messages.endSeq(reply)],
      from: messages.sentAt(row),
      to: answeredAt,
    });
  }
  return margins;
}

/** Faults that happen at a set time: how close they were to what their process did just before. */
function faultMargins({ trace, spans }: Evidence): readonly Margin[] {
  const { faultStruck, paused, crashed } = kindNumber;
  return spans.faults.flatMap(({ fault, seq, from }) => {
    if (from === null || seq < 0 || !('when' in fault) || fault.when.kind !== 'time') return [];
    const process = processAt(trace, seq);
    for (let other = seq - 1; other >= 0; other--) {
      const kind = trace.kind[other];
      if (trace.process[other] !== process || kind === faultStruck || kind === paused || kind === crashed) continue;
      const micros = from - instantAt(trace, other);
      return [{ what: 'fault' as const, first: process, second: -1, micros, events: [other, seq], from: 0, to: from }];
    }
    return [];
  });
}

function unexplainedDivergence({ trace }: Evidence, late: readonly LateSpan[]): NarrowMargin | null {
  const all = lateWithin(late, 0, trace.header.endedAt);
  if (all < anyMarginMicros) return null;
  return { what: 'simulated', first: -1, second: -1, micros: 0, late: all, events: [trace.count - 1] };
}
