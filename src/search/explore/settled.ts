/**
 * Whether “no break” means something. A lock that expires is dangerous when its lease ends before its holder is done and
 * another client goes in. If faults that last that long were tried and no run came to it, nothing is settled.
 */

import { strengthOf } from '../../core/faults/strength';
import { withDefaults } from '../../core/model/fields';
import { formatMs } from '../../core/model/format';
import { leaseOf } from '../../core/model/lease';
import type { Text } from '../../core/model/text';
import type { Trace } from '../../core/model/trace';
import { eventsOf } from '../../core/model/traceReader';
import type { Parts } from '../../core/sim/parts';
import { goalsIn } from './goals';
import type { FoundIn } from './searchReport';
import { placementsOf, type Space } from './space';
import { surveyOf } from './surveyOf';

/** Null: the answer of the search is settled. Cost: a run for each space. @returns what would settle it */
export function unsettledIn(all: readonly FoundIn[], parts: Parts): Text | null {
  if (all.some(({ breaks, reached }) => breaks.length > 0 || goalsIn(reached).includes('taken-over'))) return null;
  const [space] = all.map((one) => one.space).filter((one) => outlasts(one, parts));
  return space === undefined ? null : whatSettles(space);
}

/** Whether a fault of the space lasts as long as the lease of a lock that has one. */
function outlasts(space: Space, parts: Parts): boolean {
  const { scenario, lengths } = space;
  const { trace, survey } = surveyOf(scenario, parts, lengths);
  return expires(trace, parts) && placementsOf(space, survey).some(({ fault }) => strengthOf(fault) >= lengths[1]);
}

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

function whatSettles({ scenario: { settings }, kinds, lengths }: Space): Text {
  const lease = formatMs(lengths[1]);
  if (settings.clients < 2) return { en: 'Give the run a second client.', zh: '给这次运行加上第二个客户端。' };
  if (!kinds.includes('pause'))
    return {
      en: `Try pauses too: a pause longer than the lease of ${lease} lets another client in.`,
      zh: `把停顿也加进来：停顿超过 ${lease} 的租约，其他客户端就能进来。`,
    };
  return {
    en: `Find out how long the lock really lasts (${lease} was assumed), or make the run longer.`,
    zh: `请确认这把锁实际持续多久（这里假定为 ${lease}），或者延长运行时间。`,
  };
}
