/** What each fault does to the world, and when: at its time, or when its anchor comes by. */
import {
  type CrashFault,
  type FailoverFault,
  type Fault,
  type Message as MessageRef,
  nobodyTakesOver,
  type PowerLossFault,
  type When,
} from '../model/fault';
import type { ProcessId } from '../model/scenario';
import { fromMs, type Micros } from '../model/time';
import { kindNumber } from '../model/trace';
import { Anchors, RequestAnchors } from './anchors';
import { ClientHost } from './clientHost';
import type { Machine } from './machine';
import { legs } from './message';
import { ProgramHost } from './programHost';
import { RedisNode } from './redisNode';
import type { Replication } from './replication';
import type { World } from './world';

const { faultStruck, faultEnded } = kindNumber;

/** Waits for the moment of one fault. `number` is its place among the scenario's faults. */
export function armFault(world: World, fault: Fault, number: number): void {
  if (fault.kind === 'lose') return ruleMessage(world, fault.message, number, null);
  if (fault.kind === 'delay') return ruleMessage(world, fault.message, number, fromMs(fault.by));
  armAt(world, fault.when, () => {
    if (fault.kind === 'failover' && heirOf(world, fault) === null) return world.miss(number, nobodyTakesOver(fault));
    const process = 'process' in fault ? fault.process : fault.from[0];
    world.trace.write(world.now, faultStruck, process === undefined ? 0 : world.get(process).index, number);
    strike(world, fault, number);
  });
}

type StrikingFault = Exclude<Fault, { readonly kind: 'lose' | 'delay' }>;

function strike(world: World, fault: StrikingFault, number: number): void {
  switch (fault.kind) {
    case 'pause':
      return world.get(fault.process).pause(number, fromMs(fault.for));
    case 'suspend':
      return world.get(fault.process).suspend(number, fromMs(fault.for));
    case 'crash':
    case 'power-loss':
      return crash(world, fault, number);
    case 'restart':
      world.get(fault.process).crash(number, false);
      return world.get(fault.process).start();
    case 'failover':
      return failOver(world, fault, number);
    case 'clock-jump':
      return world.get(fault.process).jump(fromMs(fault.by));
    case 'clock-slew':
      return world.get(fault.process).slew(number, fromMs(fault.by), fromMs(fault.over));
    case 'clock-drift':
      return drift(
        world,
        world.get(fault.process),
        Math.round(fault.ppm),
        fault.for === 'ever' ? null : fromMs(fault.for),
        number,
      );
    case 'cut':
    case 'slow': {
      const change = fault.kind === 'cut' ? cutLinks(world, fault) : slowLinks(world, fault, fromMs(fault.by));
      if (fault.for !== 'ever') after(world, fromMs(fault.for), () => endOn(world, fault.from, number, change));
      return;
    }
    default:
      throw new Error(`No such fault: ${JSON.stringify(fault satisfies never)}.`);
  }
}

/** Arms an anchor. Steps and requests count from the beginning of the run. */
function armAt(world: World, when: When, fire: () => void): void {
  switch (when.kind) {
    case 'time':
      return schedule(world, fromMs(when.at), fire);
    case 'step':
    case 'effect': {
      const host = world.get(when.process);
      if (!(host instanceof ProgramHost))
        throw new Error(`${when.process} runs no program that a fault could wait for.`);
      host.anchors ??= new Anchors();
      if (when.kind === 'effect') return host.anchors.onEffect(when.nth, fire);
      const plus = fromMs(when.plus ?? 0);
      return host.anchors.onStep(when.step, when.nth, plus === 0 ? fire : () => after(world, plus, fire));
    }
    case 'request':
      world.requests ??= new RequestAnchors();
      return world.requests.add({ to: when.to, from: when.from ?? null, side: when.side, nth: when.nth, strike: fire });
    default:
      throw new Error(`No such anchor: ${JSON.stringify(when satisfies never)}.`);
  }
}

function ruleMessage(world: World, message: MessageRef, number: number, delay: Micros | null): void {
  const from = world.get(message.from);
  world.link(from, world.get(message.to)).rules.push({
    leg: legs[message.leg],
    nth: 'nth' in message ? message.nth : null,
    after: 'after' in message ? fromMs(message.after) : null,
    delay,
    struck: () => world.trace.write(world.now, faultStruck, from.index, number),
    used: false,
  });
}

