// Locks on real Redis servers through a live client: scripts, subscriptions, blocking commands, waits for replicas,
// forgotten scripts.
import { Redis } from 'ioredis';
import { afterEach, describe, expect, it } from 'vitest';
import { defaultSettings, type ProcessId, type Scenario } from '../../src/model/scenario';
import { parts } from '../../src/run/parts';
import { runScenario } from '../../src/run/runScenario';
import { sampled } from '../support/nightly';
import { LiveStage, scenarioOf } from './liveStage';
import { liveWords, simulatedWords } from './reportWords';

let stage: LiveStage | null = null;
let admin: Redis | null = null;

afterEach(async () => {
  admin?.disconnect();
  admin = null;
  await stage?.close();
  stage = null;
});

/** Client 2 comes while client 1 is inside, and again after it has left. */
const meeting = { stagger: 500, think: 1500, work: 1000 };

/** Client 2 stays and is woken. */
const waiting = { stagger: 500, think: 10, work: 1200 };

const shedlock = {
  id: 'shedlock',
  settings: { lockAtMostFor: 10_000, lockAtLeastFor: 500, extension: 'by-hand', extendEvery: 600 },
};

const locks: readonly (readonly [string, Scenario])[] = [
  ['a lock on one node', scenarioOf({ lock: { id: 'single-node' }, settings: meeting })],
  ['SETNX and EXPIRE', scenarioOf({ lock: { id: 'setnx-expire' }, settings: meeting })],
  ['Redisson, whose message wakes a waiter', scenarioOf({ lock: { id: 'redisson' }, settings: waiting })],
  [
    'python-redis-lock, whose list wakes a waiter',
    scenarioOf({ lock: { id: 'python-redis-lock' }, settings: waiting }),
  ],
  ['ShedLock, which extends by hand', scenarioOf({ lock: shedlock, settings: meeting })],
  [
    'ShedLock with safeUpdate',
    scenarioOf({ lock: { ...shedlock, settings: { ...shedlock.settings, safeUpdate: true } }, settings: meeting }),
  ],
  [
    'Redlock on three nodes',
    scenarioOf({
      lock: { id: 'redlock', settings: { nodeTimeout: 1500, ttl: 10_000 } },
      settings: { ...meeting, nodes: { ...defaultSettings.nodes, count: 3 } },
    }),
  ],
  ['Redisson’s Redlock', scenarioOf({ lock: { id: 'redisson-redlock' }, settings: { ...meeting, clients: 1 } })],
  ['redlock-py', scenarioOf({ lock: { id: 'redlock-py' }, settings: { ...meeting, clients: 1 } })],
];

describe('a live client with', () => {
  it.each(sampled(locks, 3))('%s does what the simulated one does', async (_, scenario) => {
    const live = await begin(scenario);
    await live.startClients();
    const clients = Array.from({ length: scenario.settings.clients }, (_, i): ProcessId => `client${i + 1}`);
    await Promise.all(clients.map((client) => live.done(client)));
    await live.settled();
    const { trace } = runScenario(scenario, parts);
    for (const client of clients)
      expect(inOrder(liveWords(live.of(client)))).toEqual(inOrder(simulatedWords(trace, client)));
  });
});

