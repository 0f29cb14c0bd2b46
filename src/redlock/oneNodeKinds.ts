/** The requests of the locks on one node. A lock with a fencing token gets it in the same step as the key. */

import { evaluate } from '../core/model/effects/request';
import type { OwnConnection } from './client';
import { connectingOf } from './connecting';
import { type Kind, tagged } from './kind';
import { listWaking } from './listWaking';
import { counterEnd } from './scripts/count';
import { extendScript } from './scripts/extend';
import { giveBack } from './scripts/giveBack';
import { giveBackAndSignal } from './scripts/giveBackAndSignal';
import { giveBackHash } from './scripts/giveBackHash';
import { look } from './scripts/look';
import { lookHash } from './scripts/lookHash';
import { prolongHash } from './scripts/prolongHash';
import { takeHash } from './scripts/takeHash';
import { takeOne } from './scripts/takeOne';
import { sharedBy, Waking } from './waking';

/** Wakes waiters by a message on a channel. All of them share one subscription, on one connection for each server. */
class ChannelWaking extends Waking {
  protected async tuneIn(connection: OwnConnection, channel: string): Promise<void> {
    await connection.subscribe(channel, () => void this.wake(channel));
    this.tunedIn(connection, channel);
  }

  protected async tuneOut(connection: OwnConnection, channel: string): Promise<void> {
    await connection.unsubscribe(channel);
  }
}

const channelWaking = /* @__PURE__ */ sharedBy((client) => new ChannelWaking(connectingOf(client, 'channels')));

/** One key, and a counter for tokens beside it. `prefix` is what the client adds before every key. */
export const singleKind = (prefix: string): Kind => ({
  take: ([key], owner, { ttl, tokenLifetime }) =>
    evaluate(takeOne, [key, `${tagged(key, prefix)}${counterEnd}`], [owner, ttl, tokenLifetime]),
  extend: (keys, owner, ttl, how) => evaluate(extendScript, keys, [owner, ttl, how]),
  giveBack: (keys, owners) => evaluate(giveBack, keys, owners),
  look: (key) => evaluate(look, [key], []),
  tokenIn: Number,
  refusalIsSure: true,
});

/** A hash, a counter, and a channel for the waiters, laid out and named as Redisson does. */
export const watchedKind = (prefix: string): Kind => {
  const channelOf = (key: string): string => `redisson_lock__channel:${tagged(key, prefix)}`;
  return {
    take: ([key], owner, { ttl, tokenLifetime }) =>
      evaluate(takeHash, [key, `redisson_lock_token:${tagged(key, prefix)}`], [owner, ttl, tokenLifetime]),
    extend: ([key], owner, ttl, how) => evaluate(prolongHash, [key], [owner, ttl, how]),
    giveBack: ([key], owners) => evaluate(giveBackHash, [key, channelOf(key)], owners),
    look: (key) => evaluate(lookHash, [key], []),
    tokenIn: Number,
    topic: channelOf,
    waking: channelWaking,
    refusalIsSure: true,
    isWatched: true,
  };
};

/** Like python-redis-lock: a list at which the others wait. */
export const waitingKind = (prefix: string): Kind => {
  const signalOf = (key: string): string => `lock-signal:${tagged(key, prefix)}`;
  return {
    take: ([key], owner, { ttl }) => evaluate(takeOne, [key], [owner, ttl]),
    extend: (keys, owner, ttl, how) => evaluate(extendScript, keys, [owner, ttl, how]),
    giveBack: ([key], owners) => evaluate(giveBackAndSignal, [key, signalOf(key)], [signalLastsMs, ...owners]),
    look: (key) => evaluate(look, [key], []),
    topic: signalOf,
    waking: listWaking,
    refusalIsSure: true,
  };
};

/** How long an item stays in the list, in ms, because there may be no waiter. */
const signalLastsMs = 1000;
