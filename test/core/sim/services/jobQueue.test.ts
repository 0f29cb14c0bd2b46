// The simulated job queue alone: first the cases that also run on BullMQ's own scripts (`jobQueue.live.test.ts`), then
// what the trace shows of its locks and of workers that wait. Statements are joined by +.
import { describe, expect, test } from 'vitest';
import { makeJobQueue } from '../../../../src/core/sim/services/jobQueue';
import { queueCases } from '../../../support/jobQueueCases';
import { ServiceStage } from '../../../support/serviceStage';

const said = (...lines: readonly string[]): readonly string[] => new ServiceStage(makeJobQueue, {}).play(...lines);

describe('as BullMQ', () => {
  test.each(queueCases)('$claim', ({ lines, answers }) => {
    expect(said(...lines).filter((line) => /^\w: /.test(line))).toEqual(answers);
  });
});

const add = 'a ADD+JOB stock';
const take = 'a MOVE+TO+ACTIVE stock a:0 30000';
const wait = (who: string): string => `${who} WAIT+FOR+JOB stock 5000`;

test.each<readonly [claim: string, lines: readonly string[], said: readonly string[]]>([
  [
    'a lock lasts as long as its TTL, and each extension sets it again',
    [add, take, 'wait 20000', 'a EXTEND+LOCK stock 1 a:0 30000', 'wait 30000'],
    [
      'a: 1',
      'stock = a:0 for a (30000 ms)',
      'a: [1 null]',
      'stock = a:0 for a (30000 ms)',
      'a: 1',
      'stock gone by nobody (expired)',
    ],
  ],
  [
    'a finish deletes it',
    [add, take, 'a MOVE+TO+FINISHED stock 1 a:0 completed'],
    ['a: 1', 'stock = a:0 for a (30000 ms)', 'a: [1 null]', 'stock gone by a (deleted)', 'a: OK'],
  ],
  [
    'the TTL counts by the server’s wall clock',
    [add, take, 'clock +30000', 'wait 0'],
    ['a: 1', 'stock = a:0 for a (30000 ms)', 'a: [1 null]', 'stock gone by nobody (expired)'],
  ],
  [
    'of two workers that wait, the first is woken, once; the other’s time ends, and it is still one that waits',
    [wait('b'), wait('c'), add, 'wait 5000', wait('c'), add],
    ['b waits', 'c waits', 'a: 1', 'b is woken', 'b: 1', 'c: null', 'a: 2', 'c is woken', 'c: 1'],
  ],
  [
    'a dead worker is not woken',
    [wait('b'), wait('c'), 'b dies', add],
    ['b waits', 'c waits', 'a: 1', 'c is woken', 'c: 1'],
  ],
  [
    'a worker that finds the marker does not wait, and one that finds a job waits no more',
    [add, wait('b'), wait('b'), 'wait 5000', 'b MOVE+TO+ACTIVE stock b:0 30000'],
    ['a: 1', 'b: 1', 'b waits', 'b: null', 'b is woken', 'stock = b:0 for b (30000 ms)', 'b: [1 null]'],
  ],
  [
    'its queue is on disk',
    [add, take, 'restart', 'a MOVE+TO+FINISHED stock 1 a:0 completed'],
    ['a: 1', 'stock = a:0 for a (30000 ms)', 'a: [1 null]', '1 kept', 'stock gone by a (deleted)', 'a: OK'],
  ],
  [
    'each resource has a queue of its own',
    [add, 'a ADD+JOB other', take, 'b MOVE+TO+ACTIVE other b:0 30000'],
    ['a: 1', 'a: 1', 'stock = a:0 for a (30000 ms)', 'a: [1 null]', 'other = b:0 for b (30000 ms)', 'b: [1 null]'],
  ],
])('%s', (_, lines, expected) => {
  expect(said(...lines)).toEqual(expected);
});
