/**
 * What the parts of one live run share: its time, its log, its timers, its processes by name. It is to a live run what
 * the world is to a simulated one. Knows no kind of process and no fault.
 */
import { pageName } from '../../../core/model/links/pageNames';
import type { ProcessId, Role } from '../../../core/model/scenario/processId';
import type { Scenario } from '../../../core/model/scenario/scenario';
import type { StandIn } from '../../../core/model/trace/standIn';
import type { TraceKind } from '../../../core/model/trace/trace';
import type { Text } from '../../../core/model/values/text';
import { wordsOf } from '../errorScope';
import type { LiveColumns, LiveEvent } from '../liveEvent';
import { nanosNow, nanosPerMs } from '../nanos';
import type { ProcessExit } from '../processExit';
import type { FaultProxy } from '../proxy/contract';
import type { EventLog } from './eventLog';
import type { Idle } from './idle';
import type { Lateness } from './lateness';
import type { LiveMachine } from './liveMachine';

export interface RunContextParts {
  readonly scenario: Scenario;
  readonly log: EventLog;
  readonly idle: Idle;
  readonly proxy: FaultProxy;
  readonly lateness: Lateness;
  /** Something broke, and no fault of the scenario caused it, so the run fails. */
  readonly fail: (problem: string) => void;
  /** A process has ended without an order. */
  readonly onExit: (id: ProcessId, role: Role, death: ProcessExit) => void;
}

export class RunContext {
  readonly machines = new Map<ProcessId, LiveMachine>();
  /** The faults that found no target, by name, with the reason. */
  readonly missed: Record<string, Text> = {};
  private readonly standIns = new Map<string, StandIn>();
  epochNanos = 0;
  isOver = false;
  private readonly timers = new Set<NodeJS.Timeout>();
  /** The number of actions in progress. */
  private underWay = 0;

  constructor(readonly parts: RunContextParts) {}

  get scenario(): Scenario {
    return this.parts.scenario;
  }

  get proxy(): FaultProxy {
    return this.parts.proxy;
  }

  /** Whether no fault and no start is in progress or still to come. */
  get isIdle(): boolean {
    return this.timers.size === 0 && this.underWay === 0;
  }

  get(id: ProcessId): LiveMachine {
    const machine = this.machines.get(id);
    if (!machine) throw new Error(`There is no ${pageName(id).en} in this run.`);
    return machine;
  }

  report<K extends TraceKind>(kind: K, process: ProcessId, columns: LiveColumns<K>, stampNanos = nanosNow()): void {
    this.add({ stampNanos, process, kind, columns } as LiveEvent);
  }

  add(event: LiveEvent): void {
    this.parts.log.add(event);
    this.parts.idle.see(event);
    this.parts.lateness.see(event);
  }

  /** Acts at a time after a stamp, unless the run is over by then. */
  after(sinceNanos: number, ms: number, task: () => void | Promise<void>): void {
    const dueNanos = sinceNanos + ms * nanosPerMs;
    if (dueNanos > this.endNanos) return;
    const timer = setTimeout(
      () => {
        this.timers.delete(timer);
        if (!this.isOver) this.perform(task);
      },
      Math.max(0, (dueNanos - nanosNow()) / nanosPerMs),
    );
    this.timers.add(timer);
  }

  /** Begins something that takes a while. An error in it ends the run. */
  perform(task: () => void | Promise<void>): void {
    this.underWay++;
    void this.settle(task);
  }

  /** From now on, no timer fires. */
  finish(): void {
    this.isOver = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }

  /** Notes that something stands in for the real thing. It is reported only once. */
  emulate(standIn: StandIn): void {
    this.standIns.set(JSON.stringify(standIn), standIn);
  }

  get emulated(): readonly StandIn[] {
    return [...this.standIns.values()];
  }

  miss(fault: number, reason: Text): void {
    const name = Object.keys(this.scenario.faults)[fault];
    if (name !== undefined) this.missed[name] = reason;
  }

  private get endNanos(): number {
    return this.epochNanos + this.scenario.settings.duration * nanosPerMs;
  }

  private async settle(task: () => void | Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      // While everything is being ended, errors of earlier actions are expected.
      if (!this.isOver) this.parts.fail(wordsOf(error));
    } finally {
      this.underWay--;
    }
  }
}
