/** Redlock for real use, with the API of node-redlock 5. */
import { checkClients } from './checks';
import type { RedisClient } from './client';
import { Locks } from './locks';
import { quorumKind } from './quorumKind';
import type { Settings } from './settings';

export class Redlock extends Locks {
  /**
   * @param clients one for each independent node: from ioredis, node-redis or Valkey GLIDE, or anything with a
   * `request` or `send` method. At most 26.
   * @param settings for all locks. Each call may override them.
   * @param scripts must be empty: node-redlock takes scripts there, and these are not supported.
   * @throws TypeError, RangeError for clients or settings that are not allowed.
   *
   * @example
   * import assert from 'node:assert';
   * import { Redlock } from 'quorum-lock';
   * import { SimulatedRedis } from 'quorum-lock/simulated';
   *
   * // In production: `new Redis({ host })` of ioredis for each of the servers.
   * const nodes = [new SimulatedRedis(), new SimulatedRedis(), new SimulatedRedis()];
   * const redlock = new Redlock(nodes, { retryCount: 3, retryDelay: 100 });
   * redlock.on('error', (error) => console.error(error));
   * assert.equal(redlock.clients.size, 3);
   * assert.equal(redlock.settings.retryDelay, 100);
   */
  constructor(clients: Iterable<RedisClient>, settings: Partial<Settings> = {}, scripts: Record<string, never> = {}) {
    if (Object.keys(scripts).length > 0)
      throw new TypeError('Scripts of your own are not supported: see docs/from-redlock-5.md.');
    checkClients(clients);
    const each = new Set(clients);
    if (each.size === 0) throw new Error('Redlock must be instantiated with at least one redis client.');
    super([...each], settings, quorumKind);
  }

  /** It is not printed, because a printed client shows its password. */
  get clients(): ReadonlySet<RedisClient> {
    return new Set(this.group.clients);
  }
}
