/**
 * Servers that exist already and that others may use: they are asked and nothing else. Keys carry the run's prefix and are
 * deleted at its end; no setting is changed, no process is signalled.
 */
import { randomBytes } from 'node:crypto';
import type { ProcessId } from '../../model/scenario';
import type { ClockChange } from '../process/contract';
import { withServer } from './connection';
import type { Fleet, FleetOptions, KeptKey, RedisServer } from './contract';
import { readKeys, shiftExpiries } from './keptKeys';
import { removeKeys } from './removeKeys.mjs';
import { ServerClock, stampNow } from './serverClock';

const triesMax = 3;

/** One server for each process, in the order of the addresses. */
export async function openExistingFleet(options: FleetOptions, urls: readonly string[]): Promise<Fleet> {
  const { guard, processes } = options;
  const keyPrefix = `redlock-playground:${randomBytes(6).toString('hex')}:`;
  const servers = new Map<ProcessId, RedisServer>();
  for (const [i, id] of processes.entries()) {
    const url = urls[i];
    if (url === undefined) throw new Error(`There is no server for ${id}: REDIS_URLS names ${urls.length}.`);
    servers.set(id, new ExistingServer(id, url, keyPrefix));
  }
  const used = [...servers.values()].map(({ url }) => url);
  for (const url of used) guard.watchKeys(url, keyPrefix);
  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closed ??= Promise.all(used.map((url) => clean(url))).then(() => undefined);
    return closed;
  };
  const clean = async (url: string): Promise<void> => {
    // A server that is away for the moment keeps its keys; they stay on the guard's list.
    for (let tries = 0; tries < triesMax; tries++) {
      const removed = await removeKeys(url, keyPrefix).catch(() => null);
      if (removed !== null) return guard.forgetKeys(url, keyPrefix);
    }
  };
  try {
    await Promise.all(used.map((url) => withServer(url, (redis) => redis.ping())));
    options.signal?.throwIfAborted();
    return { servers, keyPrefix, close };
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
  private readonly clock = new ServerClock({ offsetMicros: 0, driftPpm: 0, slewPpm: 0 }, stampNow());

  constructor(
    readonly id: ProcessId,
    readonly url: string,
    private readonly keyPrefix: string,
  ) {
    const { hostname, port } = new URL(url);
    this.host = hostname.replace(/^\[|\]$/g, '');
    this.port = port === '' ? 6379 : Number(port);
  }

  crash = () => this.refuse();
  losePower = () => this.refuse();
  start = () => this.refuse();
  pause = () => this.refuse();
  follow = () => this.refuse();
  promote = () => this.refuse();

  resume(): void {
    // It was never stopped.
  }

  synced(): Promise<boolean> {
    return Promise.resolve(true);
  }

  async changeClock(change: ClockChange, atNanos = stampNow()): Promise<'shifted-expiry'> {
    const byMs = (change.jumpMicros ?? 0) / 1000;
    if (change.driftPpm || change.slewPpm || byMs < 0) return this.refuse();
    await withServer(this.url, (redis) => shiftExpiries(redis, this.keyPrefix, byMs));
    this.clock.change({ jumpMicros: byMs * 1000 }, atNanos);
    return 'shifted-expiry';
  }

  wallMsAt(stampNanos: number): number {
    return this.clock.wallMsAt(stampNanos);
  }

  readKeys(): Promise<readonly KeptKey[]> {
    return withServer(this.url, (redis) => readKeys(redis, this.keyPrefix));
  }

  private refuse(): Promise<never> {
    return Promise.reject(new Error(`${this.id} is a server of others: it is only asked.`));
  }
}
