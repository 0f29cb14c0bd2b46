/**
 * The base of every process and its machine: clocks, stop-the-world pauses, crash and start, and the messages that
 * wait meanwhile. It knows nothing of programs or of Redis. A killed process closes its connections at once. A machine
 * without power is silent until it starts again: only then do peers that waited on it learn that their connections
 * ended, which is earlier than with TCP. The next life of a process has its own connections, and serves no message
 * that was sent to an earlier one. When a pause ends, the preempted code resumes first, then late timers, then waiting
 * messages; `wakesTo: 'messages'` swaps the last two.
 */
import type { StoppedClocks } from '../faults/order';
import { Stops } from '../faults/stops';
import type { ProcessId, Role } from '../model/scenario/processId';
import { kindNumber, lossCauses } from '../model/trace/trace';
import { clockAtStart } from '../model/values/clock';
import { hashText } from '../model/values/random';
import type { Instant, Micros } from '../model/values/time';
import { Clock } from './clock';
import { Closing, type Message } from './message';
import { sentAgainAt } from './resending';
import { Sleep } from './sleep';
import type { World } from './world';

const { arrived, lost, paused: pausedKind, resumed, crashed, clockSet, faultEnded } = kindNumber;
const goneCause = lossCauses.indexOf('gone');
const downCause = lossCauses.indexOf('down');

export abstract class Machine {
  readonly clock: Clock;
  /** Part of its links' seeds. It depends on the name, so that adding a process does not reshuffle the others. */
  readonly nameHash: number;
  readonly sleep = new Sleep();
  paused = false;
  alive = true;
  /** The machine has no power, so nothing answers for the process. */
  isPoweredOff = false;
  /** How often the process was restarted. */
  incarnation = 0;
  /** Called when it is asked to stop. Null: it has no handler, and the request ends it. */
  stopHandler: (() => void) | null = null;
  protected readonly inbox: (Message | Closing)[] = [];
  /** Requests that came while it had no power, and when. Their senders' kernels send them again. */
  private readonly unheard: (readonly [Message, Instant])[] = [];
  private readonly stops = new Stops();
  /** The number of the fault whose slew is active. Null: there is no slew. */
  private slewing: number | null = null;

  constructor(
    protected readonly world: World,
    readonly index: number,
    readonly id: ProcessId,
    readonly role: Role,
  ) {
    this.clock = new Clock(clockAtStart(world.scenario, id));
    this.nameHash = hashText(id);
  }

  /** Receives a message that has arrived. Called only while the process is alive and not paused. */
  protected abstract take(message: Message): void;
  protected abstract takeClosing(closing: Closing): void;
  /** Forgets what was in memory, and with `power` also what was not on the disk. */
  protected abstract lose(power: boolean): void;
  /** Starts again with what the disk kept. Returns the number of entries, or −1 for a process that keeps no entries. */
  protected abstract begin(): number;
  /** Sets timers and expiries again after the clocks changed. */
  protected abstract rearm(): void;

  /** When this process next acts without a request, in true time. Infinite: it acts only on requests. */
  nextDue(): number {
    return Number.POSITIVE_INFINITY;
  }

  /** Whether it stands for several servers, one of which leads. */
  get isLed(): boolean {
    return false;
  }

  /** Makes this fault keep its servers without a leader, or stops that. */
  setLed(_fault: number, _isLed: boolean): void {}

  /** The machine that receives the other machine's messages: another one if this one stands for several. */
  at(_other: Machine): Machine {
    return this;
  }

  /** Called when links were cut or are whole again. */
  relinked(): void {}

