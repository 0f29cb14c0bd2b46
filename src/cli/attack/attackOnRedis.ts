/** An attacked file on real servers: each client is its own process, in which its code runs. */
import { ownCode } from '../../sandbox/attack/onRedis';
import { ownParts } from '../../sandbox/attack/ownParts';
import { playOnRedis } from '../playOnRedis';
import type { PlayLive } from './attackCommand';

export const attackOnRedis: PlayLive = (scenario, bundle) =>
  playOnRedis(scenario, { environment: process.env, parts: ownParts, own: ownCode(bundle) });
