/**
 * Performs the orders of one fault's program, on real processes and on the network between them. This file does not know
 * the kinds of faults.
 */

import type { AnswerTo, Injection, LinkEnds, Order, Undo } from '../../../core/faults/order';
import { pageName } from '../../../core/model/links/pageNames';
import type { ProcessId } from '../../../core/model/scenario/processId';
import { legs } from '../../../core/model/trace/trace';
import { fromMs, toMs } from '../../../core/model/values/time';
import { nanosNow } from '../nanos';
import type { HeldLink } from '../proxy/contract';
import { ClientMachine } from './clientMachine';
import { follow } from './follow';
import type { SelfApplied } from './liveMachine';
import { RedisMachine } from './redisMachine';
import type { RunContext } from './runContext';
import type { Topology } from './topology';

/** From now on, this client's requests for the master go to the new master. */
export type RedirectClients = (client: ProcessId, master: RedisMachine, newMaster: RedisMachine) => Promise<void>;

/** `isSelfApplied`: the process has performed the first order on itself, at that stamp. */
export interface InjectionTrigger {
  readonly stampNanos?: number;
  readonly isSelfApplied?: boolean;
}

export interface InjectionDependencies {
  readonly context: RunContext;
  readonly topology: Topology;
  readonly redirectClients: RedirectClients;
}

export class InjectionRunner {
  /** The stamp of the last action. Waits begin at it. */
  private sinceNanos: number;
  /** The stamp of the next action or report; null means now. */
  private stampNanos: number | null;
  private isSelfApplied: boolean;
  /** The replication stream between a master and its new master, while it is kept back. */
  private heldLink: HeldLink | null = null;

  constructor(
    private readonly dependencies: InjectionDependencies,
    private readonly faultNumber: number,
    private readonly program: Injection,
    { stampNanos, isSelfApplied = false }: InjectionTrigger,
  ) {
    this.stampNanos = stampNanos ?? null;
    this.sinceNanos = stampNanos ?? nanosNow();
    this.isSelfApplied = isSelfApplied;
  }

  /** Runs the program until it waits or ends. */
  async advance(answer?: unknown): Promise<void> {
    let next = this.program.next(answer);
    while (next.done !== true) {
      if (this.startWait(next.value)) return;
      next = this.program.next(await this.perform(next.value));
    }
  }

  /** Whether the order takes time. If so, a timer or a rule resumes the program. */
  private startWait(order: Order): boolean {
    const { context } = this.dependencies;
    if (order.kind === 'rule') {
      const { message, delay } = order;
      context.proxy.addRule({
        from: message.from,
        to: message.to,
        leg: legs.indexOf(message.leg),
        nth: 'nth' in message ? message.nth : null,
        after: 'after' in message ? fromMs(message.after) : null,
        delay,
        onApplied: (stampNanos) => {
          this.stampNanos = stampNanos;
          context.perform(() => this.advance());
        },
      });
      return true;
    }
    if (order.kind !== 'wait') return false;
    context.after(this.sinceNanos, toMs(order.for), () => this.advance());
    return true;
  }

  private async perform(order: Order): Promise<AnswerTo<Order['kind']>> {
    const { context } = this.dependencies;
    switch (order.kind) {
      case 'struck':
      case 'ended': {
        const kind = order.kind === 'struck' ? 'faultStruck' : 'faultEnded';
        if (order.process !== undefined)
          context.report(kind, order.process, { fault: this.faultNumber }, this.reportStamp());
        return undefined;
      }
      case 'miss':
        context.miss(this.faultNumber, order.reason);
        return undefined;
      case 'cut':
        return this.changeLinks(order.ends, (from, to) => context.proxy.cut(from, to));
      case 'slow':
        return this.changeLinks(order.ends, (from, to) => context.proxy.slow(from, to, order.by));
      case 'undo':
        order.undo();
        return undefined;
      case 'ask-followers':
      case 'part':
      case 'promote':
      case 'send-on':
        return this.performFailover(order);
      case 'wait':
      case 'rule':
        throw new Error(`"${order.kind}" is waited for.`);
      default:
        return this.performAt(order);
    }
  }

