// The runs of the articles about locks in ZooKeeper, simulated under several seeds each: the herd and the queue, a
// session that expires while its holder sleeps, and the warnings of the recipe.
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import type { WhenLost } from '../../../src/core/model/scenario/scenario';
import { spansOf } from '../../../src/core/spans/spans';
import { atStep, crashAt, cutOffAt, loseReply, pauseAt, threadDiesAt } from '../../support/faultsAt';
import type { Settings } from '../../support/lockClient';
import { outcomesOf, type Rest, type Run, type RunRow, runOf, setupOf } from '../../support/runOf';

const lock = (id: string, settings: Settings) => ({
  id,
  settings: { sessionTimeout: 1500, tickTime: 300, ...settings },
});
const node = (settings: Settings = {}) => lock('zookeeper-node', settings);
const sequential = (settings: Settings = {}) => lock('zookeeper-sequential', settings);

const crash = { faults: { crash: crashAt('client1', 'work') } };
const herd = { settings: { clients: 5, stagger: 40 } };
const patient = { ...crash, settings: { patience: 3000, duration: 20_000 } };
const long = { settings: { work: 4000, storageTimeout: 4000 } };
const event: Fault = { kind: 'lose', message: { from: 'service', to: 'client2', leg: 'push', nth: 1 } };
const lostEvent = { faults: { event } };
/** Client 2 dies while it waits. Client 1 has written and waits inside for the storage's answer. */
const dies: Rest = {
  settings: { clients: 3, stagger: 200, work: 600, storageTimeout: 6000 },
  faults: {
    dies: crashAt('client2', 'watch'),
    late: { kind: 'delay', message: { from: 'storage', to: 'client1', leg: 'reply', nth: 2 }, by: 3500 },
  },
};
/**
 * The fourth reply. Before it come the replies to its session, to a create without a directory, and to the directory.
 */
const lostReply = { faults: { lost: loseReply('service', 'client1', 4) } };
const plain = sequential({ nodeName: 'plain' });
const sleeps = { faults: { pause: pauseAt('client1', 'write', 3000) } };
const fencing = { storage: { id: 'fencing' } };
/** Longer than the session lives. Afterwards the client learns that it has expired. */
const cut: Rest = {
  settings: { work: 3000, storageTimeout: 4000 },
  faults: { cut: { ...cutOffAt('client1', 'work'), for: 3500 } as Fault },
};
const asleep: Rest = {
  settings: { clients: 3, stagger: 100, work: 600 },
  faults: { pause: pauseAt('client2', 'watch', 4000) },
};
const down = (kind: 'crash' | 'power-loss'): Rest => ({
  settings: { clients: 3, work: 900 },
  faults: { down: { kind, process: 'service', when: atStep('client2', 'watch'), restartAfter: 700 } },
});
const lossy: Rest = {
  settings: { clients: 3, rounds: 2, loss: 0.1, duration: 60_000, patience: 30_000, whenLost: 'at-once' },
};
const stops = (whenLost: WhenLost): Rest => ({ settings: { whenLost } });

test.each<RunRow>([
  ['40: one znode for all', 'held', node(), herd],
  ['40: the znode of a holder that crashed goes when its session ends', 'held', node(), crash],
  ['40: with patience for that', 'held', node(), patient],
  ['40: a longer session keeps the others out for longer', 'unavailable', node({ sessionTimeout: 6000 }), patient],
  ['40: it may be kept for as long as the session lives', 'held', node(), long],
  ['40: where a TTL would be over', 'lost', { id: 'single-node', settings: { ttl: 1500, tries: 100 } }, long],
  ['40: an event that is lost only delays the one who waits for it', 'held', node(), lostEvent],
  ['41: in a queue, too', 'held', sequential(), lostEvent],
  ['41: a queue of znodes', 'held', sequential(), herd],
  ['41: a holder that crashes makes room when its session ends', 'held', sequential(), crash],
  [
    '41b: the one before it dies: one that does not look again goes in',
    'overlap',
    sequential({ recheck: false }),
    dies,
  ],
  ['41b: looking again', 'held', sequential(), dies],
  ['41c: a client that does not know its own znode waits behind it while its session lives', 'stuck', plain, lostReply],
  ['41c: with its id in the name', 'held', sequential(), lostReply],
  [
    '41c: who waits behind a holder that has crashed is not stuck, be the end of its session beyond the run',
    'unknown',
    sequential({ sessionTimeout: 6000 }),
    crash,
    { settings: { duration: 4000 } },
  ],
  ['42: who slept while it waited stands in line anew', 'held', sequential(), asleep],
  [
    'a thread that dies while its process lives on leaves its znode to a session that nobody ends',
    'stuck',
    node(),
    { faults: { dies: threadDiesAt('client1', 'work') } },
  ],
  ...[node, sequential].flatMap((make): RunRow[] => [
    ...(['usual', 'at-once', 'never'] as const).map(
      (whenLost): RunRow => [
        `42: it expired in its sleep; when lost: ${whenLost}`,
        'lost',
        make(),
        sleeps,
        stops(whenLost),
      ],
    ),
    ['42: with the zxid as fencing token', 'overlap', make({ token: 'zxid' }), fencing, sleeps],
    [
      '42b: cut off, the client knows it before its session ends, and stops at once',
      'held',
      make(),
      cut,
      stops('at-once'),
    ],
    ['the service comes back with every znode, and sessions that went on', 'held', make(), down('crash')],
    ['it lost its power: the same', 'held', make(), down('power-loss')],
    ['on a network that loses one message in ten nobody gets in beside another', 'held', make(), lossy],
  ]),
])('%s: %s', (_, outcome, lock, ...rests) => {
  expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
});

