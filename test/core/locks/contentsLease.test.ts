// The lease in a file of a repository: what an agent sends, when it takes over, and what its renewal does; then ten
// scenarios whose verdicts were written before they were run, by the documents of GitHub's API and agent-coord's source.
import { describe, expect, test } from 'vitest';
import { contentsLease } from '../../../src/core/locks/contentsLease/lock';
import { type Reply, timedOut, type Value } from '../../../src/core/model/effects/request';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { Settings as RunSettings } from '../../../src/core/model/scenario/scenario';
import { toMs, wallEpoch } from '../../../src/core/model/values/time';
import { atStep, crashAt, loseReply, pauseAt } from '../../support/faultsAt';
import { type Circumstances, type ClientRow, inTurn, lockClient, type Settings } from '../../support/lockClient';
import { outcomesOf, type Rest, type RunRow, runOf, setupOf } from '../../support/runOf';

const error = (message: string): Reply => ({ kind: 'error', message });
const absent = error('404 Not Found');
const conflict = error('409 stock does not match s0');
const noShaGiven = error('422 Invalid request. "sha" wasn\'t supplied.');

/** What a read finds: a time in ms from the start of the world. */
const file = (sha: string, endsAt: number, { owner = 'other', count = 4, state = 'active' } = {}): Value => [
  sha,
  owner,
  toMs(wallEpoch) + endsAt,
  count,
  state,
];
const me = '80000000';

const acquire = lockClient(contentsLease, {
  nodes: ['service'],
  replies: { 'GET CONTENTS': absent, 'PUT CONTENTS': 's1', 'DELETE CONTENTS': 'OK' },
});
const put = (sha: string, endsAt: number, count: number, state = 'active'): string =>
  `PUT CONTENTS stock ${sha} ${me} +${endsAt} ${count} ${state}`;
const read = 'GET CONTENTS stock';

describe('acquire', () => {
  const names = { read, create: put('-', 900_020, 1) };

  test.each<ClientRow>([
    ['creates a file that is not there, and names no sha', {}, 'read, create → held 899980, token 1'],
    [
      'takes a file that was released, however long it would last, and counts on',
      { 'GET CONTENTS': file('s0', 5_000_000, { state: 'released' }) },
      `read, ${put('s0', 900_020, 5)} → held 899980, token 5`,
    ],
    [
      'leaves a file alone until its own clock has reached the time in it',
      { 'GET CONTENTS': file('s0', 21) },
      `read, read, ${put('s0', 905_040, 5)} → held 899980, token 5`,
    ],
    [
      'and takes it at that millisecond',
      { 'GET CONTENTS': file('s0', 20) },
      `read, ${put('s0', 900_020, 5)} → held 899980, token 5`,
    ],
    [
      'has lost a race for a file that was not there, and reads again',
      { 'PUT CONTENTS': inTurn(noShaGiven, 's1'), 'GET CONTENTS': inTurn(absent, file('s0', 40, { count: 1 })) },
      `read, create, read, ${put('s0', 905_060, 2)} → held 899980, token 2`,
    ],
    [
      'has lost a race for a file that was over, and reads again',
      { 'PUT CONTENTS': inTurn(conflict, 's1'), 'GET CONTENTS': inTurn(file('s0', 0), file('s9', 5000, { count: 5 })) },
      `read, ${put('s0', 900_020, 5)}, read, ${put('s9', 905_060, 6)} → held 899980, token 6`,
    ],
    [
      'recognizes its own name after a write that was not answered, and writes no second time',
      {
        nodeTimeout: 1000,
        'PUT CONTENTS': timedOut,
        'GET CONTENTS': inTurn(absent, file('s7', 900_020, { owner: me, count: 1 })),
      },
      'read, create, read → held 893980, token 1',
    ],
    [
      'but not if that write is over meanwhile',
      {
        nodeTimeout: 1000,
        'PUT CONTENTS': inTurn(timedOut, 's1'),
        'GET CONTENTS': inTurn(absent, file('s7', 6000, { owner: me, count: 1 })),
      },
      `read, create, read, ${put('s7', 906_040, 2)} → held 899980, token 2`,
    ],
    [
      'asks again after silence',
      { nodeTimeout: 1000, 'GET CONTENTS': inTurn(timedOut, absent) },
      `read, read, ${put('-', 906_020, 1)} → held 899980, token 1`,
    ],
  ])('%s', (_, given, went) => {
    expect(acquire(given).went(names)).toBe(went);
  });
});

