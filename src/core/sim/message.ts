/**
 * A message in transit. Its queued event is its arrival. A request becomes its own reply, so that a call is one
 * object.
 */
import type { Reply, Request } from '../model/effects/request';
import type { Machine } from './machine';
import type { QueuedEvent } from './queue';
import type { CallGroup, Timer } from './task';

export const legs = { request: 0, reply: 1, push: 2 } as const;

export class Message implements QueuedEvent {
  leg: 0 | 1 | 2;
  /** The reply or the pushed message. Null for a request. */
  reply: Reply | null = null;
  /** Whether its sender still waits for the reply. */
  open = false;
  /** If it or its reply is lost, the caller is notified that the connection has ended. */
  lossCloses = false;
  /** The group of calls that it belongs to. `place` is its index in the group, and `timer` ends the wait. */
  group: CallGroup | null = null;
  index = 0;
  timer: Timer | null = null;
  /** The connection of its link on which it was sent, and its number among the link's messages of its leg, from 1. */
  connection = 0;
  nth = 0;
  /** When it was sent, in microseconds. A reply: when the reply was. */
  sentAt = 0;
  /** The life of the server that it was sent to: a connection ends with either end. */
  readonly serverIncarnation: number;

  constructor(
    public from: Machine,
    public to: Machine,
    /** Its number in the trace: even for a request or push, odd for a reply. */
    public id: number,
    /** The request, even if the message is the reply to it. */
    readonly request: Request,
    /** The life of the client that opened its connection. */
    readonly incarnation: number,
  ) {
    this.leg = legs.request;
    this.serverIncarnation = to.incarnation;
  }

  /** Turns a served request into its reply. */
  answer(reply: Reply): this {
    const client = this.from;
    this.from = this.to;
    this.to = client;
    this.id++;
    this.leg = legs.reply;
    this.reply = reply;
    return this;
  }

  /** What the request's sender receives when its connection ends. */
  closing(): Closing {
    const { from, to, id, serverIncarnation: serverLife, incarnation } = this;
    if (this.leg === legs.reply) return new Closing(from, to, id - 1, serverLife, incarnation);
    return new Closing(to, from, id, serverLife, incarnation);
  }

  /** Lets the process receive the message. The effect depends on the kind of message. */
  taken(): void {}

  fire(): void {
    this.to.arrive(this);
  }
}

/**
 * A notice from the other side's kernel that a connection is refused or closed. It travels like a message and is not
 * in the trace.
 */
export class Closing implements QueuedEvent {
  /** The connection of its link on which it is sent. */
  connection = 0;

  constructor(
    readonly from: Machine,
    readonly to: Machine,
    /**
     * The request that fails because of it. −1: all requests that were sent to a life of `from` before `life`. For a
     * Redis server: requests of `from` with a lower number came on the connection that it has closed.
     */
    readonly message: number,
    readonly life: number,
    readonly incarnation: number,
  ) {}

  fire(): void {
    this.to.learnClosing(this);
  }
}
