// Locks that no time ends: the kernel's, Terraform's, and a file that is created once. What each sends, and runs whose
// verdicts were written by the sources before they were run.
import { describe, expect, test } from 'vitest';
import { flock } from '../../../src/core/locks/flock/lock';
import { pidFile } from '../../../src/core/locks/pidFile/lock';
import { stateLock } from '../../../src/core/locks/stateLock/lock';
import { type Reply, timedOut } from '../../../src/core/model/effects/request';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { Settings as RunSettings } from '../../../src/core/model/scenario/scenario';
import { atStep, crashAt, loseReply, pauseAt } from '../../support/faultsAt';
import { type ClientRow, inTurn, lockClient, type Settings } from '../../support/lockClient';
import { outcomesOf, type Rest, type RunRow, setupOf } from '../../support/runOf';

const error = (message: string): Reply => ({ kind: 'error', message });
const me = '80000000';
const exists = error('412 Precondition Failed: …');

describe('the state lock', () => {
  const acquire = lockClient(stateLock, {
    nodes: ['service'],
    replies: { 'PUT OBJECT': ['e1', 7], 'GET OBJECT': ['e1', 7, 'other'], 'DELETE OBJECT': 'OK' },
  });
  const names = {
    create: `PUT OBJECT stock If-None-Match:* ${me}`,
    read: 'GET OBJECT stock',
    delete: 'DELETE OBJECT stock unconditional',
    mine: 'DELETE OBJECT stock If-Generation-Match:7',
  };
  const own = { 'PUT OBJECT': exists, 'GET OBJECT': ['e1', 7, me] };
  test.each<ClientRow>([
    ['creates the object', {}, 'create → held for ever'],
    ['is refused at once', { 'PUT OBJECT': exists }, 'create, read → refused: held'],
    ['which is no matter of its own id', own, 'create, read → refused: held'],
    ['unless it knows its own id', { ...own, knowsOwn: true }, 'create, read → held for ever'],
    [
      'does not try again where there is no id',
      { 'PUT OBJECT': exists, 'GET OBJECT': error('404 NoSuchKey: …') },
      'create, read → refused: error',
    ],
    [
      'tries again for a while',
      { 'PUT OBJECT': inTurn(exists, ['e1', 7]), lockTimeout: 5000 },
      'create, read, create → held for ever',
    ],
    [
      'a person forces what he has seen for long enough, and it creates its own',
      { 'PUT OBJECT': inTurn(exists, ['e2', 8]), forced: 'after', forceAfter: 0 },
      'create, read, read, delete, create → held for ever',
    ],
  ])('%s', (_, given, went) => {
    expect(acquire(given).went(names)).toBe(went);
  });

  test.each<readonly [string, Parameters<typeof acquire>[0], string, string]>([
    ['looks whose it is, and deletes', { 'GET OBJECT': ['e1', 7, me] }, names.delete, 'none'],
    ['leaves another’s alone', {}, names.read, 'stolen'],
    ['deletes on a condition', { deletes: 'on-condition' }, names.mine, 'none'],
    ['does not know', { deletes: 'on-condition', 'DELETE OBJECT': timedOut }, names.mine, 'error'],
  ])('the release %s', (_, given, sent, reason) => {
    const client = acquire(given);
    expect([client.release(), client.sent.at(-1)]).toEqual([reason, sent]);
  });
});

describe('the file with a number', () => {
  const acquire = lockClient(pidFile, {
    nodes: ['service'],
    replies: { GETPID: [102, 2], CREATE: 'OK', READ: '101', 'KILL 0': 'OK', UNLINK: 'OK' },
  });
  const there = error('EEXIST');
  const dead = error('ESRCH');
  const sent = (given: Parameters<typeof acquire>[0]): string =>
    acquire(given)
      .sent.map((request) => request.replace(/ (80000000|[0-9a-f]{8})\b/g, ''))
      .join(', ');
  const pid = { content: 'pid', CREATE: inTurn(there, 'OK') };
  test.each<readonly [string, Parameters<typeof acquire>[0], string]>([
    ['asks nothing more where nothing is in it', { CREATE: there }, 'CREATE stock.lock '],
    [
      'leaves a living one alone',
      { ...pid, CREATE: there },
      'GETPID, CREATE stock.lock 102, READ stock.lock, KILL 0 101 ',
    ],
    [
      'removes a dead one’s, and creates its own',
      { ...pid, 'KILL 0': dead },
      'GETPID, CREATE stock.lock 102, READ stock.lock, KILL 0 101 , UNLINK stock.lock, CREATE stock.lock 102',
    ],
    [
      'takes its own number for an earlier life',
      { ...pid, READ: '102' },
      'GETPID, CREATE stock.lock 102, READ stock.lock, UNLINK stock.lock, CREATE stock.lock 102',
    ],
    [
      'asks for the start time',
      { ...pid, CREATE: there, content: 'pid-start', READ: '101 since 1' },
      'GETPID, CREATE stock.lock 102 since 2, READ stock.lock, KILL 0 101 1',
    ],
    [
      'asks nobody of another host',
      { ...pid, CREATE: there, content: 'pid-host', READ: '101 on client2' },
      'GETPID, CREATE stock.lock 102 on client1, READ stock.lock',
    ],
  ])('%s', (_, given, requests) => {
    expect(sent(given)).toBe(requests);
  });
});

