/** Wakes waiters by a message on a channel. All of them share one subscription, on one connection for each server. */
import type { OwnConnection } from './client';
import { connectingOf } from './connecting';
import { sharedBy, Waking } from './waking';

class ChannelWaking extends Waking {
  protected async tuneIn(connection: OwnConnection, channel: string): Promise<void> {
    await connection.subscribe(channel, () => void this.wake(channel));
    this.tunedIn(connection, channel);
  }

  protected async tuneOut(connection: OwnConnection, channel: string): Promise<void> {
    await connection.unsubscribe(channel);
  }
}

export const channelWaking = /* @__PURE__ */ sharedBy((client) => new ChannelWaking(connectingOf(client, 'channels')));
