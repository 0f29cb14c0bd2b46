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

const { arrived, lost, paused: pausedKind, resumed, crashed, clockSet } = kindNumber;
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
  private pausedUntil = 0;
  private slews = 0;
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
    if (!this.alive) return this.turnAway(message);
    if (message.leg !== 0 && message.incarnation !== this.incarnation) {
      world.trace.write(world.now, lost, message.from.index, index, message.id, goneCause);
      return;
    }
    world.trace.write(world.now, arrived, index, message.from.index, message.id);
    if (this.paused) this.inbox.push(message);
    else this.take(message);
  }

  learnClosing(closing: Closing): void {
    if (!this.alive || closing.incarnation !== this.incarnation) return;
    if (this.paused) this.inbox.push(closing);
    else this.takeClosing(closing);
  }

  /** Stops the process. Where it is paused already, it stays so until the later of both ends. */
  pause(fault: number, length: Micros): void {
    if (!this.alive) return;
    const { world } = this;
    const until = Math.min(world.now + length, 2 ** 31 - 1);
    if (this.paused && until <= this.pausedUntil) return;
    this.pausedUntil = until;
    if (!this.paused) world.trace.write(world.now, pausedKind, this.index, fault);
    this.paused = true;
    world.queue.push(until, new Resume(this, this.incarnation));
  }

  resumeIfDue(incarnation: number): void {
    if (!this.paused || incarnation !== this.incarnation || this.world.now < this.pausedUntil) return;
    this.paused = false;
    this.world.trace.write(this.world.now, resumed, this.index);
    this.wake();
  }

  crash(fault: number, power: boolean): void {
    if (!this.alive) return;
    const { world } = this;
    world.trace.write(world.now, crashed, this.index, fault, power ? 1 : 0);
    this.alive = false;
    this.dark = power;
    this.paused = false;
    this.incarnation++;
    if (!power) this.closeConnections();
    for (const waiting of this.inbox.splice(0)) if (!(waiting instanceof Closing)) this.turnAway(waiting);
    this.lose(power);
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

  /** Runs fast or slow until the clock has moved by `by`. */
  slew(by: Micros, over: Micros): void {
    const slew = ++this.slews;
    this.clock.setSlew(this.world.now, Math.round((by / over) * 1_000_000));
    this.clockChanged(0);
    this.world.queue.push(this.world.now + over, new SlewEnd(this, slew));
  }

  endSlew(slew: number): void {
    if (slew !== this.slews) return;
    this.clock.setSlew(this.world.now, 0);
    this.clockChanged(0);
  }

  /** The whole machine sleeps: a pause during which its monotonic clock stands still. */
  suspend(fault: number, length: Micros): void {
    if (!this.alive) return;
    this.suspensions++;
    this.clock.setSuspended(this.world.now, true);
    // Before the pause: at its end the clock runs again when the code does.
    this.world.queue.push(this.world.now + length, new SuspendEnd(this));
    this.pause(fault, length);
  }

  endSuspend(): void {
    if (--this.suspensions > 0) return;
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
      if (arrival !== null) world.queue.push(arrival, new Closing(this, machine, -1, world.now, machine.incarnation));
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
    if (arrival !== null) world.queue.push(arrival, new Closing(this, from, message.id, world.now, from.incarnation));
  }

  private clockChanged(by: Micros): void {
    const { world } = this;
    world.trace.write(world.now, clockSet, this.index, by, this.clock.ppm);
    this.rearm();
  }
}

class Resume implements Happening {
  constructor(
    private readonly machine: Machine,
    private readonly incarnation: number,
  ) {}
  fire(): void {
    this.machine.resumeIfDue(this.incarnation);
  }
}

class SlewEnd implements Happening {
  constructor(
    private readonly machine: Machine,
    private readonly slew: number,
  ) {}
  fire(): void {
    this.machine.endSlew(this.slew);
  }
}

class SuspendEnd implements Happening {
  constructor(private readonly machine: Machine) {}
  fire(): void {
    this.machine.endSuspend();
  }
}

