/**
 * The calls of one live process: request, reply and timeout are independent events, reported as the simulator reports
 * them. A timeout withdraws nothing: the request is under way, and its answer is late.
 */

import { type Call, to as callTo } from '../../../core/model/effects/effect';
import { command, isGrant, ok, type Reply, requestText, timedOut } from '../../../core/model/effects/request';
import type { ProcessId } from '../../../core/model/scenario/processId';
import type { Micros } from '../../../core/model/values/time';
import type { CallState, Subscription } from '../../../core/promises/host';
import { type LiveEventWriter, type MessageName, replyName } from '../liveEvent';
import type { LiveAnchors } from './anchors';
import type { Connections, Taken } from './connections';
import { openInbox } from './inbox';
import type { LiveClock } from './liveClock';
import type { ProcessConnection } from './processConnection';
import { startTimer } from './timers';

/** A call whose answer is still expected, by its program or as a late reply. */
interface OpenCall {
  readonly call: Call;
  readonly peer: ProcessId;
  readonly connection: ProcessConnection;
  readonly message: MessageName;
  readonly callState: CallState;
  readonly resolve: (reply: Reply) => void;
  isOpen: boolean;
  deadline: Deadline | null;
}

/** Calls of one effect with the same limits. They time out together, except for those that are sent again. */
interface Deadline extends Pick<Call, 'timeout' | 'until'> {
  readonly calls: OpenCall[];
  readonly stop: () => void;
}

interface Sending {
  readonly call: Call;
  readonly peer: ProcessId;
  readonly callState: CallState;
  /** How often the same command was sent before. −1: never. */
  readonly again: number;
}

interface Parts {
  readonly connections: Connections;
  readonly clock: LiveClock;
  readonly record: LiveEventWriter;
  readonly anchors: LiveAnchors;
}

export class Calls {
  private readonly deadlines = new WeakMap<CallState, Deadline>();
  /** Maps an answer that a program is about to get to its call. */
  private readonly answered = new WeakMap<object, OpenCall>();
  /** The connection that carries the messages of a topic, by process and topic. */
  private readonly subscribed = new Map<string, ProcessConnection>();

  constructor(private readonly parts: Parts) {}

  /** Sends at once when a connection is ready. */
  send(call: Call, state: CallState): Promise<Reply> {
    const peer = this.parts.connections.resolve(call.to);
    if (call.reconnect === 'first') this.parts.connections.drop(peer);
    const topic = call.request.command === 'UNSUBSCRIBE' ? topicOf(peer, String(call.request.args[0])) : '';
    const connection = this.subscribed.get(topic);
    if (!connection && call.resends > 0) return this.sendAndResend(call, peer, state);
    if (!connection)
      return this.transmit(
        { call, peer, callState: state, again: -1 },
        this.parts.connections.take(peer, call.request),
      );
    this.subscribed.delete(topic);
    return this.transmit(
      { call, peer, callState: state, again: -1 },
      { connection, giveBack: () => connection.close() },
    );
  }

  /** Sends a call, and sends it again while its program waits for the answer. */
  private async sendAndResend(call: Call, peer: ProcessId, state: CallState): Promise<Reply> {
    const { connections } = this.parts;
    let reply = await this.transmit({ call, peer, callState: state, again: -1 }, connections.take(peer, call.request));
    for (let again = 1; again <= call.resends && this.mayResend(call, state, reply); again++) {
      const target = connections.resolve(call.to);
      reply = await this.transmit(
        { call, peer: target, callState: state, again },
        connections.take(target, call.request),
      );
    }
    return reply;
  }

  private mayResend({ until }: Call, { decided }: CallState, { kind }: Reply): boolean {
    if (decided || (kind !== 'timeout' && kind !== 'closed')) return false;
    return until === null || this.parts.clock.mono() < until;
  }

  /** The program has got the answer, or no longer needs it. */
  recordReply(call: Call, reply: Reply, as: 'granted' | 'refused' | 'late'): void {
    const open = this.answered.get(call);
    if (open === undefined || reply.kind === 'timeout' || reply.kind === 'closed') return;
    const { peer } = open;
    const message = replyName(open.message);
    if (as === 'late') this.parts.record.late(peer, message);
    else this.parts.record.received(peer, message, as === 'granted' ? 1 : 0);
  }

