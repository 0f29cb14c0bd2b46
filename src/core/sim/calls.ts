/**
 * The calls of one process: sending, replies, timeouts, closed connections. Request, reply and timeout are independent
 * events. A lost message affects only its own call, as if each call had its own connection. After a reconnect, later
 * messages may overtake earlier ones.
 */
import { type Call, isDecided } from '../model/effects/effect';
import {
  connectionClosed,
  isGrantTo,
  mayBlock,
  type Reply,
  type Request,
  requestText,
  timedOut as timedOutReply,
} from '../model/effects/request';
import type { ProcessId } from '../model/scenario/processId';
import { kindNumber } from '../model/trace/trace';
import { nth } from '../model/values/nth';
import type { Machine } from './machine';
import { type Closing, Message } from './message';
import type { ProgramHost } from './programHost';
import type { CallGroup, Timer } from './task';
import type { World } from './world';

/** Finished groups are removed once this many have piled up, or twice as many as the last removal left. */
const groupCountLeast = 32;

const { received, late, timedOut, closed } = kindNumber;

export class Calls {
  /**
   * The groups with calls whose reply may still come, sorted by their beginning. Finished groups are removed now and
   * then.
   */
  private groups: CallGroup[] = [];
  private groupCountMax = groupCountLeast;
  /** The process that got the latest call at each index of a group. */
  private readonly targets: Machine[] = [];
  private requestLast: Request | null = null;
  private requestText = -1;
  /** The latest request of each command. */
  private readonly requests: { request: Request; text: number }[] = [];

  constructor(
    private readonly world: World,
    private readonly host: ProgramHost,
  ) {}

  /** Sends a task's calls. The task goes on when they are decided. */
  begin(group: CallGroup): void {
    group.task.waiting = group;
    if (this.groups.length >= this.groupCountMax) {
      this.groups = this.groups.filter(({ open }) => open > 0);
      this.groupCountMax = Math.max(groupCountLeast, 2 * this.groups.length);
    }
    this.groups.push(group);
    this.send(group);
  }

  /**
   * Sends the calls that are not sent yet. A fault between two sends stops the sending, and the rest is sent after the
   * pause.
   */
  send(group: CallGroup): void {
    group.isSending = true;
    this.sendEach(group);
    group.isSending = false;
  }

  private sendEach(group: CallGroup): void {
    const { host, world } = this;
    const { incarnation } = host;
    const { requests } = world;
    for (let index = nextOf(group); index >= 0 && !group.task.done; index = nextOf(group)) {
      const call = nth(group.calls, index);
      if (requests && group.announced === group.sendings) {
        group.announced++;
        requests.pass('before', host.id, world.resolve(host, call.to).id);
        if (group.task.done) return;
        if (!host.runs(incarnation)) return this.putOff(group, incarnation);
      }
      if (call.reconnect === 'first' && group.reconnected !== group.sendings) {
        group.reconnected = group.sendings;
        // Other tasks learn that their calls have failed, and their reaction may trigger a fault.
        this.reconnect(world.resolve(host, call.to));
        if (group.task.done) return;
        if (!host.runs(incarnation)) return this.putOff(group, incarnation);
        world.openConnection(host, world.resolve(host, call.to));
      }
      this.transmit(group, call, index);
      if (requests) {
        requests.pass('after', host.id, world.resolve(host, call.to).id);
        if (!host.runs(incarnation)) {
          return this.putOff(group, incarnation);
        }
      }
    }
    // A group can be decided by now: it has no calls, its quorum is 0, or its quorum is larger than the group.
    this.decideIfDone(group);
  }

  takeReply(message: Message): void {
    const { world, host } = this;
    const { group } = message;
    if (!message.open || group === null || group.decided) {
      world.trace.write(world.now, late, host.index, message.from.index, message.id);
      if (message.open && group !== null) this.settle(group, message, message.reply ?? connectionClosed, false);
      return;
    }
    const reply = message.reply ?? connectionClosed;
    const granted = group.quorum === null ? isGrantTo(message.request, reply) : group.quorum.grants(reply);
    world.trace.write(world.now, received, host.index, message.from.index, message.id, granted ? 1 : 0);
    this.settle(group, message, reply, granted);
    this.decideIfDone(group);
  }

