/**
 * The waiters at one server, and the one connection over which all of them are notified when something is free.
 * Without a connection, each checks again by itself after a while.
 */

import { ok, type Reply, timedOut } from '../core/model/effects/request';
import { type Micros, toMs } from '../core/model/values/time';
import type { Subscription } from '../core/promises/host';
import { timerMax } from './checks';
import type { OwnConnection, RedisClient } from './client';
import type { Connect } from './connecting';
import { delayAfter, type RetryDelay } from './retryDelay';

/** A client that waits, or is about to. */
interface Waiter {
  /** Null: it is doing something else. */
  wake: ((reply: Reply) => void) | null;
  /** Whether it was woken and has not reported yet what it found. */
  isNotified: boolean;
  /** How long it waits before it checks again by itself, if its topic is not listened to. */
  readonly retryDelay: RetryDelay;
  /** How many times it has waited like this. */
  polls: number;
}

/** The pause between two attempts to connect, in ms. It doubles after each failed one. */
const restMin = 50;
const restMax = 10_000;

/** The longest that an attempt to connect may take, in ms. */
const openingMax = 10_000;

/** The shortest time between two checks, in ms. More frequent checks would only be load. */
const pollMin = 50;

export abstract class Waking {
  /** The waiters by topic, in the order of arrival. */
  private readonly waiters = new Map<string, Waiter[]>();
  /** The topics that became free while no waiter could be notified. */
  private readonly missed = new Set<string>();
  /** The topics that are listened to now. */
  private readonly heardTopics = new Set<string>();
  /** Closes the connection, or cancels the attempt to open it. Null if absent. */
  private line: AbortController | null = null;
  private connection: OwnConnection | null = null;
  private openedAtMs = 0;
  private restMs = restMin;
  private restsUntilMs = 0;
  private resting: NodeJS.Timeout | undefined;

  /** @param connectAgain opens a connection. Absent: waiters poll. */
  constructor(private readonly connectAgain: Connect | undefined) {}

  /** Joins the waiters of a topic. They are woken one at a time; the one that has waited longest is first. */
  listen(topic: string, retryDelay: RetryDelay): Subscription {
    const waiter: Waiter = { wake: null, isNotified: false, retryDelay, polls: 0 };
    const room = this.waiters.get(topic) ?? [];
    this.waiters.set(topic, room);
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

  /** Closes the connection. The waiters then poll. */
  close(): void {
    clearTimeout(this.resting);
    this.resting = undefined;
    this.disconnect();
  }

  /** Starts to listen to a topic over the connection. */
  protected abstract tuneIn(connection: OwnConnection, topic: string): Promise<unknown>;
  protected abstract tuneOut(connection: OwnConnection, topic: string): Promise<unknown>;

  protected get topics(): readonly string[] {
    return [...this.waiters.keys()];
  }

  protected isCurrent(connection: OwnConnection): boolean {
    return connection === this.connection;
  }

  /** Records that a topic is listened to from now on. It may have become free before. */
  protected tunedIn(connection: OwnConnection, topic: string): void {
    if (!this.isCurrent(connection) || this.heardTopics.has(topic) || !this.waiters.has(topic)) return;
    this.heardTopics.add(topic);
    this.wake(topic);
  }

  /** Notifies one waiter that its topic is free, so that it tries. Returns false if no waiter is left. */
  protected wake(topic: string): boolean {
    const room = this.waiters.get(topic);
    const waiter = room?.find(({ wake }) => wake !== null);
    if (waiter !== undefined) notify(waiter);
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
    if (connectAgain === undefined || this.line !== null || this.waiters.size === 0) return;
    const restMs = this.restsUntilMs - performance.now();
    if (restMs > 0) {
      // This timer need not keep the process alive, because the waiters have their own timers.
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

  /**
   * Drops a connection that is no longer of use. The next one is tried after a pause, which is short if this
   * connection worked for long.
   */
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
    this.heardTopics.clear();
    line?.abort();
    connection?.close();
  }

  private next(topic: string, waiter: Waiter, timeout: Micros | null, signal: AbortSignal): Promise<Reply> {
    waiter.isNotified = this.missed.delete(topic);
    if (waiter.isNotified) return Promise.resolve(free);
    const patienceMs = timeout === null ? timerMax : toMs(timeout);
    const ms = this.heardTopics.has(topic) ? patienceMs : Math.min(patienceMs, pollMsOf(waiter));
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

  /**
   * Lets a waiter leave. If it was notified that its topic is free and has not checked, it passes the notification
   * on.
   */
  private leave(topic: string, waiter: Waiter): void {
    const room = this.waiters.get(topic) ?? [];
    room.splice(room.indexOf(waiter), 1);
    if (room.length > 0) return void (waiter.isNotified && this.wake(topic));
    this.waiters.delete(topic);
    this.missed.delete(topic);
    this.heardTopics.delete(topic);
    if (this.waiters.size > 0) {
      if (this.connection !== null) this.tune(this.connection, topic, 'tuneOut');
      return;
    }
    // The connection worked until its last waiter left.
    if (this.connection !== null) this.restMs = restMin;
    this.close();
  }
}

const free = ok('free');

/** How long a waiter polls. A number varies at random; a function decides by itself, except for the minimum. */
function pollMsOf(waiter: Waiter): number {
  const { retryDelay } = waiter;
  waiter.polls++;
  if (typeof retryDelay === 'number') return Math.max(pollMin, retryDelay) * (0.5 + Math.random());
  return Math.max(pollMin, delayAfter(waiter.polls, retryDelay));
}

function notify(waiter: Waiter): void {
  waiter.isNotified = true;
  waiter.wake?.(free);
}

/**
 * Makes one `Waking` for each client, so a server has one connection for waiters, however many locks and lock objects
 * there are.
 */
export function sharedBy<W extends Waking>(make: (client: RedisClient) => W): (client: RedisClient) => W {
  const all = new WeakMap<RedisClient, W>();
  return (client) => {
    const waking = all.get(client) ?? make(client);
    all.set(client, waking);
    return waking;
  };
}
