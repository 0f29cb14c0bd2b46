// Dragging is a function from a fault to a fault: what moves, what stays, and what it is anchored to.
import { expect, test } from 'vitest';
import { faultPrograms } from '../../../src/core/faults';
import { firstDifference } from '../../../src/core/model/scenario/difference';
import {
  type Anchor,
  anchorsOf,
  movedFault,
  nearestAnchor,
  stretchedFault,
  timeWhen,
  withFault,
  withoutFault,
} from '../../../src/core/model/scenario/edit';
import type { Fault, FaultKind } from '../../../src/core/model/scenario/fault';
import { kindOf, lengthOf } from '../../../src/core/model/scenario/faultKind';
import { findMessage } from '../../../src/core/spans/faultSpans';
import { messageOf } from '../../../src/core/spans/messageSpans';
import { spansOf } from '../../../src/core/spans/spans';
import { pauseTrace } from '../../support/pauseTrace';
import { traceOf } from '../../support/traceOf';

const when = { kind: 'time', at: 100 } as const;
const link = { from: ['client1'], to: ['nodeA'], bothWays: true, when } as const;
const message = { from: 'client1', to: 'nodeA', leg: 'request', nth: 2 } as const;

const examples: { readonly [K in FaultKind]: Extract<Fault, { kind: K }> } = {
  pause: { kind: 'pause', process: 'client1', when, for: 50 },
  crash: { kind: 'crash', process: 'nodeA', when, restartAfter: 50 },
  'power-loss': { kind: 'power-loss', process: 'nodeA', when, restartAfter: 'never' },
  restart: { kind: 'restart', process: 'nodeA', when },
  failover: { kind: 'failover', process: 'nodeA', when },
  suspend: { kind: 'suspend', process: 'client1', when, for: 50 },
  'clock-jump': { kind: 'clock-jump', process: 'nodeA', when, by: 9 },
  'clock-slew': { kind: 'clock-slew', process: 'nodeA', when, by: 9, over: 50 },
  'clock-drift': { kind: 'clock-drift', process: 'nodeA', when, ppm: 9, for: 'ever' },
  cut: { kind: 'cut', ...link, for: 50 },
  slow: { kind: 'slow', ...link, by: 9, for: 50 },
  lose: { kind: 'lose', message },
  delay: { kind: 'delay', message, by: 9 },
  'session-ends': { kind: 'session-ends', process: 'client1', when },
  'no-leader': { kind: 'no-leader', process: 'service', when, for: 50 },
  'key-vanishes': { kind: 'key-vanishes', process: 'nodeA', when, how: 'flushall' },
};

const faultKinds = Object.keys(examples) as readonly FaultKind[];

/** Its length after stretching it to this point. */
const stretched = (fault: Fault, length: number): number | null =>
  lengthOf(stretchedFault(fault, length, faultPrograms), kindOf(fault, faultPrograms));

test('every kind has an example', () => {
  expect(faultKinds.toSorted()).toEqual([...faultPrograms.keys()].sort());
});

test.each(faultKinds)('%s keeps everything but its place when it is moved', (kind) => {
  const moved = movedFault(examples[kind], timeWhen(250_400));
  if ('message' in moved) expect(moved.message).toEqual({ from: 'client1', to: 'nodeA', leg: 'request', after: 250 });
  else expect(moved).toEqual({ ...examples[kind], when: { kind: 'time', at: 250 } });
});

test.each([
  ['pause', 200],
  ['crash', 200],
  ['power-loss', 200],
  ['suspend', 200],
  ['clock-slew', 200],
  ['clock-drift', 200],
  ['cut', 200],
  ['slow', 200],
  ['no-leader', 200],
  ['key-vanishes', null],
  ['restart', null],
  ['failover', null],
  ['clock-jump', null],
  ['lose', null],
  ['delay', null],
] as const)('%s stretched to 200 ms is %s long', (kind, expected) => {
  expect(stretched(examples[kind], 200.3)).toBe(expected);
});

