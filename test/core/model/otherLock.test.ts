// When one lock replaces another, like is compared with like, and the way back restores what was there.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { locks } from '../../../src/core/locks';
import { type Field, type Fields, isWhole, type NumberField, withDefaults } from '../../../src/core/model/fields';
import { leaseName, leaseOf } from '../../../src/core/model/lease';
import type { Lock } from '../../../src/core/model/lock';
import { afterLeaving, carriedIn, lengthened, likeBefore, withOwnDefaults } from '../../../src/core/model/otherLock';
import { noPastLocks, type PastLocks } from '../../../src/core/model/pastLocks';
import type { Choice, Setting } from '../../../src/core/model/scenario';
import { leaseMax } from '../../../src/core/model/time';
import { parts } from '../../../src/core/run/parts';
import { byNight } from '../../support/nightly';

function lockCalled(id: string): Lock {
  const found = parts.locks.get(id);
  if (found === undefined) throw new Error(`No lock ${id}.`);
  return found;
}

const changed = (before: PastLocks, from: Choice, to: string): readonly [Choice, PastLocks] => {
  const known = afterLeaving(before, lockCalled(from.id), from);
  return [likeBefore(known, lockCalled(to)), known];
};
const pairs = locks.flatMap((from) => locks.filter((to) => to !== from).map((to) => [from, to] as const));

/** The lease of a lock at its server, as the lock defines it. */
const lease = ({ id, settings }: Choice): number | null => leaseOf(lockCalled(id).fields, settings);

/**
 * The lease that the lock ends up with, if it has one: within its limits, and in whole seconds where it counts in
 * seconds.
 */
function allowed({ fields, leaseLimits }: Lock, asked: number): number {
  const [field] = Object.values(fields).filter((each) => each.kind === 'number' && each.isLease);
  if (field?.kind !== 'number') throw new Error('It has no lease.');
  const { min, max } = leaseLimits?.(withDefaults(fields, {})) ?? { min: 1, max: leaseMax };
  return field.unit === 's'
    ? Math.max(1, field.min, Math.round(asked / 1000)) * 1000
    : Math.min(max, Math.max(min, asked, fields['watchdogTimeout'] ? 3 : field.min));
}

function anyOf(field: Field): fc.Arbitrary<Setting> {
  switch (field.kind) {
    case 'flag':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...field.options.map(({ id }) => id));
    case 'number':
      return isWhole(field)
        ? fc.integer({ min: field.min, max: field.max })
        : fc.integer({ min: Math.ceil(field.min), max: Math.floor(field.max) });
    default:
      return field satisfies never;
  }
}

const anySettings = (fields: Fields): fc.Arbitrary<Readonly<Record<string, Setting>>> =>
  fc.record(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, anyOf(field)])), {
    requiredKeys: [],
  }) as fc.Arbitrary<Readonly<Record<string, Setting>>>;

/** The lease that counts with the lock's defaults. */
const leaseField = ({ fields }: Lock): NumberField | undefined => {
  const field = fields[leaseName(fields, undefined) ?? ''];
  return field?.kind === 'number' ? field : undefined;
};

const anyChoice = ({ id, fields }: Lock): fc.Arbitrary<Choice> =>
  fc.oneof(
    fc.constant({ id }),
    anySettings(fields).map((settings) => ({ id, settings })),
  );

describe('from any lock to any other', () => {
  test('and back is the lock that it was', () => {
    for (const [from, to] of pairs)
      fc.assert(
        fc.property(anyChoice(from), (choice) => {
          const [there, before] = changed(noPastLocks, choice, to.id);
          expect(changed(before, there, from.id)[0]).toEqual(choice);
        }),
        { numRuns: byNight(6, 100) },
      );
  });

  test('and over a third back is the lock that it was, and so is the one between', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...locks).chain((lock) => anyChoice(lock)),
        fc.shuffledSubarray([...locks], { minLength: 3 }),
        (choice, ways) => {
          const [second, third] = ways.filter(({ id }) => id !== choice.id);
          if (second === undefined || third === undefined) return;
          const [there, before] = changed(noPastLocks, choice, second.id);
          const [further, since] = changed(before, there, third.id);
          const [back, last] = changed(since, further, choice.id);
          expect(back).toEqual(choice);
          expect(changed(last, back, second.id)[0]).toEqual(there);
        },
      ),
      { numRuns: byNight(300, 5000) },
    );
  });

  test('keeps the lease where the other has one and allows it', () => {
    for (const [from, to] of pairs)
      fc.assert(
        fc.property(anyChoice(from), (choice) => {
          const [there] = changed(noPastLocks, choice, to.id);
          const asked = lease(choice);
          const plain = lease({ id: to.id });
          const [own, others] = [leaseField(to), leaseField(from)];
          if (own === undefined || (asked === null && others === undefined)) expect(lease(there)).toBe(plain);
          // A lease that may be none takes that over, too.
          else if (asked === null) expect(lease(there)).toBe(own.min > 0 ? plain : null);
          else expect(lease(there)).toBe(allowed(to, asked));
        }),
        { numRuns: byNight(6, 100) },
      );
  });

  test('keeps the timeout where both have one', () => {
    for (const [from, to] of pairs) {
      const [a, b] = [from, to].map(({ fields }) => fields['nodeTimeout']);
      if (a?.kind !== 'number' || b?.kind !== 'number' || a.means === undefined || b.means === undefined) continue;
      const [there] = changed(noPastLocks, { id: from.id, settings: { nodeTimeout: 432 } }, to.id);
      expect(there.settings?.['nodeTimeout'], `${from.id} → ${to.id}`).toBe(432);
    }
  });
});

