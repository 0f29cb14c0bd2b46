// The lock in an object store: what a writer sends, when it takes over and what its heartbeat does; then ten scenarios
// whose verdicts were written by Hudi's source and the stores' documents before they were run.
import { describe, expect, test } from 'vitest';
import { objectStore } from '../../../src/core/locks/objectStore/lock';
import { type Reply, timedOut, type Value } from '../../../src/core/model/effects/request';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { Settings as RunSettings } from '../../../src/core/model/scenario/scenario';
import { toMs, wallEpoch } from '../../../src/core/model/values/time';
import { crashAt, loseReply, pauseAt, threadDiesAt } from '../../support/faultsAt';
import { type Circumstances, type ClientRow, inTurn, lockClient, type Settings } from '../../support/lockClient';
import { outcomesOf, type Rest, type RunRow, runOf, setupOf } from '../../support/runOf';

const error = (message: string): Reply => ({ kind: 'error', message });
const absent = error('404 NoSuchKey: …');
const refused = error('412 Precondition Failed: …');
const conflict = error('409 ConditionalRequestConflict: …');

/** What a read finds: a time in ms from the start of the world. */
const file = (etag: string, until: number, { owner = 'other', state = 'valid' } = {}): Value => [
  etag,
  7,
  owner,
  toMs(wallEpoch) + until,
  state,
];
const me = '80000000';

const acquire = lockClient(objectStore, {
  nodes: ['service'],
  replies: { 'GET OBJECT': absent, 'PUT OBJECT': ['e1', 8], 'DELETE OBJECT': 'OK' },
});
const put = (condition: string, until: number, state = 'valid'): string =>
  `PUT OBJECT stock ${condition} ${me} +${until} ${state}`;

describe('acquire', () => {
  const names = { read: 'GET OBJECT stock', create: put('If-None-Match:*', 300_020) };
  const reads = (count: number): string => Array(count).fill('read').join(', ');
  const [bare, generation] = [{ recipe: 'bare' }, { condition: 'generation' }];

  test.each<ClientRow>([
    ['creates a file that is not there, if nobody else does', {}, 'read, create → held 299980'],
    ['by its generation: 0 is none', generation, `read, ${put('If-Generation-Match:0', 300_020)} → held 299980`],
    [
      'replaces a file that its owner has marked as expired, however long it would be valid',
      { 'GET OBJECT': file('e0', 900_000, { state: 'expired' }) },
      `read, ${put('If-Match:e0', 300_020)} → held 299980`,
    ],
    [
      'names the generation that it has read',
      { 'GET OBJECT': file('e0', 0, { state: 'expired' }), ...generation },
      `read, ${put('If-Generation-Match:7', 300_020)} → held 299980`,
    ],
    [
      'leaves a file alone when its own clock is past the time in it by the tolerance, to the millisecond',
      { 'GET OBJECT': inTurn(file('e0', 20 - 500), absent) },
      `read, read, ${put('If-None-Match:*', 301_040)} → held 299980`,
    ],
    [
      'and takes it one millisecond later',
      { 'GET OBJECT': file('e0', 20 - 501) },
      `read, ${put('If-Match:e0', 300_020)} → held 299980`,
    ],
    [
      'asks once a second',
      { 'GET OBJECT': file('e0', 2600) },
      `${reads(5)}, ${put('If-Match:e0', 304_100)} → held 299980`,
    ],
    [
      'is overtaken, and reads again',
      { 'PUT OBJECT': inTurn(refused, ['e2', 9]) },
      `read, create, read, ${put('If-None-Match:*', 301_060)} → held 299980`,
    ],
    [
      'does not know what a conflict means, and reads again',
      { 'PUT OBJECT': inTurn(conflict, ['e2', 9]) },
      `read, create, read, ${put('If-None-Match:*', 301_060)} → held 299980`,
    ],
    [
      'ends its attempt where a creating write is not answered: Hudi’s client throws',
      { 'PUT OBJECT': timedOut, nodeTimeout: 1000 },
      'read, create → refused: error',
    ],
    [
      'bare reads again then',
      { ...bare, 'PUT OBJECT': inTurn(timedOut, ['e2', 9]), nodeTimeout: 1000 },
      `read, ${put('If-None-Match:*', 300_000)}, read, ${put('If-None-Match:*', 302_000)} → held 299940`,
    ],
    [
      'reads again where a write over an old file is not answered',
      { 'PUT OBJECT': inTurn(timedOut, ['e2', 9]), 'GET OBJECT': file('e0', -900), nodeTimeout: 1000 },
      `read, ${put('If-Match:e0', 300_020)}, read, ${put('If-Match:e0', 302_040)} → held 299980`,
    ],
    [
      'meets its own file after a write that was not answered, and waits for it like anybody',
      {
        'PUT OBJECT': inTurn(timedOut, ['e2', 9]),
        'GET OBJECT': inTurn(file('e0', -900), file('e1', 1500, { owner: me })),
      },
      `read, ${put('If-Match:e0', 300_020)}, read, ${put('If-Match:e1', 331_040)} → held 299980`,
    ],
    [
      'bare counts in whole seconds',
      { ...bare, 'GET OBJECT': inTurn(file('e0', 9000), absent) },
      `read, read, ${put('If-None-Match:*', 301_000)} → held 299940`,
    ],
  ])('%s', (_, given, went) => {
    expect(acquire(given).went(names)).toBe(went);
  });

  test('a nonce makes two contents of the same time differ', () => {
    let drawn = 0;
    const { sent } = acquire({ nonce: true }, { draw: () => drawn++ / 16 });
    expect(sent.at(-1)).toBe(`PUT OBJECT stock If-None-Match:* 00000000 +300020 valid ${2 ** 28}`);
  });
});

