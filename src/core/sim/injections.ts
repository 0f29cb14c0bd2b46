/**
 * Carries out the orders of faults in the simulated world, from the instant at which each fault happens. It does not
 * depend on the kind of fault.
 */
import type { AnswerTo, Injection, LinkEnds, Order, Undo } from '../faults/order';
import type { FaultPrograms } from '../faults/program';
import type { Fault, When } from '../model/scenario/fault';
import { kindOf } from '../model/scenario/faultKind';
import type { ProcessId } from '../model/scenario/processId';
import { kindNumber } from '../model/trace/trace';
import { fromMs } from '../model/values/time';
import { Anchors, RequestAnchors } from './anchors';
import { ClientHost } from './clientHost';
import type { Machine } from './machine';
import { legs } from './message';
import { ProgramHost } from './programHost';
import { RedisNode } from './redisNode';
import type { Replication } from './replication';
import { ServiceNode } from './serviceNode';
import type { World } from './world';

const { faultStruck, faultEnded } = kindNumber;

/** Waits until one fault is due. `number` is its index among the scenario's faults. */
export function armFault(world: World, programs: FaultPrograms, fault: Fault, number: number): void {
  const processes = world.machines.map(({ id }) => id);
  const inject = new Injecting(world, number, kindOf(fault, programs).inject(fault, processes));
  if ('when' in fault) armAt(world, fault.when, () => inject.goOn());
  else inject.goOn();
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
      return host.anchors.onStep(
        when.step,
        when.nth,
        plus === 0 ? fire : () => schedule(world, world.now + plus, fire),
      );
    }
    case 'request':
      world.requests ??= new RequestAnchors();
      return world.requests.add({ to: when.to, from: when.from ?? null, side: when.side, nth: when.nth, inject: fire });
    default:
      throw new Error(`No such anchor: ${JSON.stringify(when satisfies never)}.`);
  }
}

/**
 * Queues a part of a fault, unless it is due after the end of the run. A run without such a part ends when no other
 * event is left.
 */
function schedule(world: World, at: number, fire: () => void): void {
  if (at <= world.end) world.queue.push(at, { fire });
  else world.faultDue = Math.min(world.faultDue, at);
}

/** One fault that happens. */
class Injecting {
  constructor(
    private readonly world: World,
    private readonly number: number,
    private readonly program: Injection,
  ) {}

  /** Goes on until the program waits or has ended. */
  goOn(answer?: unknown): void {
    let next = this.program.next(answer);
    while (next.done !== true) {
      if (this.waitsFor(next.value)) return;
      next = this.program.next(this.perform(next.value));
    }
  }

  /** Whether the order takes time. If so, the program goes on by itself after that time. */
  private waitsFor(order: Order): boolean {
    const { world } = this;
    const goOn = (): void => this.goOn();
    if (order.kind === 'rule') {
      const { message, delay } = order;
      world.link(world.get(message.from), world.get(message.to)).rules.push({
        leg: legs[message.leg],
        nth: 'nth' in message ? message.nth : null,
        after: 'after' in message ? fromMs(message.after) : null,
        delay,
        onApplied: goOn,
        used: false,
      });
      return true;
    }
    if (order.kind !== 'wait') return false;
    const at = world.now + order.for;
    if (order.isRest) schedule(world, at, goOn);
    else {
      if (at > world.end) world.faultDue = Math.min(world.faultDue, at);
      world.queue.push(at, { fire: goOn });
    }
    return true;
  }

  private perform(order: Order): AnswerTo<Order['kind']> {
    const { world, number } = this;
    switch (order.kind) {
      case 'struck':
      case 'ended': {
        const index = order.process === undefined ? 0 : world.get(order.process).index;
        world.trace.write(world.now, order.kind === 'struck' ? faultStruck : faultEnded, index, number);
        return undefined;
      }
      case 'miss':
        world.miss(number, order.reason);
        return undefined;
      case 'cut':
        return this.cut(order.ends);
      case 'slow':
        return this.slow(order.ends, order.by);
      case 'undo':
        order.undo();
        return undefined;
      case 'ask-followers':
      case 'part':
      case 'promote':
      case 'send-on':
        return this.takeOver(order);
      case 'wait':
      case 'rule':
        throw new Error(`"${order.kind}" is waited for.`);
      default:
        return this.performAt(order);
    }
  }

