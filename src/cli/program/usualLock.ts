/** Whether the usual lock with the same lease breaks at the same place: by the simulation, with the fault anchored there. */
import type { Fault } from '../../core/model/scenario/fault';
import type { ProcessId } from '../../core/model/scenario/processId';
import { defaultSettings, type Scenario } from '../../core/model/scenario/scenario';
import { doesHarm, harms, type Severity } from '../../core/model/trace/severity';
import { leaseMax } from '../../core/model/values/time';
import { parts } from '../../core/run/parts';
import { runScenario } from '../../core/run/runScenario';
import { faultLength, type Plan } from './places';
import type { Roles } from './roles';
import type { Role } from './worldEvents';

export function usualBreaks(plan: Plan, { lease }: Roles, nodes: number, severity: Severity): boolean {
  const ttl = Math.min(Math.max(1, Math.round(lease ?? 2000)), leaseMax);
  const fault = usualFault(plan, Math.round(faultLength(ttl)));
  if (fault === null) return false;
  const isFailover = plan.fault === 'failover';
  const scenario = {
    version: 2,
    seed: 20,
    lock: { id: nodes > 1 ? 'redlock' : 'single-node', settings: { ttl } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 0,
      think: 150,
      latency: 20,
      patience: Math.max(defaultSettings.patience, 3 * ttl),
      duration: 6000 + 4 * ttl,
      nodes: {
        ...defaultSettings.nodes,
        count: nodes,
        replicas: isFailover ? 1 : 0,
        ...(isFailover ? { replicaLag: 1000 } : {}),
      },
    },
    faults: { fault },
  } as Scenario;
  const { verdict } = runScenario(scenario, parts);
  const harm = harms.find((each) => each === severity) ?? 'lost';
  return doesHarm(verdict, harm);
}

/** The step of the simulated client that begins when it has done this. */
const stepAfter: Readonly<Record<Role, string>> = {
  look: 'acquire',
  acquire: 'read',
  extend: 'read',
  read: 'write',
  write: 'release',
  release: 'release',
};

function usualFault({ fault, place }: Plan, length: number): Fault | null {
  const client = 'client1' as ProcessId;
  const when = { kind: 'step', process: client, step: stepAfter[place.role], nth: 1 } as const;
  const node = 'nodeA' as ProcessId;
  const storage = 'storage' as ProcessId;
  const isOfData = place.role === 'read' || place.role === 'write';
  const to = isOfData ? storage : node;
  const nth = place.role === 'write' || place.role === 'release' ? 2 : 1;
  switch (fault) {
    case 'pause':
      return { kind: 'pause', process: client, when, for: length };
    case 'kill':
      return { kind: 'crash', process: client, when, restartAfter: 'never' };
    case 'late-request':
      return { kind: 'delay', message: { from: client, to, leg: 'request', nth }, by: length };
    case 'late-reply':
      return { kind: 'delay', message: { from: to, to: client, leg: 'reply', nth }, by: length };
    case 'lost-reply':
      return { kind: 'lose', message: { from: to, to: client, leg: 'reply', nth } };
    case 'unreachable':
      return { kind: 'cut', from: [client], to: [node], bothWays: true, when, for: length };
    case 'restart':
      return { kind: 'restart', process: node, when };
    case 'clock-jump':
      return { kind: 'clock-jump', process: node, when, by: length };
    case 'failover':
      return { kind: 'failover', process: node, when };
    default:
      return fault satisfies never;
  }
}
