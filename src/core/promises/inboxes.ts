/** The subscriptions of one process's programs. Each topic of a server has one while it is open. */
import type { Inbox } from '../model/effects/effect';
import { connectionClosed } from '../model/effects/request';
import type { ProcessId } from '../model/scenario/processId';
import type { Subscription, World } from './host';
import { DrivenInbox } from './task';

export class Inboxes {
  private readonly byTopic = new Map<string, DrivenInbox>();
  private count = 0;

  constructor(private readonly host: World) {}

  /**
   * The inbox of a new subscription. Messages left over from an earlier subscription to the same topic do not count
   * for it.
   *
   * @param subscription null: there is no subscription, and the inbox is closed
   */
  opened(to: ProcessId, topic: string, subscription: Subscription | null): DrivenInbox {
    this.byTopic.get(keyOf(to, topic))?.subscription.close();
    const inbox = this.keep(to, topic, subscription ?? noSubscription);
    if (subscription === null) this.close(inbox);
    return inbox;
  }

  /** The inbox of a topic. A program that listens again first gets what has come meanwhile. */
  from(to: ProcessId, topic: string): DrivenInbox {
    return this.byTopic.get(keyOf(to, topic)) ?? this.keep(to, topic, this.host.listen?.(to, topic) ?? noSubscription);
  }

  /** The connection is gone: nothing more comes. A program that subscribes again gets a new inbox. */
  close(inbox: DrivenInbox): void {
    inbox.closed = true;
    for (const [key, openInbox] of this.byTopic) if (openInbox === inbox) this.byTopic.delete(key);
    inbox.subscription.close();
  }

  private keep(to: ProcessId, topic: string, subscription: Subscription): DrivenInbox {
    const inbox = new DrivenInbox(this.count++, subscription);
    this.byTopic.set(keyOf(to, topic), inbox);
    return inbox;
  }
}

/** The driver's inbox behind a program's inbox. Throws for an inbox of another interpreter. */
export function drivenInbox(inbox: Inbox): DrivenInbox {
  if (inbox instanceof DrivenInbox) return inbox;
  throw new Error('The inbox was not opened by a program that runs here.');
}

/** A subscription that is closed from the start. */
export const noSubscription: Subscription = { next: async () => connectionClosed, close: () => {} };

const keyOf = (to: ProcessId, topic: string): string => `${to} ${topic}`;
