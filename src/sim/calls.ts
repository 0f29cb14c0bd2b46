/** The calls of one process: sending, replies, timeouts, closed connections. Request, reply and timeout are independent events. */
import type { Call } from '../model/effect';
import { connectionClosed, isGrant, type Reply, timedOut as timedOutReply } from '../model/request';
import { kindNumber } from '../model/trace';
import type { Machine } from './machine';
import { type Closing, legs, Message } from './message';
import type { ProgramHost } from './programHost';
import type { CallGroup, PendingCall, Timer } from './task';
import type { World } from './world';

const { received, late, timedOut, closed } = kindNumber;

export class Calls {
  private readonly pending = new Map<number, PendingCall>();

  constructor(
    private readonly world: World,
    private readonly host: ProgramHost,
  ) {}

  /** Sends a task's calls; the task goes on when they are decided. */
  begin(group: CallGroup): void {
    group.task.waiting = group;
    if (group.calls.length === 0) this.decide(group);
    else this.send(group);
  }

  /** Sends what is not yet sent. A fault between two sends stops it there, and the rest goes out after the pause. */
  send(group: CallGroup): void {
    const { host, world } = this;
    const { incarnation } = host;
    const { requests } = world;
    while (group.sent < group.calls.length) {
      const call = group.calls[group.sent] as Call;
      if (requests && group.announced === group.sent) {
        group.announced++;
        requests.pass('before', host.id, call.to);
        if (!host.runs(incarnation)) return this.putOff(group, incarnation);
      }
      this.transmit(group, call, group.sent++);
      if (requests) {
        requests.pass('after', host.id, call.to);
        if (!host.runs(incarnation)) {
          if (group.sent < group.calls.length) this.putOff(group, incarnation);
          return;
        }
      }
    }
  }

  takeReply(message: Message): void {
    const { world, host } = this;
    const request = message.id - 1;
    const pending = this.pending.get(request);
    if (!pending) {
      world.trace.write(world.now, late, host.index, message.from.index, message.id);
      return;
    }
    this.pending.delete(request);
    const reply = message.reply ?? connectionClosed;
    const granted = (pending.group.quorum?.grants ?? isGrant)(reply);
    world.trace.write(world.now, received, host.index, message.from.index, message.id, granted ? 1 : 0);
    this.settle(pending, reply);
  }

  /** The calls of a group whose time is up. A decided group forgets them without a word. */
  timeOut(group: CallGroup, timer: Timer): void {
    const { world, host } = this;
    const over = this.takeOut(([, pending]) => pending.group === group && pending.timer === timer);
    if (group.decided) return;
    for (const [message, pending] of over) world.trace.write(world.now, timedOut, host.index, pending.target, message);
    for (const [, pending] of over) if (group.calls[pending.place]?.reconnect) this.reconnect(pending.target);
    for (const [, pending] of over) this.settle(pending, timedOutReply);
  }

  takeClosing(closing: Closing): void {
    const from = closing.from.index;
    this.fail(([message, pending]) =>
      closing.message >= 0 ? message === closing.message : pending.target === from && pending.sentAt <= closing.at,
    );
  }

  isConnectedTo(other: Machine): boolean {
    for (const pending of this.pending.values()) if (pending.target === other.index) return true;
    return false;
  }

  /** The process is gone: nobody waits any more. */
  forget(): void {
    this.pending.clear();
  }

  private transmit(group: CallGroup, call: Call, place: number): void {
    const { world, host } = this;
    const target = world.resolve(host, call.to);
    const id = world.nextMessage();
    const timer = call.timeout === null ? null : this.timerOf(group, call.timeout);
    this.pending.set(id, { group, place, timer, target: target.index, sentAt: world.now });
    world.send(new Message(host, target, id, legs.request, call.request, null, host.incarnation), world.requestText(call.request));
  }

  /** Calls that were sent at the same instant with the same timeout share a timer. */
  private timerOf(group: CallGroup, timeout: number): Timer {
    const due = this.host.clock.mono(this.world.now) + timeout;
    if (group.timer === null || group.timer.dueMono !== due || group.timer.done) group.timer = this.host.arm(timeout, group);
    return group.timer;
  }

  private settle(pending: PendingCall, reply: Reply): void {
    const { group } = pending;
    group.replies[pending.place] = reply;
    group.open--;
    if (group.open === 0) this.host.disarm(group.timer);
    if (group.decided) return;
    const { quorum } = group;
    if (quorum === null) {
      if (group.open === 0) this.decide(group);
      return;
    }
    if (quorum.grants(reply)) group.granted++;
    if (group.granted >= quorum.need || group.granted + group.open < quorum.need) this.decide(group);
  }

  private decide(group: CallGroup): void {
    group.decided = true;
    // A copy: what comes later does not change what the program was told.
    const replies = group.replies.slice();
    const answer = group.quorum ? { replies, granted: group.granted } : group.single ? replies[0] : replies;
    this.host.answer(group.task, group.convert ? group.convert(answer as Reply) : answer);
  }

  /** Drops the connection to a process: other calls on it fail, and new ones may overtake what is under way. */
  private reconnect(target: number): void {
    const machine = this.world.machines[target] as Machine;
    this.world.link(this.host, machine).reconnect();
    this.world.link(machine, this.host).reconnect();
    this.fail(([, pending]) => pending.target === target);
  }

  private fail(which: (entry: [number, PendingCall]) => boolean): void {
    const { world, host } = this;
    const failed = this.takeOut(which);
    for (const [message, pending] of failed) world.trace.write(world.now, closed, host.index, pending.target, message);
    for (const [, pending] of failed) this.settle(pending, connectionClosed);
  }

  private takeOut(which: (entry: [number, PendingCall]) => boolean): [number, PendingCall][] {
    const found: [number, PendingCall][] = [];
    for (const entry of this.pending) if (which(entry)) found.push(entry);
    for (const [message] of found) this.pending.delete(message);
    return found;
  }

  private putOff(group: CallGroup, incarnation: number): void {
    if (this.host.alive && this.host.incarnation === incarnation) this.host.preempt(group);
  }
}
