/**
 * Separates what only this lock suffers from what every lock with a lease suffers: the same faults hit the usual lock
 * for that number of nodes, in the same world and with the same lease. A harm is this lock's own if no fault of the
 * same kinds does it there, or only one that is more than twice as strong.
 */

import { strengthOf, withStrength } from '../../core/faults/strength';
import { changedKeys } from '../../core/judge/changedAnother';
import { stolenKeys } from '../../core/judge/deletedAnother';
import { evidenceOf } from '../../core/judge/evidence';
import { silentWaits } from '../../core/judge/silence';
import type { Fault } from '../../core/model/scenario/fault';
import { roleOf } from '../../core/model/scenario/processId';
import type { Choice, Scenario } from '../../core/model/scenario/scenario';
import { anyHarms, type Harm } from '../../core/model/trace/severity';
import type { Trace } from '../../core/model/trace/trace';
import { eventsOf, processId } from '../../core/model/trace/traceReader';
import { keptTrace } from '../../core/model/trace/traceWriter';
import { groupedBy } from '../../core/model/values/grouped';
import type { Parts } from '../../core/sim/parts';
import { simulate } from '../../core/sim/simulate';
import type { EntrySpan } from '../../core/spans/entrySpans';
import { type Placements, scenarioOf, withMore } from '../../search/explore/branch';
import { harmsOf, isBreak } from '../../search/explore/harm';
import { search } from '../../search/explore/search';
import { type Space, spaceOf } from '../../search/explore/space';
import { Weakest } from '../../search/explore/weakest';
import type { GuestRequestKind } from './host';
import type { SourceLineOfEvent } from './ownCalls';

/** One value with compare-and-delete; on several nodes, a majority of them. */
const baselineLock = ({ nodes }: Scenario['settings']): string => (nodes.count === 1 ? 'single-node' : 'redlock');

/**
 * The same for code whose client waits for an answer for as long as it takes, as most clients of Redis do. On one node
 * few locks measure how long the answer took: a late one grants what has expired, as a pause just after it would.
 */
const noTimeoutLock = ({ nodes }: Scenario['settings']): Choice => ({
  id: 'redlock',
  settings: { nodeTimeout: 0, validityCheck: nodes.count > 1 },
});

/** For work that outlasts the lease: one whose client renews it, and asks again when a renewal has no answer. */
const renewingLock = ({ nodes }: Scenario['settings']): Choice => ({
  id: 'redlock',
  settings: { extensions: 10_000, extendTries: 3, nodeTimeout: 200, validityCheck: nodes.count > 1 },
});

/**
 * Two holders at once are the harm, whether or not an update was lost. How long nobody gets through depends on how
 * patiently a client reconnects, not on the lock, unless it is forever.
 */
const harmClasses: Readonly<Record<Harm, string | null>> = {
  lost: 'two holders',
  overlap: 'two holders',
  'deleted-another': 'deleted',
  'changed-another': 'changed',
  stuck: 'stuck',
  unavailable: null,
  expired: null,
};

/** The least strength of a fault from which the usual lock suffers, by kinds of faults and harm. */
export type BaselineStrengths = ReadonlyMap<string, number>;

const harmKey = (placements: Placements, harm: Harm): string =>
  `${placements.map(({ fault: { kind }, process }) => `${kind} ${roleOf(process)}`).sort()} ${harmClasses[harm]}`;

/**
 * Yields after each run. Cost: a few times as many runs as one fault has places. The locks in them are programs, not code
 * of a reader.
 */
export function* baselineHarms(space: Space, parts: Parts): Generator<unknown, BaselineStrengths, void> {
  const { settings, lock } = space.scenario;
  if (settings.work > Number(lock.settings?.['ttl']))
    return leastOf(yield* harmsTo(space, renewingLock(settings), parts));
  const usual = yield* harmsTo(space, { id: baselineLock(settings) }, parts);
  const patiently = yield* harmsTo(space, noTimeoutLock(space.scenario.settings), parts);
  return leastOf([...usual, ...patiently.filter(({ harm }) => harm !== 'stuck')]);
}

const leastOf = (all: readonly { readonly name: string; readonly least: number }[]): BaselineStrengths =>
  new Map(
    [...groupedBy(all, ({ name }) => name)].map(([name, some]) => [name, Math.min(...some.map(({ least }) => least))]),
  );

