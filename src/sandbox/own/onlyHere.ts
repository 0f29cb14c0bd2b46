/**
 * Parts what only one lock suffers from what every lock with a lease suffers: the same faults strike the usual lock for that number of
 * nodes, in the same world. A harm that no fault of the same kinds does there is this lock's own.
 */

import { changedKeys } from '../../core/judge/changedAnother';
import { stolenKeys } from '../../core/judge/deletedAnother';
import { evidenceOf } from '../../core/judge/evidence';
import { silentWaits } from '../../core/judge/silence';
import { type Choice, roleOf, type Scenario } from '../../core/model/scenario';
import type { Trace } from '../../core/model/trace';
import { eventsOf, processId } from '../../core/model/traceReader';
import { keptTrace } from '../../core/model/traceWriter';
import type { Parts } from '../../core/sim/parts';
import { simulate } from '../../core/sim/simulate';
import { finished, type Placements, scenarioOf } from '../../search/explore/branch';
import { type Harm, harmsOf } from '../../search/explore/harm';
import { search } from '../../search/explore/search';
import { type Space, spaceOf } from '../../search/explore/space';
import type { LineAt } from './session';

/** One value, and compare-and-delete; on several nodes a majority of them. */
const usualLock = ({ nodes }: Scenario['settings']): string => (nodes.count === 1 ? 'single-node' : 'redlock');

/** The same for a program whose client waits for an answer as long as it takes, as most clients of Redis do. */
const patient: Choice = { id: 'redlock', settings: { nodeTimeout: 0 } };

/**
 * Two inside is the harm, whether or not it cost an update. How long nobody gets through says how patiently a client connects again,
 * and nothing of the lock, unless it is for ever.
 */
const classes: Readonly<Record<Harm, string | null>> = {
  'lost-update': 'two inside',
  overlap: 'two inside',
  'deleted-another': 'deleted',
  'changed-another': 'changed',
  stuck: 'stuck',
  unavailable: null,
};

/** By kinds of faults and harm: what the usual lock suffers. */
export type Suffered = ReadonlySet<string>;

const nameOf = (placements: Placements, harm: Harm): string =>
  `${placements.map(({ fault: { kind }, process }) => `${kind} ${roleOf(process)}`).sort()} ${classes[harm]}`;

/** Cost: twice as many runs as one fault has places, of locks that are programs. */
export function sufferedByUsual(space: Space, parts: Parts): Suffered {
  const usual = struck(space, { id: usualLock(space.scenario.settings) }, parts);
  const waiting = struck(space, patient, parts).filter(({ harm }) => harm !== 'stuck');
  return new Set([...usual, ...waiting].map(({ placements, harm }) => nameOf(placements, harm)));
}

/** Each harm that one fault does to another lock in the same world. */
function struck({ scenario, kinds, lengths }: Space, lock: Choice, parts: Parts) {
  const { ttl } = scenario.lock.settings ?? {};
  const other: Scenario = {
    ...scenario,
    lock: { id: lock.id, settings: { ...lock.settings, ...(ttl ? { ttl } : {}) } },
  };
  const space = { ...spaceOf(other, parts, { kinds, harm: 'any' }), lengths };
  const { breaks } = finished(search(space, parts));
  return breaks.flatMap((placements) =>
    harmsOf(simulate(scenarioOf(space, placements), parts), parts).map((harm) => ({ placements, harm })),
  );
}

export interface SortedBreak {
  readonly placements: Placements;
  readonly harm: Harm;
  readonly isOwn: boolean;
}

/**
 * Each harm that is this lock's own, else the worst. The usual lock is struck by one fault, so breaks by several are never called this
 * lock's own.
 */
export function sorted(space: Space, placements: Placements, { suffered, parts }: SortedBy): readonly SortedBreak[] {
  const trace = keptTrace(simulate(scenarioOf(space, placements), parts));
  const all = harmsOf(trace, parts);
  const isOwn = (harm: Harm): boolean =>
    classes[harm] !== null &&
    !suffered.has(nameOf(placements, harm)) &&
    !(harm === 'stuck' && isUnanswered(trace, parts));
  const own = placements.length > 1 ? [] : all.filter(isOwn);
  if (own.length === 0) return [{ placements, harm: all[0] ?? 'lost-update', isOwn: false }];
  // Of one class the worst says it all.
  const worst = own.filter((harm, index) => own.findIndex((other) => classes[other] === classes[harm]) === index);
  return worst.map((harm) => ({ placements, harm, isOwn: true }));
}

/** Who waits for good has asked a server that never got it: that says how patient a connection is, and nothing of the lock. */
function isUnanswered(trace: Trace, parts: Parts): boolean {
  const evidence = evidenceOf(trace, parts);
  const { messages } = evidence.spans;
  const sentLast = (client: number): number => {
    for (let row = messages.count - 1; row >= 0; row--) if (messages.from(row) === client) return row;
    return -1;
  };
  return silentWaits(evidence).some(({ client }) => {
    const row = sentLast(client);
    return row >= 0 && messages.cause(row) !== null;
  });
}

interface SortedBy {
  readonly suffered: Suffered;
  readonly parts: Parts;
}

/** The call of a client by which a harm was done. Null: it is not known. */
export function callOf(
  harm: Harm,
  trace: Trace,
  { lines, parts }: { lines: readonly LineAt[]; parts: Parts },
): LineAt | null {
  const done = doneBy(harm, trace, parts);
  const isBefore = ({ client, seq }: LineAt): boolean =>
    done !== undefined && client === processId(trace, done.client) && seq <= done.seq;
  return lines.findLast(isBefore) ?? null;
}

/** @returns the index of the client, and the event */
function doneBy(harm: Harm, trace: Trace, parts: Parts): { readonly client: number; readonly seq: number } | undefined {
  if (harm === 'deleted-another')
    return stolenKeys(evidenceOf(trace, parts)).map(({ goneBy, goneSeq }) => ({ client: goneBy, seq: goneSeq }))[0];
  if (harm === 'changed-another')
    return changedKeys(evidenceOf(trace, parts)).map(({ set: { owner, seq } }) => ({ client: owner, seq }))[0];
  const [last] =
    harm === 'stuck'
      ? eventsOf(trace, 'entrySet')
          .map(({ peer, seq }) => ({ client: peer, seq }))
          .slice(-1)
      : eventsOf(trace, 'acquired')
          .map(({ process, seq }) => ({ client: process, seq }))
          .slice(-1);
  return last;
}
