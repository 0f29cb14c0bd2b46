/**
 * What decides at an edge: two runs are compared, one healed a millisecond before it and one healed at it, by the
 * events that bear on the harm: the accesses to the storage, the acquisitions and releases, or the keys at each server.
 * Where they first differ, another event comes, or none.
 */
import { judge } from '../../core/judge/judge';
import type { ProcessId } from '../../core/model/scenario/processId';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { FactKind } from '../../core/model/trace/fact';
import { kindNumber, type Trace, type TraceKind } from '../../core/model/trace/trace';
import { column, instantAt, kindAt, processAt, processId } from '../../core/model/trace/traceReader';
import { addTo } from '../../core/model/values/grouped';
import type { Parts } from '../../core/sim/parts';
import { simulate } from '../../core/sim/simulate';
import { traceIndexOf } from '../../core/spans/traceIndex';
import type { RemediableHarm } from './runOutcome';

const decidingKinds = [
  'read',
  'wrote',
  'wrotePart',
  'rejected',
  'marked',
  'acquired',
  'releasing',
  'stopped',
  'crashed',
  'entrySet',
  'entryGone',
] as const satisfies readonly TraceKind[];

export type DecidingKind = (typeof decidingKinds)[number];

/** An event in both runs, or in one. */
export interface DecidingEvent {
  readonly kind: DecidingKind;
  readonly process: ProcessId;
  /** The client that reads, writes, sets or removes. Null: there is no other process. */
  readonly peer: ProcessId | null;
  /** Its number in the run healed a millisecond before the edge. Null: that run does not have it. */
  readonly before: number | null;
  /** Its number in the run healed at the edge. */
  readonly at: number | null;
}

/** The next events of the two runs after the part that they share. If both runs have both, their order decides. */
export interface DecidingEvents {
  /** What comes in the run that ends better. Null: nothing more does. */
  readonly better: DecidingEvent | null;
  /** What comes in its place in the run that does the harm. */
  readonly worse: DecidingEvent | null;
}

/** Null: the two runs do not differ in what is compared. Cost: two simulations. */
export function decidedBy(
  better: Scenario,
  worse: Scenario,
  harm: RemediableHarm,
  parts: Parts,
): DecidingEvents | null {
  const [saved, harmed] = [simulate(better, parts), simulate(worse, parts)];
  const who = new Set(judge(harmed, parts).facts.find(({ kind }) => kind === factOf[harm])?.who);
  const [before, at] = [bearingOn(harm, saved, who), bearingOn(harm, harmed, who)];
  const differences = [...new Set([...before.keys(), ...at.keys()])].flatMap((group) =>
    firstDifference(before.get(group) ?? [], at.get(group) ?? []),
  );
  const [first] = differences.sort((one, other) => one.instant - other.instant);
  return first ?? null;
}

const factOf: Readonly<Record<RemediableHarm, FactKind | null>> = {
  lost: 'lost-update',
  torn: 'torn-write',
  twice: 'done-twice',
  overlap: 'overlap',
  'late-refused': 'rejected',
  stuck: null,
  unavailable: null,
};

const { read, wrote, wrotePart, rejected, marked, acquired, releasing, stopped, crashed, entrySet, entryGone } =
  kindNumber;
const ofStorage: ReadonlySet<number> = new Set([read, wrote, wrotePart, rejected, marked]);
const ofLock: ReadonlySet<number> = new Set([acquired, releasing, stopped, crashed]);
const ofKeys: ReadonlySet<number> = new Set([entrySet, entryGone]);

const kindsFor: Readonly<Record<RemediableHarm, ReadonlySet<number>>> = {
  lost: ofStorage,
  torn: ofStorage,
  twice: ofStorage,
  'late-refused': ofStorage,
  overlap: ofLock,
  stuck: ofKeys,
  unavailable: ofKeys,
};

interface Bearing {
  readonly name: string;
  readonly seq: number;
  readonly instant: number;
  readonly event: Omit<DecidingEvent, 'before' | 'at'>;
}

/** In groups whose order means something: by the server or storage, or all events of the clients that were inside. */
function bearingOn(
  harm: RemediableHarm,
  trace: Trace,
  who: ReadonlySet<ProcessId>,
): ReadonlyMap<number, readonly Bearing[]> {
  const kinds = kindsFor[harm];
  const groups = new Map<number, Bearing[]>();
  const counts = new Map<string, number>();
  for (const seq of traceIndexOf(trace).others) {
    const kind = kindAt(trace, seq);
    const called = kinds.has(kind) ? decidingKinds.find((one) => kindNumber[one] === kind) : undefined;
    if (called === undefined) continue;
    const at = processAt(trace, seq);
    // All events at a server or a storage have their client in the same column.
    const other = kinds === ofLock ? -1 : column.read.peer(trace, seq);
    const event = { kind: called, process: processId(trace, at), peer: other < 0 ? null : processId(trace, other) };
    const client = kinds === ofLock ? event.process : event.peer;
    if (who.size > 0 && (client === null || !who.has(client))) continue;
    const base = `${kind} ${at} ${other} ${kinds === ofKeys ? keyAt(trace, seq) : ''}`;
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    const group = kinds === ofLock ? 0 : at;
    addTo(groups, group, { name: `${base} ${count}`, seq, instant: instantAt(trace, seq), event });
  }
  return groups;
}

/** Which key, and whether it goes by itself. */
function keyAt(trace: Trace, seq: number): string {
  const isSet = kindAt(trace, seq) === entrySet;
  const entry = isSet ? column.entrySet.entry(trace, seq) : column.entryGone.entry(trace, seq);
  const how = isSet ? Math.min(0, column.entrySet.expiresIn(trace, seq)) : column.entryGone.cause(trace, seq);
  return `${trace.strings[entry]} ${how}`;
}

function firstDifference(
  before: readonly Bearing[],
  at: readonly Bearing[],
): readonly (DecidingEvents & { readonly instant: number })[] {
  const index = Array.from({ length: Math.max(before.length, at.length) }).findIndex(
    (_, i) => before[i]?.name !== at[i]?.name,
  );
  if (index < 0) return [];
  const [better, worse] = [before[index], at[index]];
  const instant = Math.min(better?.instant ?? Number.POSITIVE_INFINITY, worse?.instant ?? Number.POSITIVE_INFINITY);
  const inBoth = (one: Bearing | undefined): DecidingEvent | null =>
    one === undefined ? null : { ...one.event, before: seqOf(before, one), at: seqOf(at, one) };
  return [{ better: inBoth(better), worse: inBoth(worse), instant }];
}

const seqOf = (among: readonly Bearing[], { name }: Bearing): number | null =>
  among.find((one) => one.name === name)?.seq ?? null;
