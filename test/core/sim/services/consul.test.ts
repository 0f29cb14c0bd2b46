// Consul alone, compared with its documentation and source: sessions, LockIndex, lock-delay, long reads. Statements are
// joined by +.
import { expect, test } from 'vitest';
import { makeConsul } from '../../../../src/core/sim/services/consul';
import { ServiceStage } from '../../../support/serviceStage';

interface Row {
  readonly claim: string;
  readonly lines: readonly string[];
  readonly said: readonly string[];
}

const get = (who: string, index = 0, wait = 1000): string => `${who} KV+GET stock ${index} ${wait}`;
const acquire = (who: string, session: number): string => `${who} KV+ACQUIRE stock ${session}`;
const release = (who: string, session: number): string => `${who} KV+RELEASE stock ${session}`;
const taken = (who: string, session: number): readonly string[] => [
  `stock = session ${session} for ${who} (session)`,
  `${who}: 1`,
];

const rows: readonly Row[] = [
  {
    claim: 'the LockIndex counts acquisitions, and the ModifyIndex every change',
    lines: [acquire('a', 1), get('a'), release('a', 1), acquire('b', 2), get('b')],
    said: [
      ...taken('a', 1),
      'a: [5 session 1 1]',
      'stock gone by a (deleted)',
      'a: 1',
      ...taken('b', 2),
      'b: [7 session 2 2]',
    ],
  },
  {
    claim: 'a session that has the key gets a yes again, with the same LockIndex; another session gets a no',
    lines: [acquire('a', 1), acquire('a', 1), acquire('b', 2), get('a')],
    said: [...taken('a', 1), 'a: 1', 'b: 0', 'a: [6 session 1 1]'],
  },
  {
    claim: 'only its own session releases a key, and a session that is not there acquires none',
    lines: [acquire('a', 1), release('b', 2), acquire('b', 9)],
    said: [...taken('a', 1), 'b: 0', 'b: invalid session "session 9"'],
  },
  {
    claim: 'a long read waits for a change of its key; everybody who waits is woken by it',
    lines: [acquire('a', 1), get('b', 5), get('c', 5), release('a', 1)],
    said: [
      ...taken('a', 1),
      'b waits',
      'c waits',
      'stock gone by a (deleted)',
      'b is woken',
      'b: [6 null 1]',
      'c is woken',
      'c: [6 null 1]',
      'a: 1',
    ],
  },
  {
    claim: 'a long read without a change is answered when its wait is over, and its client waits on',
    lines: [acquire('a', 1), get('b', 5, 700), 'wait 700', get('b', 5, 700), release('a', 1)],
    said: [
      ...taken('a', 1),
      'b waits',
      'b: [5 session 1 1]',
      'stock gone by a (deleted)',
      'b is woken',
      'b: [6 null 1]',
      'a: 1',
    ],
  },
  {
    claim: 'a consistent read is a monitor’s and is no wait for the lock',
    lines: [acquire('a', 1), 'a KV+GET stock 5 300000 consistent', release('a', 1)],
    said: [...taken('a', 1), 'stock gone by a (deleted)', 'a: [6 null 1]', 'a: 1'],
  },
  {
    claim:
      'a session ends two TTLs after its last renewal, and closes its key for the lock-delay, of which nobody is told',
    lines: [
      acquire('a', 1),
      'wait 1000',
      'a SESSION+RENEW 1',
      'b SESSION+RENEW 2',
      get('b', 5, 9000),
      'wait 1999',
      'b SESSION+RENEW 2',
      'wait 1',
      'a SESSION+RENEW 1',
      acquire('b', 2),
      'wait 499',
      acquire('b', 2),
      'wait 1',
      acquire('b', 2),
      get('b'),
    ],
    said: [
      ...taken('a', 1),
      'a: 1',
      'b: 2',
      'b waits',
      'b: 2',
      'stock = session 1 for a (500 ms)',
      'b is woken',
      'b: [7 null 1]',
      'a: null',
      'b: 0',
      'b: 0',
      'stock gone by nobody (expired)',
      ...taken('b', 2),
      'b: [8 session 2 2]',
    ],
  },
  {
    claim: 'to destroy a session that has the key closes it, too; to destroy it after a release does not',
    lines: [
      acquire('a', 1),
      'a SESSION+DESTROY 1',
      acquire('b', 2),
      'wait 500',
      acquire('b', 2),
      release('b', 2),
    ].concat(['b SESSION+DESTROY 2', 'b SESSION+DESTROY 2', get('c')]),
    said: [
      ...taken('a', 1),
      'stock = session 1 for a (500 ms)',
      'a: OK',
      'b: 0',
      'stock gone by nobody (expired)',
      ...taken('b', 2),
      'stock gone by b (deleted)',
      'b: 1',
      'b: OK',
      'b: OK',
      'c: [8 null 2]',
    ],
  },
  {
    claim: 'the lock-delay runs by the monotonic clock: a jump of the wall clock opens nothing and closes nothing',
    lines: [
      acquire('a', 1),
      'a SESSION+DESTROY 1',
      'clock +500',
      acquire('b', 2),
      'clock -5000',
      'wait 500',
      acquire('b', 2),
    ],
    said: [
      ...taken('a', 1),
      'stock = session 1 for a (500 ms)',
      'a: OK',
      'b: 0',
      'stock gone by nobody (expired)',
      ...taken('b', 2),
    ],
  },
  {
    claim: 'with the behavior delete the key goes with its session, and the LockIndex begins at 1 again',
    lines: [
      'd SESSION+CREATE 1000 0 delete',
      acquire('d', 4),
      release('d', 4),
      acquire('d', 4),
      get('d'),
      'd SESSION+DESTROY 4',
      acquire('a', 1),
      get('a'),
    ],
    said: [
      'd: 4',
      ...taken('d', 4),
      'stock gone by d (deleted)',
      'd: 1',
      ...taken('d', 4),
      'd: [8 session 4 2]',
      'stock gone by d (deleted)',
      'd: OK',
      ...taken('a', 1),
      'a: [10 session 1 1]',
    ],
  },
  {
    claim: 'the death of a client ends its reads, not its session',
    lines: [acquire('a', 1), get('b', 5), 'b dies', 'a dies', get('c', 5), 'b′ SESSION+RENEW 2', release('a', 1)],
    said: [
      ...taken('a', 1),
      'b waits',
      'c waits',
      'b′: 2',
      'stock gone by a (deleted)',
      'c is woken',
      'c: [6 null 1]',
      'a: 1',
    ],
  },
  {
    claim: 'a new leader has all sessions and keys, no reads, and starts every timer anew',
    lines: [acquire('a', 1), get('b', 5), 'wait 1900', 'restart', 'wait 1999', get('b'), 'wait 1', get('b')],
    said: [
      ...taken('a', 1),
      'b waits',
      'b: [5 session 1 1]',
      '1 kept',
      'b: [5 session 1 1]',
      'stock = session 1 for a (500 ms)',
      'b: [6 null 1]',
    ],
  },
  {
    claim:
      'without a leader reads that wait fail, no session ends, and a lock-delay passes; the new leader starts all timers',
    lines: [
      'd SESSION+CREATE 1000 2500 release',
      'd KV+ACQUIRE other 4',
      'd SESSION+DESTROY 4',
      acquire('a', 1),
      get('b', 8),
      'a KV+GET stock 8 9000 consistent',
      'leader lost',
      'wait 2500',
      'leader found',
      'wait 1999',
      get('a'),
      'wait 1',
      get('a'),
    ],
    said: [
      'd: 4',
      'other = session 4 for d (session)',
      'd: 1',
      'other = session 4 for d (2500 ms)',
      'd: OK',
      ...taken('a', 1),
      'b waits',
      'b: No cluster leader',
      'a: No cluster leader',
      'other gone by nobody (expired)',
      'a: [8 session 1 1]',
      'stock = session 1 for a (500 ms)',
      'a: [9 null 1]',
    ],
  },
];

test.each(rows.map((row) => [row.claim, row] as const))('%s', (_, { lines, said }) => {
  const stage = new ServiceStage(makeConsul, {});
  stage.play(
    'a SESSION+CREATE 1000 500 release',
    'b SESSION+CREATE 1000 500 release',
    'c SESSION+CREATE 1000 0 release',
  );
  expect(stage.play(...lines)).toEqual(said);
});
