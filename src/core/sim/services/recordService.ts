/**
 * The base of services whose records belong to no connection, and which answer every request at once. By default no
 * record expires: only clients change records. A subclass defines its answers and its records.
 */
import type { Reply, Request } from '../../model/effects/request';
import type { Micros } from '../../model/values/time';
import type { Peer, Service, ServiceCall } from './service';

export abstract class RecordService implements Service {
  serve({ peer, request, answer }: ServiceCall): void {
    answer(this.reply(peer, request));
  }

  disconnected(): void {
    // A record belongs to no connection.
  }

  dueAt(): Micros {
    return Number.POSITIVE_INFINITY;
  }

  elapse(): void {
    // Nothing is ever due.
  }

  abstract restarted(): number;

  abstract freeByHand(key: string): (() => void) | null;

  protected abstract reply(peer: Peer, request: Request): Reply;
}
