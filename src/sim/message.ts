/** A message under way. As a happening it is its own arrival; a request becomes its own reply, so that a call is one object. */
import type { Reply, Request } from '../model/request';
import type { Machine } from './machine';
import type { Happening } from './queue';
import type { CallGroup, Timer } from './task';

export const legs = { request: 0, reply: 1, push: 2 } as const;

export class Message implements Happening {
  leg: 0 | 1 | 2;
  /** Of a reply or a push. */
  reply: Reply | null = null;
  /** Whether its sender still looks for the reply. */
  open = false;
  /** The calls that it is one of, its place among them, and the timer that ends the wait. */
  group: CallGroup | null = null;
  place = 0;
  timer: Timer | null = null;
  /** Which life of the server it was sent to: a connection ends with either end. */
  readonly serverLife: number;

  constructor(
    public from: Machine,
    public to: Machine,
    /** Of the trace: even for a request or push, odd for a reply. */
    public id: number,
    /** What is asked; of a reply: what was asked. */
    readonly request: Request,
    /** Which life of the client opened its connection. */
    readonly incarnation: number,
  ) {
    this.leg = legs.request;
    this.serverLife = to.incarnation;
  }

  /** Turns a request that was served into its reply. */
  answer(reply: Reply): this {
    const client = this.from;
    this.from = this.to;
    this.to = client;
    this.id++;
    this.leg = legs.reply;
    this.reply = reply;
    return this;
  }

  /** Of a request: what its sender is told when its connection ends. */
  closing(): Closing {
    return new Closing(this.to, this.from, this.id, this.serverLife, this.incarnation);
  }

  fire(): void {
    this.to.arrive(this);
  }
}

/** The other side's kernel says that a connection is refused or closed. It travels like a message, and is none of the trace. */
export class Closing implements Happening {
  constructor(
    readonly from: Machine,
    readonly to: Machine,
    /** The request that fails by it; −1: all that were sent to a life of `from` before `life`. */
    readonly message: number,
    readonly life: number,
    readonly incarnation: number,
  ) {}

  fire(): void {
    this.to.learnClosing(this);
  }
}