test('flock asks once, and is refused or waits', () => {
  const acquire = lockClient(flock, {
    nodes: ['service'],
    replies: { FLOCK: 'OK', 'FLOCK UNLOCK': 'OK', CLOSE: 'OK' },
  });
  expect(acquire({}).went({})).toBe('FLOCK stock.lock LOCK_EX → held for ever');
  expect(acquire({ wait: 'refused', FLOCK: error('EWOULDBLOCK') }).went({})).toBe(
    'FLOCK stock.lock LOCK_EX|LOCK_NB → refused: held',
  );
  expect(acquire({ kind: 'fcntl-closed' }).went({})).toBe('FLOCK stock.lock LOCK_EX, CLOSE stock.lock → held for ever');
  const lost = acquire({ 'FLOCK UNLOCK': error('EIO') });
  expect(lost.release()).toBe('gone');
});

const times: Partial<RunSettings> = {
  rounds: 1,
  work: 2000,
  duration: 200_000,
  patience: 100_000,
  latency: 5,
  stagger: 300,
};
const usual: Rest = { settings: times };
const lockOf = (id: string, settings: Settings = {}) => ({ id, settings });
const stops: Rest = { faults: { stops: pauseAt('client1', 'work', 60_000) } };
const dies: Rest = { faults: { dies: crashAt('client1', 'work') } };
const sleeps: Rest = {
  faults: {
    sleeps: { kind: 'suspend', process: 'client1', when: atStep('client1', 'work'), for: 95_000 } satisfies Fault,
  },
};
const deaf: Rest = { faults: { deaf: loseReply('service', 'client1', 1) } };

test.each<RunRow>([
  ['a pause does not end flock', 'held', lockOf('flock'), usual, stops],
  ['a death frees it', 'held', lockOf('flock'), usual, dies],
  ['unless a child has it', 'stuck', lockOf('flock', { inherited: true }), usual, dies],
  ['fcntl loses it by a close', 'lost', lockOf('flock', { kind: 'fcntl-closed' }), usual],
  ['a pause does not end it on NFS', 'held', lockOf('flock', { fileSystem: 'network' }), usual, stops],
  ['a sleep of the machine does', 'lost', lockOf('flock', { fileSystem: 'network' }), usual, sleeps],
  ['a pause does not end a state lock', 'held', lockOf('state-lock'), usual, stops],
  ['a death leaves it for ever', 'stuck', lockOf('state-lock'), usual, dies],
  ['its own answer, lost, leaves it for ever', 'stuck', lockOf('state-lock'), usual, deaf],
  ['and not where it knows its own id', 'held', lockOf('state-lock', { knowsOwn: true }), usual, deaf],
  [
    'forced while its holder stands still',
    'lost',
    lockOf('state-lock', { forced: 'after', forceAfter: 10_000 }),
    usual,
    stops,
  ],
  ['a death leaves git’s index.lock', 'stuck', lockOf('pid-file'), usual, dies],
  ['a number tells that its process is dead', 'held', lockOf('pid-file', { content: 'pid' }), usual, dies],
  ['unless it lives on', 'unavailable', lockOf('pid-file', { content: 'pid', numbers: 'reused' }), usual, dies],
  [
    'and the start time tells the two apart',
    'held',
    lockOf('pid-file', { content: 'pid-start', numbers: 'reused' }),
    usual,
    dies,
  ],
  ['in containers it is one’s own', 'lost', lockOf('pid-file', { content: 'pid', numbers: 'containers' }), usual],
  ['and another’s by the host', 'held', lockOf('pid-file', { content: 'pid-host', numbers: 'containers' }), usual],
])('%s: %s', (_, outcome, lock, ...rests) => {
  expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
});

describe('a lock that cannot be reached', () => {
  const cut: Rest = {
    faults: {
      cut: {
        kind: 'cut',
        from: ['client1'],
        to: ['nodeA'],
        bothWays: true,
        when: { kind: 'time', at: 0 },
        for: 20_000,
      },
    },
  };
  const down: Rest = {
    faults: { down: { kind: 'crash', process: 'nodeA', when: { kind: 'time', at: 0 }, restartAfter: 20_000 } },
  };
  const lock = lockOf('single-node', { nodeTimeout: 200 });
  const as = (ifUnreachable: 'gives-up' | 'works-without'): Rest => ({
    settings: { ...times, connection: { ifUnreachable } },
  });
  test.each<RunRow>([
    ['is asked again', 'held', lock, usual, cut],
    ['is given up', 'held', lock, as('gives-up'), cut],
    ['is given up by all, and nobody had it', 'unavailable', lock, as('gives-up'), down],
    ['or done without, beside its holder', 'lost', lock, as('works-without'), cut],
    ['or done without, by all', 'lost', lock, as('works-without'), down],
    ['which a check survives', 'overlap', lock, as('works-without'), down, { storage: { id: 'version' } }],
    ['and a lock that is taken is no such lock', 'held', lock, as('works-without')],
  ])('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });
});
