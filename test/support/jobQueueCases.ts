// Requests to one job queue and its answers, for the simulated queue and for BullMQ's own scripts. Every lock and every
// interval lasts 30 s. No wait ends near the end of one of them.
export interface QueueCase {
  readonly claim: string;
  readonly lines: readonly string[];
  readonly answers: readonly string[];
}

const add = 'a ADD+JOB stock';
const take = (who: string): string => `${who} MOVE+TO+ACTIVE stock ${who}:0 30000`;
const extend = (who: string, job = 1): string => `${who} EXTEND+LOCK stock ${job} ${who}:0 30000`;
const finish = (who: string, { job = 1, as = 'completed' } = {}): string =>
  `${who} MOVE+TO+FINISHED stock ${job} ${who}:0 ${as}`;
const check = (who: string): string => `${who} MOVE+STALLED+JOBS+TO+WAIT stock 1 30000`;
const state = (job = 1): string => `z GET+STATE stock ${job}`;
const markerOf = (who: string): readonly string[] => [`${who} WAIT+FOR+JOB stock 1`, 'wait 1'];

const missingLock = 'a: Missing lock for job 1. moveToFinished';
const stalledOnce = [add, take('a'), check('b'), 'wait 40000', check('b')];
const stalledTwice = [...stalledOnce, take('b'), 'wait 40000', check('c'), 'wait 40000', check('c')];
const answersOnce = ['a: 1', 'a: [1 null]', 'b: []', 'b: [1]'];
const answersTwice = [...answersOnce, 'b: [1 null]', 'c: []', 'c: [1]'];

export const queueCases: readonly QueueCase[] = [
  {
    claim: 'a job waits, is active, and is completed by the worker that has its lock',
    lines: [add, state(), take('a'), state(), finish('a'), state()],
    answers: ['a: 1', 'z: waiting', 'a: [1 null]', 'z: active', 'a: OK', 'z: completed'],
  },
  {
    claim: 'a worker may also fail it, and nobody knows a job that was not added',
    lines: [add, take('a'), finish('a', { as: 'failed' }), state(), state(2)],
    answers: ['a: 1', 'a: [1 null]', 'a: OK', 'z: failed', 'z: unknown'],
  },
  {
    claim: 'an empty queue has no job, and while one is active nobody takes the next',
    lines: [take('b'), add, add, take('a'), take('b'), state(2), finish('a'), take('b')],
    answers: ['b: null', 'a: 1', 'a: 2', 'a: [1 null]', 'b: null', 'z: waiting', 'a: OK', 'b: [2 null]'],
  },
  {
    claim: 'only the lock’s token extends it or finishes the job',
    lines: [add, take('a'), extend('b'), extend('a', 2), finish('b'), extend('a'), state()],
    answers: [
      'a: 1',
      'a: [1 null]',
      'b: 0',
      'a: 0',
      'b: Lock mismatch for job 1. Cmd moveToFinished from active',
      'a: 1',
      'z: active',
    ],
  },
  {
    claim: 'an extension counts from now, and a lock that is over cannot be extended',
    lines: [add, take('a'), 'wait 20000', extend('a'), 'wait 20000', extend('a'), 'wait 40000', extend('a')],
    answers: ['a: 1', 'a: [1 null]', 'a: 1', 'a: 1', 'a: 0'],
  },
  {
    claim: 'the end of a lock changes no state, but the job cannot be finished any more',
    lines: [add, add, take('a'), 'wait 40000', state(), take('b'), finish('a'), finish('a', { as: 'failed' }), state()],
    answers: ['a: 1', 'a: 2', 'a: [1 null]', 'z: active', 'b: null', missingLock, missingLock, 'z: active'],
  },
  {
    claim: 'the first check marks, and the next one gives the job back',
    lines: [...stalledOnce, state(), take('b')],
    answers: [...answersOnce, 'z: waiting', 'b: [1 null]'],
  },
  {
    claim: 'a check does nothing while the interval of another one lasts',
    lines: [add, take('a'), check('b'), 'wait 20000', check('c'), 'wait 20000', check('c')],
    answers: ['a: 1', 'a: [1 null]', 'b: []', 'c: []', 'c: [1]'],
  },
  {
    claim: 'a check before the job was taken marks nothing',
    lines: [check('b'), add, take('a'), 'wait 40000', check('b'), state(), 'wait 40000', check('b'), state()],
    answers: ['b: []', 'a: 1', 'a: [1 null]', 'b: []', 'z: active', 'b: [1]', 'z: waiting'],
  },
  {
    claim: 'an extension takes the mark away, and then two more checks are needed',
    lines: [
      ...[add, take('a'), check('b'), 'wait 20000', extend('a'), 'wait 40000', check('b'), state()],
      ...['wait 40000', check('b'), state()],
    ],
    answers: ['a: 1', 'a: [1 null]', 'b: []', 'a: 1', 'b: []', 'z: active', 'b: [1]', 'z: waiting'],
  },
  {
    claim: 'a marked job with a lock stays marked',
    lines: [add, take('a'), 'wait 20000', check('b'), 'wait 5000', check('b'), 'wait 30000', check('b'), state()],
    answers: ['a: 1', 'a: [1 null]', 'b: []', 'b: []', 'b: [1]', 'z: waiting'],
  },
  {
    claim: 'a job that was given back comes before those that wait',
    lines: [add, add, take('a'), check('b'), 'wait 40000', check('b'), take('b'), finish('b'), take('c')],
    answers: ['a: 1', 'a: 2', 'a: [1 null]', 'b: []', 'b: [1]', 'b: [1 null]', 'b: OK', 'c: [2 null]'],
  },
  {
    claim: 'the first worker is refused while the second runs the job, and after that',
    lines: [...stalledOnce, finish('a'), take('b'), finish('a'), extend('a'), finish('b'), finish('a'), state()],
    answers: [
      ...answersOnce,
      missingLock,
      'b: [1 null]',
      'a: Lock mismatch for job 1. Cmd moveToFinished from active',
      'a: 0',
      'b: OK',
      missingLock,
      'z: completed',
    ],
  },
  {
    claim: 'a job that stalls for the second time waits to be failed by the worker that takes it',
    lines: [...stalledTwice, state(), take('c'), state(), finish('c', { as: 'failed' }), state()],
    answers: [
      ...answersTwice,
      'z: waiting',
      'c: [1 job stalled more than allowable limit]',
      'z: active',
      'c: OK',
      'z: failed',
    ],
  },
  {
    claim: 'the marker is there after an add, after a take and after a job was given back, and once',
    lines: [
      ...[...markerOf('b'), add, ...markerOf('b'), ...markerOf('b'), take('a'), ...markerOf('b'), ...markerOf('b')],
      ...[check('b'), 'wait 40000', check('b'), ...markerOf('b'), ...markerOf('b')],
    ],
    answers: [
      ...['b: null', 'a: 1', 'b: 1', 'b: null', 'a: [1 null]', 'b: 1', 'b: null'],
      ...['b: []', 'b: [1]', 'b: 1', 'b: null'],
    ],
  },
  {
    claim: 'neither an add beside an active job nor a finish leaves a marker',
    lines: [add, take('a'), ...markerOf('b'), add, ...markerOf('b'), finish('a'), ...markerOf('b')],
    answers: ['a: 1', 'a: [1 null]', 'b: 1', 'a: 2', 'b: null', 'a: OK', 'b: null'],
  },
];
