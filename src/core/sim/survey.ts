/**
 * Runs a scenario and lists all places before effects of its clients, and the calls that these effects make. Such a
 * run is slower, because each effect is reported to the host.
 */

import type { Call, Effect } from '../model/effects/effect';
import type { ProcessId } from '../model/scenario/processId';
import type { Scenario } from '../model/scenario/scenario';
import type { Trace } from '../model/trace/trace';
import { type Instant, instant, type Micros } from '../model/values/time';
import { Anchors, RequestAnchors } from './anchors';
import { ClientHost } from './clientHost';
import { midTurn } from './guestCode';
import { IdleTicks } from './idleTicks';
import type { Parts } from './parts';
import { ServiceNode } from './serviceNode';
import { eventCountMax, queuedEventCountMax, Simulation } from './simulate';
import type { RunningTask } from './task';

/** The place before an effect of a client, where a fault can be anchored. */
export interface EffectInjectionPoint {
  readonly process: ProcessId;
  /** Counted from 1. */
  readonly nth: number;
  readonly at: Instant;
  /** How many events the trace has by then. */
  readonly seq: number;
  /** How often the client has read a clock by then. No event shows what it read. */
  readonly readings: number;
  /** Whether its code notices when it is asked to stop. */
  readonly handlesSigterm: boolean;
  /** It is in the middle of user code, which does not wait there. */
  readonly isMidTurn?: true;
}

/** A request that a client is about to send. */
export interface Calling {
  readonly process: ProcessId;
  readonly to: ProcessId;
  /** How many events the trace has by then. */
  readonly seq: number;
  /** How long it waits for the answer. Null: without limit. */
  readonly timeout: Micros | null;
}

/** The place before a request, where a fault can be anchored. The fault may prevent the request. */
export interface RequestInjectionPoint {
  readonly to: ProcessId;
  /** Counted from 1, over all senders. */
  readonly nth: number;
  readonly at: Instant;
  /** How many events the trace has by then. */
  readonly seq: number;
}

export interface Surveyed {
  readonly trace: Trace;
  /**
   * In the order in which they were performed, like the calls and requests below. Ticks that only wait again are left
   * out.
   */
  readonly effects: readonly EffectInjectionPoint[];
  readonly calls: readonly Calling[];
  readonly requests: readonly RequestInjectionPoint[];
  /** The services that have a leader. */
  readonly servicesWithLeader: readonly ProcessId[];
  readonly hasSessions: boolean;
}

export function survey(scenario: Scenario, parts: Parts): Surveyed {
  const run = new Simulation(scenario, parts);
  const { world } = run;
  const effects: EffectInjectionPoint[] = [];
  const calls: Calling[] = [];
  const ticks: IdleTicks<EffectInjectionPoint>[] = [];
  for (const host of world.machines) {
    if (!(host instanceof ClientHost)) continue;
    const process = host.id;
    const idle = new IdleTicks<EffectInjectionPoint>();
    ticks.push(idle);
    host.anchors = new WatchedAnchors(host, idle, (point, effect, task) => {
      const seq = world.trace.count;
      const inside = effect === midTurn ? ({ isMidTurn: true } as const) : {};
      const place = {
        process,
        at: instant(world.now),
        seq,
        handlesSigterm: host.stopHandler !== null,
        ...inside,
        ...point,
      };
      effects.push(place);
      if (effect === midTurn) idle.doesMore();
      else idle.before(place, effect, task);
      for (const { to, timeout } of callsOf(effect)) calls.push({ process, to, seq, timeout });
    });
  }
  const requests: RequestInjectionPoint[] = [];
  world.requests = new WatchedRequests(world.requests, (to, nth) => {
    requests.push({ to, nth, at: instant(world.now), seq: world.trace.count });
  });
  const servicesWithLeader = world.machines.filter(({ isLed }) => isLed).map(({ id }) => id);
  const hasSessions = world.machines.some((one) => one instanceof ServiceNode && one.keepsSessions);
  const trace = run.finish(run.goOn(eventCountMax, queuedEventCountMax) ?? 'bound');
  return {
    hasSessions,
    trace,
    effects: effects.filter((place) => !ticks.some(({ places }) => places.has(place))),
    calls,
    requests,
    servicesWithLeader,
  };
}

function callsOf(effect: Effect): readonly Pick<Call, 'to' | 'timeout'>[] {
  switch (effect.kind) {
    case 'call':
    case 'open':
      return [effect.what];
    case 'all':
      return effect.what;
    case 'quorum':
      return effect.what.calls;
    default:
      return [];
  }
}

/** Reports each effect, and leaves faults there to the run's own anchors. */
class WatchedAnchors extends Anchors {
  private nth = 0;
  private readings = 0;
  private readonly own: Anchors | null;

  constructor(
    private readonly host: ClientHost,
    private readonly idle: IdleTicks<EffectInjectionPoint>,
    private readonly watch: (
      point: Pick<EffectInjectionPoint, 'nth' | 'readings'>,
      effect: Effect,
      task: RunningTask,
    ) => void,
  ) {
    super();
    this.own = host.anchors;
  }

  override beforeEffect(effect: Effect, task: RunningTask): boolean {
    this.watch({ nth: ++this.nth, readings: this.readings }, effect, task);
    if (effect.kind === 'now' || effect.kind === 'mono') this.readings++;
    return this.own?.beforeEffect(effect, task) ?? false;
  }

  override read(): void {
    this.readings++;
  }

  override entered(task: RunningTask): void {
    this.idle.entered(task);
  }

  override rested(): void {
    // The code may have ended its process.
    if (!this.host.alive) this.idle.doesMore();
    this.idle.rested(this.readings);
  }

  override get isSpent(): boolean {
    return false;
  }

  override atStep(step: string): void {
    this.own?.atStep(step);
  }
}

/** Reports each request, and leaves faults there to the run's own anchors. */
class WatchedRequests extends RequestAnchors {
  private readonly counts = new Map<ProcessId, number>();

  constructor(
    private readonly own: RequestAnchors | null,
    private readonly watch: (to: ProcessId, nth: number) => void,
  ) {
    super();
  }

  override pass(side: 'before' | 'after', from: ProcessId, to: ProcessId): void {
    if (side === 'before') {
      const count = (this.counts.get(to) ?? 0) + 1;
      this.counts.set(to, count);
      this.watch(to, count);
    }
    this.own?.pass(side, from, to);
  }
}
