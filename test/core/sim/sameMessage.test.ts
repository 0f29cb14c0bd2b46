// Several faults that wait for messages of one link.
import { expect, test } from 'vitest';
import { call, type Program } from '../../../src/core/model/effects/effect';
import { command } from '../../../src/core/model/effects/request';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { eventsOf } from '../../../src/core/model/trace/traceReader';
import { lines, play } from '../../support/play';

function* asks(): Program {
  yield* call('nodeA', command('INCR', 'first'));
  yield* call('nodeA', command('INCR', 'second'));
}

const link = { from: 'client1', to: 'nodeA', leg: 'request' } as const;

const run = (...faults: readonly Fault[]) =>
  play({
    programs: { client1: asks },
    settings: { clients: 1, duration: 2000, latency: 1 },
    faults: Object.fromEntries(faults.map((fault, index) => [`fault ${index + 1}`, fault])),
  });

const injectedBy = (trace: ReturnType<typeof run>) => eventsOf(trace, 'faultStruck').map(({ fault }) => fault);

test('each of those that name it by number strikes it, and their delays add up', () => {
  const trace = run(
    { kind: 'delay', message: { ...link, nth: 1 }, by: 100 },
    { kind: 'delay', message: { ...link, nth: 1 }, by: 20 },
  );
  expect(injectedBy(trace)).toEqual([0, 1]);
  expect(lines(trace, ['arrived'])[0]).toMatch(/^121\.0 nodeA/);
});

test('one that is lost is lost, whoever delays it', () => {
  const lose: Fault = { kind: 'lose', message: { ...link, nth: 1 } };
  const delay: Fault = { kind: 'delay', message: { ...link, nth: 1 }, by: 20 };
  for (const trace of [run(lose, delay), run(delay, lose)]) {
    expect(injectedBy(trace)).toEqual([0, 1]);
    expect(eventsOf(trace, 'lost').length).toBe(1);
  }
});

test('those that wait from a time on take one message each', () => {
  const trace = run(
    { kind: 'delay', message: { ...link, after: 0 }, by: 100 },
    { kind: 'delay', message: { ...link, after: 0 }, by: 20 },
  );
  expect(injectedBy(trace)).toEqual([0, 1]);
  expect(eventsOf(trace, 'faultStruck')[1]?.at).toBeGreaterThan(100_000);
});

test('one that names a message by number strikes it also where another took it first', () => {
  const trace = run(
    { kind: 'delay', message: { ...link, after: 0 }, by: 100 },
    { kind: 'lose', message: { ...link, nth: 1 } },
  );
  expect(injectedBy(trace)).toEqual([0, 1]);
  expect(trace.header.missed).toEqual({});
});
