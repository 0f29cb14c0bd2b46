// The lock of a job in BullMQ: what a worker sends, when it renews, and what a refusal means; then runs in which a
// second worker gets the same job, or does not.
import { describe, expect, test } from 'vitest';
import { bullmqJob } from '../../../src/core/locks/bullmqJob/lock';
import { reasons } from '../../../src/core/model/effects/effect';
import type { Reply } from '../../../src/core/model/effects/request';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { Settings as RunSettings } from '../../../src/core/model/scenario/scenario';
import { readEvents } from '../../../src/core/model/trace/traceReader';
import { crashAt, loseReply, pauseAt } from '../../support/faultsAt';
import { type ClientRow, inTurn, lockClient, type Settings } from '../../support/lockClient';
import { outcomesOf, type Run, type RunSetup, runOf } from '../../support/runOf';

const error = (message: string): Reply => ({ kind: 'error', message });
const missingLock = error('Missing lock for job 1. moveToFinished');
const mismatch = error('Lock mismatch for job 1. Cmd moveToFinished from active');
const stalled = ['1', 'job stalled more than allowable limit'];

const acquire = lockClient(bullmqJob, {
  nodes: ['service'],
  replies: {
    'ADD JOB': '1',
    'MOVE TO ACTIVE': ['1', null],
    'WAIT FOR JOB': 1,
    'EXTEND LOCK': 1,
    'MOVE TO FINISHED': 'OK',
    'MOVE STALLED JOBS TO WAIT': [],
  },
});

const take = (nth: number): string => `MOVE TO ACTIVE stock 80000000:${nth} 30000`;

describe('acquire', () => {
  const names = { add: 'ADD JOB stock', take: take(0), again: take(1), wait: 'WAIT FOR JOB stock 5000' };

  test.each<ClientRow>([
    ['adds a job and takes the next one, whichever it is', {}, 'add, take → held 29980'],
    [
      'waits to be woken, and takes with another token',
      { 'MOVE TO ACTIVE': inTurn(null, ['2', null]) },
      'add, take, wait, again → held 29980',
    ],
    [
      'looks again when nobody has woken it',
      { 'MOVE TO ACTIVE': inTurn(null, null, ['2', null]), 'WAIT FOR JOB': null },
      `add, take, wait, again, wait, ${take(2)} → held 29980`,
    ],
    [
      'fails a job that has stalled too often, and takes the next',
      { 'MOVE TO ACTIVE': inTurn(stalled, ['2', null]) },
      'add, take, MOVE TO FINISHED stock 1 80000000:0 failed, again → held 29980',
    ],
    [
      'sends a request again over a new connection',
      { 'MOVE TO ACTIVE': inTurn({ kind: 'closed' }, ['1', null]) },
      'add, take, take → held 28960',
    ],
  ])('%s', (_, given, went) => {
    expect(acquire(given).went(names)).toBe(went);
  });
});

describe('release', () => {
  test.each<readonly [string, Reply | string, string]>([
    ['completes the job', 'OK', 'none'],
    ['is refused when the lock is gone', missingLock, 'gone'],
    ['is refused while another worker runs the job', mismatch, 'stolen'],
  ])('%s', (_, reply, reason) => {
    const client = acquire({ 'MOVE TO FINISHED': reply });
    expect([client.release(), client.sent.at(-1)]).toEqual([reason, 'MOVE TO FINISHED stock 1 80000000:0 completed']);
  });

  test('ends no timer: that is for the end of the worker', () => {
    const client = acquire();
    client.release();
    const before = [...client.world.cancelled];
    client.quit();
    expect([before, client.world.cancelled]).toEqual([[], [0, 1]]);
  });
});

describe('the timers', () => {
  test('a lock is renewed once it is a quarter of its time old', () => {
    const client = acquire();
    client.world.runUntilMark(client.task(1), 'extended');
    expect([client.timesOf('EXTEND LOCK'), client.marks, client.left]).toEqual([[7540], ['1 extended 29980'], '29980']);
  });

  test('a refused renewal is reported, and tried again', () => {
    const client = acquire({ 'EXTEND LOCK': inTurn(0, 1) });
    client.world.runUntilMark(client.task(1), 'extended');
    expect([client.timesOf('EXTEND LOCK'), client.marks, client.reported]).toEqual([
      [7540, 15_060],
      ['1 lost: gone', '1 extended 29980'],
      'gone',
    ]);
  });
});

