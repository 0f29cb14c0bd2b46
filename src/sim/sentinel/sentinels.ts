/** The sentinels of a world: their processes, and what each of them watches. */
import { masterOf, roleOf } from '../../model/scenario';
import type { Sentinels } from '../parts';
import type { World } from '../world';
import { guardServers } from './guard';
import { Heard } from './heard';
import { SentinelNode } from './sentinelNode';
import { Watch } from './watch';

const heardIn = new WeakMap<World, Heard>();

function heardOf(world: World): Heard {
  const known = heardIn.get(world) ?? new Heard(world);
  heardIn.set(world, known);
  return known;
}

export const sentinels: Sentinels = {
  make: (world, index, id) => new SentinelNode(world, index, id, () => heardOf(world)),
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
