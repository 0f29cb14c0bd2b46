// What cannot be done to the servers at hand, and that it is said in words instead of being tried.

import { describe, expect, test } from 'vitest';
import type { Fault } from '../../src/model/fault';
import { defaultSettings, type NodeSettings, type Scenario } from '../../src/model/scenario';
import { sourceOfExisting } from '../../src/server/redis/source';
import { whyUnable } from '../../src/wire/unable';
import { guardForFile, openFor, ownSource, serverOf } from './redisServers';

const guard = guardForFile();
const when = { kind: 'time', at: 100 } as const;

const scenarioOf = (nodes: Partial<NodeSettings>, own: Scenario['settings']['own'] = {}): Scenario => ({
  version: 1,
  seed: 1,
  lock: { id: 'redlock' },
  storage: { id: 'plain' },
  settings: { ...defaultSettings, nodes: { ...defaultSettings.nodes, ...nodes }, own },
  faults: {},
});

const jump = (by: number, process: 'nodeA' | 'client1' = 'nodeA'): Fault => ({ kind: 'clock-jump', when, process, by });
const drift: Fault = { kind: 'clock-drift', when, process: 'nodeA', ppm: 100, for: 'ever' };
const slew: Fault = { kind: 'clock-slew', when, process: 'nodeA', by: 100, over: 1000 };
const cut: Fault = { kind: 'cut', when, from: ['client1'], to: ['nodeA'], bothWays: true, for: 100 };

describe('without a compiler', () => {
  test.each([
    { name: 'a jump forward', fault: jump(60_000), nodes: {}, reason: null },
    { name: 'a jump back', fault: jump(-1), nodes: {}, reason: 'only jump forward' },
    { name: 'a jump where there is a log', fault: jump(1), nodes: { persistence: 'always' }, reason: 'reach the log' },
    { name: 'a jump where there are replicas', fault: jump(1), nodes: { replicas: 1 }, reason: 'reach the log' },
    { name: 'a drift', fault: drift, nodes: {}, reason: 'neither drift' },
    { name: 'a slew', fault: slew, nodes: {}, reason: 'neither drift' },
    { name: 'a jump of a client', fault: jump(-1, 'client1'), nodes: {}, reason: null },
    { name: 'a cut', fault: cut, nodes: {}, reason: null },
  ] as const)('$name', async ({ fault, nodes, reason }) => {
    const source = await ownSource({ shim: false });
    const found = whyUnable(source.unable, fault, scenarioOf(nodes))?.en ?? null;
    if (reason === null) expect(found).toBeNull();
    else expect(found).toContain(reason);
    expect(whyUnable((await ownSource({ shim: true })).unable, fault, scenarioOf(nodes))).toBeNull();
  });

  test('a server that is to have a clock of its own is refused, one that is not in use is not', async () => {
    const source = await ownSource({ shim: false });
    const clock = { clock: { offset: 500 } };
    expect(source.refusal(scenarioOf({}, { nodeC: clock }))?.en).toContain('C compiler');
    expect(source.refusal(scenarioOf({ count: 1 }, { nodeC: clock }))).toBeNull();
    expect(source.refusal(scenarioOf({}, { client1: clock }))).toBeNull();
    expect((await ownSource({ shim: true })).refusal(scenarioOf({}, { nodeC: clock }))).toBeNull();
  });
});

test('servers that exist already do what they can, and the rest has a reason in both languages', async () => {
  const fleet = await openFor(guard, { count: 2 });
  const urls = [serverOf(fleet, 'nodeA').url, serverOf(fleet, 'nodeB').url];
  const found = await sourceOfExisting(urls);
  if (!found.ok) throw new Error(found.problem);
  const { source } = found;
  expect(source.refusal(scenarioOf({ count: 2 }))).toBeNull();
  expect(source.refusal(scenarioOf({ count: 3 }))?.en).toBe('This scenario has 3 nodes; there are 2 servers.');
  expect(source.refusal(scenarioOf({ count: 2, replicas: 1 }))?.en).toContain('no replicas');
  expect(whyUnable(source.unable, jump(1000), scenarioOf({ count: 2 }))).toBeNull();
  expect(whyUnable(source.unable, jump(-1000), scenarioOf({ count: 2 }))?.zh).toContain('时钟');
  expect(whyUnable(source.unable, cut, scenarioOf({ count: 2 }))).toBeNull();
  for (const reason of Object.values(source.unable)) {
    expect(reason.en).not.toBe('');
    expect(reason.zh).toMatch(/[\u4e00-\u9fff]/);
  }
  expect(Object.keys(source.unable)).toContain('failover');
});