describe('a renewal', () => {
  function renewing(given: Circumstances) {
    const client = acquire(given);
    const before = client.sent.length;
    client.runTask();
    return { asked: client.sent.slice(before), at: client.world.sent.slice(before).map(({ atMs }) => atMs), client };
  }

  test('names what the agent wrote last and keeps the count, until another has the file: the agent is notified', () => {
    const { asked, at, client } = renewing({
      'PUT CONTENTS': inTurn('s1', 's2', conflict),
      'GET CONTENTS': inTurn(absent, file('s9', 2_000_000, { count: 2 })),
    });
    expect(asked).toEqual([put('s1', 1_200_040, 1), put('s2', 1_500_060, 1), read]);
    expect(at).toEqual([300_040, 600_060, 600_080]);
    expect([client.marks, client.reported]).toEqual([['1 extended 899980', '1 lost: stolen'], 'stolen']);
  });

  test('is refused by its own that was not answered, and goes on with what that has written', () => {
    const { asked, client } = renewing({
      nodeTimeout: 50,
      'PUT CONTENTS': inTurn('s1', timedOut, conflict, 's3', conflict),
      'GET CONTENTS': inTurn(absent, file('s2', 1_200_040, { owner: me, count: 1 }), file('s9', 0)),
    });
    expect(asked.map((text) => text.split(' ').slice(0, 4).join(' '))).toEqual([
      'PUT CONTENTS stock s1',
      'PUT CONTENTS stock s1',
      read,
      'PUT CONTENTS stock s2',
      'PUT CONTENTS stock s3',
      read,
    ]);
    expect(client.reported).toBe('stolen');
  });

  test('is not its own any more if the same name was counted on, or if the file is gone', () => {
    const counted = file('s9', 2_000_000, { owner: me, count: 2 });
    for (const found of [counted, absent]) {
      const { client } = renewing({ 'PUT CONTENTS': inTurn('s1', conflict), 'GET CONTENTS': inTurn(absent, found) });
      expect(client.reported).toBe('stolen');
    }
  });

  test('does not know what silence means, and tries again', () => {
    const { at, client } = renewing({
      nodeTimeout: 50,
      'PUT CONTENTS': inTurn('s1', timedOut, conflict, conflict),
      'GET CONTENTS': inTurn(absent, timedOut, file('s9', 0)),
    });
    expect(at).toEqual([300_040, 600_090, 600_110, 900_160, 900_180]);
    expect(client.reported).toBe('stolen');
  });

  test('comes from nobody if nobody renews', () => {
    expect(acquire({ renewedBy: 'nobody' }).world.forked).toEqual([]);
  });
});

describe('release', () => {
  const mine = file('s2', 900_020, { owner: me, count: 1 });
  const reads = (found: Value | Reply) => inTurn(absent, found);
  test.each<readonly [string, Circumstances, string, string]>([
    ['writes that it is released, and keeps the count', {}, put('s1', 900_020, 1, 'released'), 'none'],
    [
      'leaves the file of another',
      { 'PUT CONTENTS': inTurn('s1', conflict), 'GET CONTENTS': reads(file('s9', 9)) },
      read,
      'stolen',
    ],
    [
      'releases what its own renewal has written',
      { 'PUT CONTENTS': inTurn('s1', conflict, 's3'), 'GET CONTENTS': reads(mine) },
      put('s2', 900_020, 1, 'released'),
      'none',
    ],
    [
      'does not know',
      { nodeTimeout: 50, 'PUT CONTENTS': inTurn('s1', timedOut) },
      put('s1', 900_020, 1, 'released'),
      'error',
    ],
    ['deletes the file', { release: 'delete' }, 'DELETE CONTENTS stock s1', 'none'],
    ['which nobody has', { release: 'delete', 'DELETE CONTENTS': absent }, read, 'stolen'],
    [
      'or its own renewal has written',
      { release: 'delete', 'DELETE CONTENTS': inTurn(conflict, 'OK'), 'GET CONTENTS': reads(mine) },
      'DELETE CONTENTS stock s2',
      'none',
    ],
  ])('%s', (_, given, sent, reason) => {
    const client = acquire(given);
    expect([client.release(), client.sent.at(-1)]).toEqual([reason, sent]);
  });

  test('ends the renewal', () => {
    const client = acquire();
    client.release();
    expect(client.world.cancelled).toEqual([0]);
  });
});

const lock = (settings: Settings = {}) => ({ id: 'contents-lease', settings });
const times: Partial<RunSettings> = { rounds: 1, work: 20_000, duration: 4_000_000, patience: 3_500_000 };
const repository = { storage: { id: 'repository' } };
const fencing = { storage: { id: 'fencing' } };
const working = (work: number, more: Partial<RunSettings> = {}): Rest => ({ settings: { ...times, work, ...more } });
const ahead = (offset: number): Rest => working(400_000, { own: { client2: { clock: { offset } } } });
const dies: Rest = { faults: { dies: crashAt('client1', 'work') } };
const pausedFor = (ms: number): Rest => ({ faults: { pause: pauseAt('client1', 'write', ms) } });

