/**
 * Those who wait at one server until something is free, and the one connection over which that is heard for all of them. As
 * long as it cannot be had, they look again by themselves after a while.
 */
import type { Subscription } from '../drive/host';
import { ok, type Reply, timedOut } from '../model/request';
import { type Micros, toMs } from '../model/time';
import { timerMax } from './checks';
import type { OwnConnection, RedisClient } from './client';
import type { Connect } from './connecting';

/** One who waits, or is about to. */
interface Waiter {
  /** null: it does something else at the moment. */
  wake: ((reply: Reply) => void) | null;
  /** It was woken, and what it found is not known yet. */
  isTold: boolean;
  /** How long it waits for what is not heard of before it looks again. */
  readonly pollMs: number;
}

/** Between two attempts to connect, in ms: twice as long after each that failed. */
const restMin = 50;
const restMax = 10_000;

/** An attempt to connect may take so long, in ms. */
const openingMax = 10_000;

/** Whoever looks again more often than this, in ms, is nothing but load. */
const pollMin = 50;

export abstract class Waking {
  /** In the order in which they came, by what they wait for. */
  private readonly rooms = new Map<string, Waiter[]>();
  /** What has become free while nobody was waiting for the word. */
  private readonly missed = new Set<string>();
  /** What is heard of at the moment. */
  private readonly heard = new Set<string>();
  /** Ends the connection, or the attempt to open it; null: there is none. */
  private line: AbortController | null = null;
  private connection: OwnConnection | null = null;
  private openedAtMs = 0;
  private restMs = restMin;
  private restsUntilMs = 0;
  private resting: NodeJS.Timeout | undefined;

  /** @param connectAgain absent: they look by themselves. */
  constructor(private readonly connectAgain: Connect | undefined) {}

  /** Joins those who wait. One of them is woken at a time, whoever has waited longest. */
  listen(topic: string, retryDelay: number): Subscription {
    const waiter: Waiter = { wake: null, isTold: false, pollMs: Math.max(pollMin, retryDelay) };
    const room = this.rooms.get(topic) ?? [];
    this.rooms.set(topic, room);
    room.push(waiter);
    if (room.length === 1) this.entered(topic);
    let isThere = true;
    return {
      next: (timeout, signal) => this.next(topic, waiter, timeout, signal),
      close: () => {
        if (isThere) this.leave(topic, waiter);
        isThere = false;
      },
    };
  }

  /** Ends the connection. Those who wait look again by themselves. */
  close(): void {
    clearTimeout(this.resting);
    this.resting = undefined;
    this.disconnect();
  }

  /** Begins to hear of something over the connection. */
  protected abstract tuneIn(connection: OwnConnection, topic: string): Promise<unknown>;
  protected abstract tuneOut(connection: OwnConnection, topic: string): Promise<unknown>;

  protected get topics(): readonly string[] {
    return [...this.rooms.keys()];
  }

  protected isCurrent(connection: OwnConnection): boolean {
    return connection === this.connection;
  }

  /** It is heard of from now on. It may have become free before. */
  protected tunedIn(connection: OwnConnection, topic: string): void {
    if (!this.isCurrent(connection) || this.heard.has(topic) || !this.rooms.has(topic)) return;
    this.heard.add(topic);
    this.wake(topic);
  }

  /** It is free: one who waits for it tries. False when nobody does any more. */
  protected wake(topic: string): boolean {
    const room = this.rooms.get(topic);
    const waiter = room?.find(({ wake }) => wake !== null);
    if (waiter !== undefined) tell(waiter);
    else if (room !== undefined) this.missed.add(topic);
    return room !== undefined;
  }

  private entered(topic: string): void {
    if (this.connection !== null) this.tune(this.connection, topic, 'tuneIn');
    else this.connect();
  }

  private tune(connection: OwnConnection, topic: string, how: 'tuneIn' | 'tuneOut'): void {
    const { line } = this;
    this[how](connection, topic).catch(() => this.failed(line));
  }

  private connect(): void {
    const { connectAgain } = this;
    if (connectAgain === undefined || this.line !== null || this.rooms.size === 0) return;
    const restMs = this.restsUntilMs - performance.now();
    if (restMs > 0) {
      // Those who wait have timers of their own.
      this.resting ??= setTimeout(() => {
        this.resting = undefined;
        this.connect();
      }, Math.ceil(restMs)).unref();
      return;
    }
    const line = new AbortController();
    this.line = line;
    const failed = (): void => this.failed(line);
    const late = setTimeout(failed, openingMax).unref();
    const open = async (): Promise<OwnConnection> => connectAgain(failed, line.signal);
    open()
      .finally(() => clearTimeout(late))
      .then((connection) => {
        if (line !== this.line) return connection.close();
        this.connection = connection;
        this.openedAtMs = performance.now();
        for (const topic of this.topics) this.tune(connection, topic, 'tuneIn');
      })
      .catch(failed);
  }

  /** The connection is of no use any more. The next one is tried after a rest, a short one if this one was good for long. */
  private failed(line: AbortController | null): void {
    if (line === null || line !== this.line) return;
    const nowMs = performance.now();
    if (this.connection !== null && nowMs - this.openedAtMs > restMax) this.restMs = restMin;
    this.restsUntilMs = nowMs + this.restMs * (0.5 + Math.random() / 2);
    this.restMs = Math.min(restMax, 2 * this.restMs);
    this.disconnect();
    this.connect();
  }

  private disconnect(): void {
    const { line, connection } = this;
    this.line = null;
    this.connection = null;
    this.heard.clear();
    line?.abort();
    connection?.close();
  }

  private next(topic: string, waiter: Waiter, timeout: Micros | null, signal: AbortSignal): Promise<Reply> {
    waiter.isTold = this.missed.delete(topic);
    if (waiter.isTold) return Promise.resolve(free);
    const patienceMs = timeout === null ? timerMax : toMs(timeout);
    const ms = this.heard.has(topic) ? patienceMs : Math.min(patienceMs, waiter.pollMs * (0.5 + Math.random()));
    return new Promise((resolve) => {
      const settle = (reply: Reply): void => {
        waiter.wake = null;
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        resolve(reply);
      };
      const giveUp = (): void => settle(timedOut);
      const timer = setTimeout(giveUp, Math.ceil(ms));
      signal.addEventListener('abort', giveUp);
      waiter.wake = settle;
    });
  }

  /** Whoever was told that it is free may leave without having looked, and passes the word on. */
  private leave(topic: string, waiter: Waiter): void {
    const room = this.rooms.get(topic) ?? [];
    room.splice(room.indexOf(waiter), 1);
    if (room.length > 0) return void (waiter.isTold && this.wake(topic));
    this.rooms.delete(topic);
    this.missed.delete(topic);
    this.heard.delete(topic);
    if (this.rooms.size > 0) {
      if (this.connection !== null) this.tune(this.connection, topic, 'tuneOut');
      return;
    }
    // It was of use to the last of them.
    if (this.connection !== null) this.restMs = restMin;
    this.close();
  }
}

const free = ok('free');

function tell(waiter: Waiter): void {
  waiter.isTold = true;
  waiter.wake?.(free);
}

/** One for each client: a server sees one connection of those who wait, however many locks they wait for through whichever objects. */
export function sharedBy<W extends Waking>(make: (client: RedisClient) => W): (client: RedisClient) => W {
  const all = new WeakMap<RedisClient, W>();
  return (client) => {
    const known = all.get(client) ?? make(client);
    all.set(client, known);
    return known;
  };
}
