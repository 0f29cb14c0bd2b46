// Which client the lock stands for, in runs in which that is not the client inside.
import { expect, test } from 'vitest';
import { defaultSettings, type Scenario } from '../../../src/core/model/scenario/scenario';
import type { Trace } from '../../../src/core/model/trace/trace';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { lockStateAt, lockStates } from '../../../src/core/spans/lockSpans';
import { spansOf } from '../../../src/core/spans/spans';
import { runOfStory } from '../../content/stories/knownRun';

const wholeStates = (trace: Trace) => lockStates(trace).filter(({ spans }) => spans.length > 0);

const owners = (trace: Trace) =>
  wholeStates(trace).map(({ spans }) => spans.map(({ owner }) => trace.header.processes[owner]?.id).join(' '));

test('it is free from the end of the lease of who is paused until the next one gets it', () => {
  const { trace } = runOfStory('20');
  expect(owners(trace)).toEqual(['client1', 'client2']);
  const [first, second] = wholeStates(trace);
  expect(first?.spans[0]?.lost?.cause).toBe('expired');
  expect(second?.spans[0]?.lost).toBeNull();
  expect(first?.to).toBeLessThan(second?.from ?? 0);
});

test('it stands for a client that crashed until it expires, or to the end', () => {
  const { trace } = runOfStory('2');
  const [crash] = spansOf(trace).outages;
  expect(owners(trace)).toEqual(['client1']);
  expect(wholeStates(trace)[0]?.to).toBe(trace.header.endedAt);
  expect(crash?.from).toBeLessThan(trace.header.endedAt);
});

test('readers share it, and two majorities are two at once', () => {
  expect(owners(runOfStory('75').trace)).toContain('client1 client2');
  expect(owners(runOfStory('85').trace)).toContain('client1 client2');
});

test('a minority of its keys leaves it partly taken, also over nobody who holds it', () => {
  const { trace } = runOfStory('23');
  const jump = spansOf(trace).clocks.find((span) => span.jump !== 0);
  const part = lockStateAt(trace, (jump?.from ?? 0) + 100_000);
  expect(part?.spans).toEqual([]);
  expect(lockStateAt(trace, 0)).toBeUndefined();
  expect(lockStateAt(trace, part?.to ?? 0)?.spans).toHaveLength(1);
});

test('where no lock is used it stands for nobody', () => {
  expect(owners(runOfStory('34').trace)).toEqual([]);
});

test.each(['19', '40', '41', '82'])('one state of story %s follows another, none over the next', (name) => {
  const states = lockStates(runOfStory(name).trace);
  expect(states.length).toBeGreaterThan(1);
  states.forEach(({ from, to }, i) => {
    expect(to).toBeGreaterThan(from);
    expect(states[i + 1]?.from ?? to).toBeGreaterThanOrEqual(to);
  });
});

test('it stands for a client that has not heard yet that it got it', () => {
  const story: Scenario = {
    version: 2,
    seed: 1,
    lock: { id: 'single-node' },
    storage: { id: 'no-check' },
    settings: { ...defaultSettings, nodes: { ...defaultSettings.nodes, count: 1 } },
    faults: { slow: { kind: 'delay', message: { from: 'nodeA', to: 'client1', leg: 'reply', nth: 1 }, by: 300 } },
  };
  const trace = simulate(story, parts);
  const [hold] = spansOf(trace).holds;
  const [first] = wholeStates(trace);
  expect(first?.spans.map(({ owner }) => owner)).toEqual([hold?.process]);
  expect((hold?.acquiredAt ?? 0) - (first?.from ?? 0)).toBeGreaterThan(300_000);
});
