/**
 * Scenario in, trace out: a pure synchronous function. Knows neither locks nor checks by name; the registry brings them.
 * The same scenario gives the same bytes in every engine.
 */
import { chosenParts } from '../model/chosenParts';
import { clientContexts } from '../model/clientContext';
import type { Lock } from '../model/lock';
import { faultProblem } from '../model/parse/faultProblem';
import { processesOfScenario } from '../model/processes';
import { type Registry, resourceKey } from '../model/registry';
import { masterOf, type Scenario } from '../model/scenario';
import { instant } from '../model/time';
import { type Trace, type TraceHeader, traceVersion } from '../model/trace';
import { ClientHost } from './clientHost';
import { armFault } from './faults';
import type { EventQueue } from './queue';
import { RedisNode } from './redisNode';
import { Replication } from './replication';
import { ResourceHost } from './resourceHost';
import { ServiceNode } from './serviceNode';
import { services } from './services/index';
import type { MakeService } from './services/service';
import { World } from './world';

/** A run that writes more events than this is cut off, and its header says so. */
export const eventCountMax = 200_000;

/** Happenings that write nothing are bounded too. */
const happeningCountMax = 2_000_000;

/** Which engine a trace comes from. Grows whenever the same scenario may give another run. */
const engine = 'redlock-playground/1';

/**
 * Runs a scenario to its end. @param scenario as `parseScenario` returns it: a lock or a storage that the registry does not
 * have is a broken invariant and throws. A fault without its target is left out and named in `header.missed`.
 */
export function simulate(scenario: Scenario, registry: Registry): Trace {
  const world = new World(scenario);
  const quorum = populate(world, registry);
  arm(world, registry);
  // Behind the faults of time 0 in the queue: they strike before anybody does anything.
  for (const machine of world.machines)
    if (machine instanceof ClientHost) world.queue.push(0, { fire: () => machine.launchFirst() });
  const ended = loop(world);
  const endedAt = ended === 'duration' ? world.end : world.trace.lastAt;
  const header: TraceHeader = {
    version: traceVersion,
    engine,
    origin: 'simulated',
    scenario,
    ended,
    endedAt: instant(endedAt),
    processes: world.machines.map(({ id, role }) => ({ id, role, uncertainty: 0 })),
    lockEntry: resourceKey,
    quorum,
    emulated: [],
    missed: world.missed,
  };
  return world.trace.finish(header);
}

function loop({ queue, trace, end }: World): TraceHeader['ended'] {
  for (let count = 0; count < happeningCountMax && trace.count < eventCountMax; count++) {
    const next = queue.next();
    if (next > end) return isQuiet(queue) ? 'quiet' : 'duration';
    queue.pop().fire();
  }
  return 'bound';
}

/** Whether nothing is left to happen, timers apart that nobody waits for. Empties the queue. */
function isQuiet(queue: EventQueue): boolean {
  while (queue.size > 0) if (!queue.pop().isForgotten?.()) return false;
  return true;
}

/** Makes the processes in their order; returns the quorum. */
function populate(world: World, registry: Registry): number {
  const { scenario } = world;
  const { lock, lockSettings, resource, resourceSettings } = chosenParts(scenario, registry);
  const lockServices = lock.services(scenario.settings, lockSettings);
  const contextOf = clientContexts(scenario, registry);
  processesOfScenario(scenario, registry).forEach((id, index) => {
    if (id.startsWith('client'))
      world.add(new ClientHost(world, index, id, () => registry.client.run(contextOf(id, world.now))));
    else if (id.startsWith('storage')) world.add(new ResourceHost(world, index, id, resource, resourceSettings));
    else if (id === 'service') world.add(new ServiceNode(world, index, id, serviceOf(lock), lockSettings));
    else world.add(new RedisNode(world, index, id, id.startsWith('replica') ? 'replica' : 'node'));
  });
  joinReplicas(world);
  return lock.quorum?.(lockSettings) ?? Math.floor(lockServices.length / 2) + 1;
}

function serviceOf({ id, service }: Lock): MakeService {
  const make = service && services[service];
  if (!make) throw new Error(`The lock ${id} names no service that the simulator knows.`);
  return make;
}

function joinReplicas(world: World): void {
  if (world.scenario.settings.nodes.replicas === 0) return;
  for (const node of world.machines) if (node instanceof RedisNode) node.replication = new Replication(world, node);
  for (const node of world.machines) {
    if (!(node instanceof RedisNode) || node.role !== 'replica') continue;
    const master = world.get(masterOf(node.id));
    if (master instanceof RedisNode && master.replication) node.replication?.follow(master.replication);
  }
}

/** Arms the faults that have their targets, and says of the others why not. */
function arm(world: World, registry: Registry): void {
  Object.values(world.scenario.faults).forEach((fault, number) => {
    const problem = faultProblem(fault, world.scenario, registry);
    if (problem === null) armFault(world, fault, number);
    else world.miss(number, problem);
  });
}