  /** Carries out an order for one process. */
  private async performAt(order: ProcessOrder): Promise<AnswerTo<ProcessOrder['kind']>> {
    const { faultNumber } = this;
    const { context, topology } = this.dependencies;
    const machine = context.get(order.process);
    switch (order.kind) {
      case 'pause':
        return (
          this.setSinceNanos(
            await machine.pause(faultNumber, { ...this.takeSelfApplied(), stoppedClocks: order.stoppedClocks }),
          ) !== null
        );
      case 'resume': {
        const behindMicros = await machine.endPause(faultNumber);
        this.setSinceNanos(nanosNow());
        return behindMicros;
      }
      case 'ask-to-stop':
        if (!(machine instanceof ClientMachine) || !machine.askToStop()) return null;
        // At its anchor, the process has only stopped itself. A later crash is not one that it performs itself.
        this.takeSelfApplied();
        return machine.incarnation;
      case 'crash':
        if (order.incarnation !== undefined && order.incarnation !== machine.incarnation) return null;
        return this.setSinceNanos(
          await machine.crash(faultNumber, { ...this.takeSelfApplied(), power: order.power }),
        ) === null
          ? null
          : machine.incarnation;
      case 'start':
        if (order.incarnation === null || order.incarnation === machine.incarnation) await machine.start();
        return undefined;
      case 'end-thread': {
        const selfApplied = this.takeSelfApplied();
        if (
          !(machine instanceof ClientMachine) ||
          !machine.endThread(faultNumber, selfApplied.selfAppliedNanos !== undefined)
        )
          return null;
        this.setSinceNanos(selfApplied.selfAppliedNanos ?? nanosNow());
        return machine.incarnation;
      }
      case 'start-thread':
        if (machine instanceof ClientMachine && machine.alive && machine.incarnation === order.incarnation)
          machine.startThread();
        return undefined;
      case 'jump':
        this.setSinceNanos(await machine.jump(order.by, this.takeSelfApplied()));
        return undefined;
      case 'drift':
        this.setSinceNanos(await machine.drift(order.ppm, this.takeSelfApplied()));
        return undefined;
      case 'slew':
        this.setSinceNanos(await machine.slew(faultNumber, order.ppm, this.takeSelfApplied()));
        return undefined;
      case 'end-slew':
        return machine.endSlew(faultNumber);
      case 'ask-leader':
      case 'ask-session':
        return false;
      case 'ask-key':
        return machine instanceof RedisMachine && !topology.isFollower(machine.id) && machine.couldRemove(order.key);
      case 'remove-key':
        this.setSinceNanos(await this.redisMachine(order.process).remove(order.key, order));
        return undefined;
      case 'end-session':
      case 'lose-leader':
      case 'find-leader':
        throw new Error(`${pageName(order.process).en} is no ensemble of servers here.`);
      default:
        throw new Error(`No such order: ${JSON.stringify(order satisfies never)}.`);
    }
  }

  private changeLinks({ from, to, bothWays }: LinkEnds, change: (from: ProcessId, to: ProcessId) => Undo): Undo {
    const pairs = from.flatMap((a) => to.flatMap((b) => (a === b ? [] : [[a, b] as const])));
    const directions = pairs.flatMap(([a, b]) => (bothWays ? [[a, b] as const, [b, a] as const] : [[a, b] as const]));
    const undos = directions.map(([a, b]) => change(a, b));
    this.setSinceNanos(nanosNow());
    return () => {
      for (const undo of undos) undo();
    };
  }

  private async performFailover(order: FailoverOrder): Promise<AnswerTo<FailoverOrder['kind']>> {
    const { context, topology, redirectClients } = this.dependencies;
    if (order.kind === 'ask-followers') return topology.followersOf(order.process);
    const [master, newMaster] = [this.redisMachine(order.master), this.redisMachine(order.newMaster)];
    switch (order.kind) {
      case 'part':
        // Data that is under way never arrives: a crashed master sends nothing more, and a running master is cut off.
        this.heldLink = context.proxy.hold(master.id, newMaster.id);
        return this.heldLink.writes();
      case 'promote': {
        this.heldLink?.discard();
        await newMaster.server.promote();
        context.proxy.serverPromoted(newMaster.id);
        context.report('promoted', newMaster.id, { peer: master.id, lost: order.lost }, nanosNow());
        const siblings = topology.promoted(master.id, newMaster.id);
        for (const sibling of siblings) context.perform(() => follow(context, this.redisMachine(sibling), newMaster));
        return undefined;
      }
      case 'send-on':
        for (const client of order.clients) await redirectClients(client, master, newMaster);
        return undefined;
      default:
        throw new Error(`No such order: ${JSON.stringify(order satisfies never)}.`);
    }
  }

  private redisMachine(id: ProcessId): RedisMachine {
    const machine = this.dependencies.context.get(id);
    if (!(machine instanceof RedisMachine)) throw new Error(`${pageName(id).en} is not a Redis server.`);
    return machine;
  }

  /** The stamp of an order that the process has performed on itself. Only the first order can be such an order. */
  private takeSelfApplied(): SelfApplied {
    const { isSelfApplied, sinceNanos } = this;
    this.isSelfApplied = false;
    return isSelfApplied ? { selfAppliedNanos: sinceNanos } : {};
  }

  private reportStamp(): number {
    const stamp = this.stampNanos ?? nanosNow();
    this.stampNanos = null;
    return stamp;
  }

  private setSinceNanos(stampNanos: number | null): number | null {
    if (stampNanos !== null) this.sinceNanos = stampNanos;
    return stampNanos;
  }
}

type ProcessOrder = Exclude<Extract<Order, { readonly process: ProcessId }>, { readonly kind: 'ask-followers' }>;
type FailoverOrder = Extract<Order, { readonly kind: 'ask-followers' | 'part' | 'promote' | 'send-on' }>;
