/**
 * The two clocks of one process as functions of true time. The wall clock has an offset, jumps, slews and drift. The
 * monotonic clock slews and drifts. Each may stop while the machine is stopped. Both read whole microseconds and are
 * piecewise linear.
 */
import { lengthOf, moved, rateOf } from '../model/values/clock';
import { type Instant, type LocalInstant, localInstant, type Micros, wallEpoch } from '../model/values/time';
import { instantMax } from './queue';

export class Clock {
  private since: number = 0;
  private wallAtSince: number;
  private monoAtSince = 0;
  private suspended = false;
  private wallStands = false;
  private behindAtSince = 0;
  private driftPpm: number;
  private slewPpm = 0;
  private rate = 0;

  constructor(settings: { readonly offset: Micros; readonly driftPpm: number }) {
    this.wallAtSince = wallEpoch + settings.offset;
    this.driftPpm = settings.driftPpm;
    this.setRate();
  }

  /** How fast the wall clock runs, in parts per million above true time, including the slew. */
  get ppm(): number {
    return this.rate;
  }

  get drift(): number {
    return this.driftPpm;
  }

  wall(at: number): LocalInstant {
    return localInstant(this.wallStands ? this.wallAtSince : this.wallAtSince + this.passed(at));
  }

  mono(at: number): LocalInstant {
    return localInstant(this.suspended ? this.monoAtSince : this.monoAtSince + this.passed(at));
  }

  jump(at: Instant, by: Micros): void {
    this.rebase(at);
    this.wallAtSince += by;
  }

  setDrift(at: Instant, ppm: number): void {
    this.rebase(at);
    this.driftPpm = ppm;
    this.setRate();
  }

  setSlew(at: Instant, ppm: number): void {
    this.rebase(at);
    this.slewPpm = ppm;
    this.setRate();
  }

  setSuspended(at: Instant, suspended: boolean): void {
    this.rebase(at);
    this.suspended = suspended;
  }

  /** Stops the wall clock, or lets it run again from where it stopped. */
  setWallStands(at: Instant, stands: boolean): void {
    this.rebase(at);
    this.wallStands = stands;
    this.behindAtSince = 0;
  }

  /** How far the wall clock is behind because it is stopped; 0 while it runs. */
  behind(at: number): Micros {
    return this.wallStands ? this.behindAtSince + this.passed(at) : 0;
  }

  /**
   * The first true time, not before `at`, at which the wall clock shows at least `reading` if nothing changes it.
   * Infinite while it is stopped.
   */
  whenWall(at: number, reading: number): number {
    return this.wallStands ? instantMax : this.when(at, reading - this.wallAtSince);
  }

  /** The same for the monotonic clock. Infinite while it is stopped. */
  whenMono(at: number, reading: number): number {
    return this.suspended ? instantMax : this.when(at, reading - this.monoAtSince);
  }

  private passed(at: number): number {
    const real = at - this.since;
    return this.rate === 0 ? real : moved(real, this.rate);
  }

  private when(at: number, passed: number): number {
    if (this.rate === 0) return Math.min(instantMax, Math.max(at, this.since + passed));
    if (this.passed(at) >= passed) return at;
    return Math.min(instantMax, this.since + lengthOf(passed, this.rate));
  }

  private setRate(): void {
    this.rate = rateOf(this.driftPpm, this.slewPpm);
  }

  private rebase(at: number): void {
    const wall = this.wall(at);
    const mono = this.mono(at);
    this.behindAtSince = this.behind(at);
    this.since = at;
    this.wallAtSince = wall;
    this.monoAtSince = mono;
  }
}
