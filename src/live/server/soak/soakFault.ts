/** Draws one fault of a soak: of any kind that finds a target, at any time or before a client's step. Knows no lock. */
import { faultPrograms } from '../../../core/faults';
import type { Fault, Message, When } from '../../../core/model/fault';
import { nth } from '../../../core/model/nth';
import { isRedis, type ProcessId } from '../../../core/model/processId';
import type { Ms } from '../../../core/model/time';
import type { Draw } from './soakScenario';

/** The processes that faults can strike, besides the storage. */
export interface FaultTargets {
  readonly clients: readonly ProcessId[];
  /** Nodes, or the database of an SQL lock. */
  readonly servers: readonly ProcessId[];
  readonly replicas: readonly ProcessId[];
  /** A pause that does harm is longer than a lease. */
  readonly ttl: Ms;
  readonly duration: Ms;
}

/**
 * The values of a drawn fault. Each is drawn when a recipe asks for it, so the draws have the recipe's order.
 */
interface Drawn {
  readonly draw: Draw;
  readonly ttl: Ms;
  readonly clients: readonly ProcessId[];
  readonly all: readonly ProcessId[];
  readonly client: () => ProcessId;
  readonly server: () => ProcessId;
  readonly node: () => ProcessId;
  readonly anybody: () => ProcessId;
  /** A process whose clock can be moved. */
  readonly clock: () => ProcessId;
  readonly storageOrServer: () => ProcessId;
  readonly length: () => Ms;
  readonly when: () => When;
}

/** How a fault of a kind is drawn, and how often compared with other kinds. */
interface Recipe {
  readonly kind: string;
  readonly weight: number;
  readonly make: (drawn: Drawn) => Fault;
}

/** The most harmful fault comes most often: a pause longer than a lease, in the middle of the work. */
const recipes: readonly Recipe[] = [
  { kind: 'pause', weight: 4, make: (drawn) => aPause(drawn) },
  {
    kind: 'delay',
    weight: 2,
    make: ({ client, draw, length }) => ({
      kind: 'delay',
      message: aMessage(client(), 'storage', draw('nth', 12) + 1),
      by: length(),
    }),
  },
  {
    kind: 'crash',
    weight: 1,
    make: ({ anybody, when, length }) => ({ kind: 'crash', process: anybody(), when: when(), restartAfter: length() }),
  },
  { kind: 'restart', weight: 1, make: ({ node, when }) => ({ kind: 'restart', process: node(), when: when() }) },
  {
    kind: 'power-loss',
    weight: 1,
    make: ({ node, when, length }) => ({ kind: 'power-loss', process: node(), when: when(), restartAfter: length() }),
  },
  {
    kind: 'cut',
    weight: 1,
    make: ({ client, server, when, length }) => ({
      kind: 'cut',
      from: [client()],
      to: [server(), 'storage'],
      bothWays: true,
      when: when(),
      for: length(),
    }),
  },
  {
    kind: 'slow',
    weight: 1,
    make: ({ server, clients, when, draw, length }) => ({
      kind: 'slow',
      from: [server()],
      to: clients,
      bothWays: true,
      when: when(),
      by: 20 + draw('by', 120),
      for: length(),
    }),
  },
  {
    kind: 'lose',
    weight: 1,
    make: ({ client, storageOrServer, draw }) => ({
      kind: 'lose',
      message: aMessage(client(), storageOrServer(), draw('nth', 40) + 1),
    }),
  },
  {
    kind: 'suspend',
    weight: 1,
    make: ({ client, when, length }) => ({ kind: 'suspend', process: client(), when: when(), for: length() }),
  },
  {
    kind: 'clock-jump',
    weight: 1,
    make: ({ clock, when, draw, ttl }) => ({
      kind: 'clock-jump',
      process: clock(),
      when: when(),
      by: draw('jump', 4 * ttl) - ttl,
    }),
  },
  {
    kind: 'clock-drift',
    weight: 1,
    make: ({ clock, when, draw, length }) => ({
      kind: 'clock-drift',
      process: clock(),
      when: when(),
      ppm: draw('ppm', 200_000) - 100_000,
      for: length(),
    }),
  },
  {
    kind: 'clock-slew',
    weight: 1,
    make: ({ clock, when, draw, length }) => ({
      kind: 'clock-slew',
      process: clock(),
      when: when(),
      by: draw('slew', 400) - 200,
      over: length(),
    }),
  },
];

/** Faults that let a replica replace its master, for scenarios with replicas. */
const ofReplicated: readonly Recipe[] = [
  { kind: 'failover', weight: 2, make: ({ server, when }) => ({ kind: 'failover', process: server(), when: when() }) },
];

/** A kind without a recipe strikes with the defaults of a newly added fault. */
const otherwise: readonly Recipe[] = [...faultPrograms.values()]
  .filter(
    ({ kind, appliesTo }) =>
      appliesTo !== 'service' &&
      appliesTo !== 'session' &&
      ![...recipes, ...ofReplicated].some((recipe) => recipe.kind === kind),
  )
  .map(({ kind, appliesTo, fresh }) => ({
    kind,
    weight: 1,
    make: ({ anybody, server, when, ttl, all, length }) =>
      fresh({
        process: appliesTo === 'anybody' ? anybody() : server(),
        when: when(),
        processes: all,
        ttl,
        lengthMax: length(),
      }) as Fault,
  }));

const weighted = (some: readonly Recipe[]): readonly Recipe[] =>
  some.flatMap((recipe) => Array.from({ length: recipe.weight }, () => recipe));

export function anyFault(draw: Draw, targets: FaultTargets): Fault {
  const { clients, servers, replicas, ttl, duration } = targets;
  const one = <T>(name: string, list: readonly T[]): T => nth(list, draw(name, list.length));
  const all = [...clients, ...servers, ...replicas, 'storage' as const];
  const others = otherwise.filter(
    ({ kind }) => servers.some(isRedis) || faultPrograms.get(kind)?.appliesTo === 'anybody',
  );
  const recipe = one('kind', weighted([...recipes, ...(replicas.length > 0 ? ofReplicated : []), ...others]));
  return recipe.make({
    draw,
    ttl,
    clients,
    all,
    client: () => one('client', clients),
    server: () => one('server', servers),
    node: () => one('node', [...servers, ...replicas]),
    anybody: () => one('process', all),
    clock: () => one('clock', [...clients, ...servers]),
    storageOrServer: () => one('to', [...servers, 'storage']),
    length: () => 50 + draw('length', ttl),
    when: () => ({ kind: 'time', at: 200 + draw('at', duration - 200) }),
  });
}

const aMessage = (from: ProcessId, to: ProcessId, nth: number): Message => ({ from, to, leg: 'request', nth });

/** A pause of a client between two lines of its code, or of any process at any time. */
function aPause({ draw, when, client, anybody, length, ttl }: Drawn): Fault {
  if (draw('where', 4) === 0) return { kind: 'pause', process: anybody(), when: when(), for: length() };
  const process = client();
  const step = draw('step', 3) === 0 ? 'work' : 'write';
  const at: When = { kind: 'step', process, step, nth: 1 + draw('round', 4) };
  return { kind: 'pause', process, when: at, for: ttl + length() };
}
