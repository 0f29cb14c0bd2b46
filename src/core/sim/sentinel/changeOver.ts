/** Makes a server a master, or the replica of another server, as REPLICAOF does. */
import { kindNumber } from '../../model/trace/trace';
import { Closing } from '../message';
import type { RedisNode } from '../redisNode';
import type { Replication } from '../replication';
import type { World } from '../world';

/** The replica stops following its master and serves writes. A master stays a master. */
export function becomeMaster(world: World, { replication }: RedisNode): void {
  const master = replication?.master;
  if (!replication || !master) return;
  const lost = lostWith(replication, master);
  master.lose(replication);
  replication.master = null;
  replication.disconnect();
  const { node } = replication;
  world.trace.write(world.now, kindNumber.promoted, node.index, master.node.index, lost);
  node.expirePast();
}

/**
 * The server takes over all data of that master and loses its own. Its clients’ connections are closed, because the
 * sentinel orders that too (CLIENT KILL).
 */
export function becomeReplica(world: World, node: RedisNode, master: RedisNode): void {
  const { replication } = node;
  const leader = master.replication;
  if (!replication || !leader || replication === leader || replication.master === leader) return;
  replication.master?.lose(replication);
  node.blocking.forget();
  for (const client of world.machines) {
    if (client === node || client.role !== 'client' || !client.isConnectedTo(node)) continue;
    world.sendClosing(new Closing(node, client, -1, node.incarnation + 1, client.incarnation));
  }
  replication.resync(leader);
}

/** How many of the master's writes the replica never got. For a master that has ended, its last state counts. */
function lostWith(replication: Replication, { node: { alive, log } }: Replication): number {
  if (alive) return replication.missing;
  return replication.syncing ? log.lengthAtDeath : Math.max(0, log.lengthAtDeath - replication.node.log.entries.length);
}
