/**
 * Reads what a sentinel sends to a server on one connection, and reports when the server has carried out an order to
 * follow another or to be a master. A sentinel puts the order into a transaction. Knows no socket.
 */
import type { RespValue } from 'redis-parser';

/** The port on 127.0.0.1 to follow; null makes it a master. */
export type FollowOrder = number | null;

export class FollowOrders {
  /** The requests without an answer. A server answers in their order. */
  private readonly requests: (readonly string[])[] = [];
  private order: FollowOrder | undefined;
  private lost = 0;

  /**
   * @param writesUnderWay how many writes of its master are on their way to the server. Called when the server gets the
   *   order, because it then closes its connection to its master.
   */
  constructor(
    private readonly done: (order: FollowOrder, lost: number) => void,
    private readonly writesUnderWay: () => number,
  ) {}

  handed(words: readonly string[]): void {
    this.requests.push(words);
    if (words[0]?.toUpperCase() === 'EXEC') this.lost = this.writesUnderWay();
  }

  /** A subscribed connection carries no other requests, so its messages are not answers. */
  answered(value: RespValue): void {
    const [name = '', host = '', port = ''] = this.requests.shift() ?? [];
    const command = name.toUpperCase();
    if (command === 'MULTI') this.order = undefined;
    if (command === 'SLAVEOF' || command === 'REPLICAOF')
      this.order = host.toUpperCase() === 'NO' ? null : Number(port);
    if (command !== 'EXEC' || this.order === undefined) return;
    // The answer to a refused transaction is not an array.
    if (Array.isArray(value)) this.done(this.order, this.lost);
    this.order = undefined;
  }
}
