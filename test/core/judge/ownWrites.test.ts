// A write is destroyed by another one that was not based on it, even if one client wrote both.
import { expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { defaultSettings, type Scenario, type Settings } from '../../../src/core/model/scenario/scenario';
import { explain } from '../../../src/core/narrate/explain';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { spansOf } from '../../../src/core/spans/spans';
import { traceOf } from '../../support/traceOf';

const alone = (
  storage: Scenario['storage'],
  settings: Partial<Settings>,
  faults: Scenario['faults'] = {},
): Scenario => ({
  version: 2,
  seed: 1,
  lock: { id: 'single-node', settings: { ttl: 2000 } },
  storage,
  settings: { ...defaultSettings, clients: 1, think: 50, work: 100, ...settings },
  faults,
});

test('two rounds of one client that read the same from a replica that lags lose the first update', () => {
  const { verdict } = runScenario(alone({ id: 'lagging-replica', settings: { lag: 3000 } }, { rounds: 2 }), parts);
  expect(verdict.outcome).toBe('lost');
  expect(verdict.facts.find(({ kind }) => kind === 'lost-update')).toMatchObject({ who: ['client1', 'client1'] });
});

test('a client that reads its own write back loses nothing', () => {
  const { verdict } = runScenario(alone({ id: 'no-check' }, { rounds: 2 }), parts);
  expect(verdict.outcome).toBe('held');
});

test('a write of a client that has died lands on what it wrote after its restart', () => {
  const late: Fault = { kind: 'delay', message: { from: 'client1', to: 'storage', leg: 'request', nth: 2 }, by: 4000 };
  const restart: Fault = { kind: 'crash', process: 'client1', when: { kind: 'time', at: 1000 }, restartAfter: 500 };
  const settings = { rounds: 1, duration: 10_000, stagger: 0 };
  const { verdict, trace } = runScenario(alone({ id: 'no-check' }, settings, { late, restart }), parts);
  expect(verdict.outcome).toBe('lost');
  const destroying = spansOf(trace).resource.filter(({ destroyed }) => destroyed.length > 0);
  expect(destroying.map(({ hold }) => hold?.acquiredSeq)).toEqual([spansOf(trace).holds[0]?.acquiredSeq]);
});

test('a write that one round sends twice destroys nothing', () => {
  const run = traceOf();
  run.grant(0, 'client1', 1);
  run.read(40, 'client1');
  run.write(100, 'client1', { basedOn: 0, value: 42 });
  run.write(110, 'client1', { basedOn: 0, value: 42 });
  run.release(120, 'client1', 1);
  run.finished(140, 'client1', 1);
  expect(judge(run.trace(), parts).outcome).toBe('held');
});

test('the sentence names the client once', () => {
  const run = runScenario(alone({ id: 'lagging-replica', settings: { lag: 3000 } }, { rounds: 2 }), parts);
  expect(explain(run.verdict, speechOf.en).sentence).toBe('Client 1 overwrote what it had written itself.');
  expect(explain(run.verdict, speechOf.zh).sentence).toBe('客户端 1 覆盖了它自己先前写下的内容。');
});
