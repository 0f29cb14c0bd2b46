/**
 * Servers that exist already and that others may use. They receive commands and nothing else. Keys carry the run's
 * prefix and are deleted at its end. No setting is changed, and no process is signaled.
 */

import { ok, type Reply } from '../../../core/model/effects/request';
import { pageName } from '../../../core/model/links/pageNames';
import type { ProcessId } from '../../../core/model/scenario/processId';
import { fromMs } from '../../../core/model/values/time';
import { type Login, loginOf } from '../login';
import { nanosNow } from '../nanos';
import type { ClockChange } from '../process/contract';
import type { ProcessExit } from '../processExit';
import { trueClock, WallClock } from '../wallClock';
import type { Fleet, FleetOptions, KeptKey, RedisServer } from './contract';
import { findKeys, readKeys, shiftExpiries, shiftMsOf } from './keptKeys';
import { removeKeys } from './removeKeys.mjs';
import { keepAlive, newPrefix } from './runKeys';
import { type ServerWatch, watchServer } from './serverWatch';
import { withServer } from './withServer';

const triesMax = 3;

/** One server for each process, in the order of the addresses. */
export async function openExistingFleet(options: FleetOptions, urls: readonly string[]): Promise<Fleet> {
  const { guard, processes } = options;
  const keyPrefix = newPrefix();
  const servers = new Map<ProcessId, ExistingServer>();
  const watches: ServerWatch[] = [];
  for (const [i, id] of processes.entries()) {
    const url = urls[i];
    if (url === undefined)
      throw new Error(`There is no server for ${pageName(id).en}: REDIS_URLS names ${urls.length}.`);
    servers.set(id, new ExistingServer(id, url, keyPrefix));
  }
  const used = [...servers.values()].map(({ url }) => url);
  for (const url of used) guard.watchKeys(url, keyPrefix);
  let stopSaying = (): Promise<unknown> => Promise.resolve();
  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => {
    for (const watch of watches) watch.stop();
    closed ??= stopSaying()
      .then(() => Promise.all(used.map((url) => clean(url))))
      .then(() => undefined);
    return closed;
  };
  const clean = async (url: string): Promise<void> => {
    // A server that is away keeps its keys for now; they stay on the guard's list.
    for (let tries = 0; tries < triesMax; tries++) {
      const removed = await removeKeys(url, keyPrefix).catch(() => null);
      if (removed !== null) return guard.forgetKeys(url, keyPrefix);
    }
  };
  try {
    stopSaying = await keepAlive(used, keyPrefix);
    const watching = [...servers.values()].map(async (server) => {
      const watch = await watchServer(server.url, server.reportExit);
      if (closed === null) watches.push(watch);
      else watch.stop();
    });
    await Promise.all(watching);
    options.signal?.throwIfAborted();
    return { servers, sentinels: new Map(), keyPrefix, close };
  } catch (error) {
    await close();
    throw error;
  }
}

class ExistingServer implements RedisServer {
  readonly pid = null;
  readonly state = 'running';
  readonly host: string;
  readonly port: number;
  readonly login: Login;
  /** Our replicas never follow it. */
  readonly replicaLogin: Login = {};
  readonly exited: Promise<ProcessExit>;
  reportExit: (death: ProcessExit) => void = () => {};
  private readonly clock = new WallClock(trueClock, nanosNow());

  constructor(
    readonly id: ProcessId,
    readonly url: string,
    private readonly keyPrefix: string,
  ) {
    this.exited = new Promise((resolve) => {
      this.reportExit = resolve;
    });
    const { hostname, port } = new URL(url);
    this.host = hostname.replace(/^\[|\]$/g, '');
    this.port = port === '' ? 6379 : Number(port);
    this.login = loginOf(url);
  }

  crash = () => this.refuse();
  losePower = () => this.refuse();
  start = () => this.refuse();
  pause = () => this.refuse();
  follow = () => this.refuse();
  promote = () => this.refuse();

  noteMaster(): void {
    // Our sentinels never watch it.
  }

  resume(): void {
    // It was never stopped, so there is nothing to resume.
  }

  synced(): Promise<boolean> {
    return Promise.resolve(true);
  }

  async changeClock(change: ClockChange, atNanos = nanosNow()): Promise<'shifted-expiry'> {
    const byMs = shiftMsOf(change);
    if (byMs === null) return this.refuse();
    await withServer(this.url, (redis) => shiftExpiries(redis, this.keyPrefix, byMs));
    this.clock.change({ jumpMicros: fromMs(byMs) }, atNanos);
    return 'shifted-expiry';
  }

  wallMsAt(stampNanos: number): number {
    return this.clock.wallMsAt(stampNanos);
  }

  readKeys(): Promise<readonly KeptKey[]> {
    return withServer(this.url, (redis) => readKeys(redis, this.keyPrefix));
  }

  async removeKeys(key: string | null): Promise<{ readonly how: 'all' | 'own-alone'; readonly answer: Reply }> {
    const { keyPrefix } = this;
    const count = await withServer(this.url, async (redis) => {
      const names = key === null ? await findKeys(redis, keyPrefix) : [`${keyPrefix}${key}`];
      return names.length === 0 ? 0 : redis.del(...names);
    });
    return key === null ? { how: 'own-alone', answer: ok('OK') } : { how: 'all', answer: ok(count) };
  }

  private refuse(): Promise<never> {
    return Promise.reject(new Error(`${this.id} is a server of others: it is only asked.`));
  }
}
