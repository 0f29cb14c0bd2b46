/**
 * Carries out the orders of one fault when it takes effect, on real processes and on the network between them. Knows no
 * kind of fault.
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

/** Sends this client's requests for the master elsewhere. */
export type RedirectClients = (client: ProcessId, master: RedisMachine, newMaster: RedisMachine) => Promise<void>;

/** `isDone`: the process has carried out the first order on itself, at that stamp. */
export interface InjectionTrigger {
  readonly stampNanos?: number;
  readonly isSelfApplied?: boolean;
}

export interface InjectingParts {
  readonly stage: RunContext;
  readonly topology: Topology;
  readonly redirectClients: RedirectClients;
}

export class InjectionRunner {
  /** The stamp of the last action. Later times count from it. */
  private sinceNanos: number;
  /** The stamp of the next action or report; null means now. */
  private stampNanos: number | null;
  private isDone: boolean;
  /** The replication stream between a master and its heir, while it is kept back. */
  private held: HeldLink | null = null;

  constructor(
    private readonly parts: InjectingParts,
    private readonly number: number,
    private readonly program: Injection,
    { stampNanos, isSelfApplied: isDone = false }: InjectionTrigger,
  ) {
    this.stampNanos = stampNanos ?? null;
    this.sinceNanos = stampNanos ?? nanosNow();
    this.isDone = isDone;
  }

  /** Runs the program on until it waits or ends. */
  async advance(answer?: unknown): Promise<void> {
    let next = this.program.next(answer);
    while (next.done !== true) {
      if (this.startWait(next.value)) return;
      next = this.program.next(await this.perform(next.value));
    }
  }

  /** Whether the order takes time. If so, the program goes on by itself when the time is over. */
  private startWait(order: Order): boolean {
    const { stage } = this.parts;
    if (order.kind === 'rule') {
      const { message, delay } = order;
      stage.proxy.addRule({
        from: message.from,
        to: message.to,
        leg: legs.indexOf(message.leg),
        nth: 'nth' in message ? message.nth : null,
        after: 'after' in message ? fromMs(message.after) : null,
        delay,
        onApplied: (stampNanos) => {
          this.stampNanos = stampNanos;
          stage.perform(() => this.advance());
        },
      });
      return true;
    }
    if (order.kind !== 'wait') return false;
    stage.after(this.sinceNanos, toMs(order.for), () => this.advance());
    return true;
  }

  private async perform(order: Order): Promise<AnswerTo<Order['kind']>> {
    const { stage } = this.parts;
    switch (order.kind) {
      case 'struck':
      case 'ended': {
        const kind = order.kind === 'struck' ? 'faultStruck' : 'faultEnded';
        if (order.process !== undefined) stage.report(kind, order.process, { fault: this.number }, this.reportStamp());
        return undefined;
      }
      case 'miss':
        stage.miss(this.number, order.reason);
        return undefined;
      case 'cut':
        return this.changeLinks(order.ends, (from, to) => stage.proxy.cut(from, to));
      case 'slow':
        return this.changeLinks(order.ends, (from, to) => stage.proxy.slow(from, to, order.by));
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
    const { number } = this;
    const { stage, topology } = this.parts;
    const machine = stage.get(order.process);
    switch (order.kind) {
      case 'pause':
        return this.setSince(await machine.pause(number, { ...this.done(), still: order.still })) !== null;
      case 'resume': {
        const behind = await machine.endPause(number);
        this.setSince(nanosNow());
        return behind;
      }
      case 'ask-to-stop':
        if (!(machine instanceof ClientMachine) || !machine.askToStop()) return null;
        // At its anchor it has only stopped itself. A crash that comes later is not its own work.
        this.done();
        return machine.incarnation;
      case 'crash':
        if (order.incarnation !== undefined && order.incarnation !== machine.incarnation) return null;
        return this.setSince(await machine.crash(number, { ...this.done(), power: order.power })) === null
          ? null
          : machine.incarnation;
      case 'start':
        if (order.incarnation === null || order.incarnation === machine.incarnation) await machine.start();
        return undefined;
      case 'end-thread': {
        const selfApplied = this.done();
        if (!(machine instanceof ClientMachine) || !machine.endThread(number, selfApplied.doneNanos !== undefined))
          return null;
        this.setSince(selfApplied.doneNanos ?? nanosNow());
        return machine.incarnation;
      }
      case 'start-thread':
        if (machine instanceof ClientMachine && machine.alive && machine.incarnation === order.incarnation)
          machine.startThread();
        return undefined;
      case 'jump':
        this.setSince(await machine.jump(order.by, this.done()));
        return undefined;
      case 'drift':
        this.setSince(await machine.drift(order.ppm, this.done()));
        return undefined;
      case 'slew':
        this.setSince(await machine.slew(number, order.ppm, this.done()));
        return undefined;
      case 'end-slew':
        return machine.endSlew(number);
      case 'ask-leader':
      case 'ask-session':
        return false;
      case 'ask-key':
        return machine instanceof RedisMachine && !topology.isFollower(machine.id) && machine.couldRemove(order.key);
      case 'remove-key':
        this.setSince(await this.redis(order.process).remove(order.key, order));
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
    this.setSince(nanosNow());
    return () => {
      for (const undo of undos) undo();
    };
  }

  private async performFailover(order: FailoverOrder): Promise<AnswerTo<FailoverOrder['kind']>> {
    const { stage, topology, redirectClients } = this.parts;
    if (order.kind === 'ask-followers') return topology.followersOf(order.process);
    const [master, heir] = [this.redis(order.master), this.redis(order.newMaster)];
    switch (order.kind) {
      case 'part':
        // Data that is under way now never arrives: a crashed master sends nothing more, and a running one is cut off.
        this.held = stage.proxy.hold(master.id, heir.id);
        return this.held.writes();
      case 'promote': {
        this.held?.discard();
        await heir.server.promote();
        stage.proxy.serverPromoted(heir.id);
        stage.report('promoted', heir.id, { peer: master.id, lost: order.lost }, nanosNow());
        const siblings = topology.promoted(master.id, heir.id);
        for (const sibling of siblings) stage.perform(() => follow(stage, this.redis(sibling), heir));
        return undefined;
      }
      case 'send-on':
        for (const client of order.clients) await redirectClients(client, master, heir);
        return undefined;
      default:
        throw new Error(`No such order: ${JSON.stringify(order satisfies never)}.`);
    }
  }

  private redis(id: ProcessId): RedisMachine {
    const machine = this.parts.stage.get(id);
    if (!(machine instanceof RedisMachine)) throw new Error(`${pageName(id).en} is not a Redis server.`);
    return machine;
  }

  /** The stamp of an order that the process has carried out on itself. Only the first order can be one. */
  private done(): SelfApplied {
    const { isDone, sinceNanos } = this;
    this.isDone = false;
    return isDone ? { doneNanos: sinceNanos } : {};
  }

  private reportStamp(): number {
    const stamp = this.stampNanos ?? nanosNow();
    this.stampNanos = null;
    return stamp;
  }

  private setSince(stampNanos: number | null): number | null {
    if (stampNanos !== null) this.sinceNanos = stampNanos;
    return stampNanos;
  }
}

type ProcessOrder = Exclude<Extract<Order, { readonly process: ProcessId }>, { readonly kind: 'ask-followers' }>;
type FailoverOrder = Extract<Order, { readonly kind: 'ask-followers' | 'part' | 'promote' | 'send-on' }>;