  /**
   * Ends the calls of a group that have timed out. A decided group forgets them, and the trace does not mention them.
   */
  timeOut(group: CallGroup, timer: Timer): void {
    const { world, host } = this;
    const over = group.messages.filter((message) => message.open && message.timer === timer);
    for (const message of over) {
      message.open = false;
      if (!group.decided) world.trace.write(world.now, timedOut, host.index, peerOf(message).index, requestOf(message));
    }
    for (const message of over) {
      if (!group.decided && group.calls[message.index]?.reconnect) this.reconnect(peerOf(message));
    }
    for (const message of over) this.settleOrResend(group, message, timedOutReply);
    this.goOn(group);
  }

  takeClosing(closing: Closing): void {
    const { from, life } = closing;
    this.fail((message) =>
      closing.message >= 0
        ? requestOf(message) === closing.message
        : peerOf(message) === from && message.serverIncarnation < life,
    );
  }

  isConnectedTo(other: Machine): boolean {
    for (const group of this.groups)
      if (group.messages.some((message) => message.open && peerOf(message) === other)) return true;
    return false;
  }

  /** Forgets all groups: the process is gone, and no task waits any more. */
  forget(): void {
    this.groups = [];
  }

  private transmit(group: CallGroup, call: Call, index: number): void {
    const { world, host } = this;
    const message = new Message(
      host,
      this.targetOf(index, call.to),
      world.nextMessage(),
      call.request,
      host.incarnation,
    );
    message.open = true;
    message.lossCloses = call.lossCloses;
    message.group = group;
    message.index = index;
    const timeout = this.timeoutOf(call);
    message.timer = timeout === null ? null : this.timerOf(group, timeout);
    group.messages[index] = message;
    const { resending } = group;
    if (index === group.sentCount) group.sentCount++;
    else if (resending !== null) {
      resending.sendings++;
      resending.indices.shift();
    }
    world.send(message, this.textOf(call.request), resending?.counts[index]);
  }

  /** How long this sending waits for its answer. Null: forever. */
  private timeoutOf({ timeout, until }: Call): number | null {
    if (until === null) return timeout;
    const left = Math.max(0, until - this.host.clock.mono(this.world.now));
    return timeout === null ? left : Math.min(timeout, left);
  }

  /** Whether the client's library sends this call again. A call that no task waits for any more is not sent again. */
  private mayResend(group: CallGroup, index: number): boolean {
    const { resends, until } = nth(group.calls, index);
    if (group.decided || (group.resending?.counts[index] ?? 0) >= resends) return false;
    return until === null || this.host.clock.mono(this.world.now) < until;
  }

  private settleOrResend(group: CallGroup, message: Message, reply: Reply): void {
    const { index } = message;
    if (!this.mayResend(group, index)) return this.settle(group, message, reply, false);
    group.resending ??= { indices: [], counts: [], sendings: 0 };
    group.resending.indices.push(index);
    group.resending.counts[index] = (group.resending.counts[index] ?? 0) + 1;
    const { timer } = message;
    if (!group.messages.some((other) => other.open && other.timer === timer)) this.host.disarm(timer);
  }

  /** Continues a group when some of its answers have come, or will not come. */
  private goOn(group: CallGroup): void {
    this.decideIfDone(group);
    if (!group.resending?.indices.length || group.isSending) return;
    const { incarnation } = group.task;
    if (this.host.runs(incarnation)) this.send(group);
    else this.putOff(group, incarnation);
  }

  /**
   * The process that answers. It is remembered for each index, because the calls at one index of a group mostly go to
   * the same process.
   */
  private targetOf(index: number, id: ProcessId): Machine {
    const before = this.targets[index];
    if (before?.id === id && !this.world.hasMoved) return before;
    const target = this.world.resolve(this.host, id);
    this.targets[index] = target;
    return target;
  }

