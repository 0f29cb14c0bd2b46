/** The sentinels of a world: their processes, and what each of them watches. */
import { masterOf, roleOf } from '../../model/scenario/processId';
import type { Sentinels } from '../parts';
import type { World } from '../world';
import { guardServers } from './guard';
import { KnownMasters } from './knownMasters';
import { SentinelNode } from './sentinelNode';
import { Watch } from './watch';

const knownMastersIn = new WeakMap<World, KnownMasters>();

function knownMastersOf(world: World): KnownMasters {
  const masters = knownMastersIn.get(world) ?? new KnownMasters(world);
  knownMastersIn.set(world, masters);
  return masters;
}

export const sentinels: Sentinels = {
  make: (world, index, id) => new SentinelNode(world, index, id, () => knownMastersOf(world)),
  begin: (world) => {
    guardServers(world);
    const all = world.machines.filter((machine) => machine instanceof SentinelNode);
    const ids = world.machines.map(({ id }) => id);
    for (const sentinel of all) {
      const others = all.filter((other) => other !== sentinel).map(({ id }) => id);
      sentinel.watches = ids
        .filter((id) => roleOf(id) === 'node')
        .map((node) => {
          const replicas = ids.filter((id) => roleOf(id) === 'replica' && masterOf(id) === node);
          return new Watch(sentinel, { servers: [node, ...replicas], others }, world.scenario.settings.sentinels ?? {});
        });
      sentinel.launch();
    }
  },
};
