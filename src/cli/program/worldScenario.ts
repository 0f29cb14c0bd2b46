/** The scenario of a world: the usual lock with the lease of the program, and the fault as it happened. */
import type { Fault } from '../../core/model/scenario/fault';
import type { ProcessId } from '../../core/model/scenario/processId';
import { defaultSettings, type Scenario } from '../../core/model/scenario/scenario';
import { leaseMax, lengthMax } from '../../core/model/values/time';
import { faultLength, type Plan } from './places';
import type { Roles } from './roles';
import type { WorldRun } from './world';

export interface WorldParts {
  readonly run: WorldRun;
  readonly clients: number;
  readonly nodes: number;
  readonly roles: Roles;
  readonly plan: Plan | null;
}

const letters = 'ABCDEFGHI';
export const nodeId = (server: number): ProcessId => `node${letters[server]}` as ProcessId;
export const replicaId = (server: number): ProcessId => `replica${letters[server]}1` as ProcessId;

/** The usual lock with the same lease and the same fault, so that the page can compare. */
export function scenarioOf(
  { clients, nodes, roles, run, plan }: WorldParts,
  faults: Readonly<Record<string, Fault>>,
): Scenario {
  const ttl = Math.min(Math.max(1, Math.round(roles.lease ?? defaultSettings.duration)), leaseMax);
  const ms = Math.ceil(run.endedAt / 1000) + 1;
  return {
    version: 2,
    seed: 1,
    lock:
      nodes > 1
        ? { id: 'redlock', settings: { ttl } }
        : { id: 'single-node', settings: { ttl, ...(roles.lease === null ? { expiry: 'none' } : {}) } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      clients,
      duration: Math.min(Math.max(ms, 1000), lengthMax),
      patience: Math.max(defaultSettings.patience, Math.round(2.5 * ttl)),
      nodes: { ...defaultSettings.nodes, count: nodes, replicas: plan?.fault === 'failover' ? 1 : 0 },
    },
    faults,
  } as Scenario;
}

/** The fault of the plan, as it happened. */
export function faultsOf({ plan, run, nodes, roles }: WorldParts): Readonly<Record<string, Fault>> {
  const struckAt = run.events.find(({ kind }) => kind === 'fault')?.at;
  if (plan === null || struckAt === undefined) return {};
  const at = Math.round(struckAt / 1000);
  const endedAt = run.events.find(({ kind }) => kind === 'fault-ended')?.at ?? run.endedAt;
  const lasts = Math.max(1, Math.round((endedAt - struckAt) / 1000));
  const process = `client${plan.first}` as ProcessId;
  const when = { kind: 'time', at } as const;
  const isOfData = plan.place.role === 'read' || plan.place.role === 'write';
  const to = isOfData ? ('storage' as ProcessId) : nodeId(0);
  const message = (leg: 'request' | 'reply') =>
    leg === 'request'
      ? ({ from: process, to, leg, after: at } as const)
      : ({ from: to, to: process, leg, after: at } as const);
  const hit = Array.from({ length: Math.floor(nodes / 2) + 1 }, (_, i) => nodeId(i));
  switch (plan.fault) {
    case 'pause':
      return { pause: { kind: 'pause', process, when, for: lasts } };
    case 'kill':
      return { kill: { kind: 'crash', process, when, restartAfter: 'never' } };
    case 'late-request':
      return { late: { kind: 'delay', message: message('request'), by: lasts } };
    case 'late-reply':
      return { late: { kind: 'delay', message: message('reply'), by: lasts } };
    case 'lost-reply':
      return { lost: { kind: 'lose', message: message('reply') } };
    case 'unreachable':
      return {
        cut: {
          kind: 'cut',
          from: [process],
          to: Array.from({ length: nodes }, (_, i) => nodeId(i)),
          bothWays: true,
          when,
          for: lasts,
        },
      };
    case 'restart':
      return Object.fromEntries(hit.map((node) => [`restart ${node}`, { kind: 'restart', process: node, when }]));
    case 'clock-jump':
      return Object.fromEntries(
        hit.map((node) => [
          `jump ${node}`,
          { kind: 'clock-jump', process: node, when, by: Math.round(faultLength(roles.lease)) },
        ]),
      );
    case 'failover':
      return Object.fromEntries(hit.map((node) => [`failover ${node}`, { kind: 'failover', process: node, when }]));
    default:
      return plan.fault satisfies never;
  }
}