const rules = ({ verdict }: Run): readonly string[] => verdict.chain.map(({ rule }) => rule);

/** The clients that got the lock, in order. */
const holders = ({ trace }: Run): readonly (ProcessId | undefined)[] =>
  spansOf(trace)
    .holds.filter(({ acquiredSeq }) => acquiredSeq >= 0)
    .sort((a, b) => a.acquiredSeq - b.acquiredSeq)
    .map(({ process }) => trace.header.processes[process]?.id);

test('40: each release wakes everybody who waits', () => {
  // The first four of five releases wake four, three, two and one clients.
  expect(runOf({ lock: node(), ...herd }).verdict.measures.wokenPerRelease).toBe(2);
});

test('40: the znode of a holder that crashed does not go before its session ends', () => {
  const run = runOf({ lock: node(), ...crash });
  // The session's timeout of 1,500 ms after the client was last heard from, then up to one tick, then the transit of
  // the message.
  expect(run.verdict.measures.freeAfterCrash).toBeGreaterThan(1_300_000);
  expect(run.verdict.measures.freeAfterCrash).toBeLessThan(1_950_000);
  expect(rules(run)).toContain('expiredAfterCrash');
});

test('41: wakes one for each release, and serves them in their order', () => {
  const run = runOf({ lock: sequential(), ...herd });
  expect(run.verdict.measures.wokenPerRelease).toBe(4 / 5);
  const placed = spansOf(run.trace).entries.filter(({ isLock }) => isLock);
  expect(holders(run)).toEqual(placed.map(({ owner }) => run.trace.header.processes[owner]?.id));
});

test('41b, 41c: who is inside beside whom, and who waits behind whom', () => {
  const outOfTurn = runOf({ lock: sequential({ recheck: false }), ...dies });
  expect(outOfTurn.facts('overlap')).toEqual(['client1 client3']);
  expect(rules(outOfTurn)).toContain('outOfTurn');
  const behindItself = runOf({ lock: plain, ...lostReply });
  expect(behindItself.facts('stuck-entry')).toEqual(['client1 service', 'client2 service', 'client1 service']);
  expect(rules(behindItself)).toEqual(expect.arrayContaining(['messageLost', 'behindItself', 'keyOfSession']));
});

test('42: the chain of the lost update', () => {
  const chain = rules(runOf({ lock: node(), ...sleeps }));
  expect(chain).toEqual(['granted', 'paused', 'sessionExpired', 'grantedToo', 'wrote', 'overwrote']);
});

test('42: who slept while it waited comes in last', () => {
  expect(holders(runOf({ lock: sequential(), ...asleep }))).toEqual(['client1', 'client3', 'client2']);
});

describe.each([
  ['one znode', node],
  ['in sequence', sequential],
])('%s', (_, make) => {
  test('42 with the zxid as fencing token: the late write is refused', () => {
    expect(runOf({ lock: make({ token: 'zxid' }), ...fencing, ...sleeps }).facts('rejected')).toEqual(['client1']);
  });

  test('42b, cut off: the client knows it before its session ends', () => {
    const run = runOf(setupOf(make(), cut, stops('at-once')));
    const [lost] = run.times('lockLost', 'client1');
    const [gone] = run.times('entryGone', 'service');
    expect(lost).toBeLessThan(gone as number);
    expect(holders(run)).toEqual(['client1', 'client2']);
  });

  test.each(['usual', 'never'] as const)('42b, where the work goes on (%s): not held', (whenLost) => {
    expect(outcomesOf(setupOf(make(), cut, stops(whenLost)))).not.toContain('held');
  });

  test('on a network that loses one message in ten nobody is forgotten', () => {
    const { trace } = runOf({ lock: make(), ...lossy });
    expect(spansOf(trace).holds.filter(({ end }) => end === 'open')).toEqual([]);
  });
});

test('who has finished closes the session, and the service is quiet', () => {
  const { trace, requests } = runOf({ lock: node() });
  expect(requests('client1').at(-1)).toBe('CLOSE');
  expect(trace.header.ended).toBe('quiet');
  expect(trace.header.endedAt).toBeLessThan(3_000_000);
});
