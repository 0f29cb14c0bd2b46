/**
 * Makes the scenario of one soak run from a seed: clients that compete for one resource, with faults of every kind at
 * any time, or without faults, to check that everything works without them. Knows the promise of each protection, and
 * stays within it. Pure, so that a seed gives the same scenario everywhere.
 */
import { locks } from '../../../core/locks';
import { asksSeveralNodes } from '../../../core/model/asksSeveralNodes';
import { settingsWithLease } from '../../../core/model/lease';
import type { Lock } from '../../../core/model/lock';
import { clientId, nodeId, replicaId } from '../../../core/model/processId';
import { finish, hashText, mix, scaleTo } from '../../../core/model/random';
import {
  type Choice,
  defaultSettings,
  type NodeSettings,
  type Scenario,
  type Settings,
} from '../../../core/model/scenario';
import type { Ms } from '../../../core/model/time';
import { anyFault, type FaultTargets } from './soakFault';

/** The protections of the resource: none, its version, or tokens in each write that each read leaves behind. */
export const protections = ['no-check', 'version', 'fencing'] as const;
export type Protection = (typeof protections)[number];

/** A lock, and the protection that its resource has. */
export interface Pairing {
  readonly lock: string;
  readonly protection: Protection;
}

const clientCount = 8;
const baselineClients = 4;
const baselineRounds = 3;
const faultCount = 14;
const ttl: Ms = 1000;
/** Only a dead client takes longer than this. */
const baselineTtl: Ms = 20_000;

const storages: { readonly [P in Protection]: Choice } = {
  'no-check': { id: 'no-check' },
  version: { id: 'version' },
  fencing: { id: 'fencing', settings: { readsLeaveToken: true } },
};

/** Whether the lock asks a majority of several nodes. All other locks on Redis use one node. */
function asksMany(lock: string): boolean {
  const known = lockCalled.get(lock);
  return known !== undefined && asksSeveralNodes(known, {}, defaultSettings);
}

type Own = Readonly<Record<string, number | string | boolean>>;

const isInDatabase = (lock: string): boolean => lockCalled.get(lock)?.service === 'sql';

const lockCalled: ReadonlyMap<string, Lock> = new Map(locks.map((lock) => [lock.id, lock]));

const settingsOf = (lock: string, lease: Ms): Own => ({
  ...triesOf(lock),
  ...settingsWithLease(lockCalled.get(lock)?.fields ?? {}, lease),
});

/** How often a lock asks, and how long it waits for an answer. Locks without an entry keep their defaults. */
const triesOf = (lock: string): Own => {
  const tries = { nodeTimeout: 300, tries: 3, retryDelay: 100 };
  switch (lock) {
    case 'redlock':
      return { ...tries, retryJitter: 90, minValidity: 50 };
    case 'single-node':
    case 'setnx-getset':
    case 'token-lock':
    case 'setnx-expire':
    case 'sql-row':
    case 'agent-lease':
      return tries;
    case 'shedlock':
    case 'shedlock-table':
    case 'redisson':
    case 'redisson-redlock':
      return { nodeTimeout: 300 };
    case 'redlock-py':
      return { tries: 3, retryDelay: 100 };
    default:
      return {};
  }
};

/** A scenario without faults: every round must finish, and every update must be kept. */
export function baselineScenario(lock: string): Scenario {
  const settings: Partial<Settings> = {
    clients: baselineClients,
    rounds: baselineRounds,
    stagger: 30,
    think: 20,
    work: 30,
  };
  const count = asksMany(lock) ? 5 : 1;
  return scenarioOf({ lock, protection: 'no-check' }, 1, {
    own: settingsOf(lock, baselineTtl),
    settings: { ...settings, duration: 20_000, patience: 20_000, nodes: { ...defaultSettings.nodes, count } },
    faults: {},
  });
}

export const baselineRoundsAll = baselineClients * baselineRounds;

export function soakScenario({ lock, protection }: Pairing, seed: number, duration: Ms): Scenario {
  const draw = drawer(seed, `${lock} ${protection}`);
  const nodes = nodesOf(lock, protection, draw);
  const targets: FaultTargets = {
    clients: Array.from({ length: clientCount }, (_, i) => clientId(i + 1)),
    servers: isInDatabase(lock) ? ['service'] : Array.from({ length: nodes.count }, (_, i) => nodeId(i)),
    replicas: isInDatabase(lock)
      ? []
      : Array.from({ length: nodes.count * nodes.replicas }, (_, i) =>
          replicaId(Math.floor(i / nodes.replicas), (i % nodes.replicas) + 1),
        ),
    ttl,
    duration,
  };
  const faults = Array.from({ length: faultCount }, () => anyFault(draw, targets));
  const token = protection === 'fencing' ? { token: 'quorum' } : {};
  return scenarioOf({ lock, protection }, seed, {
    own: { ...settingsOf(lock, ttl), ...token },
    settings: {
      clients: clientCount,
      // More rounds than the time allows, so the clients are busy to the end.
      rounds: 200,
      stagger: 20,
      think: 40,
      work: 40,
      nodes,
      duration,
      patience: duration,
    },
    faults: Object.fromEntries(faults.map((fault, index) => [`fault ${index + 1}`, fault])),
  });
}

/** A node that forgets its counter may give a token twice: tokens are only as good as the nodes' persistence. */
function nodesOf(lock: string, protection: Protection, draw: Draw): NodeSettings {
  if (protection === 'fencing') return { ...defaultSettings.nodes, count: 5, persistence: 'always' };
  const persistence = (['none', 'everysec', 'always'] as const)[draw('persistence', 3)] ?? 'none';
  const hasReplicas = draw('replicas', 2) === 1;
  // As many servers as a small machine can run.
  if (asksMany(lock))
    return { ...defaultSettings.nodes, count: hasReplicas ? 3 : 5, persistence, replicas: hasReplicas ? 1 : 0 };
  return { ...defaultSettings.nodes, count: 1, persistence, replicas: hasReplicas ? 2 : 0 };
}

function scenarioOf(
  { lock, protection }: Pairing,
  seed: number,
  {
    own,
    settings,
    faults,
  }: { readonly own: Own; readonly settings: Partial<Settings>; readonly faults: Scenario['faults'] },
): Scenario {
  const isPlain = Object.keys(own).length === 0;
  return {
    version: 2,
    seed,
    lock: { id: lock, ...(isPlain ? {} : { settings: own }) },
    storage: storages[protection],
    // Each write adds 1, so the sum counts the writes.
    settings: {
      ...defaultSettings,
      adds: 'one',
      storageTimeout: 1500,
      latency: { min: 1, p50: 2, p99: 10, max: 30 },
      ...settings,
    },
    faults,
  };
}

/** A whole number from 0 to below − 1. Each name has its own sequence. */
export type Draw = (name: string, below: number) => number;

function drawer(seed: number, label: string): Draw {
  const counts = new Map<string, number>();
  const first = mix(mix(0x50a6, seed), hashText(label));
  return (name, below) => {
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return scaleTo(finish(mix(mix(first, hashText(name)), count)), below);
  };
}
