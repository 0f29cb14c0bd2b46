// The help's table of who tells a client that its lock is lost: a row for each lock, and none that its program denies.
import { describe, expect, test } from 'vitest';
import { locks } from '../../src/locks';
import { told } from '../../src/locks/told';
import { withDefaults } from '../../src/model/fields';
import { usualWhenLost } from '../../src/model/lock';
import { lossRows } from '../../src/run/lossRows';

describe('the table of who tells a client that its lock is lost', () => {
  test('has a row for each lock, and for no other', () => {
    expect(Object.keys(told)).toEqual(locks.map(({ id }) => id));
    expect(lossRows.map(({ id }) => id)).toEqual(locks.map(({ id }) => id));
  });

  test.each(lossRows.map((row) => [row.id, row] as const))('says all of %s in both languages', (_, row) => {
    for (const text of [row.title, row.when, row.usually]) {
      expect(text.en.trim()).not.toBe('');
      expect(text.zh.trim()).not.toBe('');
    }
  });

  test.each(locks.map((lock) => [lock.id, lock] as const))(
    'names an extension or a service for %s if its own program tells of a loss, and only then',
    (id, lock) => {
      const isOwn = ['extension', 'session', 'connection'].includes(told[id]?.by ?? 'nobody');
      expect(isOwn).toBe(usualWhenLost(lock, withDefaults(lock.fields, {})) !== undefined);
    },
  );
});
