/**
 * Whether “no break” means something. A lock that expires is dangerous when its lease ends before its holder is done and
 * another client goes in. If faults that last that long were tried and no run came to it, nothing is settled.
 */

import type { Placement } from '../../core/faults/injectionPoints';
import { strengthOf } from '../../core/faults/strength';
import type { FaultKind } from '../../core/model/scenario/fault';
import { withDefaults } from '../../core/model/scenario/fields';
import { leaseOf } from '../../core/model/scenario/lease';
import type { Trace } from '../../core/model/trace/trace';
import { eventsOf } from '../../core/model/trace/traceReader';
import type { Text } from '../../core/model/values/text';
import type { Parts } from '../../core/sim/parts';
import { milestonesIn } from './milestones';
import type { FoundIn } from './searchReport';
import { placementsOf, type Space } from './space';
import { surveyOf } from './surveyOf';
import { nothingToTry, whatSettles } from './words';

/** Null: the answer of the search is settled. Cost: a run for each space. @returns what would settle it */
export function unsettledIn(all: readonly FoundIn[], parts: Parts): Text | null {
  if (all.some(({ breaks, reached }) => breaks.length > 0 || milestonesIn(reached).includes('taken-over'))) return null;
  const looked = all.map(({ space }) => lookedAt(space, parts));
  const [first] = looked;
  if (first !== undefined && looked.every(({ places }) => places.length === 0)) return nothingToTry(first.space);
  const open = looked.find((one) => outlasts(one, parts));
  return open === undefined ? null : whatSettles(open.space);
}

interface Looked {
  readonly space: Space;
  readonly trace: Trace;
  readonly places: readonly Placement[];
}

function lookedAt(space: Space, parts: Parts): Looked {
  const { trace, survey } = surveyOf(space.scenario, parts, space.lengths);
  return { space, trace, places: placementsOf(space, survey) };
}

/** Whether a fault of the space lasts as long as the lease of a lock that has one. */
function outlasts({ space, trace, places }: Looked, parts: Parts): boolean {
  const holdsUp = ({ fault }: Placement): boolean => holdingUp.has(fault.kind) && strengthOf(fault) >= space.lengths[1];
  return places.some(holdsUp) && expires(trace, parts);
}

/** Faults that hold up a holder or its messages. A clock that jumps holds up nobody. */
const holdingUp: ReadonlySet<FaultKind> = new Set(['pause', 'suspend', 'crash', 'cut', 'slow', 'delay']);

/** Keys that go with a session have no expiry of their own. */
function expires(trace: Trace, { locks }: Parts): boolean {
  const { lock } = trace.header.scenario;
  const { fields = {}, freedAfter } = locks.get(lock.id) ?? {};
  if (leaseOf(fields, lock.settings) === null) return false;
  return (
    eventsOf(trace, 'entrySet').some(({ expiresIn }) => expiresIn >= 0) ||
    (freedAfter?.(withDefaults(fields, lock.settings)) ?? 0) > 0
  );
}
