/**
 * The common part of all real processes and their machines: pauses that may overlap, crash and start, and a clock that
 * is moved. Writes the same events as the simulator's machine. Orders to one process run one after another.
 */
import type { StoppedClocks } from '../../../core/faults/order';
import { Stops } from '../../../core/faults/stops';
import type { ProcessId, Role } from '../../../core/model/scenario/processId';
import type { Micros } from '../../../core/model/values/time';
import { nanosNow } from '../nanos';
import type { ClockChange, ClockState } from '../process/contract';
import { stateAtStart, WallClock } from '../wallClock';
import type { RunContext } from './runContext';

/** The stamp of what a process has already done to itself. */
export interface SelfApplied {
  readonly doneNanos?: number;
}

export abstract class LiveMachine {
  alive = true;
  /** Whether its machine has no power, and answers nobody. */
  isPoweredOff = false;
  /** How often it was started again. */
  incarnation = 0;
  readonly clock: WallClock;
  /** Stopped for a moment, so that a fault can take effect before its code goes on. The trace does not show this. */
  private isHaltedAtAnchor = false;
  private readonly stops = new Stops();
  private slewing: number | null = null;
  private orderQueue: Promise<unknown> = Promise.resolve();

  constructor(
    protected readonly stage: RunContext,
    readonly id: ProcessId,
    readonly role: Role,
  ) {
    this.clock = new WallClock(stateAtStart(stage.scenario, id), null);
  }

  get paused(): boolean {
    return this.stops.any;
  }

  /** Stops the real process. Resolves when it executes no more code. */
  protected abstract halt(suspended: boolean): Promise<void>;
  protected abstract resume(): void;
  /** Ends the real process, which may have ended already. With `power`, also undoes what was not on its disk. */
  protected abstract end(power: boolean): Promise<void>;
  /**
   * Starts it again. Resolves with the number of entries that it kept (−1 when that means nothing) and with the stamp
   * of its start.
   */
  protected abstract startProcess(): Promise<{ readonly kept: number; readonly startedNanos: number }>;
  /** Changes its clock, and reports the change to code that watches its traffic, from the stamp on. */
  protected abstract moveClock(change: ClockChange, stampNanos: number): Promise<void>;

  /**
   * Stops the process, and these clocks of its machine. Resolves with the stamp of the stop; null if the process is
   * down.
   */
  pause(fault: number, { doneNanos, still }: SelfApplied & { readonly still: StoppedClocks }): Promise<number | null> {
    return this.enqueue(async () => {
      if (!this.alive) return null;
      const isFirst = !this.paused;
      if (isFirst && !this.isHaltedAtAnchor) await this.halt(still !== 'none');
      const stamp = doneNanos ?? nanosNow();
      if (isFirst) this.stage.report('paused', this.id, { fault }, stamp);
      const { wallStands } = this.stops;
      this.stops.begin(fault, still);
      if (still !== 'none') this.stage.proxy.setAsleep(this.id, true, stamp);
      if (still === 'both' && !wallStands) await this.setClock({ stands: true }, stamp);
      return stamp;
    });
  }

  /**
   * Ends one pause. Pauses may overlap: the process goes on when the last one is over. Resolves with how far its wall
   * clock has fallen behind.
   */
  endPause(fault: number): Promise<Micros> {
    return this.enqueue(async () => {
      const { monoStands, wallStands } = this.stops;
      if (!this.stops.end(fault)) return 0;
      // Read before the signal, because everything that the process does comes after it.
      const stamp = nanosNow();
      const wallRuns = wallStands && !this.stops.wallStands;
      const behind = wallRuns ? this.clock.behindMicrosAt(stamp) : 0;
      if (wallRuns) {
        await this.setClock({ stands: false }, stamp);
        this.stage.report('clockSet', this.id, { by: -behind, ppm: this.clock.ppm }, stamp);
      }
      this.endFault(fault, stamp);
      if (!this.paused) this.stage.report('resumed', this.id, {}, stamp);
      if (monoStands && !this.stops.monoStands) this.stage.proxy.setAsleep(this.id, false, stamp);
      if (!this.paused && !this.isHaltedAtAnchor) this.resume();
      return behind;
    });
  }

