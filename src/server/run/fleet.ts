/** Of the Redis servers of a run: which there are, how they are started, and how they are reached. */
import type { Text } from '../../model/text';
import { fromMs } from '../../model/time';
import type { Login, StartClient } from '../process/contract';
import type { Target } from '../proxy/contract';
import type { Fleet, FleetOptions, Guard } from '../redis/contract';
import type { RunOptions } from './news';
import type { Plan } from './plan';

export const serversOf = ({ processes }: Plan): Plan['processes'] =>
  processes.filter(({ role }) => role === 'node' || role === 'replica');

export function fleetOptions(
  plan: Plan,
  { guard }: { readonly guard: Guard },
  { signal, onNews }: RunOptions,
): FleetOptions {
  const { nodes, own } = plan.scenario.settings;
  const processes = serversOf(plan).map(({ id }) => id);
  const clocks = Object.fromEntries(
    processes.flatMap((id) => {
      const clock = own?.[id]?.clock;
      if (clock === undefined) return [];
      const { offset = 0, ppm = 0 } = clock;
      return [[id, { offsetMicros: fromMs(offset), driftPpm: Math.round(ppm), slewPpm: 0 }]];
    }),
  );
  const onProgress = (what: Text): void => onNews?.({ type: 'preparing', what });
  return { guard, processes, nodes, clocks, onProgress, ...(signal ? { signal } : {}) };
}

/** What the addresses of servers say of who may ask. */
export function loginsOf(fleet: Fleet | null): NonNullable<StartClient['logins']> {
  const logins = [...(fleet?.servers.values() ?? [])].map(({ id, url }) => [id, loginOf(new URL(url))] as const);
  return Object.fromEntries(logins.filter(([, login]) => Object.keys(login).length > 0));
}

function loginOf({ username, password, pathname }: URL): Login {
  const db = Number(pathname.slice(1));
  return {
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    ...(db > 0 ? { db } : {}),
  };
}

/** For the proxy. */
export function targetsOf(fleet: Fleet, plan: Plan): readonly Target[] {
  return serversOf(plan).flatMap(({ id, role }) => {
    const server = fleet.servers.get(id);
    if (server === undefined) return [];
    const { host, port, url } = server;
    return [{ process: id, role, host, port, tls: url.startsWith('rediss:') }];
  });
}