  /** Performs an order that concerns one process. */
  private performAt(order: OrderAt): AnswerTo<OrderAt['kind']> {
    const { world, number } = this;
    const machine = world.get(order.process);
    switch (order.kind) {
      case 'pause':
        return machine.pause(number, order.stoppedClocks);
      case 'resume':
        return machine.endPause(number);
      case 'crash':
        if (order.incarnation !== undefined && order.incarnation !== machine.incarnation) return null;
        return machine.crash(number, order.power) ? machine.incarnation : null;
      case 'ask-to-stop':
        if (machine.stopHandler === null) return null;
        machine.stopHandler();
        return machine.incarnation;
      case 'start':
        if (order.incarnation === null || order.incarnation === machine.incarnation) machine.start();
        return undefined;
      case 'end-thread':
        return machine instanceof ClientHost && machine.endThread(number) ? machine.incarnation : null;
      case 'start-thread':
        if (machine instanceof ClientHost && machine.alive && machine.incarnation === order.incarnation)
          machine.startThread();
        return undefined;
      case 'jump':
        machine.jump(order.by);
        return undefined;
      case 'drift':
        machine.drift(machine.clock.drift + order.ppm);
        return undefined;
      case 'slew':
        machine.slew(number, order.ppm);
        return undefined;
      case 'end-slew':
        return machine.endSlew(number);
      case 'ask-leader':
        return machine.isLed;
      case 'lose-leader':
        machine.setLed(number, false);
        return undefined;
      case 'find-leader':
        machine.setLed(number, true);
        return undefined;
      case 'ask-session':
        return keeperOf(world, machine.index) !== undefined;
      case 'end-session':
        keeperOf(world, machine.index)?.endSession(machine.index);
        return undefined;
      case 'ask-key':
        if (machine instanceof RedisNode) return machine.couldRemove(order.key);
        return freeByHand(machine, order.key) !== null;
      case 'remove-key':
        if (machine instanceof RedisNode) machine.remove(order.key);
        else freeByHand(machine, order.key)?.();
        return undefined;
      default:
        throw new Error(`No such order: ${JSON.stringify(order satisfies never)}.`);
    }
  }

  private cut(ends: LinkEnds): Undo {
    const { world } = this;
    const links = linksOf(world, ends);
    for (const link of links) if (link.cuts++ === 0) link.cutAt = world.now;
    for (const machine of world.machines) machine.relinked();
    return () => {
      for (const link of links) link.cuts--;
      for (const machine of world.machines) {
        if (machine instanceof RedisNode) machine.replication?.reconnected();
        machine.relinked();
      }
    };
  }

  private slow(ends: LinkEnds, by: number): Undo {
    const links = linksOf(this.world, ends);
    for (const link of links) link.slowBy += by;
    return () => {
      for (const link of links) link.slowBy -= by;
    };
  }

  private takeOver(order: TakeOver): AnswerTo<TakeOver['kind']> {
    const { world } = this;
    switch (order.kind) {
      case 'ask-followers': {
        const leader = replicationOf(world, order.process)?.leader;
        if (!leader) return { master: order.process, followers: [] };
        const followers = leader.followers.map(({ node }) => ({ id: node.id, isUp: node.alive && !node.paused }));
        return { master: leader.node.id, followers };
      }
      case 'part':
        return replicationOf(world, order.newMaster)?.missing ?? 0;
      case 'promote':
        replicationOf(world, order.newMaster)?.promote(order.lost);
        return undefined;
      case 'send-on': {
        const [master, newMaster] = [world.get(order.master), world.get(order.newMaster)];
        for (const client of order.clients) world.move(world.get(client), master, newMaster);
        return undefined;
      }
      default:
        throw new Error(`No such order: ${JSON.stringify(order satisfies never)}.`);
    }
  }
}

type OrderAt = Exclude<Extract<Order, { readonly process: ProcessId }>, { readonly kind: 'ask-followers' }>;
type TakeOver = Extract<Order, { readonly kind: 'ask-followers' | 'part' | 'promote' | 'send-on' }>;

const keeperOf = (world: World, client: number): ServiceNode | undefined =>
  world.machines.find((one): one is ServiceNode => one instanceof ServiceNode && one.hasSession(client));

const freeByHand = (machine: Machine, key: string | null): (() => void) | null =>
  machine instanceof ServiceNode && key !== null ? machine.freeByHand(key) : null;

function replicationOf(world: World, id: ProcessId): Replication | null {
  const node = world.get(id);
  return node instanceof RedisNode ? node.replication : null;
}

function linksOf(world: World, { from, to, bothWays }: LinkEnds) {
  const pairs = from.flatMap((a) => to.filter((b) => a !== b).map((b) => [world.get(a), world.get(b)] as const));
  return pairs.flatMap(([a, b]) => (bothWays ? [world.link(a, b), world.link(b, a)] : [world.link(a, b)]));
}
