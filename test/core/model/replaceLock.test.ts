// When one lock replaces another, the trial stays the same: the same lease, or faults that fit the nearest one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { story as clockJump } from '../../../src/content/stories/argument/clockJump';
import { story } from '../../../src/content/stories/argument/pauseBeforeWrite';
import { leaseOf } from '../../../src/core/model/scenario/lease';
import { namedLock, nameOf } from '../../../src/core/model/scenario/namedLock';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import { nameOfProfile } from '../../../src/core/model/scenario/profile';
import { leaseTaken, replaceLock } from '../../../src/core/model/scenario/replaceLock';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';

const names = [...parts.locks.keys(), ...[...parts.profiles.values()].map(nameOfProfile)];
const replaced = (name: string, from: Scenario = story.scenario): Scenario => replaceLock(from, name, parts);
const outcomeOf = (scenario: Scenario): string => runScenario(scenario, parts).verdict.outcome;

function leaseIn({ lock }: Scenario): number | null {
  const named = namedLock(nameOf(lock), parts);
  return named === undefined ? null : leaseOf(named.lock.fields, named.inward(lock).settings);
}

const pauseIn = ({ faults }: Scenario): number | string => {
  const [fault] = Object.values(faults);
  return fault?.kind === 'pause' ? fault.for : 'no pause';
};

test.each(['single-node', 'setnx-expire', 'token-lock', 'redisson', 'etcd', 'sql-row'])(
  'story 20 is lost with %s, whose lease ends during the same pause',
  (name) => {
    const scenario = replaced(name);
    expect([leaseIn(scenario), pauseIn(scenario), outcomeOf(scenario)]).toEqual([2000, 2900, 'lost']);
    expect(scenario.settings).toEqual(story.scenario.settings);
  },
);

test('ZooKeeper allows no session of 2 s: the pause is twice as long as well, and the update is lost', () => {
  const scenario = replaced('zookeeper-sequential');
  expect([leaseIn(scenario), pauseIn(scenario), outcomeOf(scenario)]).toEqual([4000, 5800, 'lost']);
  expect(leaseTaken(story.scenario, scenario, parts)).toEqual({ wantedLease: 2000, lease: 4000 });
});

test('a lock without expiry leaves the faults as they are', () => {
  const scenario = replaced('sql-advisory');
  expect(scenario.faults).toEqual(story.scenario.faults);
  expect(leaseTaken(story.scenario, scenario, parts)).toBeNull();
});

test('what was changed besides the lock is no lock that has taken over a lease', () => {
  const scenario = { ...replaced('single-node'), seed: 8 };
  expect(leaseTaken(story.scenario, scenario, parts)).toBeNull();
});

test('each lock in place of each other gives a scenario that can be read, with its faults in proportion', () => {
  const starts = [story.scenario, clockJump.scenario];
  fc.assert(
    fc.property(
      fc.constantFrom(...starts),
      fc.constantFrom(...names),
      fc.constantFrom(...names),
      (start, one, other) => {
        const first = replaced(one, start);
        const second = replaced(other, first);
        for (const scenario of [first, second])
          expect(parseScenario(scenario, parts, { keptFaults: Object.keys(start.faults) })).toMatchObject({ ok: true });
        const [from, to] = [leaseIn(first), leaseIn(second)];
        const [before, after] = [pauseIn(first), pauseIn(second)];
        if (from === null || to === null || typeof before !== 'number' || typeof after !== 'number') return;
        expect(Math.abs(after / before - to / from)).toBeLessThan(0.01);
      },
    ),
  );
});
