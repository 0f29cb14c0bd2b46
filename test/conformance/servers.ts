// Real servers that cases share. They are emptied and reset between cases, and replaced after a case that changed
// something for good.

import type { ProcessId } from '../../src/core/model/scenario/processId';
import type { NodeSettings } from '../../src/core/model/scenario/scenario';
import type { Fleet, Guard, RedisServer, RedisSource } from '../../src/live/server/redis/contract';
import { withServer } from '../../src/live/server/redis/withServer';

interface Kept {
  readonly fleet: Fleet;
  readonly nodes: NodeSettings;
}

export class SharedServers {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly guard: Guard,
    private readonly source: RedisSource,
  ) {}

  /** Servers of this kind, all up, running and empty. */
  async take(nodes: NodeSettings, processes: readonly ProcessId[]): Promise<Fleet> {
    const name = JSON.stringify(nodes);
    const known = this.kept.get(name);
    const fleet = known?.fleet ?? (await this.open(nodes, processes));
    this.kept.set(name, { fleet, nodes });
    await Promise.all([...fleet.servers.values()].map(bringToOrder));
    return fleet;
  }

  /** Promoted replicas and moved clocks cannot be reset. */
  async replace(nodes: NodeSettings): Promise<void> {
    const name = JSON.stringify(nodes);
    const known = this.kept.get(name);
    this.kept.delete(name);
    await known?.fleet.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.kept.values()].map(({ fleet }) => fleet.close()));
  }

  private open(nodes: NodeSettings, processes: readonly ProcessId[]): Promise<Fleet> {
    return this.source.open({ guard: this.guard, processes, nodes });
  }
}

async function bringToOrder(server: RedisServer): Promise<void> {
  if (server.state === 'paused') server.resume();
  if (server.state === 'down') await server.start();
  if (server.id.startsWith('replica')) return;
  await withServer(server.url, async (redis) => {
    await redis.flushall();
    await redis.script('FLUSH');
  });
}
