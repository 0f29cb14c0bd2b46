/** A real replica takes the place of a real master: what had not reached it is thrown away, and the clients are sent to it. */
import type { ProcessId } from '../../model/scenario';
import { ClientMachine } from './clientMachine';
import type { RedisMachine } from './redisMachine';
import { nanosNow, type Stage } from './stage';
import type { Failover, Topology } from './topology';

export async function failOver(stage: Stage, topology: Topology, failover: Failover, number: number): Promise<void> {
  const { proxy } = stage;
  const { master, heir, behind } = failover;
  // What is on its way now never arrives: a dead master sends nothing more, and a living one is cut off.
  const held = proxy.hold(master.id, heir.id);
  const lost = held.writes();
  if (behind.length === 0) await master.crash(number, { power: false });
  else cutOff(stage, master.id, behind);
  held.discard();
  await heir.server.promote();
  proxy.serverPromoted(heir.id);
  stage.report('promoted', heir.id, { peer: master.id, lost }, nanosNow());
  topology.promoted(failover);
  await sendClients(stage, failover);
  for (const sibling of failover.siblings) await follow(stage, sibling, heir);
}

/** From now on this server takes over what that one has. */
export async function follow(stage: Stage, follower: RedisMachine, master: RedisMachine): Promise<void> {
  const link = { replica: follower.id, master: master.id, masterPort: master.server.port };
  follower.followAt(await stage.proxy.openMasterLink(link));
}

function cutOff({ machines, proxy }: Stage, master: ProcessId, behind: readonly ProcessId[]): void {
  for (const id of machines.keys()) {
    if (id === master || behind.includes(id)) continue;
    proxy.cut(id, master);
    proxy.cut(master, id);
  }
}

async function sendClients({ machines, proxy }: Stage, { master, heir, behind }: Failover): Promise<void> {
  const { host, port } = heir.server;
  for (const client of machines.values()) {
    if (!(client instanceof ClientMachine) || behind.includes(client.id)) continue;
    client.route(master.id, heir.id, await proxy.open(client.id, { process: heir.id, role: heir.role, host, port }));
  }
}
