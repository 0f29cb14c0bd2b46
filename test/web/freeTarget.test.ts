// At which process a fault of an exercise is added when there are faults already.
import { expect, test } from 'vitest';
import type { Fault } from '../../src/core/model/scenario/fault';
import type { ProcessId } from '../../src/core/model/scenario/processId';
import { freeTarget } from '../../src/web/learn/freeTarget';
import '../support/handIn';

const among: readonly ProcessId[] = ['nodeA', 'nodeB', 'nodeC'];
const crash = (process: ProcessId, at: number, restartAfter: number | 'never' = 'never'): Fault => ({
  kind: 'crash',
  process,
  when: { kind: 'time', at },
  restartAfter,
});
const targetWith = (faults: readonly Fault[], at = 500, first: ProcessId = 'nodeA') =>
  freeTarget(faults, { first, among, at });

test('one after the other, and the first again when all have one', () => {
  const faults: Fault[] = [];
  const hit = among.map(() => {
    const process = targetWith(faults);
    faults.push(crash(process, 500));
    return process;
  });
  expect(hit).toEqual(among);
  expect(targetWith(faults)).toBe('nodeA');
  expect(targetWith([crash('nodeB', 500)], 500, 'nodeB')).toBe('nodeC');
  expect(targetWith([crash('nodeC', 500), crash('nodeB', 500)], 500, 'nodeC')).toBe('nodeA');
});

test('a fault that is over by then, or comes later, or waits for a step, is in nobody’s way', () => {
  expect(targetWith([crash('nodeA', 100, 200)])).toBe('nodeA');
  expect(targetWith([crash('nodeA', 400, 200)])).toBe('nodeB');
  expect(targetWith([crash('nodeA', 900)])).toBe('nodeA');
  const when = { kind: 'step', process: 'client1', step: 'work', nth: 1 } as const;
  expect(targetWith([{ kind: 'pause', process: 'nodeA', when, for: 9000 }])).toBe('nodeA');
});