  /**
   * The number of a request's text. It is remembered because the same object is sent to many processes, and a client
   * that tries again sends the same text.
   */
  private textOf(request: Request): number {
    if (request !== this.requestLast) {
      this.requestText = this.textLike(request);
      this.requestLast = request;
    }
    return this.requestText;
  }

  private textLike(request: Request): number {
    const { command } = request;
    const before = this.requests.find((one) => one.request.command === command);
    if (before !== undefined && isSame(before.request, request)) return before.text;
    const text = this.world.trace.newText(requestText(request));
    if (before === undefined) this.requests.push({ request, text });
    else {
      before.request = request;
      before.text = text;
    }
    return text;
  }

  /** Calls that were sent at the same instant with the same timeout share a timer. */
  private timerOf(group: CallGroup, timeout: number): Timer {
    const due = this.host.clock.mono(this.world.now) + timeout;
    if (group.timer === null || group.timer.dueMono !== due || group.timer.done)
      group.timer = this.host.arm(timeout, group);
    return group.timer;
  }

  private settle(group: CallGroup, message: Message, reply: Reply, granted: boolean): void {
    message.open = false;
    group.replies[message.index] = reply;
    group.open--;
    if (granted) group.granted++;
    if (group.open > 0) return;
    this.host.disarm(group.timer);
    if (group.resending !== null) for (const { timer } of group.messages) this.host.disarm(timer);
  }

  /**
   * Lets the task go on when it has enough answers. The caller first settles everything that came at the same instant.
   */
  private decideIfDone(group: CallGroup): void {
    if (group.decided) return;
    const { quorum } = group;
    if (quorum === null ? group.open === 0 : isDecided(quorum, group)) this.decide(group);
  }

  private decide(group: CallGroup): void {
    group.decided = true;
    if (group.resending !== null) group.open -= group.resending.indices.splice(0).length;
    // A copy, because later replies must not change what the program received.
    const replies = group.open === 0 ? group.replies : group.replies.slice();
    const answer = group.quorum ? { replies, granted: group.granted } : group.single ? replies[0] : replies;
    this.host.answer(group.task, group.convert ? group.convert(answer as Reply) : answer);
  }

  /**
   * Closes the connection to a process. Other calls on it fail, and new calls may overtake the messages on their way.
   */
  private reconnect(target: Machine): void {
    const { world, host, groups } = this;
    const blocked = (message: Message): boolean => peerOf(message) === target && mayBlock(message.request);
    // A server processes other requests even if their connection closes.
    if (groups.some(({ messages }) => messages.some(blocked))) world.noticeClosed(host, target);
    world.closeConnections(host, target);
    this.fail((message) => peerOf(message) === target);
  }

  private fail(which: (message: Message) => boolean): void {
    const { world, host } = this;
    const failed = this.groups.flatMap((group) => group.messages.filter((message) => message.open && which(message)));
    for (const message of failed) {
      message.open = false;
      world.trace.write(world.now, closed, host.index, peerOf(message).index, requestOf(message));
    }
    const groups = new Set<CallGroup>();
    for (const message of failed) {
      if (!message.group) continue;
      this.settleOrResend(message.group, message, connectionClosed);
      groups.add(message.group);
    }
    for (const group of groups) this.goOn(group);
  }

  private putOff(group: CallGroup, incarnation: number): void {
    if (this.host.alive && this.host.incarnation === incarnation) this.host.preempt(group);
  }
}

/** The index of the call to send next. −1: there is no such call. */
function nextOf({ sentCount, calls, resending, decided }: CallGroup): number {
  if (sentCount < calls.length) return sentCount;
  return decided ? -1 : (resending?.indices[0] ?? -1);
}

/** The other side of a call, whether its message is a request or a reply. */
const peerOf = (message: Message): Machine => (message.leg === 0 ? message.to : message.from);

/** The number of a call's request. A reply carries that number plus one. */
const requestOf = (message: Message): number => (message.leg === 1 ? message.id - 1 : message.id);

/** Whether two requests of the same command have the same arguments. */
function isSame({ args }: Request, other: Request): boolean {
  if (args.length !== other.args.length) return false;
  for (let i = 0; i < args.length; i++) if (args[i] !== other.args[i]) return false;
  return true;
}
