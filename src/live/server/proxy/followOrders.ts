/**
 * Reads what a sentinel says to a server on one connection, and tells when the server has carried out an order to follow
 * another or to be a master. A sentinel puts it into a transaction. Knows no socket.
 */
import type { RespValue } from 'redis-parser';

/** The port on 127.0.0.1 to follow; null: it is a master. */
export type FollowOrder = number | null;

export class FollowOrders {
  /** The requests without an answer. A server answers in their order. */
  private readonly asked: (readonly string[])[] = [];
  private order: FollowOrder | undefined;
  private lost = 0;

  /**
   * @param writesUnderWay how many writes of its master are on their way to the server. It is asked when the server is
   *   given the order, with which it closes its connection to its master.
   */
  constructor(
    private readonly done: (order: FollowOrder, lost: number) => void,
    private readonly writesUnderWay: () => number,
  ) {}

  handed(words: readonly string[]): void {
    this.asked.push(words);
    if (words[0]?.toUpperCase() === 'EXEC') this.lost = this.writesUnderWay();
  }

  /** Messages of a channel answer nothing: on such a connection nothing else is asked. */
  answered(value: RespValue): void {
    const [name = '', host = '', port = ''] = this.asked.shift() ?? [];
    const command = name.toUpperCase();
    if (command === 'MULTI') this.order = undefined;
    if (command === 'SLAVEOF' || command === 'REPLICAOF')
      this.order = host.toUpperCase() === 'NO' ? null : Number(port);
    if (command !== 'EXEC' || this.order === undefined) return;
    // A transaction that was refused is no array.
    if (Array.isArray(value)) this.done(this.order, this.lost);
    this.order = undefined;
  }
}