  /**
   * A subscription is a request like any other. From then on, its connection belongs to it. Returns null if the server
   * did not confirm it.
   */
  async open(to: ProcessId, channel: string, timeout: Micros | null): Promise<Subscription | null> {
    const { connections, record } = this.parts;
    const peer = connections.resolve(to);
    const { connection } = connections.take(peer, command('SUBSCRIBE', channel));
    const inbox = openInbox(this.parts.clock, () => connection.close());
    const call = callTo(to, command('SUBSCRIBE', channel), { timeout });
    const send = () =>
      connection.subscribe(channel, (message, text) => {
        record.received(peer, message, 1);
        inbox.push(ok(text));
      });
    connection.onClosed(inbox.end);
    const sending = { call, peer, callState: { decided: false }, again: -1 };
    const reply = await this.transmit(sending, { connection, giveBack: () => {} }, send);
    this.recordReply(call, reply, isGrant(reply) ? 'granted' : 'refused');
    if (reply.kind !== 'ok') {
      inbox.close();
      return null;
    }
    this.subscribed.set(topicOf(peer, channel), connection);
    return inbox;
  }

  private transmit(
    { call, peer, callState, again }: Sending,
    { connection, giveBack }: Taken,
    send = () => connection.send(call.request),
  ): Promise<Reply> {
    const { record, anchors } = this.parts;
    anchors.atRequest('before', peer);
    const message = connection.nextMessage();
    record.sent(peer, message, requestText(call.request), 0, again);
    const answer = send();
    anchors.atRequest('after', peer);
    return new Promise((resolve) => {
      const open: OpenCall = {
        call,
        peer,
        connection,
        message,
        callState,
        resolve,
        isOpen: true,
        deadline: null,
      };
      this.setTimer(open, again);
      void answer.then((reply) => {
        giveBack();
        this.settle(open, reply);
      });
    });
  }

  private settle(open: OpenCall, reply: Reply): void {
    const { record } = this.parts;
    const { call, peer, message } = open;
    if (!open.isOpen) {
      if (reply.kind !== 'closed') record.late(peer, replyName(message));
      return;
    }
    this.end(open);
    if (reply.kind === 'closed') record.closed(peer, message);
    else this.answered.set(call, open);
    open.resolve(reply);
  }

  private setTimer(open: OpenCall, again: number): void {
    const timeout = this.timeoutOf(open.call);
    if (timeout === null) return;
    const sharedDeadline = again < 0 ? this.deadlines.get(open.callState) : undefined;
    open.deadline =
      sharedDeadline !== undefined && isSame(sharedDeadline, open.call)
        ? sharedDeadline
        : this.newDeadline(timeout, open.call);
    open.deadline.calls.push(open);
    if (again < 0) this.deadlines.set(open.callState, open.deadline);
  }

  /** How long this sending waits for its answer; null means forever. */
  private timeoutOf({ timeout, until }: Call): Micros | null {
    if (until === null) return timeout;
    const left = Math.max(0, until - this.parts.clock.mono());
    return timeout === null ? left : Math.min(timeout, left);
  }

  private newDeadline(timeout: Micros, { timeout: callTimeout, until }: Call): Deadline {
    const calls: OpenCall[] = [];
    return {
      timeout: callTimeout,
      until,
      calls,
      stop: startTimer(this.parts.clock, timeout, () => this.timeOut(calls)),
    };
  }

  /**
   * Marks all calls whose time is up before any program is notified. A program that already has its answer drops them
   * silently.
   */
  private timeOut(calls: readonly OpenCall[]): void {
    const { connections, record } = this.parts;
    const over = calls.filter(({ isOpen }) => isOpen);
    for (const open of over) {
      this.end(open);
      if (!open.callState.decided) record.timedOut(open.peer, open.message);
    }
    for (const { call, peer, callState, connection } of over) {
      // A request that has not been written by its timeout must not go out later.
      if (!connection.isReady) connection.close();
      if (call.reconnect && !callState.decided) connections.drop(peer);
    }
    for (const open of over) open.resolve(timedOut);
  }

  private end(open: OpenCall): void {
    open.isOpen = false;
    if (open.deadline?.calls.every(({ isOpen }) => !isOpen)) open.deadline.stop();
  }
}

const isSame = (one: Deadline, { timeout, until }: Call): boolean => one.timeout === timeout && one.until === until;

const topicOf = (process: ProcessId, channel: string): string => `${process} ${channel}`;