  /**
   * Ends the process. With `power` it ends its machine, whose process may have ended already. Resolves with the stamp
   * of the end; null when it did nothing.
   */
  crash(fault: number, { power, doneNanos }: SelfApplied & { readonly power: boolean }): Promise<number | null> {
    return this.enqueue(async () => {
      if (!this.alive && (this.isPoweredOff || !power)) return null;
      const { stage, id } = this;
      // A process that is stopped first does nothing after the stamp of its end.
      if (this.alive && doneNanos === undefined && !this.paused && !this.isHaltedAtAnchor) await this.halt(false);
      const stamp = doneNanos ?? nanosNow();
      // The unsent data of the machine is lost before its connections are.
      if (power) stage.proxy.setDark(id, true);
      stage.proxy.setGone(id, stamp);
      stage.report('crashed', id, { fault, power: power ? 1 : 0 }, stamp);
      this.isPoweredOff = power;
      this.incarnation++;
      this.alive = false;
      const { wallStands } = this.stops;
      for (const pausing of this.stops.endAll()) this.endFault(pausing, stamp);
      stage.proxy.setAsleep(id, false, stamp);
      const behind = this.clock.behindMicrosAt(stamp);
      await this.end(power);
      // In its next life, its clock is as if the machine had never stopped.
      if (wallStands) await this.setClock({ stands: false, jumpMicros: behind }, stamp);
      return stamp;
    });
  }

  start(): Promise<void> {
    return this.enqueue(async () => {
      if (this.alive || this.stage.isOver) return;
      const { kept, startedNanos } = await this.startProcess();
      this.alive = true;
      this.isPoweredOff = false;
      this.stage.report('started', this.id, { kept }, startedNanos);
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
    if (this.slewing !== null) this.endFault(this.slewing);
    this.slewing = fault;
    return this.changeClock({ slewPpm: ppm }, selfApplied);
  }

  /** Resolves with whether the correction belonged to this fault. */
  async endSlew(fault: number): Promise<boolean> {
    if (this.slewing !== fault) return false;
    this.slewing = null;
    await this.changeClock({ slewPpm: 0 }, {});
    return true;
  }

  /** The process has stopped itself, so that a fault can take effect before it goes on. */
  async haltWhile(act: () => Promise<void>): Promise<void> {
    this.isHaltedAtAnchor = true;
    try {
      await act();
    } finally {
      this.isHaltedAtAnchor = false;
      if (this.alive && !this.paused) this.resume();
    }
  }

  clockState(stampNanos: number): ClockState {
    return this.clock.stateAt(stampNanos);
  }

  protected enqueue<R>(act: () => Promise<R>): Promise<R> {
    const result = this.orderQueue.then(act);
    this.orderQueue = result.catch(() => {});
    return result;
  }

  protected endFault(fault: number, stampNanos = nanosNow()): void {
    this.stage.report('faultEnded', this.id, { fault }, stampNanos);
  }

  private async setClock(change: ClockChange, stampNanos: number): Promise<void> {
    this.clock.change(change, stampNanos);
    await this.moveClock(change, stampNanos);
  }

  private changeClock(change: ClockChange, { doneNanos }: SelfApplied): Promise<number> {
    return this.enqueue(async () => {
      const stamp = doneNanos ?? nanosNow();
      this.clock.change(change, stamp);
      this.stage.report('clockSet', this.id, { by: change.jumpMicros ?? 0, ppm: this.clock.ppm }, stamp);
      if (doneNanos === undefined) await this.moveClock(change, stamp);
      return stamp;
    });
  }
}
