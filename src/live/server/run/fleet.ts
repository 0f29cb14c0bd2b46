/** The Redis servers of a run: which ones it has, how they start, and how to reach them. */
import type { Text } from '../../../core/model/values/text';
import type { Target } from '../proxy/contract';
import type { Fleet, FleetOptions, Guard } from '../redis/contract';
import { stateAtStart } from '../wallClock';
import type { Plan } from './plan';
import type { RunOptions } from './reports';

export const serversOf = ({ processes }: Plan): Plan['processes'] =>
  processes.filter(({ role }) => role === 'node' || role === 'replica');

export function fleetOptions(
  plan: Plan,
  { guard }: { readonly guard: Guard },
  { signal, onReport: onNews }: RunOptions,
): FleetOptions {
  const { nodes, own, minReplicas, versions } = plan.scenario.settings;
  const processes = serversOf(plan).map(({ id }) => id);
  const clocks = Object.fromEntries(
    processes.flatMap((id) => (own?.[id]?.clock === undefined ? [] : [[id, stateAtStart(plan.scenario, id)]])),
  );
  const onProgress = (what: Text): void => onNews?.({ type: 'preparing', what });
  const optional = { ...(signal ? { signal } : {}), ...(minReplicas ? { minReplicas } : {}) };
  return { guard, processes, nodes, clocks, onProgress, ...optional, ...(versions ? { versions } : {}) };
}

/** The servers as the proxy needs them. */
export function targetsOf(fleet: Fleet, plan: Plan): readonly Target[] {
  return serversOf(plan).flatMap(({ id, role }) => {
    const server = fleet.servers.get(id);
    if (server === undefined) return [];
    const { host, port, login, url } = server;
    return [{ process: id, role, host, port, login, tls: url.startsWith('rediss:') }];
  });
}
