/**
 * Connections to a real server through the proxy, where faults can cut them: of replicas, and of redirected clients.
 */
import type { ProcessId } from '../../../core/model/scenario/processId';
import { ClientMachine } from './clientMachine';
import { RedisMachine } from './redisMachine';
import type { RunContext } from './runContext';
import type { Topology } from './topology';

/** The follower copies this master's data from now on. */
export async function follow(context: RunContext, follower: RedisMachine, master: RedisMachine): Promise<void> {
  const login = follower.server.replicaLogin;
  const link = { replica: follower.id, master: master.id, masterPort: master.server.port, login };
  follower.followAt(await context.proxy.openMasterLink(link));
}

/** From now on, this client reaches the new master when it asks for the master. */
export async function redirectClients(
  { proxy, machines }: RunContext,
  client: ProcessId,
  { master, newMaster }: { readonly master: RedisMachine; readonly newMaster: RedisMachine },
): Promise<void> {
  const machine = machines.get(client);
  if (!(machine instanceof ClientMachine)) return;
  const { host, port, login } = newMaster.server;
  machine.route(
    master.id,
    newMaster.id,
    await proxy.open(client, { process: newMaster.id, role: newMaster.role, host, port, login }),
  );
}

/** A follower that starts again copies its master's data. */
export async function rejoin(context: RunContext, topology: Topology, machine: RedisMachine): Promise<void> {
  const master = topology.followedBy(machine.id);
  const masterMachine = master === null ? undefined : context.get(master);
  if (masterMachine instanceof RedisMachine) await follow(context, machine, masterMachine);
}