/** Every harm that one fault does to another lock in the same world, and how weak the fault can be. */
function* harmsTo({ scenario, kinds, lengths }: Space, lock: Choice, parts: Parts) {
  const { ttl } = scenario.lock.settings ?? {};
  const other: Scenario = {
    ...scenario,
    lock: { id: lock.id, settings: { ...lock.settings, ...(ttl ? { ttl } : {}) } },
  };
  const space = { ...spaceOf(other, parts, { kinds, harm: 'any' }), lengths };
  const { breaks } = yield* search(space, parts);
  const weakest = new Map<string, { readonly harm: Harm; readonly weakest: Weakest }>();
  for (const placements of breaks)
    for (const harm of harmsOf(simulate(scenarioOf(space, placements), parts), parts)) {
      const name = harmKey(placements, harm);
      const one = weakest.get(name) ?? {
        harm,
        weakest: new Weakest((fault) => causesHarm(harm, [fault], space, parts)),
      };
      weakest.set(name, one);
      for (const { fault } of placements) one.weakest.offer(fault);
      yield;
    }
  return [...weakest].map(
    ([
      name,
      {
        harm,
        weakest: { fault },
      },
    ]) => ({
      name,
      harm,
      least: fault === null ? 0 : strengthOf(fault),
    }),
  );
}

/** Whether these faults take effect and do a harm of the same class. */
function causesHarm(harm: Harm, faults: readonly Fault[], { scenario }: Space, parts: Parts): boolean {
  const trace = simulate(withMore(scenario, faults), parts);
  return anyHarms.some((other) => harmClasses[other] === harmClasses[harm] && isBreak(trace, other, parts));
}

export interface ClassifiedBreak {
  readonly placements: Placements;
  readonly harm: Harm;
  readonly isOwn: boolean;
}

/**
 * Returns each harm that is this lock's own, otherwise the worst. The usual lock gets only one fault, so a break by
 * several faults is never called this lock's own.
 */
export function classifyBreak(
  space: Space,
  placements: Placements,
  { baselineStrengths: suffered, parts }: ClassifyContext,
): readonly ClassifiedBreak[] {
  const trace = keptTrace(simulate(scenarioOf(space, placements), parts));
  const all = harmsOf(trace, parts);
  const isOwn = (harm: Harm): boolean =>
    harmClasses[harm] !== null &&
    isWeakerThanBaseline(placements, harm, { space, baselineStrengths: suffered, parts }) &&
    !(harm === 'stuck' && waitsForLostReply(trace, parts));
  const own = placements.length > 1 ? [] : all.filter(isOwn);
  // Where clients ask again and again, a run is stuck only once the other clients are left out.
  const isStuckAlone =
    placements.length === 1 &&
    all[0] === 'unavailable' &&
    isWeakerThanBaseline(placements, 'stuck', { space, baselineStrengths: suffered, parts });
  if (isStuckAlone && isStuckFor(1, space, placements, parts)) return [{ placements, harm: 'stuck', isOwn: true }];
  if (own.length === 0) return [{ placements, harm: all[0] ?? 'lost', isOwn: false }];
  // Of each class, only the worst harm is kept.
  const worst = own.filter(
    (harm, index) => own.findIndex((other) => harmClasses[other] === harmClasses[harm]) === index,
  );
  return worst.map((harm) => ({ placements, harm, isOwn: true }));
}

function isStuckFor(clients: number, space: Space, placements: Placements, parts: Parts): boolean {
  const { settings, ...scenario } = scenarioOf(space, placements);
  const trace = keptTrace(simulate({ ...scenario, settings: { ...settings, clients } }, parts));
  return isBreak(trace, 'stuck', parts) && !waitsForLostReply(trace, parts);
}

/** The fractions of the strength at which the usual lock suffers that are tried. */
const lesser = [1 / 2, 1 / 4, 1 / 8];

