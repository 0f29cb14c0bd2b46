// The order of a report: no harm is hidden by several breaks of another one.
import { expect, test } from 'vitest';
import type { Placement } from '../../../src/core/faults/injectionPoints';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { Harm } from '../../../src/core/model/trace/severity';
import { fromMs, type Instant } from '../../../src/core/model/values/time';
import { worstFirst } from '../../../src/search/explore/group';

const lost: Fault = { kind: 'lose', when: { kind: 'message', from: 'client1', nth: 1 } } as never;
const paused: Fault = { kind: 'pause', process: 'client1', when: { kind: 'time', at: 1 }, for: 1 };
const at = (fault: Fault): Placement => ({ fault, process: 'client1', at: fromMs(1) as Instant, seq: 1 });

test('the worst comes first, and one of each harm, then one of each kind, before a second of the same', () => {
  const rows: readonly (readonly [name: string, harm: Harm, faults: readonly Fault[]])[] = [
    ['deletes', 'deleted-another', [paused]],
    ['deletes again', 'deleted-another', [paused]],
    ['deletes by two', 'deleted-another', [lost, paused]],
    ['deletes otherwise', 'deleted-another', [lost]],
    ['overlaps', 'overlap', [paused]],
    ['stuck by two', 'stuck', [lost, paused]],
    ['loses', 'lost', [paused]],
  ];
  const all = rows.map(([name, harm, faults]) => ({ name, harm, example: faults.map(at) }));
  expect(worstFirst(all).map(({ name }) => name)).toEqual([
    'loses',
    'stuck by two',
    'overlaps',
    'deletes',
    'deletes otherwise',
    'deletes again',
    'deletes by two',
  ]);
});
