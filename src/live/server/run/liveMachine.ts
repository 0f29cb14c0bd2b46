/**
 * The base class of all real processes and their machines. It handles overlapping pauses, crash and start, and changes of
 * the clock. It reports the same events as the simulator's machine. Orders to one process run one after another.
 */
import type { StoppedClocks } from '../../../core/faults/order';
import { Stops } from '../../../core/faults/stops';
import type { ProcessId, Role } from '../../../core/model/scenario/processId';
import type { Micros } from '../../../core/model/values/time';
import { nanosNow } from '../nanos';
import type { ClockChange, ClockState } from '../process/contract';
import { stateAtStart, WallClock } from '../wallClock';
import type { RunContext } from './runContext';

/** The stamp of an order that a process has already performed on itself. Absent: the orchestrator performs it. */
export interface SelfApplied {
  readonly selfAppliedNanos?: number;
}

export abstract class LiveMachine {
  alive = true;
  /** Whether its machine has no power, so that nothing answers. */
  isPoweredOff = false;
  /** How often it has crashed, so that each start has another number. */
  incarnation = 0;
  readonly clock: WallClock;
  /** The process has stopped itself until a fault has taken effect. The trace does not show this. */
  private isHaltedAtAnchor = false;
  private readonly stops = new Stops();
  private slewFault: number | null = null;
  private orderQueue: Promise<unknown> = Promise.resolve();

  constructor(
    protected readonly context: RunContext,
    readonly id: ProcessId,
    readonly role: Role,
  ) {
    this.clock = new WallClock(stateAtStart(context.scenario, id), null);
  }

  get paused(): boolean {
    return this.stops.isStopped;
  }

  /** Stops the real process. Resolves when it executes no more code. */
  protected abstract halt(suspended: boolean): Promise<void>;
  protected abstract resume(): void;
  /** Ends the real process, which may have ended already. With `power`, it also drops data that was not on disk. */
  protected abstract end(power: boolean): Promise<void>;
  /**
   * Starts it again. Resolves with the number of entries that it kept (−1: it keeps no entries) and with the stamp of its
   * start.
   */
  protected abstract startProcess(): Promise<{ readonly kept: number; readonly startedNanos: number }>;
  /** Changes its clock, and tells the code that watches its traffic, from the stamp on. */
  protected abstract moveClock(change: ClockChange, stampNanos: number): Promise<void>;

  /**
   * Stops the process, and these clocks of its machine. Resolves with the stamp of the stop; null if the process is
   * down.
   */
  pause(
    fault: number,
    { selfAppliedNanos, stoppedClocks }: SelfApplied & { readonly stoppedClocks: StoppedClocks },
  ): Promise<number | null> {
    return this.enqueue(async () => {
      if (!this.alive) return null;
      const isFirst = !this.paused;
      if (isFirst && !this.isHaltedAtAnchor) await this.halt(stoppedClocks !== 'none');
      const stamp = selfAppliedNanos ?? nanosNow();
      if (isFirst) this.context.report('paused', this.id, { fault }, stamp);
      const { isWallStopped } = this.stops;
      this.stops.begin(fault, stoppedClocks);
      if (stoppedClocks !== 'none') this.context.proxy.setSuspended(this.id, true, stamp);
      if (stoppedClocks === 'both' && !isWallStopped) await this.setClock({ isWallStopped: true }, stamp);
      return stamp;
    });
  }

  /**
   * Ends one pause. Pauses may overlap: the process resumes when the last one is over. Resolves with how far its wall
   * clock is behind, in microseconds.
   */
  endPause(fault: number): Promise<Micros> {
    return this.enqueue(async () => {
      const { isMonoStopped, isWallStopped: wasWallStopped } = this.stops;
      if (!this.stops.end(fault)) return 0;
      // The stamp is read before the signal, because everything that the process does comes after the signal.
      const stamp = nanosNow();
      const wallRestarts = wasWallStopped && !this.stops.isWallStopped;
      const behindMicros = wallRestarts ? this.clock.behindMicrosAt(stamp) : 0;
      if (wallRestarts) {
        await this.setClock({ isWallStopped: false }, stamp);
        this.context.report('clockSet', this.id, { by: -behindMicros, ppm: this.clock.ppm }, stamp);
      }
      this.reportFaultEnd(fault, stamp);
      if (!this.paused) this.context.report('resumed', this.id, {}, stamp);
      if (isMonoStopped && !this.stops.isMonoStopped) this.context.proxy.setSuspended(this.id, false, stamp);
      if (!this.paused && !this.isHaltedAtAnchor) this.resume();
      return behindMicros;
    });
  }

