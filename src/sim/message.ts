/** A message under way. As a happening it is its own arrival. */
import type { Reply, Request } from '../model/request';
import type { Machine } from './machine';
import type { Happening } from './queue';

export const legs = { request: 0, reply: 1, push: 2 } as const;

export class Message implements Happening {
  constructor(
    readonly from: Machine,
    readonly to: Machine,
    /** Of the trace: even for a request or push, odd for a reply. */
    readonly id: number,
    readonly leg: 0 | 1 | 2,
    /** What is asked; of a reply: what was asked. */
    readonly request: Request,
    /** Of a reply or a push. */
    readonly reply: Reply | null,
    /** Which life of the client opened its connection. */
    readonly incarnation: number,
  ) {}

  fire(): void {
    this.to.arrive(this);
  }
}

/** The other side's kernel says that a connection is refused or closed. It travels like a message, and is none of the trace. */
export class Closing implements Happening {
  constructor(
    readonly from: Machine,
    readonly to: Machine,
    /** The request that fails by it; −1: all that were sent to `from` before `at`. */
    readonly message: number,
    readonly at: number,
    readonly incarnation: number,
  ) {}

  fire(): void {
    this.to.learnClosing(this);
  }
}