/** Whether the usual lock does not suffer the harm, or only from more than twice as strong a fault. */
function isWeakerThanBaseline(
  placements: Placements,
  harm: Harm,
  { space, baselineStrengths: suffered, parts }: ClassifyContext & { space: Space },
): boolean {
  const usual = suffered.get(harmKey(placements, harm));
  const [only] = placements;
  if (usual === undefined || only === undefined) return usual === undefined;
  const { fault } = only;
  if (strengthOf(fault) < usual / 2) return true;
  if (usual === Number.POSITIVE_INFINITY || strengthOf(fault) === Number.POSITIVE_INFINITY) return false;
  return lesser.some((part) => {
    const strength = Math.ceil(usual * part) - 1;
    return strength > 0 && causesHarm(harm, [withStrength(fault, strength)], space, parts);
  });
}

/**
 * A client that waits forever because a request or its reply was lost. That depends on how patient a connection is, not
 * on the lock.
 */
function waitsForLostReply(trace: Trace, parts: Parts): boolean {
  const evidence = evidenceOf(trace, parts);
  const { messages } = evidence.spans;
  const requestsOf = (client: number): readonly number[] =>
    Array.from({ length: messages.count }, (_, row) => row).filter(
      (row) => messages.from(row) === client && messages.leg(row) === 'request',
    );
  const isLost = (row: number): boolean => row >= 0 && messages.cause(row) !== null;
  return silentWaits(evidence).some(({ client }) => {
    // What it asked a server last. It no longer waits for anything before that.
    const last = new Map(requestsOf(client).map((row) => [messages.to(row), row]));
    return [...last.values()].some(
      (row) => messages.timedOutAt(row) < 0 && (isLost(row) || isLost(messages.rowOf(messages.message(row) + 1))),
    );
  });
}

interface ClassifyContext {
  readonly baselineStrengths: BaselineStrengths;
  readonly parts: Parts;
}

/**
 * The call of a client that did a harm. Null: it is not known. A time limit or the listener of a signal that the same
 * client set at that moment does no harm.
 */
export function harmfulCall(
  harm: Harm,
  trace: Trace,
  { lines, parts }: { lines: readonly SourceLineOfEvent[]; parts: Parts },
): SourceLineOfEvent | null {
  const harmEvent = harmfulEvent(harm, trace, parts);
  if (harmEvent === undefined) return null;
  // A timer may have been set since the last request.
  const sending = eventsOf(trace, 'sent').findLast(
    ({ process, seq }) => process === harmEvent.client && seq <= harmEvent.seq,
  );
  const isBefore = ({ client, seq, kind }: SourceLineOfEvent): boolean =>
    hasSharedEffect[kind] && client === processId(trace, harmEvent.client) && seq <= (sending?.seq ?? harmEvent.seq);
  return lines.findLast(isBefore) ?? null;
}

/** What changes something that other clients see. */
const hasSharedEffect: Readonly<Record<GuestRequestKind, boolean>> = {
  call: true,
  subscribe: true,
  file: true,
  sleep: false,
  log: false,
  signal: false,
};

/** @returns the index of the client, and the event */
function harmfulEvent(
  harm: Harm,
  trace: Trace,
  parts: Parts,
): { readonly client: number; readonly seq: number } | undefined {
  if (harm === 'deleted-another')
    return stolenKeys(evidenceOf(trace, parts)).map(({ removedBy, endSeq }) => ({
      client: removedBy,
      seq: endSeq,
    }))[0];
  if (harm === 'changed-another')
    return changedKeys(evidenceOf(trace, parts)).map(({ set: { owner, seq } }) => ({ client: owner, seq }))[0];
  if (harm === 'stuck') return blockingEntry(evidenceOf(trace, parts).spans.entries);
  const last = eventsOf(trace, 'acquired').at(-1);
  return last && { client: last.process, seq: last.seq };
}

/**
 * What was set last keeps others out. Without an expiry it has done so since it was first there: later calls changed
 * a list or a counter that was already there.
 */
function blockingEntry(entries: readonly EntrySpan[]): { readonly client: number; readonly seq: number } | undefined {
  let blocker = entries.at(-1);
  for (const one of entries.toReversed())
    if (
      blocker?.expiresAt === null &&
      one.endSeq === blocker.seq &&
      one.entry === blocker.entry &&
      one.process === blocker.process
    )
      blocker = one;
  return blocker && { client: blocker.owner, seq: blocker.seq };
}
