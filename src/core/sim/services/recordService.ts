/**
 * A service whose records belong to no connection, and which answers every request at once. Unless it says otherwise,
 * no record ends by its clock: a client changes each of them, or nobody does. A service on this base says what it
 * answers, and what it keeps.
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