/** A lease of 10 s that nobody renews. */
const short = { renewedBy: 'nobody', lease: 10, retryDelay: 500 };

/** The first renewal: the third answer to client 1, after a read and a create. */
const renewalUnanswered: Rest = { faults: { lost: loseReply('service', 'client1', 3) } };

const scenarios: RunRow[] = [
  [
    'two agents find no file at the same moment: one PUT is refused',
    'held',
    lock(),
    working(20_000, { stagger: 0, latency: 5 }),
  ],
  [
    'two agents find a dead one’s lease over at the same moment: one PUT is refused',
    'held',
    lock(short),
    working(5000, { clients: 3, stagger: 0, latency: 5 }),
    dies,
  ],
  ['the harness renews through a work that is longer than the lease', 'held', lock(), working(2_000_000)],
  ['nobody renews, and one answer is longer than the lease', 'lost', lock(short), working(20_000)],
  [
    'the same, and a push must be a fast-forward: the second push is refused',
    'overlap',
    lock(short),
    repository,
    working(20_000),
  ],
  [
    'a pause before the write that is longer than the lease, and the storage checks the token',
    'overlap',
    lock(short),
    fencing,
    working(5000),
    pausedFor(40_000),
  ],
  [
    'a pause of 1,000 s before the write: no harness renews, and the write is sent first',
    'lost',
    lock(),
    working(20_000),
    pausedFor(1_000_000),
  ],
  [
    'a reader’s clock is 700 s ahead, where each renewal leaves 600 s: it takes a live lease, and the next renewal stops the agent',
    'overlap',
    lock(),
    ahead(700_000),
  ],
  ['after the death of an agent the next waits until the lease is over', 'held', lock(), working(20_000), dies],
  [
    'a renewal is not answered: the next is refused by it, finds its own name, and goes on',
    'held',
    lock(),
    working(2_000_000),
    renewalUnanswered,
  ],
];

describe('ten scenarios', () => {
  test.each(scenarios)('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });
});

const jumpBack: Fault = { kind: 'clock-jump', process: 'client1', when: atStep('client1', 'work'), by: -1_000_000 };

describe('in runs', () => {
  test.each<RunRow>([
    ['three agents', 'held', lock(), working(20_000, { clients: 3, rounds: 2 })],
    [
      'a token rejects nothing that comes before a newer write: the next holder overwrites it',
      'lost',
      lock(short),
      fencing,
      working(20_000),
    ],
    ['a reader’s clock is 500 s ahead', 'held', lock(), ahead(500_000)],
    [
      'the holder’s clock jumps back by 1,000 s: its next renewal is over for everybody else',
      'overlap',
      lock(),
      working(1_000_000),
      { faults: { jumpBack } },
    ],
    [
      'the run ends before the lease of a dead agent does: that is no lock for ever',
      'unavailable',
      lock(),
      working(20_000, { duration: 500_000, patience: 400_000 }),
      dies,
    ],
    [
      'the first write is not answered: the agent reads its own name',
      'held',
      lock(),
      working(20_000),
      { faults: { lost: loseReply('service', 'client1', 2) } },
    ],
    ['the loop cannot renew during one long answer', 'lost', lock({ renewedBy: 'loop' }), working(1_000_000)],
    [
      'the loop cannot, and a push must be a fast-forward',
      'overlap',
      lock({ renewedBy: 'loop' }),
      repository,
      working(1_000_000),
    ],
  ])('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });

  test('after the death of an agent the next is in within a retry of the end of the lease', () => {
    const { times: at } = runOf(setupOf(lock(), working(20_000), dies));
    const [first = 0] = at('acquired', 'client1');
    const [next = 0] = at('acquired', 'client2');
    expect(next - first).toBeGreaterThan(899_900);
    expect(next - first).toBeLessThan(905_200);
  });

  test('a file that is deleted counts anew, so the token rejects the rightful holder', () => {
    const rejected = (release: string) =>
      runOf(setupOf(lock({ ...short, release }), fencing, working(5000, { clients: 3 }), pausedFor(40_000))).facts(
        'rightful-rejected',
      );
    expect([rejected('delete').length > 0, rejected('write')]).toEqual([true, []]);
  });

  test('the file of a successor is never touched', () => {
    for (const release of ['write', 'delete']) {
      const { facts } = runOf(setupOf(lock({ ...short, release }), working(20_000, { clients: 3 })));
      expect(facts('deleted-another')).toEqual([]);
    }
  });
});
