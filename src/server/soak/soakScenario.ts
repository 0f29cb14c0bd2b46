/**
 * One run of a soak, from a seed: eight clients that all want the same, and faults of every kind that may come at any time. Knows
 * what each way of protecting the resource is promised to bear, and keeps to it; pure, so a seed gives the same scenario anywhere.
 */
import type { Fault, Message, When } from '../../model/fault';
import { finish, hashText, mix, scaleTo } from '../../model/random';
import { type Choice, clientId, defaultSettings, nodeId, type ProcessId, type Scenario } from '../../model/scenario';
import type { Ms } from '../../model/time';

/** How the resource is protected: not at all, by its version, by tokens that are written back and that reads leave. */
export const protections = ['no-check', 'version', 'fencing'] as const;
export type Protection = (typeof protections)[number];

const clientCount = 8;
const nodeCount = 5;
const faultCount = 14;
const ttl: Ms = 1000;

const clients = Array.from({ length: clientCount }, (_, i) => clientId(i + 1));
const nodes = Array.from({ length: nodeCount }, (_, i) => nodeId(i));

const storages: { readonly [P in Protection]: Choice } = {
  'no-check': { id: 'no-check' },
  version: { id: 'version' },
  fencing: { id: 'fencing', settings: { readsLeaveToken: true } },
};

export function soakScenario(protection: Protection, seed: number, duration: Ms): Scenario {
  const draw = drawer(seed, protection);
  const settings = { ttl, nodeTimeout: 300, tries: 3, retryDelay: 100, retryJitter: 90, minValidity: 50 };
  const faults = Array.from({ length: faultCount }, () => anyFault(draw, duration));
  return {
    version: 1,
    seed,
    lock: { id: 'redlock', settings: { ...settings, token: protection === 'fencing' ? 'quorum' : 'none' } },
    storage: storages[protection],
    settings: {
      ...defaultSettings,
      clients: clientCount,
      // More than there is time for: they are busy to the end.
      rounds: 200,
      stagger: 20,
      think: 40,
      work: 40,
      storageTimeout: 1500,
      // Counters that a node forgets are none: a token is only as good as what the nodes keep.
      nodes: { ...defaultSettings.nodes, count: nodeCount, persistence: protection === 'fencing' ? 'always' : 'none' },
      latency: { min: 1, p50: 2, p99: 10, max: 30 },
      duration,
      patience: duration,
    },
    faults: Object.fromEntries(faults.map((fault, place) => [`fault ${place + 1}`, fault])),
  };
}

/** A whole number in 0 … below − 1; each name has its own sequence. */
type Draw = (name: string, below: number) => number;

function drawer(seed: number, protection: Protection): Draw {
  const counts = new Map<string, number>();
  const first = mix(mix(0x50a6, seed), hashText(protection));
  return (name, below) => {
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return scaleTo(finish(mix(mix(first, hashText(name)), count)), below);
  };
}

/** What does most harm comes most often: a pause that is longer than a lease, in the midst of the work. */
const kinds = [
  ...(['pause', 'pause', 'pause', 'pause', 'delay', 'delay'] as const),
  ...(['crash', 'restart', 'power-loss', 'cut', 'slow', 'lose', 'clock-jump', 'suspend'] as const),
];

function anyFault(draw: Draw, duration: Ms): Fault {
  const one = <T>(name: string, list: readonly T[]): T => list[draw(name, list.length)] as T;
  const client = (): ProcessId => one('client', clients);
  const node = (): ProcessId => one('node', nodes);
  const anybody = (): ProcessId => one('process', [...clients, ...nodes, 'storage']);
  const length = (): Ms => 50 + draw('length', ttl);
  const when = (): When => ({ kind: 'time', at: 200 + draw('at', duration - 200) });
  const kind = one('kind', kinds);
  switch (kind) {
    case 'pause':
      return aPause(draw, when(), client(), anybody(), length());
    case 'suspend':
      return { kind, process: client(), when: when(), for: length() };
    case 'crash':
      return { kind, process: anybody(), when: when(), restartAfter: length() };
    case 'restart':
      return { kind, process: node(), when: when() };
    case 'power-loss':
      return { kind, process: node(), when: when(), restartAfter: length() };
    case 'cut':
      return { kind, from: [client()], to: [node(), 'storage'], bothWays: true, when: when(), for: length() };
    case 'slow':
      return {
        kind,
        from: [node()],
        to: clients,
        bothWays: true,
        when: when(),
        by: 20 + draw('by', 120),
        for: length(),
      };
    case 'lose':
      return { kind, message: aMessage(client(), one('to', [...nodes, 'storage']), draw('nth', 40) + 1) };
    case 'delay':
      return { kind, message: aMessage(client(), 'storage', draw('nth', 12) + 1), by: length() };
    case 'clock-jump':
      return { kind, process: one('clock', [...clients, ...nodes]), when: when(), by: draw('jump', 4 * ttl) - ttl };
    default:
      throw new Error(`No such fault: ${kind satisfies never}.`);
  }
}

const aMessage = (from: ProcessId, to: ProcessId, nth: number): Message => ({ from, to, leg: 'request', nth });

/** Of a client between two lines of its code, or of anybody at any time. */
function aPause(draw: Draw, at: When, client: ProcessId, anybody: ProcessId, length: Ms): Fault {
  if (draw('where', 4) === 0) return { kind: 'pause', process: anybody, when: at, for: length };
  const step = draw('step', 3) === 0 ? 'work' : 'write';
  const when: When = { kind: 'step', process: client, step, nth: 1 + draw('round', 4) };
  return { kind: 'pause', process: client, when, for: ttl + length };
}
