// Whole rounds of a live client, with the resource, as the simulated client goes through them. The requests of each
// lock to its servers are tested in `conformance/`.
import { Redis } from 'ioredis';
import { afterEach, describe, expect, it } from 'vitest';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import { defaultSettings, type Scenario } from '../../../src/core/model/scenario/scenario';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
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

/** Client 2 stays and is woken up. */
const waiting = { stagger: 500, think: 10, work: 1200 };

const locks: readonly (readonly [string, Scenario])[] = [
  ['a lock on one node', scenarioOf({ lock: { id: 'single-node' }, settings: meeting })],
  [
    'python-redis-lock, whose list wakes a waiter',
    scenarioOf({ lock: { id: 'python-redis-lock' }, settings: waiting }),
  ],
  [
    'Redlock on three nodes',
    scenarioOf({
      lock: { id: 'redlock', settings: { nodeTimeout: 1500, ttl: 10_000 } },
      settings: { ...meeting, nodes: { ...defaultSettings.nodes, count: 3 } },
    }),
  ],
];

describe('a live client with', () => {
  it.each(locks)('%s does what the simulated one does', async (_, scenario) => {
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
    // On a busy machine an answer on a newer connection may be late, too.
    const late = live.of('client1').filter(({ kind }) => kind === 'late');
    expect(late.filter(({ columns }) => JSON.stringify(columns).includes(`/${asked}/`))).toEqual([]);
  });
});

/**
 * Answers from different servers race each other, so the test compares the number of grants, and the order of all
 * other events.
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

function adminOf(live: LiveStage): Redis {
  admin?.disconnect();
  admin = new Redis({ port: live.ports.nodeA ?? 0, password: live.password, retryStrategy: null });
  admin.on('error', () => {});
  return admin;
}

const sentBy = (live: LiveStage): readonly string[] =>
  live.of('client1').flatMap((event) => {
    if (event.kind !== 'sent' || !String(event.columns.peer).startsWith('node')) return [];
    return [`${event.columns.peer} ${event.columns.message} ${event.columns.text}`];
  });