  /**
   * Ends the process. With `power` it ends its machine, whose process may have ended already. Resolves with the stamp
   * of the end; null when it did nothing.
   */
  crash(fault: number, { power, selfAppliedNanos }: SelfApplied & { readonly power: boolean }): Promise<number | null> {
    return this.enqueue(async () => {
      if (!this.alive && (this.isPoweredOff || !power)) return null;
      const { context, id } = this;
      // The process is halted first, so that it does nothing after the stamp of its end.
      if (this.alive && selfAppliedNanos === undefined && !this.paused && !this.isHaltedAtAnchor)
        await this.halt(false);
      const stamp = selfAppliedNanos ?? nanosNow();
      // The machine loses its unsent data before it loses its connections.
      if (power) context.proxy.setPoweredOff(id, true);
      context.proxy.setKilled(id, stamp);
      context.report('crashed', id, { fault, power: power ? 1 : 0 }, stamp);
      this.isPoweredOff = power;
      this.incarnation++;
      this.alive = false;
      const { isWallStopped } = this.stops;
      for (const pauseFault of this.stops.endAll()) this.reportFaultEnd(pauseFault, stamp);
      context.proxy.setSuspended(id, false, stamp);
      const behindMicros = this.clock.behindMicrosAt(stamp);
      await this.end(power);
      // The clock of the next incarnation is as if the machine had never stopped.
      if (isWallStopped) await this.setClock({ isWallStopped: false, jumpMicros: behindMicros }, stamp);
      return stamp;
    });
  }

  start(): Promise<void> {
    return this.enqueue(async () => {
      if (this.alive || this.context.isOver) return;
      const { kept, startedNanos } = await this.startProcess();
      this.alive = true;
      this.isPoweredOff = false;
      this.context.report('started', this.id, { kept }, startedNanos);
      this.onStarted();
    });
  }

  /** Called when the start is in the log. */
  protected onStarted(): void {}

  /** Resolves with the stamp of the change, like the other methods that change the clock. */
  jump(by: Micros, selfApplied: SelfApplied): Promise<number> {
    return this.changeClock({ jumpMicros: by }, selfApplied);
  }

  drift(ppm: number, selfApplied: SelfApplied): Promise<number> {
    return this.changeClock({ driftPpm: this.clock.driftPpm + ppm }, selfApplied);
  }

  /** Makes it faster by this many parts per million until `endSlew`. It replaces an earlier correction. */
  slew(fault: number, ppm: number, selfApplied: SelfApplied): Promise<number> {
    if (this.slewFault !== null) this.reportFaultEnd(this.slewFault);
    this.slewFault = fault;
    return this.changeClock({ slewPpm: ppm }, selfApplied);
  }

  /** Resolves with whether the correction belonged to this fault. */
  async endSlew(fault: number): Promise<boolean> {
    if (this.slewFault !== fault) return false;
    this.slewFault = null;
    await this.changeClock({ slewPpm: 0 }, {});
    return true;
  }

  /** Runs a task while the process has stopped itself at an anchor, and resumes the process after it. */
  async haltWhile(task: () => Promise<void>): Promise<void> {
    this.isHaltedAtAnchor = true;
    try {
      await task();
    } finally {
      this.isHaltedAtAnchor = false;
      if (this.alive && !this.paused) this.resume();
    }
  }

  clockState(stampNanos: number): ClockState {
    return this.clock.stateAt(stampNanos);
  }

  protected enqueue<R>(task: () => Promise<R>): Promise<R> {
    const result = this.orderQueue.then(task);
    this.orderQueue = result.catch(() => {});
    return result;
  }

  protected reportFaultEnd(fault: number, stampNanos = nanosNow()): void {
    this.context.report('faultEnded', this.id, { fault }, stampNanos);
  }

  private async setClock(change: ClockChange, stampNanos: number): Promise<void> {
    this.clock.change(change, stampNanos);
    await this.moveClock(change, stampNanos);
  }

  private changeClock(change: ClockChange, { selfAppliedNanos }: SelfApplied): Promise<number> {
    return this.enqueue(async () => {
      const stamp = selfAppliedNanos ?? nanosNow();
      this.clock.change(change, stamp);
      this.context.report('clockSet', this.id, { by: change.jumpMicros ?? 0, ppm: this.clock.ppm }, stamp);
      if (selfAppliedNanos === undefined) await this.moveClock(change, stamp);
      return stamp;
    });
  }
}