describe('the heartbeat', () => {
  /** The times and conditions of its renewals, its marks, and what the client was notified of. */
  function beating(given: Circumstances) {
    const client = acquire({ ...given });
    const before = client.sent.length;
    client.runTask();
    const asked = client.world.sent.slice(before).map(({ text, atMs }) => `${text.split(' ')[3]} at ${atMs}`);
    return { asked: asked.join(', '), client };
  }

  test('renews what it has written last, at a fixed rate, until it is refused; nobody is notified', () => {
    const { asked, client } = beating({ 'PUT OBJECT': inTurn(['e1', 1], ['e2', 2], ['e3', 3], refused) });
    expect(asked).toBe('If-Match:e1 at 30040, If-Match:e2 at 60040, If-Match:e3 at 90040');
    expect([client.marks, client.reported]).toEqual([['1 extended 299980', '1 extended 299980'], 'none']);
  });

  test('goes on after silence, a conflict and a file that is gone', () => {
    const { asked } = beating({
      'PUT OBJECT': inTurn(['e1', 1], timedOut, conflict, absent, refused),
      nodeTimeout: 50,
    });
    expect(asked).toBe('If-Match:e1 at 30040, If-Match:e1 at 60040, If-Match:e1 at 90040, If-Match:e1 at 120040');
  });

  test('is refused by its own write, if that was not answered', () => {
    const { asked, client } = beating({ 'PUT OBJECT': inTurn(['e1', 1], timedOut, refused) });
    expect([asked, client.marks]).toEqual(['If-Match:e1 at 30040, If-Match:e1 at 60040', []]);
  });

  test('renews a file that is no longer valid, without a look at the clock', () => {
    const client = acquire({ 'PUT OBJECT': inTurn(['e1', 1], ['e2', 2], refused) });
    client.world.pass(400_000);
    expect(client.left).toBe('0');
    client.world.runUntilMark(client.task(), 'extended');
    expect([client.sent.at(-1), client.left]).toEqual([put('If-Match:e1', 730_040), '299980']);
  });
});