describe('a live client', () => {
  it('puts its prefix before every key, and does not report it', async () => {
    const live = await begin(scenarioOf({ lock: patient, settings: { clients: 1, work: 600, nodes: oneNode } }));
    const node = adminOf(live);
    await live.startClients();
    await live.heard(() => live.of('client1').some(({ kind }) => kind === 'acquired'));
    expect(await node.keys('*')).toEqual(['test:stock']);
    await live.done('client1');
    expect(await node.keys('*')).toEqual([]);
    expect(sentBy(live)[0]).toMatch(/^nodeA client1\/0\.\d+\/1 SET stock /);
  });

  it('sends a forgotten script again in full, as the same call', async () => {
    const live = await begin(scenarioOf({ lock: patient, settings: { clients: 1, work: 600, nodes: oneNode } }));
    const node = adminOf(live);
    await live.startClients();
    await live.heard(() => live.of('client1').some(({ kind }) => kind === 'acquired'));
    await node.script('FLUSH');
    await live.done('client1');
    expect(await node.keys('*')).toEqual([]);
    expect(sentBy(live).filter((sent) => sent.includes('compareAndDelete'))).toHaveLength(1);
    expect(live.of('client1').filter(({ kind }) => kind === 'received')).toHaveLength(4);
  });

  it('asks WAIT on the connection that has written', async () => {
    const lock = { id: 'single-node', settings: { wait: 'ignored', waitReplicas: 1, waitTimeout: 100 } };
    const live = await begin(scenarioOf({ lock, settings: { clients: 1, rounds: 1 } }));
    await live.startClients();
    await live.heard(() => sentBy(live).some((sent) => sent.includes(' WAIT ')));
    const [set, wait] = sentBy(live);
    expect(set).toContain('/1 SET stock');
    expect(wait).toBe(`${set?.split(' ').slice(0, 2).join(' ').replace(/1$/, '2')} WAIT 1 100`);
  });

  it('counts answers after its timeout as late, and times out all calls of one effect at once', async () => {
    const settings = { ttl: 5000, nodeTimeout: 50, tries: 1 };
    const live = await begin(
      scenarioOf({
        lock: { id: 'redlock', settings },
        settings: { clients: 1, think: 1000, nodes: { ...defaultSettings.nodes, count: 3 } },
      }),
    );
    await live.startClients();
    for (const node of ['nodeA', 'nodeB', 'nodeC'] as const)
      await adminOf(live, node).call('CLIENT', 'PAUSE', '2500', 'ALL');
    await live.heard(() => live.of('client1').filter(({ kind }) => kind === 'late').length >= 3);
    const kinds = live.of('client1').map(({ kind }) => kind);
    const sets = kinds.indexOf('sent');
    expect(kinds.slice(sets, sets + 6)).toEqual(['sent', 'sent', 'sent', 'timedOut', 'timedOut', 'timedOut']);
    expect(kinds.indexOf('late')).toBeGreaterThan(kinds.lastIndexOf('timedOut'));
    expect(kinds).not.toContain('acquired');
  });

  it('uses another connection if it reconnects on a timeout, and never hears the old answer', async () => {
    const settings = { ttl: 5000, nodeTimeout: 100, tries: 1, reconnectOnTimeout: true };
    const live = await begin(
      scenarioOf({ lock: { id: 'redlock', settings }, settings: { clients: 1, think: 800, nodes: oneNode } }),
    );
    await live.startClients();
    await adminOf(live).call('CLIENT', 'PAUSE', '2000', 'ALL');
    await live.done('client1');
    const [asked, ...later] = sentBy(live).map((sent) => sent.split(' ')[1]?.split('/')[1]);
    expect(live.of('client1').map(({ kind }) => kind)).toContain('timedOut');
    expect(later).not.toContain(asked);
    // On a busy machine an answer on a newer connection may be late as well.
    const late = live.of('client1').filter(({ kind }) => kind === 'late');
    expect(late.filter(({ columns }) => JSON.stringify(columns).includes(`/${asked}/`))).toEqual([]);
  });

  it('hears of it when a connection is closed', async () => {
    const live = await begin(
      scenarioOf({ lock: { id: 'single-node' }, settings: { clients: 1, think: 10, work: 700 } }),
    );
    const node = adminOf(live);
    await live.startClients();
    await live.heard(() => live.of('client1').some(({ kind }) => kind === 'acquired'));
    await node.call('SHUTDOWN', 'NOSAVE').catch(() => {});
    await live.done('client1');
    const last = live.of('client1').filter(({ kind }) => kind === 'closed' || kind === 'released');
    expect(last.map(({ kind }) => kind)).toEqual(['closed', 'released']);
  });
});

/**
 * Answers of different servers race each other. So the test compares the number of grants, and the order of all other
 * events.
 */
const inOrder = (words: readonly string[]): readonly string[] => [
  ...words.filter((word) => !word.startsWith('received')),
  ...words.filter((word) => word.startsWith('received')).sort(),
];

/** Long enough that a busy machine causes no timeout. */
const patient = { id: 'redlock', settings: { nodeTimeout: 1500, ttl: 10_000 } };

const oneNode = { ...defaultSettings.nodes, count: 1 };

async function begin(scenario: Scenario): Promise<LiveStage> {
  const live = new LiveStage(scenario, undefined, false);
  stage = live;
  await live.startServers();
  return live;
}

function adminOf(live: LiveStage, node: ProcessId = 'nodeA'): Redis {
  admin?.disconnect();
  admin = new Redis({ port: live.ports[node] ?? 0, password: live.password, retryStrategy: null });
  admin.on('error', () => {});
  return admin;
}

const sentBy = (live: LiveStage): readonly string[] =>
  live.of('client1').flatMap((event) => {
    if (event.kind !== 'sent' || !String(event.columns.peer).startsWith('node')) return [];
    return [`${event.columns.peer} ${event.columns.message} ${event.columns.text}`];
  });
