/**
 * Simulates a scenario and returns its trace, as a pure synchronous function. Everything that a scenario names comes
 * from the parts: locks, checks, faults, commands, services. The same scenario gives the same bytes in every engine.
 */

import { clientContexts } from '../model/effects/clientContext';
import { chosenParts, type JudgedBy, judgedBy } from '../model/scenario/chosenParts';
import type { Lock } from '../model/scenario/lock';
import { faultProblem } from '../model/scenario/parse/faultProblem';
import { resourceKey } from '../model/scenario/parts';
import { processesOfScenario } from '../model/scenario/processes';
import { masterOf, roleOf } from '../model/scenario/processId';
import { type Scenario, usesSentinels } from '../model/scenario/scenario';
import { type Trace, type TraceHeader, traceVersion } from '../model/trace/trace';
import { instant } from '../model/values/time';
import { ClientHost } from './clientHost';
import { armFault } from './injections';
import type { MakeServiceProcess, Parts, Sentinels } from './parts';
import type { EventQueue } from './queue';
import { RedisNode } from './redisNode';
import { Replication } from './replication';
import { ResourceHost } from './resourceHost';
import { World } from './world';

/** A run that writes more events than this is cut off, and its header says so. */
export const eventCountMax = 200_000;

/** The most queued events of a run, including those that write nothing. */
export const queuedEventCountMax = 2_000_000;

/** The engine that made a trace. Raise the number whenever the same scenario may give a different run. */
const engine = 'redlock-playground/2';

/** After how many events a simulation in slices lets others run; after `sliceQueuedEvents` if they write nothing. */
const sliceEvents = 2000;
const sliceQueuedEvents = 20_000;

/**
 * Runs a scenario to its end. A fault whose target does not exist is left out and named in `header.missed`.
 *
 * @param scenario as `parseScenario` returns it. A lock, a storage, a service or a command that the parts do not have
 * is a broken invariant and throws.
 * @param eventsMax a run of more events is cut off, like one that exceeds the limit of all runs.
 */
export function simulate(scenario: Scenario, parts: Parts, eventsMax = eventCountMax): Trace {
  const run = new Simulation(scenario, parts);
  return run.finish(run.goOn(eventsMax, queuedEventCountMax) ?? 'bound');
}

/**
 * The same run, written into a buffer that the next run overwrites. The columns of the trace are longer than the run.
 * Copy it with `keptTrace`.
 */
export function simulateIntoBuffer(scenario: Scenario, parts: Parts): Trace {
  const run = new Simulation(scenario, parts);
  return run.lend(run.goOn(eventCountMax, queuedEventCountMax) ?? 'bound');
}

/** The same in slices of a few milliseconds, for callers that must stay responsive. */
export function* simulateInSlices(
  scenario: Scenario,
  parts: Parts,
  eventsMax = eventCountMax,
): Generator<void, Trace, void> {
  const run = new Simulation(scenario, parts);
  while (run.count < eventsMax && run.queuedEvents < queuedEventCountMax) {
    const ended = run.goOn(Math.min(eventsMax, run.count + sliceEvents), run.queuedEvents + sliceQueuedEvents);
    if (ended !== null) return run.finish(ended);
    yield;
  }
  return run.finish('bound');
}

/** A run that can be continued step by step. */
export class Simulation {
  queuedEvents = 0;
  private due: TraceHeader['due'] = undefined;
  readonly world: World;
  private readonly judgedBy: JudgedBy;
  private readonly rest: (() => void) | undefined;

  constructor(scenario: Scenario, parts: Parts) {
    this.rest = parts.guestCode?.();
    const world = new World(scenario, parts);
    this.world = world;
    this.judgedBy = judgedBy(scenario, parts);
    populate(world, parts);
    arm(world, parts);
    // Pushed behind the faults of time 0, so that those happen before any process acts.
    for (const machine of world.machines)
      if (machine instanceof ClientHost) world.queue.push(0, { fire: () => machine.launchFirst() });
  }

  get count(): number {
    return this.world.trace.count;
  }

  /**
   * Runs until the trace has `eventsMax` events or the run `queuedEventsMax` queued events. Returns how the run
   * ended, or null if it has not ended.
   */
  goOn(eventsMax: number, queuedEventsMax: number): 'quiet' | 'duration' | null {
    if (this.rest !== undefined) return this.goOnWithGuest(this.rest, eventsMax, queuedEventsMax);
    const { queue, trace, end } = this.world;
    let happened = this.queuedEvents;
    for (; happened < queuedEventsMax && trace.count < eventsMax; happened++) {
      const next = queue.next();
      if (next > end) {
        this.due = dueIn(this.world);
        return isQuiet(queue) ? 'quiet' : 'duration';
      }
      queue.pop().fire();
    }
    this.queuedEvents = happened;
    return null;
  }

