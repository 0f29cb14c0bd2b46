/**
 * A real process and the machine it stands for, as far as all of them are alike: pauses that may overlap, crash and start, a
 * clock that is moved. Writes the events that the simulator's machine writes. What is done to one process is done in turn.
 */
import type { ProcessId } from '../../model/scenario';
import { fromMs, type Micros, type Ms } from '../../model/time';
import type { Role } from '../../model/trace';
import type { ClockChange, ClockState } from '../process/contract';
import { nanosNow, type Stage } from './stage';
import { WallClock } from './wallClock';

/** Of what a process has already done to itself: when. */
export interface Done {
  readonly doneNanos?: number;
}

export abstract class LiveMachine {
  alive = true;
  /** Dark: its machine has no power, and nobody answers for it. */
  dark = false;
  /** How often it was started again. */
  incarnation = 0;
  readonly clock: WallClock;
  /** Stopped for a moment, so that something strikes before its code goes on: no part of the trace. */
  private isHeld = false;
  private readonly pausing = new Set<number>();
  private slewing: number | null = null;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    protected readonly stage: Stage,
    readonly id: ProcessId,
    readonly role: Role,
  ) {
    const own = stage.scenario.settings.own?.[id]?.clock;
    this.clock = new WallClock({ offsetMicros: fromMs(own?.offset ?? 0), driftPpm: Math.round(own?.ppm ?? 0) });
  }

  get paused(): boolean {
    return this.pausing.size > 0;
  }

  /** Stops the real process; resolves when it runs no code any more. */
  protected abstract halt(suspended: boolean): Promise<void>;
  protected abstract resume(): void;
  /** Ends the real process, and with `power` takes back what was not on its disk; it may be ended already. */
  protected abstract end(power: boolean): Promise<void>;
  /** Starts it again. Resolves with how many entries it has kept, −1 where that means nothing, and with the stamp of its start. */
  protected abstract begin(): Promise<{ readonly kept: number; readonly startedNanos: number }>;
  /** It runs from now on, and whoever looks at its traffic may be told so. */
  protected abstract moveClock(change: ClockChange, stampNanos: number): Promise<void>;
  pause(fault: number, length: Ms, { doneNanos, suspended }: Done & { readonly suspended: boolean }): Promise<void> {
    return this.inTurn(async () => {
      const { stage } = this;
      if (!this.alive) return this.endFault(fault);
      const isFirst = !this.paused;
      if (isFirst && !this.isHeld) await this.halt(suspended);
      const stamp = doneNanos ?? nanosNow();
      if (isFirst) stage.report('paused', this.id, { fault }, stamp);
      this.pausing.add(fault);
      const life = this.incarnation;
      stage.after(stamp, length, () => this.inTurn(async () => this.endPause(fault, life)));
    });
  }

  /** Ends the process, and with `power` its machine, which may be the machine of a dead process. Resolves with whether it did anything. */
  crash(fault: number, { power, doneNanos }: Done & { readonly power: boolean }): Promise<boolean> {
    return this.inTurn(async () => {
      if (!this.alive && (this.dark || !power)) return false;
      const { stage, id } = this;
      // Whoever is stopped first does nothing any more after the stamp of its end.
      if (this.alive && doneNanos === undefined && !this.paused && !this.isHeld) await this.halt(false);
      const stamp = doneNanos ?? nanosNow();
      stage.proxy.setGone(id, stamp);
      if (power) stage.proxy.setDark(id, true);
      stage.report('crashed', id, { fault, power: power ? 1 : 0 }, stamp);
      this.dark = power;
      if (this.alive) this.incarnation++;
      this.alive = false;
      for (const pausing of this.pausing) this.endFault(pausing, stamp);
      this.pausing.clear();
      await this.end(power);
      return true;
    });
  }

  start(): Promise<void> {
    return this.inTurn(async () => {
      if (this.alive || this.stage.isOver) return;
      const { kept, startedNanos } = await this.begin();
      this.alive = true;
      this.dark = false;
      this.stage.report('started', this.id, { kept }, startedNanos);
      this.started();
    });
  }

  /** Told when the start is in the log. */
  protected started(): void {}

  jump(by: Micros, done: Done): Promise<void> {
    return this.changeClock({ jumpMicros: by }, done);
  }

  drift(ppm: number, done: Done): Promise<void> {
    return this.changeClock({ driftPpm: this.clock.driftPpm + ppm }, done);
  }

  /** Runs fast or slow until the clock has moved by `by`, in place of an earlier slew; not more than twice or half as fast. */
  async slew(fault: number, by: Micros, over: Micros, done: Done): Promise<void> {
    if (this.slewing !== null) this.endFault(this.slewing);
    this.slewing = fault;
    const takes = slewTime(by, over);
    const stamp = done.doneNanos ?? nanosNow();
    await this.changeClock({ slewPpm: slewPpm(by, over) }, done);
    this.stage.after(stamp, takes / 1000, async () => {
      if (this.slewing !== fault) return;
      this.slewing = null;
      await this.changeClock({ slewPpm: 0 }, {});
      this.endFault(fault);
    });
  }

  /** It has stopped itself so that something can strike before it goes on. */
  async holdWhile(act: () => Promise<void>): Promise<void> {
    this.isHeld = true;
    try {
      await act();
    } finally {
      this.isHeld = false;
      if (this.alive && !this.paused) this.resume();
    }
  }

  clockState(stampNanos: number): ClockState {
    return this.clock.stateAt(stampNanos);
  }

  protected inTurn<R>(act: () => Promise<R>): Promise<R> {
    const done = this.turn.then(act);
    this.turn = done.catch(() => {});
    return done;
  }

  protected endFault(fault: number, stampNanos = nanosNow()): void {
    this.stage.report('faultEnded', this.id, { fault }, stampNanos);
  }

  private endPause(fault: number, life: number): void {
    if (life !== this.incarnation || !this.pausing.delete(fault)) return;
    // Before the signal: what the process does then comes after.
    const stamp = nanosNow();
    this.endFault(fault, stamp);
    if (this.paused) return;
    this.stage.report('resumed', this.id, {}, stamp);
    if (!this.isHeld) this.resume();
  }

  private changeClock(change: ClockChange, { doneNanos }: Done): Promise<void> {
    return this.inTurn(async () => {
      const stamp = doneNanos ?? nanosNow();
      this.clock.change(change, stamp);
      this.stage.report('clockSet', this.id, { by: change.jumpMicros ?? 0, ppm: this.clock.ppm }, stamp);
      if (doneNanos === undefined) await this.moveClock(change, stamp);
    });
  }
}

/** A correction that cannot be made in the time takes longer. */
const slewTime = (by: Micros, over: Micros): Micros => Math.max(over, by < 0 ? -2 * by : by);

export const slewPpm = (by: Micros, over: Micros): number => Math.round((by / slewTime(by, over)) * 1_000_000);
