// Faults that are impossible with the servers at hand are explained in words instead of being tried.

import { describe, expect, onTestFinished, test } from 'vitest';
import { faultPrograms as kinds } from '../../../src/core/faults';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { processesOfScenario } from '../../../src/core/model/scenario/processes';
import { defaultSettings, type NodeSettings, type Scenario } from '../../../src/core/model/scenario/scenario';
import type { Text } from '../../../src/core/model/values/text';
import { parts } from '../../../src/core/run/parts';
import type { RedisSource } from '../../../src/live/server/redis/contract';
import { buildRedis, findRedis, sourceOfExisting } from '../../../src/live/server/redis/source';
import { whyUnsupported } from '../../../src/live/wire/unsupported';
import { needs } from '../../support/needs';
import { guardForFile, openFor, ownSource, serverOf } from './redisServers';

const guard = guardForFile();
const when = { kind: 'time', at: 100 } as const;

const scenarioOf = (nodes: Partial<NodeSettings>, own: Scenario['settings']['own'] = {}): Scenario => ({
  version: 2,
  seed: 1,
  lock: { id: 'redlock' },
  storage: { id: 'plain' },
  settings: { ...defaultSettings, nodes: { ...defaultSettings.nodes, ...nodes }, own },
  faults: {},
});

const refusalOf = (source: RedisSource, scenario: Scenario): Text | null =>
  source.refusal(scenario, processesOfScenario(scenario, parts));

const jump = (by: number, process: 'nodeA' | 'client1' = 'nodeA'): Fault => ({ kind: 'clock-jump', when, process, by });
const drift: Fault = { kind: 'clock-drift', when, process: 'nodeA', ppm: 100, for: 'ever' };
const slew: Fault = { kind: 'clock-slew', when, process: 'nodeA', by: 100, over: 1000 };
const cut: Fault = { kind: 'cut', when, from: ['client1'], to: ['nodeA'], bothWays: true, for: 100 };

const rows = [
  { name: 'a jump forward', fault: jump(60_000), nodes: {}, reason: null },
  { name: 'a jump back', fault: jump(-1), nodes: {}, reason: 'only jump forward' },
  { name: 'a jump with a log', fault: jump(1), nodes: { persistence: 'always' }, reason: 'reach the log' },
  { name: 'a jump with replicas', fault: jump(1), nodes: { replicas: 1 }, reason: 'reach the log' },
  { name: 'a drift', fault: drift, nodes: {}, reason: 'neither drift' },
  { name: 'a slew', fault: slew, nodes: {}, reason: 'neither drift' },
  { name: 'a jump of a client', fault: jump(-1, 'client1'), nodes: {}, reason: null },
  { name: 'a cut', fault: cut, nodes: {}, reason: null },
] as const;

describe('without a compiler', () => {
  test.each(rows)('$name', async ({ fault, nodes, reason }) => {
    const source = await ownSource({ shim: false });
    const found = whyUnsupported(source.unable, fault, { scenario: scenarioOf(nodes), kinds })?.en ?? null;
    if (reason === null) expect(found).toBeNull();
    else expect(found).toContain(reason);
  });

  test('a scenario with a clock of its own for a server is refused, unless the server is not in use', async () => {
    const source = await ownSource({ shim: false });
    const clock = { clock: { offset: 500 } };
    expect(refusalOf(source, scenarioOf({}, { nodeC: clock }))?.en).toContain('C compiler');
    expect(refusalOf(source, scenarioOf({ count: 1 }, { nodeC: clock }))).toBeNull();
    expect(refusalOf(source, scenarioOf({}, { client1: clock }))).toBeNull();
  });
});

describe('with a compiler', needs('compiler'), () => {
  test.each(rows)('nothing is in the way of $name', async ({ fault, nodes }) => {
    const { unable } = await ownSource({ shim: true });
    expect(whyUnsupported(unable, fault, { scenario: scenarioOf(nodes), kinds })).toBeNull();
  });

  test('a server may have a clock of its own', async () => {
    expect(
      refusalOf(await ownSource({ shim: true }), scenarioOf({}, { nodeC: { clock: { offset: 500 } } })),
    ).toBeNull();
  });
});

test('on Windows no server is looked for or built, and the text says what Windows cannot do and where it works', async () => {
  const { platform } = process;
  onTestFinished(() => {
    Object.defineProperty(process, 'platform', { value: platform });
  });
  Object.defineProperty(process, 'platform', { value: 'win32' });
  const environment = { REDIS_URLS: 'redis://127.0.0.1:1' };
  const lines: string[] = [];
  for (const found of [
    await findRedis(environment),
    await buildRedis({ environment, guard, onLine: (line) => lines.push(line) }),
  ]) {
    expect(found).toMatchObject({ ok: false, from: 'existing', how: { zh: expect.stringContaining('WSL') } });
    if (!found.ok) expect(found.how.en).toMatch(/SIGSTOP.*no redis-server.*WSL/);
  }
  expect(lines).toEqual([]);
});

test('existing servers do what they can, and the rest has a reason in both languages', async () => {
  const fleet = await openFor(guard, { count: 2 });
  const urls = [serverOf(fleet, 'nodeA').url, serverOf(fleet, 'nodeB').url];
  const found = await sourceOfExisting(urls);
  if (!found.ok) throw new Error(found.problem);
  const { source } = found;
  expect(refusalOf(source, scenarioOf({ count: 2 }))).toBeNull();
  expect(refusalOf(source, scenarioOf({ count: 3 }))?.en).toBe('This scenario has 3 nodes; there are 2 servers.');
  expect(refusalOf(source, scenarioOf({ count: 2, replicas: 1 }))?.en).toContain('no replicas');
  for (const more of [{ sentinels: { count: 3 } }, { minReplicas: { toWrite: 1 } }]) {
    const { settings, ...rest } = scenarioOf({ count: 2 });
    expect(refusalOf(source, { ...rest, settings: { ...settings, ...more } })?.en).toContain('neither watched');
  }
  expect(whyUnsupported(source.unable, jump(1000), { scenario: scenarioOf({ count: 2 }), kinds })).toBeNull();
  expect(whyUnsupported(source.unable, jump(-1000), { scenario: scenarioOf({ count: 2 }), kinds })?.zh).toContain(
    '时钟',
  );
  expect(whyUnsupported(source.unable, cut, { scenario: scenarioOf({ count: 2 }), kinds })).toBeNull();
  for (const reason of Object.values(source.unable)) {
    expect(reason.en).not.toBe('');
    expect(reason.zh).toMatch(/[\u4e00-\u9fff]/);
  }
  expect(Object.keys(source.unable)).toContain('failover');
});
