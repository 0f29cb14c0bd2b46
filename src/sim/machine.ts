/**
 * A process and the machine it runs on, as far as all of them are alike: clocks, stop-the-world pauses, crash and start,
 * and what waits at its door meanwhile. Knows nothing of programs or of Redis.
 */
import { Stops } from '../faults/stops';
import { clockAtStart } from '../model/clock';
import type { ProcessId } from '../model/scenario';
import type { Micros } from '../model/time';
import { kindNumber, lossCauses, type Role } from '../model/trace';
import { Clock } from './clock';
import { Closing, type Message } from './message';
import type { World } from './world';

const { arrived, lost, paused: pausedKind, resumed, crashed, clockSet, faultEnded } = kindNumber;
const goneCause = lossCauses.indexOf('gone');
const downCause = lossCauses.indexOf('down');

export abstract class Machine {
  readonly clock: Clock;
  paused = false;
  alive = true;
  /** Dark: its machine has no power, and nobody answers for it. */
  dark = false;
  /** How often it was started again. */
  incarnation = 0;
  protected readonly inbox: (Message | Closing)[] = [];
  private readonly stops = new Stops();
  /** The fault whose slew is on. */
  private slewing: number | null = null;

  constructor(
    protected readonly world: World,
    readonly index: number,
    readonly id: ProcessId,
    readonly role: Role,
  ) {
    this.clock = new Clock(clockAtStart(world.scenario, id));
  }

  /** Takes in what has arrived; only called while alive and not paused. */
  protected abstract take(message: Message): void;
  protected abstract takeClosing(closing: Closing): void;
  /** What it had in memory goes. `power`: what was not on the disk as well. */
  protected abstract lose(power: boolean): void;
  /** Starts again with what its disk kept; returns how many entries, −1 where that means nothing. */
  protected abstract begin(): number;
  /** Its clocks run differently from now on: timers and expiries are set again. */
  protected abstract rearm(): void;

  arrive(message: Message): void {
    const { world, index } = this;
    const life = message.leg === 0 ? message.serverLife : message.incarnation;
    // A connection ends with the process at its end: the next life of a server knows nothing of it.
    if (!this.alive || life !== this.incarnation) return this.turnAway(message);
    world.trace.write(world.now, arrived, index, message.from.index, message.id);
    if (this.paused) this.inbox.push(message);
    else this.take(message);
  }

  learnClosing(closing: Closing): void {
    if (!this.alive || closing.incarnation !== this.incarnation) return;
    if (this.paused) this.inbox.push(closing);
    else this.takeClosing(closing);
  }

  /** Stops the process; `asleep`: with its machine, whose monotonic clock stands still. Returns whether there was one to stop. */
  pause(fault: number, asleep: boolean): boolean {
    if (!this.alive) return false;
    const { world } = this;
    if (asleep) this.clock.setSuspended(world.now, true);
    if (!this.paused) world.trace.write(world.now, pausedKind, this.index, fault);
    this.paused = true;
    this.stops.begin(fault, asleep);
    return true;
  }

  /** Pauses may overlap: it goes on when the last is over. Its clock runs again before its code does. */
  endPause(fault: number): void {
    const { world, stops } = this;
    const wasAsleep = stops.asleep;
    if (!stops.end(fault)) return;
    if (wasAsleep && !stops.asleep) {
      this.clock.setSuspended(world.now, false);
      this.rearm();
    }
    this.endFault(fault);
    if (stops.any) return;
    this.paused = false;
    world.trace.write(world.now, resumed, this.index);
    this.wake();
  }

  /** Ends the process, and with `power` its machine, which may be the machine of a dead process. Returns whether it did anything. */
  crash(fault: number, power: boolean): boolean {
    if (!this.alive && (this.dark || !power)) return false;
    const { world } = this;
    world.trace.write(world.now, crashed, this.index, fault, power ? 1 : 0);
    this.alive = false;
    this.dark = power;
    this.incarnation++;
    this.endPauses();
    if (!power) this.closeConnections();
    for (const waiting of this.inbox.splice(0)) if (!(waiting instanceof Closing)) this.turnAway(waiting);
    world.endConnections(this, { power });
    this.lose(power);
    return true;
  }

  start(): void {
    if (this.alive) return;
    const wasDark = this.dark;
    this.alive = true;
    this.dark = false;
    // Whoever still waits on a connection of the machine that went dark is told by the one that came back.
    if (wasDark) this.closeConnections();
    const { world } = this;
    world.endConnections(this, { power: false });
    const started = world.trace.write(world.now, kindNumber.started, this.index, -1);
    world.trace.amend(started, this.begin());
  }

  jump(by: Micros): void {
    this.clock.jump(this.world.now, by);
    this.clockChanged(by);
  }

  drift(ppm: number): void {
    this.clock.setDrift(this.world.now, ppm);
    this.clockChanged(0);
  }

  /** Runs faster by so many parts per million until `endSlew`, in place of an earlier correction. */
  slew(fault: number, ppm: number): void {
    if (this.slewing !== null) this.endFault(this.slewing);
    this.slewing = fault;
    this.setSlew(ppm);
  }

  /** Returns whether the correction was this fault's. */
  endSlew(fault: number): boolean {
    if (fault !== this.slewing) return false;
    this.slewing = null;
    this.setSlew(0);
    return true;
  }

  /** After a pause: takes in what has waited, looking after each whether it is paused again. */
  protected wake(): void {
    while (!this.paused && this.alive) {
      const waiting = this.inbox.shift();
      if (waiting === undefined) return;
      if (waiting instanceof Closing) this.takeClosing(waiting);
      else this.take(waiting);
    }
  }

  /** Everybody who has a connection to this process learns, after the way there, that it is closed. */
  protected closeConnections(): void {
    const { world } = this;
    for (const machine of world.machines) {
      if (machine === this || !machine.isConnectedTo(this)) continue;
      world.sendClosing(new Closing(this, machine, -1, this.incarnation, machine.incarnation));
    }
  }

  /** Whether this process would notice that a connection to the other is closed. */
  isConnectedTo(_other: Machine): boolean {
    return false;
  }

  private turnAway(message: Message): void {
    const { world } = this;
    const { from } = message;
    world.trace.write(world.now, lost, from.index, this.index, message.id, this.dark ? downCause : goneCause);
    if (this.dark || message.leg !== 0) return;
    world.sendClosing(new Closing(this, from, message.id, this.incarnation, from.incarnation));
  }

  /** There is nobody left to wake, and whoever is started again runs on a clock that runs. */
  private endPauses(): void {
    this.paused = false;
    const wasAsleep = this.stops.asleep;
    for (const fault of this.stops.endAll()) this.endFault(fault);
    if (wasAsleep) this.clock.setSuspended(this.world.now, false);
  }

  private setSlew(ppm: number): void {
    this.clock.setSlew(this.world.now, ppm);
    this.clockChanged(0);
  }

  private endFault(fault: number): void {
    this.world.trace.write(this.world.now, faultEnded, this.index, fault);
  }

  private clockChanged(by: Micros): void {
    const { world } = this;
    world.trace.write(world.now, clockSet, this.index, by, this.clock.ppm);
    this.rearm();
  }
}
