// An agent's lease in Redis: what it sends, when it renews, and what a refusal means; then runs in which a second agent
// gets the same file, or nobody does.
import { describe, expect, test } from 'vitest';
import { agentLease } from '../../../src/core/locks/agentLease/lock';
import { timedOut } from '../../../src/core/model/effects/request';
import type { Settings as RunSettings } from '../../../src/core/model/scenario/scenario';
import { crashAt, loseReply, pauseAt, threadDiesAt } from '../../support/faultsAt';
import { type Circumstances, type ClientRow, inTurn, lockClient, type Settings } from '../../support/lockClient';
import { outcomesOf, type RunSetup, runOf } from '../../support/runOf';

const acquire = lockClient(agentLease, {
  replies: { SET: 'OK', compareAndExtend: 1, compareAndDelete: 1, DELEX: 1 },
});

const names = {
  set: 'SET stock 80000000 NX PX 300000',
  renew: 'compareAndExtend stock 80000000 300000',
  delete: 'compareAndDelete stock 80000000',
};

describe('acquire', () => {
  test.each<ClientRow>([
    ['takes the key for the TTL', {}, 'set → held 299980'],
    ['is refused while another agent has it', { SET: null }, 'set → refused: held'],
    ['asks as often as it may', { SET: inTurn(null, 'OK'), tries: 2 }, 'set, set → held 299980'],
    ['does not know what became of a request without an answer', { SET: timedOut }, 'set → refused: error'],
    ['has the name of its user', { holder: 'user' }, 'SET stock 1 NX PX 300000 → held 299980'],
  ])('%s', (_, given, went) => {
    expect(acquire(given).went(names)).toBe(went);
  });
});

describe('release', () => {
  test.each<[string, Circumstances, reason: string, sent: string]>([
    ['deletes its own key', {}, 'none', names.delete],
    ['leaves another agent’s key alone', { compareAndDelete: 0 }, 'not-owner', names.delete],
    ['may go unanswered', { compareAndDelete: timedOut }, 'error', names.delete],
    ['may compare by a command', { compareBy: 'command' }, 'none', 'DELEX stock IFEQ 80000000'],
  ])('%s', (_, given, reason, sent) => {
    const client = acquire(given);
    expect([client.release(), client.sent.at(-1), client.world.cancelled]).toEqual([reason, sent, [0]]);
  });
});

describe('the renewal', () => {
  test('comes after a third of the TTL, and asks for the whole TTL again', () => {
    const client = acquire();
    client.world.runUntilMark(client.task(), 'extended');
    expect([client.timesOf('compareAndExtend'), client.sent.at(-1), client.marks, client.left]).toEqual([
      [100_020],
      names.renew,
      ['1 extended 299980'],
      '299980',
    ]);
  });

  test('a refused one is reported, and is the last', () => {
    const client = acquire({ compareAndExtend: inTurn(1, 0) });
    client.runTask();
    expect([client.marks, client.reported, client.left]).toEqual([
      ['1 extended 299980', '1 lost: gone'],
      'gone',
      '199960',
    ]);
  });

  test('one without an answer changes nothing, and the next one comes', () => {
    const client = acquire({ compareAndExtend: inTurn(timedOut, 1) });
    client.world.runUntilMark(client.task(), 'extended');
    expect([client.stepsOf('renew'), client.marks]).toEqual([2, ['1 extended 299980']]);
  });

  test.each<[who: string, seconds: readonly number[]]>([
    ['loop', []],
    ['harness', [100, 200]],
    ['harness-while-alive', [100, 200]],
    ['nobody', []],
  ])('by %s comes during an answer of 4 min at %j', (renewedBy, seconds) => {
    const { times } = runOf({
      lock: { id: 'agent-lease', settings: { renewedBy } },
      settings: { clients: 1, work: 240_000, duration: 300_000, patience: 300_000 },
    });
    const [written = 0] = times('wrote', 'storage');
    const during = times('extended', 'client1').filter((ms) => ms < written);
    expect(during.map((ms) => Math.round(ms / 1000))).toEqual(seconds);
  });
});

test('a watching harness and the signs of life that it watches end with the release', () => {
  const client = acquire({ renewedBy: 'harness-while-alive' });
  client.release();
  expect(client.world.cancelled).toEqual([0, 1]);
});