  /** The same with user code. Each entry into it counts as a queued event. */
  private goOnWithGuest(rest: () => void, eventsMax: number, queuedEventsMax: number): 'quiet' | 'duration' | null {
    const { queue, trace, end, guestCode } = this.world;
    for (; this.queuedEvents < queuedEventsMax && trace.count < eventsMax; this.queuedEvents++) {
      if (guestCode.enterNext(rest)) continue;
      if (queue.next() > end) {
        this.due = dueIn(this.world);
        return isQuiet(queue) ? 'quiet' : 'duration';
      }
      queue.pop().fire();
    }
    return null;
  }

  finish(ended: TraceHeader['ended']): Trace {
    return this.world.trace.finish(this.headerOf(ended));
  }

  lend(ended: TraceHeader['ended']): Trace {
    return this.world.trace.lend(this.headerOf(ended));
  }

  private headerOf(ended: TraceHeader['ended']): TraceHeader {
    const { world, due } = this;
    const endedAt = ended === 'duration' ? world.end : world.trace.lastAt;
    return {
      version: traceVersion,
      engine,
      origin: 'simulated',
      scenario: world.scenario,
      ended,
      endedAt: instant(endedAt),
      processes: world.machines.map(({ id, role }) => ({ id, role, uncertainty: 0 })),
      lockEntry: this.rest === undefined ? resourceKey : entryOf(world),
      ...this.judgedBy,
      ...(due === undefined ? {} : { due }),
      emulated: [],
      missed: world.missed,
    };
  }
}

/** User code may give its key any name. The lock's key is one that clients set and remove. */
function entryOf({ machines, trace }: World): string {
  const isClient = (index: number): boolean => machines[index] instanceof ClientHost;
  // A place in a queue, or a share, follows the sign. User code in this thread may have replaced the methods of RegExp,
  // but not this.
  return trace.lockedEntry(isClient)?.split('/')[0]?.split('#')[0] || resourceKey;
}

/** The first fault, and the first expiry or deadline, after the end of the run. Undefined: there is neither. */
function dueIn(world: World): TraceHeader['due'] {
  const [fault, server] = [world.faultDue, world.serverDue()];
  if (fault === Number.POSITIVE_INFINITY && server === Number.POSITIVE_INFINITY) return undefined;
  return {
    ...(fault === Number.POSITIVE_INFINITY ? {} : { fault: instant(fault) }),
    ...(server === Number.POSITIVE_INFINITY ? {} : { server: instant(server) }),
  };
}

/** Whether the queue holds only timers that no task waits for. Empties the queue. */
function isQuiet(queue: EventQueue): boolean {
  while (queue.size > 0) if (!queue.pop().isForgotten?.()) return false;
  return true;
}

/** Makes the processes in their order. */
function populate(world: World, parts: Parts): void {
  const { scenario } = world;
  const { lock, lockSettings, resource, resourceSettings } = chosenParts(scenario, parts);
  const contextOf = clientContexts(scenario, parts);
  processesOfScenario(scenario, parts).forEach((id, index) => {
    const role = roleOf(id);
    if (role === 'client')
      world.add(new ClientHost(world, index, id, () => parts.client.run(contextOf(id, world.now))));
    else if (role === 'storage') world.add(new ResourceHost(world, index, id, resource, resourceSettings));
    else if (role === 'service' || role === 'member') world.add(serviceOf(lock, parts)(world, index, id, lockSettings));
    else if (role === 'sentinel') world.add(sentinelsIn(parts).make(world, index, id));
    else world.add(new RedisNode(world, index, id, role));
  });
  joinReplicas(world);
  if (usesSentinels(scenario.settings)) sentinelsIn(parts).begin(world);
}

function sentinelsIn({ sentinels }: Parts): Sentinels {
  if (sentinels === null) throw new Error('The scenario has sentinels, and these parts have none.');
  return sentinels;
}

function serviceOf({ id, service }: Lock, { services }: Parts): MakeServiceProcess {
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

/** Arms the faults that have their targets, and notes why the others have none. */
function arm(world: World, parts: Parts): void {
  Object.values(world.scenario.faults).forEach((fault, number) => {
    const problem = faultProblem(fault, world.scenario, parts);
    if (problem === null) armFault(world, parts.faults, fault, number);
    else world.miss(number, problem);
  });
}