test('nothing is shorter than a millisecond or earlier than the run', () => {
  expect(stretched(examples.pause, -40)).toBe(1);
  expect(timeWhen(-3000)).toEqual({ kind: 'time', at: 0 });
});

test('a scenario is not changed in place', () => {
  const { scenario } = pauseTrace().header;
  const before = JSON.stringify(scenario);
  expect(Object.keys(withoutFault(withFault(scenario, 'more', examples.cut), 'pause').faults)).toEqual([
    'lost',
    'more',
  ]);
  expect(JSON.stringify(scenario)).toBe(before);
});

test('a client can be stopped at its steps and after each of its requests, counted as the simulator counts', () => {
  const trace = pauseTrace();
  const anchors = anchorsOf(trace, ['client1']);
  expect(anchors.filter(({ step }) => step !== null)).toEqual([
    { at: 615_000, when: { kind: 'step', process: 'client1', step: 'work', nth: 1 }, step: 'work', to: null },
  ]);
  const toStorage = anchors.filter(({ to }) => to === 'storage').map((anchor) => anchor.when);
  expect(toStorage).toEqual([
    { kind: 'request', to: 'storage', from: 'client1', side: 'after', nth: 1 },
    { kind: 'request', to: 'storage', from: 'client1', side: 'after', nth: 2 },
  ]);
});

test('a server can be stopped at each request that is sent to it, whoever sends', () => {
  const anchors = anchorsOf(pauseTrace(), ['nodeA']);
  expect(anchors.map((anchor) => anchor.when)).toEqual(
    [1, 2, 3, 4].map((nth) => ({ kind: 'request', to: 'nodeA', side: 'after', nth })),
  );
});

const at = (time: number, step: string | null = null): Anchor => ({
  at: time,
  when: { kind: 'step', process: 'client1', step: step ?? 'x', nth: 1 },
  step,
  to: null,
});

test('the nearest anchor within reach is taken, and none beyond it', () => {
  const anchors = [at(100, 'a'), at(200, 'b')];
  expect(nearestAnchor(anchors, { at: 190, within: 20 })?.step).toBe('b');
  expect(nearestAnchor(anchors, { at: 150, within: 20 })).toBeNull();
});

test('steps that fall together can all be reached, in their order', () => {
  const anchors = [at(100, 'first'), at(100, 'second'), at(100, 'third')];
  const reached = [82, 90, 100, 110, 118].map((time) => nearestAnchor(anchors, { at: time, within: 20 })?.step);
  expect(new Set(reached)).toEqual(new Set(['first', 'second', 'third']));
  expect(reached).toEqual([...reached].sort());
});

test('a message is named so that it is found again', () => {
  const trace = pauseTrace();
  const { messages } = spansOf(trace);
  for (let row = 0; row < messages.count; row++) {
    expect(findMessage(trace, messages, messageOf(trace, messages, row))).toBe(row);
  }
});

test('two runs of the same are no different, whatever the fault leaves behind', () => {
  expect(firstDifference(pauseTrace(), pauseTrace())).toBeNull();
  const with_ = traceOf();
  const without = traceOf();
  with_.add(5, 'paused', 'client1', { fault: 0 });
  for (const hand of [with_, without]) hand.grant(10, 'client1', 1);
  with_.add(35, 'faultStruck', 'nodeA', { fault: 0 });
  with_.add(36, 'resumed', 'client1');
  for (const hand of [with_, without]) hand.read(40, 'client1');
  expect(firstDifference(without.trace(), with_.trace())).toBeNull();
});

test('the first event that is elsewhere, or that one run alone has, is where they part', () => {
  const [one, other, longer] = [traceOf(), traceOf(), traceOf()];
  for (const hand of [one, other, longer]) hand.grant(0, 'client1', 1);
  one.read(30, 'client1');
  other.read(40, 'client1');
  longer.read(30, 'client1');
  longer.read(50, 'client1');
  expect(firstDifference(one.trace(), other.trace())?.at).toBe(30_000);
  expect(firstDifference(one.trace(), longer.trace())?.at).toBe(50_000);
  expect(firstDifference(longer.trace(), one.trace())).toEqual({ at: 50_000, seq: -1 });
});
