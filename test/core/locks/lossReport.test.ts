// The help's table of who notifies a client that its lock is lost: each lock has its row, and no row contradicts the
// lock's program.
import { describe, expect, test } from 'vitest';
import { locks } from '../../../src/core/locks';
import { withDefaults } from '../../../src/core/model/scenario/fields';
import { usualWhenLost } from '../../../src/core/model/scenario/lock';

const byId = locks.map((lock) => [lock.id, lock] as const);

describe('who tells a client that its lock is lost', () => {
  test.each(byId)('is said of %s in both languages', (_, { title, lossReport: { when, usually } }) => {
    for (const text of [title, when, usually]) {
      expect(text.en.trim()).not.toBe('');
      expect(text.zh.trim()).not.toBe('');
    }
  });

  test.each(byId)('is an extension or a service for %s if its own program reports a loss, and only then', (_, lock) => {
    const isOwn = ['extension', 'session', 'connection'].includes(lock.lossReport.by);
    const hasReaction = usualWhenLost(lock, withDefaults(lock.fields, {})) !== undefined;
    expect(hasReaction, 'set `whenLost` where `lossReport.by` is a program of the lock, and only there').toBe(isOwn);
  });
});
