/** Wakes waiters by an item in a list. All of them share one BLPOP, on one connection for each server. */
import { lockClientOf, type OwnConnection, type RedisClient } from './client';
import { connectingOf } from './connecting';
import { sharedBy, Waking } from './waking';

/** A new waiter is included only when the command is sent again. Until then it polls. */
const blockedSeconds = 1;

/** How long a waiter that was notified may take to look, in ms. */
const itemLastsMs = 1000;

class ListWaking extends Waking {
  private popping: OwnConnection | null = null;
  private readonly prefix: string;

  constructor(client: RedisClient) {
    super(connectingOf(client, 'keys'));
    this.prefix = lockClientOf(client).keyPrefix ?? '';
  }

  protected async tuneIn(connection: OwnConnection): Promise<void> {
    if (this.popping === connection) return;
    this.popping = connection;
    while (this.isCurrent(connection)) {
      const { topics } = this;
      const popped = connection.request(['BLPOP', ...topics, blockedSeconds]);
      for (const topic of topics) this.tunedIn(connection, topic);
      const answer = await popped;
      if (!Array.isArray(answer)) continue;
      const list = String(answer[0]).slice(this.prefix.length);
      if (!this.wake(list)) await putBack(connection, list);
    }
  }

  /** Nothing to do: the next command leaves the list out. */
  protected async tuneOut(): Promise<void> {}
}

/** Puts back an item for which no waiter is left here, because it is for another client. */
async function putBack(connection: OwnConnection, list: string): Promise<void> {
  await Promise.all([connection.request(['LPUSH', list, 1]), connection.request(['PEXPIRE', list, itemLastsMs])]);
}

export const listWaking = /* @__PURE__ */ sharedBy((client) => new ListWaking(client));
