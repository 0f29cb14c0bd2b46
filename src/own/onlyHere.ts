/**
 * Parts what only one lock suffers from what every lock with a lease suffers: the same faults strike the usual lock for that number of
 * nodes, in the same world. A harm that no fault of the same kinds does there is this lock's own.
 */
import { finished, type Placements, scenarioOf } from '../explore/branch';
import { type Harm, harmsOf } from '../explore/harm';
import { search } from '../explore/search';
import { type Space, spaceOf } from '../explore/space';
import { stolenKeys } from '../judge/deletedAnother';
import { evidenceOf } from '../judge/evidence';
import { roleOf, type Scenario } from '../model/scenario';
import type { Trace } from '../model/trace';
import { eventsOf, processId } from '../model/traceReader';
import type { Parts } from '../sim/parts';
import { simulate } from '../sim/simulate';
import type { LineAt } from './session';

/** One value, and compare-and-delete; on several nodes a majority of them. */
const usualLock = ({ nodes }: Scenario['settings']): string => (nodes.count === 1 ? 'single-node' : 'redlock');

/**
 * Two inside is the harm, whether or not it cost an update. How long nobody gets through says how patiently a client connects again,
 * and nothing of the lock, unless it is for ever.
 */
const classes: Readonly<Record<Harm, string | null>> = {
  'lost-update': 'two inside',
  overlap: 'two inside',
  'deleted-another': 'deleted',
  stuck: 'stuck',
  unavailable: null,
};

/** By kinds of faults and harm: what the usual lock suffers. */
export type Suffered = ReadonlySet<string>;

const nameOf = (placements: Placements, harm: Harm): string =>
  `${placements.map(({ fault: { kind }, process }) => `${kind} ${roleOf(process)}`).sort()} ${classes[harm]}`;

/** Cost: as many runs as one fault has places, of a lock that is a program. */
export function sufferedByUsual({ scenario, kinds, lengths }: Space, parts: Parts): Suffered {
  const { ttl } = scenario.lock.settings ?? {};
  const usual: Scenario = {
    ...scenario,
    lock: { id: usualLock(scenario.settings), ...(ttl ? { settings: { ttl } } : {}) },
  };
  const space = { ...spaceOf(usual, parts, { kinds, harm: 'any' }), lengths };
  const { breaks } = finished(search(space, parts));
  return new Set(
    breaks.flatMap((placements) =>
      harmsOf(simulate(scenarioOf(space, placements), parts), parts).map((harm) => nameOf(placements, harm)),
    ),
  );
}

export interface SortedBreak {
  readonly placements: Placements;
  /** The worst of those that are this lock's own, else the worst. */
  readonly harm: Harm;
  readonly isOwn: boolean;
}

/** The usual lock is struck by one fault, so breaks by several are never called this lock's own. */
export function sorted(space: Space, placements: Placements, { suffered, parts }: SortedBy): SortedBreak {
  const all = harmsOf(simulate(scenarioOf(space, placements), parts), parts);
  const isOwn = (harm: Harm): boolean => classes[harm] !== null && !suffered.has(nameOf(placements, harm));
  const own = placements.length > 1 ? undefined : all.find(isOwn);
  return { placements, harm: own ?? all[0] ?? 'lost-update', isOwn: own !== undefined };
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
