/**
 * The calls of one live process: request, reply and timeout are independent events, reported as the simulator reports them.
 * A timeout withdraws nothing: the request is under way, and its answer is late.
 */
import type { Asked, Subscription } from '../../drive/host';
import type { Call } from '../../model/effect';
import { command, isGrant, ok, type Reply, requestText, timedOut } from '../../model/request';
import type { ProcessId } from '../../model/scenario';
import type { Micros } from '../../model/time';
import { type LiveTell, type MessageName, replyName } from '../liveEvent';
import type { LiveAnchors } from './anchors';
import type { Connection } from './connection';
import type { Connections, Taken } from './connections';
import { openInbox } from './inbox';
import type { LiveClock } from './liveClock';
import { startTimer } from './timers';

/** A call whose program, or whose late answer, is still waited for. */
interface OpenCall {
  readonly call: Call;
  readonly peer: ProcessId;
  readonly connection: Connection;
  readonly message: MessageName;
  readonly asked: Asked;
  readonly resolve: (reply: Reply) => void;
  isOpen: boolean;
  deadline: Deadline | null;
}

/** Calls of one effect with the same timeout: their time is up together. */
interface Deadline {
  readonly timeout: Micros;
  readonly calls: OpenCall[];
  readonly stop: () => void;
}

interface Parts {
  readonly connections: Connections;
  readonly clock: LiveClock;
  readonly tell: LiveTell;
  readonly anchors: LiveAnchors;
}

export class Calls {
  private readonly deadlines = new WeakMap<Asked, Deadline>();
  /** By which name an answer that its program is about to hear came. */
  private readonly answered = new WeakMap<object, OpenCall>();
  /** On which connection a topic of a process is heard. */
  private readonly subscribed = new Map<string, Connection>();

  constructor(private readonly parts: Parts) {}

  /** Sends at once, where a connection is ready. */
  send(call: Call, asked: Asked): Promise<Reply> {
    const peer = this.parts.connections.resolve(call.to);
    const topic = call.request.command === 'UNSUBSCRIBE' ? topicOf(peer, String(call.request.args[0])) : '';
    const connection = this.subscribed.get(topic);
    if (!connection) return this.transmit(call, peer, asked, this.parts.connections.take(peer, call.request));
    this.subscribed.delete(topic);
    return this.transmit(call, peer, asked, { connection, giveBack: () => connection.close() });
  }

  /** The program has heard an answer, or nobody needed it any more. */
  heard(call: Call, reply: Reply, as: 'granted' | 'refused' | 'late'): void {
    const open = this.answered.get(call);
    if (open === undefined || reply.kind === 'timeout' || reply.kind === 'closed') return;
    const { peer } = open;
    const message = replyName(open.message);
    if (as === 'late') this.parts.tell.late(peer, message);
    else this.parts.tell.received(peer, message, as === 'granted' ? 1 : 0);
  }

  /** A subscription is a request like any other, on a connection that is its own from then on. */
  async open(to: ProcessId, channel: string, timeout: Micros | null): Promise<Subscription> {
    const { connections, tell } = this.parts;
    const peer = connections.resolve(to);
    const { connection } = connections.take(peer, command('SUBSCRIBE', channel));
    const inbox = openInbox(this.parts.clock, () => connection.close());
    const call: Call = { to, request: command('SUBSCRIBE', channel), timeout, reconnect: false };
    const send = () =>
      connection.subscribe(channel, (message, text) => {
        tell.received(peer, message, 1);
        inbox.push(ok(text));
      });
    connection.onClosed(inbox.end);
    const reply = await this.transmit(call, peer, { decided: false }, { connection, giveBack: () => {} }, send);
    this.heard(call, reply, isGrant(reply) ? 'granted' : 'refused');
    if (reply.kind !== 'ok') inbox.close();
    else this.subscribed.set(topicOf(peer, channel), connection);
    return inbox;
  }

  private transmit(
    call: Call,
    peer: ProcessId,
    asked: Asked,
    { connection, giveBack }: Taken,
    send = () => connection.send(call.request),
  ): Promise<Reply> {
    const { tell, anchors } = this.parts;
    anchors.atRequest('before', peer);
    const message = connection.nextMessage();
    tell.sent(peer, message, requestText(call.request), 0);
    const answer = send();
    anchors.atRequest('after', peer);
    return new Promise((resolve) => {
      const open: OpenCall = { call, peer, connection, message, asked, resolve, isOpen: true, deadline: null };
      this.setTimer(open);
      void answer.then((reply) => {
        giveBack();
        this.settle(open, reply);
      });
    });
  }

  private settle(open: OpenCall, reply: Reply): void {
    const { tell } = this.parts;
    const { call, peer, message } = open;
    if (!open.isOpen) {
      if (reply.kind !== 'closed') tell.late(peer, replyName(message));
      return;
    }
    this.end(open);
    if (reply.kind === 'closed') tell.closed(peer, message);
    else this.answered.set(call, open);
    open.resolve(reply);
  }

  private setTimer(open: OpenCall): void {
    const { timeout } = open.call;
    if (timeout === null) return;
    const known = this.deadlines.get(open.asked);
    open.deadline = known?.timeout === timeout ? known : this.newDeadline(timeout);
    open.deadline.calls.push(open);
    this.deadlines.set(open.asked, open.deadline);
  }

  private newDeadline(timeout: Micros): Deadline {
    const calls: OpenCall[] = [];
    return { timeout, calls, stop: startTimer(this.parts.clock, timeout, () => this.timeOut(calls)) };
  }

  /** Those whose time is up, all before any program hears of it. A program that has its answer forgets them without a word. */
  private timeOut(calls: readonly OpenCall[]): void {
    const { connections, tell } = this.parts;
    const over = calls.filter(({ isOpen }) => isOpen);
    for (const open of over) {
      this.end(open);
      if (!open.asked.decided) tell.timedOut(open.peer, open.message);
    }
    for (const { call, peer, asked, connection } of over) {
      // What could not be written so far must not go out when its time is up.
      if (!connection.isReady) connection.close();
      if (call.reconnect && !asked.decided) connections.drop(peer);
    }
    for (const open of over) open.resolve(timedOut);
  }

  private end(open: OpenCall): void {
    open.isOpen = false;
    if (open.deadline?.calls.every(({ isOpen }) => !isOpen)) open.deadline.stop();
  }
}

const topicOf = (process: ProcessId, channel: string): string => `${process} ${channel}`;
