/**
 * Connections to a real server through the proxy, which faults can cut: those of replicas, and of clients that are sent
 * there.
 */
import type { ProcessId } from '../../model/scenario';
import { ClientMachine } from './clientMachine';
import type { RedisMachine } from './redisMachine';
import type { Stage } from './stage';

/** The follower copies this master's data from now on. */
export async function follow(stage: Stage, follower: RedisMachine, master: RedisMachine): Promise<void> {
  const { port, replicaLogin } = master.server;
  const link = { replica: follower.id, master: master.id, masterPort: port, login: replicaLogin };
  follower.followAt(await stage.proxy.openMasterLink(link));
}

/** This client finds the heir from now on when it asks for the master. */
export async function sendOn(
  { proxy, machines }: Stage,
  client: ProcessId,
  { master, heir }: { readonly master: RedisMachine; readonly heir: RedisMachine },
): Promise<void> {
  const machine = machines.get(client);
  if (!(machine instanceof ClientMachine)) return;
  const { host, port, login } = heir.server;
  machine.route(master.id, heir.id, await proxy.open(client, { process: heir.id, role: heir.role, host, port, login }));
}