describe('what was changed between', () => {
  const redlock: Choice = { id: 'redlock', settings: { ttl: 2000, nodeTimeout: 400, tries: 1, token: 'quorum' } };

  test('comes along on the way back, and nothing else does', () => {
    const [etcd, before] = changed(noPastLocks, redlock, 'etcd');
    expect(etcd).toEqual({ id: 'etcd', settings: { lease: 2000, nodeTimeout: 400 } });
    const longer = { id: 'etcd', settings: { ...etcd.settings, lease: 5000, countsFrom: 'question' } };
    const [back, since] = changed(before, longer, 'redlock');
    expect(back).toEqual({ id: 'redlock', settings: { ...redlock.settings, ttl: 5000 } });
    expect(changed(since, back, 'etcd')[0]).toEqual(longer);
  });

  test('is forgotten on the way back if it was only the lock’s own default', () => {
    const [etcd, before] = changed(noPastLocks, redlock, 'etcd');
    const carried = carriedIn(before, lockCalled('etcd'), etcd);
    expect(carried).toEqual([
      { meaning: 'lease', value: 2000, asked: 2000, own: 60_000 },
      { meaning: 'timeout', value: 400, asked: 400, own: 1000 },
    ]);
    const of = carried.map(({ meaning }) => meaning);
    const [own, known] = withOwnDefaults(before, lockCalled('etcd'), { choice: etcd, of });
    expect(own).toEqual({ id: 'etcd' });
    expect(carriedIn(known, lockCalled('etcd'), own)).toEqual([]);
    const [back, since] = changed(known, own, 'redlock');
    expect(back).toEqual(redlock);
    expect(changed(since, back, 'etcd')[0]).toEqual(own);
    expect(lease(changed(since, back, 'single-node')[0])).toBe(2000);
  });

  test('is told where a lock cannot have it, and comes back whole', () => {
    const [zookeeper, before] = changed(noPastLocks, redlock, 'zookeeper-node');
    expect(carriedIn(before, lockCalled('zookeeper-node'), zookeeper)).toEqual([
      { meaning: 'lease', value: 4000, asked: 2000, own: 4000 },
    ]);
    expect(lease(zookeeper)).toBe(4000);
    expect(lease(changed(before, zookeeper, 'etcd')[0])).toBe(2000);
  });

  test('is named again once the new lock has a longer one, by its default or by hand', () => {
    const [etcd, before] = changed(noPastLocks, redlock, 'etcd');
    const lock = lockCalled('etcd');
    expect(lengthened(before, lock, etcd)).toBeNull();
    const [own, known] = withOwnDefaults(before, lock, { choice: etcd, of: ['lease'] });
    expect(lengthened(known, lock, own)).toEqual({ lease: 60_000, carried: 2000, choice: etcd });
    const byHand = { ...etcd, settings: { ...etcd.settings, lease: 3000 } };
    expect(lengthened(before, lock, byHand)).toMatchObject({ lease: 3000, choice: etcd });
    expect(lengthened(before, lock, { ...etcd, settings: { ...etcd.settings, lease: 1000 } })).toBeNull();
    const [back, since] = changed(before, byHand, 'redlock');
    expect(lengthened(since, lockCalled('redlock'), back)).toBeNull();
  });

  test('is not told of the lock that was there first', () => {
    const [etcd, before] = changed(noPastLocks, redlock, 'etcd');
    const [back, since] = changed(before, etcd, 'redlock');
    expect(carriedIn(since, lockCalled('redlock'), back)).toEqual([]);
  });

  test('the waits of Redisson’s own commands are not those of a lock that asks again', () => {
    const [redisson] = changed(noPastLocks, { id: 'redlock', settings: { retryDelay: 7 } }, 'redisson');
    expect(redisson.settings?.['retryDelay']).toBeUndefined();
  });
});