describe('release', () => {
  test.each<readonly [string, Circumstances, string, string]>([
    ['writes the same time, and that it is over', {}, put('If-Match:e1', 300_020, 'expired'), 'none'],
    ['is refused where another has the file', { 'PUT OBJECT': inTurn(['e1', 1], refused) }, '', 'stolen'],
    ['does not know', { 'PUT OBJECT': inTurn(['e1', 1], timedOut) }, '', 'error'],
    ['bare deletes whatever is there', { recipe: 'bare' }, 'DELETE OBJECT stock unconditional', 'none'],
    ['or its own file alone', { recipe: 'bare', deletes: 'own' }, 'DELETE OBJECT stock If-Match:e1', 'none'],
    ['which another has', { recipe: 'bare', 'DELETE OBJECT': refused }, '', 'stolen'],
    ['or nobody', { recipe: 'bare', 'DELETE OBJECT': absent }, '', 'gone'],
  ])('%s', (_, given, sent, reason) => {
    const client = acquire(given);
    expect([client.release(), client.sent.at(-1)]).toEqual([reason, sent === '' ? client.sent.at(-1) : sent]);
  });

  test('after one without an answer, Hudi takes its lock again and asks nobody, while its own clock says valid', () => {
    const client = acquire({ 'PUT OBJECT': inTurn(['e1', 1], timedOut, ['e2', 2]) });
    client.release();
    const before = client.sent.length;
    expect([client.acquire().ends, client.sent.length - before]).toEqual(['held 269980', 0]);
    client.world.pass(271_000);
    expect([client.acquire().ends, client.sent.length - before]).toEqual(['held 299980', 2]);
  });
});

const lock = (settings: Settings = {}) => ({ id: 'object-store', settings });
const times: Partial<RunSettings> = { rounds: 1, work: 20_000, duration: 1_500_000, patience: 1_400_000 };
const version = { storage: { id: 'version' } };
const pausedFor = (ms: number): Rest => ({ faults: { pause: pauseAt('client1', 'write', ms) } });

/** A work of 9.5 s under a lock of 10 s, so short that no heartbeat comes. */
const short = lock({ validity: 10, retryDelay: 100 });
const shortTimes: Partial<RunSettings> = { ...times, work: 9500 };
const ahead = (client: 'client1' | 'client2', offset: number): Rest => ({
  settings: { ...shortTimes, own: { [client]: { clock: { offset } } } },
});

/** The first renewal: the third answer to client 1, after a read and a create. */
const renewalUnanswered = loseReply('service', 'client1', 3);
const lateDelete: Fault = {
  kind: 'delay',
  message: { from: 'client1', to: 'service', leg: 'request', nth: 3 },
  by: 250,
};
const aba = { recipe: 'bare', deletes: 'own', nodeTimeout: 100, retryDelay: 50 };
const again: Rest = {
  settings: { ...times, rounds: 2, think: 10, work: 300, latency: 5, own: { client2: { start: 550 } } },
  faults: { lateDelete },
};

const longWork = (offset: number): Rest => ({
  settings: { ...times, work: 100_000, own: { client2: { clock: { offset } } } },
});

/** Both answers to the first unlock are lost: the SDK has sent it twice. */
const twoRounds: Rest = {
  settings: { ...times, rounds: 2, work: 35_000 },
  faults: { first: loseReply('service', 'client1', 4), second: loseReply('service', 'client1', 5) },
};

/** Each verdict was written before the run, by its reason. */
const scenarios: RunRow[] = [
  [
    'the reader is 501 ms ahead and 1.3 s more, the rest of the time: it takes a live lock',
    'lost',
    short,
    ahead('client2', 1801),
  ],
  ['the reader is 499 ms ahead: within the tolerance', 'held', short, ahead('client2', 499)],
  ['the writer is behind by as much: the same difference', 'lost', short, ahead('client1', -1801)],
  ['a pause of 400 s is longer than 300 s and 0.5 s', 'lost', lock(), { settings: times }, pausedFor(400_000)],
  ['a pause of 200 s is shorter', 'held', lock(), { settings: times }, pausedFor(200_000)],
  [
    'a renewal after 310 s revives the lock, for nobody has taken it yet',
    'held',
    lock(),
    { settings: { ...times, stagger: 315_000 }, faults: { pause: pauseAt('client1', 'work', 310_000) } },
  ],
  [
    'a renewal after a takeover is refused, its work goes on, and the version check refuses the write',
    'overlap',
    lock(),
    version,
    { settings: times },
    pausedFor(310_000),
  ],
  [
    'after a crash the next waits until the time is over',
    'held',
    lock(),
    { settings: times, faults: { crash: crashAt('client1', 'work') } },
  ],
  [
    'the answer to a renewal is lost: the next is refused by it, the heartbeat ends, the work goes on',
    'lost',
    lock(),
    { settings: { ...times, work: 400_000 }, faults: { renewalUnanswered } },
  ],
  [
    'the same bytes within a second: a late delete by its ETag deletes the next lock of its sender (ABA)',
    'lost',
    lock(aba),
    again,
  ],
];