test('a refusal that comes after the job is finished is reported to nobody', () => {
  const client = acquire(
    { 'EXTEND LOCK': 0 },
    {
      atStep: (label, nth) => {
        if (label === 'extend-lock' && nth === 1) client.release();
      },
    },
  );
  expect(() => client.world.runUntilMark(client.task(1), 'lost')).toThrow('was not declared');
});

type Row = readonly [
  claim: string,
  outcome: string,
  because: string,
  setup: Omit<RunSetup, 'lock'> & { lock?: Settings },
];

describe('in runs', () => {
  const times: Partial<RunSettings> = { rounds: 1, stagger: 1000, work: 70_000, duration: 260_000, patience: 200_000 };
  const short: Partial<RunSettings> = { ...times, work: 3000 };
  const computes = { processor: 'computes' };
  const paused = (ms: number) => ({ pause: pauseAt('client1', 'work', ms) });
  const jumpOf = (process: 'client1' | 'service', by: number): Readonly<Record<string, Fault>> => ({
    jump: { kind: 'clock-jump', process, when: { kind: 'time', at: 5000 }, by },
  });
  const hour = 3_600_000;

  const rows: readonly Row[] = [
    [
      'computes for 70 s without yielding',
      'lost',
      'nobody renews; the check at 31 s marks the job, and the one at 61 s gives it to the second worker',
      { lock: computes, settings: times },
    ],
    ['works for 70 s and yields', 'held', 'the timer renews every 7.5 to 15 s', { settings: times }],
    [
      'pauses for 31 s, then works for 3 s',
      'expired',
      'the lock is gone at 30 s, but the job is given back only at 61 s, and by then the first worker is done',
      { settings: short, faults: paused(31_000) },
    ],
    [
      'pauses for 31 s, then works for 70 s',
      'lost',
      'a lock that is gone is never renewed again, and the processor goes on',
      { settings: times, faults: paused(31_000) },
    ],
    [
      'pauses for 29 s, then works for 70 s',
      'held',
      'the late timer fires first and renews in time',
      { settings: times, faults: paused(29_000) },
    ],
    [
      'crashes',
      'held',
      'the job is given back after two checks',
      { settings: short, faults: { crash: crashAt('client1', 'work') } },
    ],
    [
      'computes for 70 s with a lockDuration of 120 s',
      'held',
      'a lock that outlasts the work needs no renewal',
      { lock: { ...computes, lockDuration: 120_000 }, settings: times },
    ],
    [
      'computes for 35 s without yielding',
      'expired',
      'its finish is refused, but the job is still marked as active; it runs a second time from 61 s on',
      { lock: computes, settings: { ...times, work: 35_000 } },
    ],
    [
      'three workers compute for 70 s each',
      'lost',
      'the second stall fails the job; until then two workers run it, and the third has the next job beside the second',
      { lock: computes, settings: { ...times, clients: 3 } },
    ],
    [
      'the worker’s clock jumps ahead by an hour',
      'held',
      'its locks seem old, so it renews at once; the timers are monotonic',
      { settings: times, faults: jumpOf('client1', hour) },
    ],
    [
      'the worker’s clock jumps back by an hour',
      'lost',
      'LockManager compares Date.now() with the time of the last renewal: for an hour, no lock seems old enough',
      { settings: times, faults: jumpOf('client1', -hour) },
    ],
    [
      'the server’s clock jumps ahead by an hour',
      'lost',
      'the TTL ends at once, each renewal is refused, and the second check gives the job back',
      { settings: times, faults: jumpOf('service', hour) },
    ],
    [
      'the server’s clock jumps back by an hour',
      'held',
      'the TTL lasts longer, and so does the key that holds the checks up',
      { settings: times, faults: jumpOf('service', -hour) },
    ],
    [
      'the answer to a renewal is lost',
      'held',
      'the request is sent again over a new connection, and renews twice',
      { settings: times, faults: { lost: loseReply('service', 'client1', 4) } },
    ],
  ];

  test.each(rows)('%s: %s, since %s', (_claim, outcome, _because, { lock = {}, ...rest }) => {
    expect(outcomesOf({ lock: { id: 'bullmq-job', settings: lock }, ...rest })).toEqual([outcome]);
  });

  const runComputing = (settings: Partial<RunSettings>) =>
    runOf({ lock: { id: 'bullmq-job', settings: computes }, settings });
  const secondsOf = (all: readonly number[]) => all.map((ms) => Math.round(ms / 1000));
  const reasonsOf = ({ trace }: Run) =>
    [...readEvents(trace)].flatMap((event) => (event.kind === 'released' ? [reasons[event.reason]] : []));

  /** The steps of client 1. */
  const stepsOf = ({ trace }: Run) =>
    [...readEvents(trace)].flatMap((event) =>
      event.kind === 'step' && event.process === 0
        ? [{ label: trace.strings[event.text] ?? '', ms: event.at / 1000 }]
        : [],
    );

  test('the second worker runs the same job, and each of the two is refused in its own words', () => {
    const run = runComputing(times);
    expect(secondsOf(run.times('acquired', 'client2'))).toEqual([61]);
    expect(run.requests('client2').at(-1)).toMatch(/^MOVE TO FINISHED stock 1 /);
    expect(reasonsOf(run)).toEqual(['stolen', 'gone']);
    const checks = stepsOf(run).filter(({ label }) => label === 'check-stalled');
    expect(secondsOf(checks.map(({ ms }) => ms)), 'before its work and after it').toEqual([0, 70]);
  });

  test('a worker that is done too late learns it although nobody else has run the job yet', () => {
    expect(reasonsOf(runComputing({ ...times, work: 35_000, duration: 60_000 }))).toEqual(['gone']);
  });

  test('work that computes for less than the lock lasts is not interrupted, and its late timer renews', () => {
    const run = runComputing({ ...times, work: 20_000 });
    expect(reasonsOf(run)).toEqual(['none', 'none']);
    const steps = stepsOf(run).map(({ label }) => label);
    expect(steps.slice(steps.indexOf('work'))).toEqual(['work', 'write', 'extend-lock', 'release', 'finish-job']);
  });

  test('an answer that comes while the client computes is read afterwards', () => {
    const { times: timesOf } = runOf({
      lock: { id: 'bullmq-job', settings: computes },
      settings: {
        ...{ ...times, clients: 1, work: 20_000, storageTimeout: 60_000 },
        ...{ latency: 100, own: { storage: { latency: 7350 } } },
      },
    });
    // The renewal was sent after 15.0 s and answered after 15.2 s; the client computes from 15.1 s to 35.1 s.
    expect(secondsOf(timesOf('extended', 'client1'))[0]).toBe(35);
  });

  test('the third worker fails the job without running it, and takes the next one', () => {
    const sent = runComputing({ ...times, clients: 3 }).requests('client3');
    const failed = sent.findIndex((text) => /^MOVE TO FINISHED stock 1 \S+ failed$/.test(text));
    expect(sent[failed + 1]).toMatch(/^MOVE TO ACTIVE/);
    expect(sent.at(-1)).toMatch(/^MOVE TO FINISHED stock 2 \S+ completed$/);
  });

  test.each([
    [10, 61],
    [30, 61],
    [70, 91],
  ])('after a crash with a lock of %i s the next worker gets the job at a check, after %i s', (lock, seconds) => {
    const { times: timesOf } = runOf({
      lock: { id: 'bullmq-job', settings: { lockDuration: lock * 1000 } },
      settings: short,
      faults: { crash: crashAt('client1', 'work') },
    });
    expect(secondsOf(timesOf('acquired', 'client2'))).toEqual([seconds]);
  });
});