test('the loop reads the answer to its renewal once the answer of its model is over', () => {
  const { times } = runOf({
    lock: { id: 'agent-lease', settings: { renewedBy: 'loop', ttl: 3000 } },
    settings: { clients: 1, work: 1500, latency: 10, own: { client1: { latencyTo: { storage: 1000 } } } },
  });
  // Sent while the file was read, and answered 10 ms after the model had begun to write.
  expect(times('extended', 'client1').map((ms) => Math.round(ms / 100) * 100)).toEqual([2600]);
});

type Row = readonly [
  claim: string,
  outcome: string,
  data: string,
  because: string,
  setup: Omit<RunSetup, 'lock'> & { lock?: Settings },
];

describe('in runs', () => {
  const minute = 60_000;
  const times: Partial<RunSettings> = {
    stagger: 1000,
    think: 20_000,
    work: minute,
    duration: 30 * minute,
    patience: 15 * minute,
  };
  const long: Partial<RunSettings> = { ...times, work: 7 * minute };
  const loop = { renewedBy: 'loop' };
  const watching = { renewedBy: 'harness-while-alive' };
  const paused = { pause: pauseAt('client1', 'work', 6 * minute) };
  const hangs = { hangs: threadDiesAt('client1', 'work') };

  /** The TTL is 5 min. Each verdict was written before any of them was run. */
  const rows: readonly Row[] = [
    [
      'the loop renews, and one answer takes 7 min',
      'lost',
      'lost',
      'nobody renews during the answer: the second agent has the lease from minute 5 on',
      { lock: loop, settings: long },
    ],
    [
      'the loop renews, and one answer takes 4 min',
      'held',
      'safe',
      'the lease outlasts the answer',
      { lock: loop, settings: { ...times, work: 4 * minute } },
    ],
    [
      'the harness renews during an answer of 7 min',
      'held',
      'safe',
      'its timer does not wait for the answer',
      { settings: long },
    ],
    [
      'a watching harness renews during an answer of 7 min',
      'held',
      'safe',
      'each token of the answer is a sign of life',
      { lock: watching, settings: long },
    ],
    [
      'the harness renews for an agent that hangs',
      'stuck',
      'safe',
      'the lease lasts as long as the harness, and nobody else gets in',
      { settings: times, faults: hangs },
    ],
    [
      'a watching harness renews no more for an agent that hangs',
      'held',
      'safe',
      'the lease ends at most a minute of silence and a TTL after the latest sign of life',
      { lock: watching, settings: times, faults: hangs },
    ],
    [
      'the harness stands still with its agent for 6 min, then the agent writes',
      'lost',
      'lost',
      'the renewal after the pause is refused, and the agent keeps working',
      { settings: times, faults: paused },
    ],
    [
      'the same, and a push must be a fast-forward',
      'overlap',
      'refused',
      'the branch has moved, and the late push is refused',
      { settings: times, faults: paused, storage: { id: 'repository' } },
    ],
    [
      'the same, and the harness stops its agent when a renewal is refused',
      'overlap',
      'lucky',
      'two were inside, and the refusal came before the write; nothing at the storage would have stopped it',
      { settings: { ...times, whenLost: 'at-once' }, faults: paused },
    ],
    [
      'all agents have their user’s name, and one stands still for 6 min',
      'lost',
      'lost',
      'it renews the lease of the other agent, and both go on',
      { lock: { holder: 'user' }, settings: times, faults: paused },
    ],
    [
      'the loop of an agent that hangs',
      'held',
      'safe',
      'it hangs with its agent, and the lease ends',
      { lock: loop, settings: times, faults: hangs },
    ],
    [
      'harness and agent are killed',
      'held',
      'safe',
      'nobody renews, and the lease ends after 5 min',
      { settings: times, faults: { crash: crashAt('client1', 'work') } },
    ],
    [
      'nobody renews, and the work takes 7 min',
      'lost',
      'lost',
      'the lease ends in the middle of the work',
      { lock: { renewedBy: 'nobody' }, settings: long },
    ],
    [
      'the answer to a renewal is lost',
      'held',
      'safe',
      'the next one comes before the lease is over',
      { settings: long, faults: { lost: loseReply('nodeA', 'client1', 2) } },
    ],
  ];

  test.each(rows)('%s: %s, %s, since %s', (_claim, outcome, data, _because, { lock = {}, ...rest }) => {
    const setup = { lock: { id: 'agent-lease', settings: lock }, ...rest };
    expect([outcomesOf(setup), runOf(setup).verdict.data]).toEqual([[outcome], data]);
  });
});
