/**
 * A process and the machine it runs on, as far as all of them are alike: clocks, stop-the-world pauses, crash and start,
 * and what waits at its door meanwhile. Knows nothing of programs or of Redis.
 */
import type { ProcessId } from '../model/scenario';
import { fromMs, type Micros } from '../model/time';
import { kindNumber, lossCauses, type Role } from '../model/trace';
import { Clock } from './clock';
import { Closing, type Message } from './message';
import type { Happening } from './queue';
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
  /** The faults whose pauses are on. The process runs when none is left. */
  private readonly pausing = new Set<number>();
  /** The fault whose slew is on. */
  private slewing: number | null = null;
  private suspensions = 0;

  constructor(
    protected readonly world: World,
    readonly index: number,
    readonly id: ProcessId,
    readonly role: Role,
  ) {
    const own = world.scenario.settings.own?.[id]?.clock;
    this.clock = new Clock({ offset: fromMs(own?.offset ?? 0), driftPpm: own?.ppm ?? 0 });
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

  /** Stops the process. Pauses may overlap: it goes on when the last is over. */
  pause(fault: number, length: Micros): void {
    const { world } = this;
    if (!this.alive) return this.endFault(fault);
    if (!this.paused) world.trace.write(world.now, pausedKind, this.index, fault);
    this.paused = true;
    this.pausing.add(fault);
    world.queue.push(world.now + length, new PauseEnd(this, fault, this.incarnation));
  }

  endPause(fault: number, incarnation: number): void {
    if (incarnation !== this.incarnation) return;
    this.pausing.delete(fault);
    this.endFault(fault);
    if (this.pausing.size > 0) return;
    this.paused = false;
    this.world.trace.write(this.world.now, resumed, this.index);
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

  /**
   * Runs fast or slow until the clock has moved by `by`, in place of an earlier slew. No faster than twice and no slower than
   * half as fast: a correction that cannot be made in the time takes longer.
   */
  slew(fault: number, by: Micros, over: Micros): void {
    const { world } = this;
    if (this.slewing !== null) this.endFault(this.slewing);
    this.slewing = fault;
    const takes = Math.max(over, by < 0 ? -2 * by : by);
    this.clock.setSlew(world.now, Math.round((by / takes) * 1_000_000));
    this.clockChanged(0);
    world.queue.push(world.now + takes, new SlewEnd(this, fault));
  }

  endSlew(fault: number): void {
    if (fault !== this.slewing) return;
    this.slewing = null;
    this.clock.setSlew(this.world.now, 0);
    this.clockChanged(0);
    this.endFault(fault);
  }

  /** The whole machine sleeps: a pause during which its monotonic clock stands still. */
  suspend(fault: number, length: Micros): void {
    if (!this.alive) return this.endFault(fault);
    this.suspensions++;
    this.clock.setSuspended(this.world.now, true);
    // Before the pause: at its end the clock runs again when the code does.
    this.world.queue.push(this.world.now + length, new SuspendEnd(this, this.incarnation));
    this.pause(fault, length);
  }

  endSuspend(incarnation: number): void {
    if (incarnation !== this.incarnation || --this.suspensions > 0) return;
    this.clock.setSuspended(this.world.now, false);
    this.rearm();
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
      const arrival = world.link(this, machine).notice(world.now);
      if (arrival !== null)
        world.queue.push(arrival, new Closing(this, machine, -1, this.incarnation, machine.incarnation));
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
    const arrival = world.link(this, from).notice(world.now);
    if (arrival !== null)
      world.queue.push(arrival, new Closing(this, from, message.id, this.incarnation, from.incarnation));
  }

  /** There is nobody left to wake, and whoever is started again runs on a clock that runs. */
  private endPauses(): void {
    this.paused = false;
    for (const fault of this.pausing) this.endFault(fault);
    this.pausing.clear();
    if (this.suspensions > 0) this.clock.setSuspended(this.world.now, false);
    this.suspensions = 0;
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

class PauseEnd implements Happening {
  constructor(
    private readonly machine: Machine,
    private readonly fault: number,
    private readonly incarnation: number,
  ) {}
  fire(): void {
    this.machine.endPause(this.fault, this.incarnation);
  }
}

class SlewEnd implements Happening {
  constructor(
    private readonly machine: Machine,
    private readonly fault: number,
  ) {}
  fire(): void {
    this.machine.endSlew(this.fault);
  }
}

class SuspendEnd implements Happening {
  constructor(
    private readonly machine: Machine,
    private readonly incarnation: number,
  ) {}
  fire(): void {
    this.machine.endSuspend(this.incarnation);
  }
}
