/**
 * What every monitor reads: the spans of a trace, the lock's keys with their holds, and the clients that wanted in.
 * It judges nothing.
 */

import type { FaultProgram } from '../faults/program';
import { keyOf, type NamedParts } from '../model/scenario/parts';
import type { ProcessId } from '../model/scenario/processId';
import { kindNumber, type Trace, type TraceKind } from '../model/trace/trace';
import { type EventOf, kindAt, processId, readEventOf } from '../model/trace/traceReader';
import { type AcquiredHold, isAcquired } from '../spans/holdSpans';
import { writesNeeded } from '../spans/resourceEvents';
import { type HoldSpan, type Spans, spansOf } from '../spans/spans';
import { traceIndexOf } from '../spans/traceIndex';
import { type KeyLifetime, keyLifetimes } from './keys';
import { type Want, wantsOf } from './wants';

/** The parts that the judge looks up by name. */
export type JudgeParts = Pick<NamedParts<FaultProgram>, 'faults'>;

export interface Evidence extends JudgeParts {
  readonly trace: Trace;
  readonly spans: Spans;
  /** The holds that were acquired, in order of acquisition. */
  readonly acquiredHolds: readonly AcquiredHold[];
  readonly keys: readonly KeyLifetime[];
  readonly wants: readonly Want[];
  /** Crashes of processes, and of single threads. */
  readonly crashes: readonly EventOf<'crashed'>[];
  readonly finishes: readonly EventOf<'finished'>[];
  readonly reads: readonly EventOf<'read'>[];
  /**
   * The accepted writes, each at the event from which it counts; with several replicas, that is when a majority has
   * it. Writes without versions are included.
   */
  readonly writes: readonly EventOf<'wrote'>[];
  /** The refused requests. With several replicas, the first refusal of each request. */
  readonly rejections: readonly EventOf<'rejected'>[];
  /** How often a server made a client wait, and how often it woke one. */
  readonly waitingCount: number;
  readonly wokenCount: number;
}

/** Sorts a trace once for all monitors. Cost: linear in the trace. */
export function evidenceOf(trace: Trace, { faults }: JudgeParts): Evidence {
  const spans = spansOf(trace);
  const events = eventsByKind(trace);
  const acquiredHolds = spans.holds.filter(isAcquired).sort((a, b) => a.acquiredSeq - b.acquiredSeq);
  return {
    trace,
    faults,
    spans,
    acquiredHolds,
    ...events,
    ...countedResourceEvents(trace, spans, events),
    keys: keyLifetimes(trace, spans),
    wants: wantsOf(trace, spans, events),
  };
}

/** Whether two clients lock the same key. */
export const lockSameKey = (evidence: Evidence, one: number, other: number): boolean =>
  keyNameOf(evidence, one) === keyNameOf(evidence, other);

export const keyNameOf = (evidence: Evidence, client: number): string =>
  keyOf(evidence.trace.header.scenario.settings, nameOf(evidence, client));

type EventLists = Pick<
  Evidence,
  'crashes' | 'finishes' | 'reads' | 'writes' | 'rejections' | 'waitingCount' | 'wokenCount'
>;

/** The events at the resource. One request's events at several replicas count as one write, or one refusal. */
function countedResourceEvents(
  trace: Trace,
  { resource, holds }: Spans,
  { writes, rejections }: EventLists,
): Pick<EventLists, 'writes' | 'rejections'> {
  if (writesNeeded(trace) === 1) return { writes, rejections };
  const counting = new Set(resource.filter(({ counts }) => counts).map(({ seq }) => seq));
  const refused = new Set<string>();
  return {
    writes: writes.filter(({ seq }) => counting.has(seq)),
    rejections: rejections.filter(({ peer, token, value, check, seq }) => {
      const hold = holds.findLast(({ process, acquiringSeq }) => process === peer && acquiringSeq < seq);
      const key = `${hold?.acquiringSeq} ${peer} ${token} ${value} ${check}`;
      return !refused.has(key) && refused.add(key);
    }),
  };
}

/** Makes one pass over every event that is not a message, and reads only those of the wanted kinds. */
function eventsByKind(trace: Trace): EventLists {
  const { crashed, finished, read, wrote, rejected, waiting, woken } = kindNumber;
  const seqs: Readonly<Record<number, number[]>> = {
    [crashed]: [],
    [finished]: [],
    [read]: [],
    [wrote]: [],
    [rejected]: [],
    [waiting]: [],
    [woken]: [],
  };
  for (const seq of traceIndexOf(trace).others) seqs[kindAt(trace, seq)]?.push(seq);
  const events = <K extends TraceKind>(kind: K): readonly EventOf<K>[] =>
    (seqs[kindNumber[kind]] ?? []).map((seq) => readEventOf(trace, seq, kind));
  return {
    crashes: events('crashed'),
    finishes: events('finished'),
    reads: events('read'),
    writes: events('wrote'),
    rejections: events('rejected'),
    waitingCount: seqs[waiting]?.length ?? 0,
    wokenCount: seqs[woken]?.length ?? 0,
  };
}

/** Whether the client had the lock by this hold at the event with this number. */
export const isHeldAt = (hold: HoldSpan, seq: number): boolean =>
  hold.acquiredSeq >= 0 && hold.acquiredSeq < seq && (hold.heldUntilSeq < 0 || hold.heldUntilSeq > seq);

/**
 * The last hold that a client had acquired by then, whether or not it is still inside. Undefined: it has acquired
 * nothing yet.
 */
export function latestHold(evidence: Evidence, client: number, seq: number): AcquiredHold | undefined {
  let lastHold: AcquiredHold | undefined;
  for (const hold of evidence.acquiredHolds) {
    if (hold.acquiredSeq > seq) break;
    if (hold.process === client) lastHold = hold;
  }
  return lastHold;
}

export const nameOf = (evidence: Evidence, process: number): ProcessId => processId(evidence.trace, process);

/** The names of processes without repetition, in the order of the header. */
export const namesOf = (evidence: Evidence, processes: Iterable<number>): readonly ProcessId[] =>
  [...new Set(processes)].sort((a, b) => a - b).map((process) => nameOf(evidence, process));

/** The names of the nodes where keys are, without repetition. */
export const nodesOf = (evidence: Evidence, keys: readonly Pick<KeyLifetime, 'node'>[]): readonly ProcessId[] =>
  namesOf(
    evidence,
    keys.map(({ node }) => node),
  );