/** Its start belongs to this crash: who has been started and crashed again since then stays down. */
function crash(world: World, fault: CrashFault | PowerLossFault, number: number): void {
  const machine = world.get(fault.process);
  if (fault.kind === 'crash' && fault.only === 'thread' && machine instanceof ClientHost)
    return endThread(world, fault, machine, number);
  if (!machine.crash(number, fault.kind === 'power-loss') || fault.restartAfter === 'never') return;
  const life = machine.incarnation;
  after(world, fromMs(fault.restartAfter), () => {
    if (machine.incarnation === life) machine.start();
  });
}

function endThread(world: World, { restartAfter }: CrashFault, client: ClientHost, number: number): void {
  if (!client.endThread(number) || restartAfter === 'never') return;
  const life = client.incarnation;
  after(world, fromMs(restartAfter), () => {
    if (client.alive && client.incarnation === life) client.startThread();
  });
}

/** Who answers for the node that the fault names: itself, or after a failover whoever took its place. */
function leaderOf(world: World, { process }: FailoverFault): Replication | null {
  const node = world.get(process);
  return node instanceof RedisNode ? (node.replication?.leader ?? null) : null;
}

/** The replica that takes over; null where none can. */
function heirOf(world: World, fault: FailoverFault): Replication | null {
  const wanted = fault.promote === undefined ? null : world.get(fault.promote);
  return leaderOf(world, fault)?.heir(wanted instanceof RedisNode ? wanted : null) ?? null;
}

/** The master dies, or is parted from all but the clients behind it; a replica takes its place and its address. */
function failOver(world: World, fault: FailoverFault, number: number): void {
  const master = leaderOf(world, fault)?.node;
  const replication = heirOf(world, fault);
  if (!master || !replication) return;
  const lost = replication.missing;
  const behind = new Set<ProcessId>(fault.cutOff ?? []);
  if (behind.size === 0) master.crash(number, false);
  else {
    for (const machine of world.machines) {
      if (machine === master || behind.has(machine.id)) continue;
      world.link(machine, master).cuts++;
      world.link(master, machine).cuts++;
    }
  }
  replication.promote(lost);
  for (const machine of world.machines) {
    if (machine.role === 'client' && !behind.has(machine.id)) world.move(machine, master, replication.node);
  }
}

function drift(world: World, machine: Machine, ppm: number, length: Micros | null, number: number): void {
  const before = machine.clock.drift;
  machine.drift(before + ppm);
  if (length === null) return;
  after(world, length, () => {
    machine.drift(machine.clock.drift - ppm);
    world.trace.write(world.now, faultEnded, machine.index, number);
  });
}

interface Ends {
  readonly from: readonly ProcessId[];
  readonly to: readonly ProcessId[];
  readonly bothWays: boolean;
}

/** Cuts the links; returns what mends them. */
function cutLinks(world: World, ends: Ends): () => void {
  const links = linksOf(world, ends);
  for (const link of links) link.cuts++;
  return () => {
    for (const link of links) link.cuts--;
    for (const machine of world.machines) if (machine instanceof RedisNode) machine.replication?.reconnected();
  };
}

function slowLinks(world: World, ends: Ends, by: Micros): () => void {
  const links = linksOf(world, ends);
  for (const link of links) link.slowBy += by;
  return () => {
    for (const link of links) link.slowBy -= by;
  };
}

function linksOf(world: World, { from, to, bothWays }: Ends) {
  const pairs = from.flatMap((a) => to.filter((b) => a !== b).map((b) => [world.get(a), world.get(b)] as const));
  return pairs.flatMap(([a, b]) => (bothWays ? [world.link(a, b), world.link(b, a)] : [world.link(a, b)]));
}

function endOn(world: World, from: readonly ProcessId[], number: number, mend: () => void): void {
  mend();
  const first = from[0];
  world.trace.write(world.now, faultEnded, first === undefined ? 0 : world.get(first).index, number);
}

const after = (world: World, micros: Micros, fire: () => void): void => schedule(world, world.now + micros, fire);

/** What is due after the end of the run is not awaited: a run in which nothing else is left has come to rest. */
function schedule(world: World, at: number, fire: () => void): void {
  if (at <= world.end) world.queue.push(at, { fire });
}