  arrive(message: Message): void {
    const { world, index } = this;
    const life = message.leg === 0 ? message.serverIncarnation : message.incarnation;
    // A connection ends when its process does, so the next life of a server knows nothing of it.
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

  /** Stops the process, and these clocks of its machine. Returns whether there was a process to stop. */
  pause(fault: number, stoppedClocks: StoppedClocks): boolean {
    if (!this.alive) return false;
    const { world, clock, stops } = this;
    if (stoppedClocks !== 'none') {
      clock.setSuspended(world.now, true);
      this.sleep.begin(world.now);
    }
    if (stoppedClocks === 'both' && !stops.isWallStopped) clock.setWallStands(world.now, true);
    if (!this.paused) world.trace.write(world.now, pausedKind, this.index, fault);
    this.paused = true;
    stops.begin(fault, stoppedClocks);
    return true;
  }

  /**
   * Ends one pause. Pauses may overlap, so the process resumes when the last one is over. First its clocks run again,
   * then its kernel, then its code. Returns by how much its wall clock has been behind since then.
   */
  endPause(fault: number): Micros {
    const { world, stops, clock } = this;
    const { isMonoStopped, isWallStopped } = stops;
    if (!stops.end(fault)) return 0;
    const behind = stops.isWallStopped ? 0 : clock.behind(world.now);
    if (isWallStopped && !stops.isWallStopped) clock.setWallStands(world.now, false);
    const monoRuns = isMonoStopped && !stops.isMonoStopped;
    if (monoRuns) clock.setSuspended(world.now, false);
    if (behind > 0) this.clockChanged(-behind);
    else if (monoRuns) this.rearm();
    this.endFault(fault);
    this.paused = stops.isStopped;
    if (!this.paused) world.trace.write(world.now, resumed, this.index);
    if (monoRuns) this.sleep.end(world.now);
    if (!this.paused) this.wake();
    return behind;
  }

  /**
   * Ends the process. With `power` it also ends the machine, even if the process has already ended. Returns whether it
   * did anything.
   */
  crash(fault: number, power: boolean): boolean {
    if (!this.alive && (this.isPoweredOff || !power)) return false;
    const { world } = this;
    world.trace.write(world.now, crashed, this.index, fault, power ? 1 : 0);
    this.alive = false;
    this.stopHandler = null;
    this.isPoweredOff = power;
    this.incarnation++;
    this.endPauses();
    if (!power) this.closeConnections();
    for (const waiting of this.inbox.splice(0)) if (!(waiting instanceof Closing)) this.turnAway(waiting);
    world.endConnections(this, { power });
    // The kernel sends what it has put off, unless the machine has lost its power.
    this.sleep.end(world.now);
    this.lose(power);
    return true;
  }

  start(): void {
    if (this.alive) return;
    const wasDark = this.isPoweredOff;
    this.alive = true;
    this.isPoweredOff = false;
    // The restarted machine now notifies peers that still wait on a connection to it that the connection has ended.
    if (wasDark) this.closeConnections();
    for (const [message, since] of this.unheard.splice(0)) this.resetAgain(message, since);
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

  /** Makes the clocks faster by `ppm` parts per million until `endSlew`. It replaces an earlier correction. */
  slew(fault: number, ppm: number): void {
    if (this.slewing !== null) this.endFault(this.slewing);
    this.slewing = fault;
    this.setSlew(ppm);
  }

  /** Ends the correction if it belongs to this fault. Returns whether it did. */
  endSlew(fault: number): boolean {
    if (fault !== this.slewing) return false;
    this.slewing = null;
    this.setSlew(0);
    return true;
  }

  /**
   * Receives the messages that waited during a pause. After each message it checks whether the process is paused
   * again.
   */
  protected wake(): void {
    while (!this.paused && this.alive) {
      const waiting = this.inbox.shift();
      if (waiting === undefined) return;
      if (waiting instanceof Closing) this.takeClosing(waiting);
      else this.take(waiting);
    }
  }

  /**
   * Notifies every process with a connection to this one that the connection is closed. The notice takes as long as a
   * message.
   */
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

  /** @param dark nothing answers for the process, because its machine has no power. */
  protected turnAway(message: Message, dark = this.isPoweredOff): void {
    const { world } = this;
    const { from } = message;
    world.trace.write(world.now, lost, from.index, this.index, message.id, dark ? downCause : goneCause);
    if (this.isPoweredOff && message.leg === 0) this.unheard.push([message, world.now]);
    if (dark || message.leg !== 0) return;
    const closing = new Closing(this, from, message.id, this.incarnation, from.incarnation);
    this.sleep.whenOver(() => {
      if (!this.isPoweredOff) world.sendClosing(closing);
    });
  }

  /** Resets a request's connection when its sender's kernel sends it again, unless the power is off again by then. */
  private resetAgain(message: Message, since: Instant): void {
    const { world } = this;
    const fire = (): void => {
      if (this.isPoweredOff) this.unheard.push([message, since]);
      else world.sendClosing(message.closing());
    };
    world.queue.push(sentAgainAt(since, world.now), { fire, isForgotten: () => !message.open });
  }

  /**
   * Ends all pauses of a process that has ended. No code resumes. The next life of the process begins on running
   * clocks, with the time of a machine that was not stopped.
   */
  private endPauses(): void {
    this.paused = false;
    const { stops, clock, world } = this;
    const { isMonoStopped, isWallStopped } = stops;
    for (const fault of stops.endAll()) this.endFault(fault);
    if (isMonoStopped) clock.setSuspended(world.now, false);
    if (!isWallStopped) return;
    const behind = clock.behind(world.now);
    clock.setWallStands(world.now, false);
    clock.jump(world.now, behind);
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