describe('ten scenarios', () => {
  test.each(scenarios)('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });
});

describe('in runs', () => {
  test.each<RunRow>([
    ['three clients', 'held', lock(), { settings: { ...times, clients: 3 } }],
    ['without ABA: a generation', 'held', lock({ ...aba, condition: 'generation' }), again],
    ['without ABA: a nonce', 'held', lock({ ...aba, nonce: true }), again],
    ['a reader 270.3 s ahead, where each heartbeat leaves 270 s', 'held', lock(), longWork(270_300)],
    ['a reader 272 s ahead', 'lost', lock(), longWork(272_000)],
    [
      'a pause that is longer than the lock, and the data commit is conditional too',
      'overlap',
      lock(),
      version,
      {
        settings: times,
        ...pausedFor(400_000),
      },
    ],
    [
      'the thread dies, and its heartbeat with it',
      'held',
      lock(),
      { settings: times, faults: { dies: threadDiesAt('client1', 'work') } },
    ],
    ['an unlock without an answer, and a second round that asks nobody', 'lost', lock(), twoRounds],
    [
      'the same where the SDK sends again in time',
      'held',
      lock(),
      { ...twoRounds, faults: { first: loseReply('service', 'client1', 4) } },
    ],
  ])('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });

  test('after a crash the next is in within a retry of the validity and the tolerance', () => {
    const { times: at } = runOf({ lock: lock(), settings: times, faults: { crash: crashAt('client1', 'work') } });
    const [first = 0] = at('acquired', 'client1');
    const [next = 0] = at('acquired', 'client2');
    expect(next - first).toBeGreaterThan(300_400);
    expect(next - first).toBeLessThan(302_000);
  });

  test('an unlock waits for a renewal that is under way, and names what that has written', () => {
    const slow: Fault = {
      kind: 'delay',
      message: { from: 'client1', to: 'service', leg: 'request', nth: 3 },
      by: 3000,
    };
    const { times: at, requests } = runOf({ lock: lock(), settings: { ...times, work: 31_000 }, faults: { slow } });
    const [renewal, unlock] = requests('client1')
      .slice(-2)
      .map((text) => text.split(' ').slice(3, 4).join());
    expect(renewal).not.toBe(unlock);
    expect(at('acquired', 'client2')[0]).toBeLessThan(36_000);
  });

  test('a late renewal is refused once, and no unlock touches the file of the next', () => {
    const { requests, facts } = runOf(setupOf(lock(), { settings: times }, pausedFor(310_000)));
    const conditions = requests('client1').map((text) => text.split(' ').slice(0, 4).join(' '));
    const last = conditions.slice(-2);
    expect([new Set(last).size, facts('deleted-another')]).toEqual([1, []]);
  });

  test('bare deletes the file of its successor, which then deletes another’s, unless on its condition', () => {
    const settings = { ...times, clients: 3, work: 9000 };
    const [any, own] = ['any', 'own'].map((deletes) => {
      const bare = lock({ recipe: 'bare', validity: 20, deletes });
      return runOf({ lock: bare, settings, ...pausedFor(15_000) }).facts('deleted-another');
    });
    expect([any, own]).toEqual([['client1 client2', 'client2 client3'], []]);
  });
});
