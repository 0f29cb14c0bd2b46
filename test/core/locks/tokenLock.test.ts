// The lock whose value is a fencing token, against nodes that answer from a table, and in the runs of the article and
// the stories.
import { describe, expect, test } from 'vitest';
import { tokenLock } from '../../../src/core/locks/tokenLock/lock';
import { reasons } from '../../../src/core/model/effects/effect';
import { connectionClosed, timedOut } from '../../../src/core/model/effects/request';
import { withDefaults } from '../../../src/core/model/scenario/fields';
import { defaultSettings } from '../../../src/core/model/scenario/scenario';
import { readEvents } from '../../../src/core/model/trace/traceReader';
import { atStep, pauseAt, restartAt } from '../../support/faultsAt';
import { type ClientRow, lockClient, nodesOf, type Settings } from '../../support/lockClient';
import { outcomesOf, type Rest, type RunRow, runOf, setupOf } from '../../support/runOf';

const acquire = lockClient(tokenLock, {
  nodes: nodesOf(2),
  replies: { INCR: 34, lockWithToken: 1, countAndLock: 35, compareAndDelete: 1 },
});

const names = {
  count: 'A INCR stock:token',
  elsewhere: 'B INCR stock:token',
  lock: 'A lockWithToken stock 34 3000',
  both: 'A countAndLock stock stock:token 3000',
};
const [before, inside] = [{ counter: 'before' }, { counter: 'inside' }];

test.each<ClientRow>([
  ['the token is counted before', before, 'count, lock → held 2980, token 34'],
  ['elsewhere', { counter: 'elsewhere' }, 'elsewhere, lock → held 2980, token 34'],
  ['or inside', inside, 'both → held 2980, token 35'],
  [
    'waits with its token while an older one has it',
    { tries: 3, lockWithToken: 0 },
    'count, lock, lock, lock → refused: held',
  ],
  [
    'gives up at once where a newer one has it: it slept',
    { tries: 3, lockWithToken: -1 },
    'count, lock → refused: slept',
  ],
  ['no token', { ...before, INCR: timedOut }, 'count → refused: error'],
  ['no connection', { ...before, lockWithToken: connectionClosed }, 'count, lock → refused: error'],
  ['refused inside', { ...inside, countAndLock: 0 }, 'both → refused: held'],
  ['no answer inside', { ...inside, countAndLock: timedOut }, 'both → refused: error'],
])('%s', (_, given, went) => {
  expect(acquire(given).went(names)).toBe(went);
});

test('its token is the owner, however it was counted', () => {
  const owners = ['before', 'elsewhere', 'inside'].map((counter) => acquire({ counter }).held.owner);
  expect(owners).toEqual(['34', '34', '35']);
});

test('release deletes the key only while it has the token', () => {
  const clients = [1, 0, timedOut].map((compareAndDelete) => acquire({ compareAndDelete }));
  expect(clients.map((client) => client.release())).toEqual(['none', 'not-owner', 'error']);
  for (const { sent } of clients) expect(sent.at(-1)).toBe('compareAndDelete stock 34');
});

test('release compares by the command where it is set to', () => {
  const client = acquire({ compareBy: 'command', DELEX: 0 });
  expect([client.release(), client.sent.at(-1)]).toEqual(['not-owner', 'DELEX stock IFEQ 34']);
});

test('the counter has a node of its own where it is said to, and the lock is on one all the same', () => {
  const services = (counter: string) =>
    tokenLock.services(defaultSettings, withDefaults(tokenLock.fields, { counter }));
  expect(services('before')).toEqual(['nodeA']);
  expect(services('elsewhere')).toEqual(['nodeA', 'nodeB']);
  expect(runOf({ lock: { id: 'token-lock', settings: { counter: 'elsewhere' } } }).trace.header.quorum).toBe(1);
});

describe('in the stories’ runs', () => {
  const lock = (settings: Settings = {}) => ({ id: 'token-lock', settings });
  const fenced = { storage: { id: 'fencing' } };
  const down: Rest = {
    settings: { patience: 2000, duration: 6000 },
    faults: { down: { kind: 'crash', process: 'nodeA', when: { kind: 'time', at: 50 }, restartAfter: 4000 } },
  };
  const slept: Rest = { settings: { work: 600 }, faults: { sleep: pauseAt('client1', 'lock', 500) } };
  /** The node restarts empty. */
  const forgets: Rest = {
    ...fenced,
    settings: { work: 600 },
    faults: { pause: pauseAt('client1', 'write', 1200), restart: restartAt('nodeA', atStep('client1', 'work')) },
  };
  /** Client 1 sleeps; client 2 locks, reads and pauses. */
  const overtaken = (step: string): Rest => ({
    ...fenced,
    settings: { own: { client2: { start: 100 } } },
    faults: { sleep: pauseAt('client1', step, 1900), pause: pauseAt('client2', 'write', 2200) },
  });
  const short = { ttl: 1500, tries: 12, retryDelay: 150, retryJitter: 20 };

  test.each<RunRow>([
    ['35: a node that is down', 'unavailable', lock(), down],
    ['35: whoever slept after its token is refused', 'held', lock(), slept],
    ['35b: the node forgets; counted before', 'lost', lock({ counter: 'before', tries: 5 }), forgets],
    ['35b: the node forgets; counted elsewhere', 'overlap', lock({ counter: 'elsewhere', tries: 5 }), forgets],
    ['35c: overtaken; counted before', 'lost', lock({ counter: 'before', ...short }), overtaken('lock')],
    ['35c: overtaken; counted inside', 'overlap', lock({ counter: 'inside', ...short }), overtaken('incr-and-lock')],
  ])('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });

  test('35: held, with two requests for an acquisition', () => {
    const run = runOf({ lock: lock(), ...fenced, settings: { clients: 1 } });
    expect(run.verdict.outcome).toBe('held');
    expect(run.requests('client1')).toHaveLength(3);
  });

  test('35: whoever slept after its token learns it from the newer one that stands there', () => {
    const first = [...readEvents(runOf({ lock: lock(), ...slept }).trace)].find((event) => event.kind === 'refused');
    expect(reasons[first?.kind === 'refused' ? first.reason : 0]).toBe('slept');
  });
});
