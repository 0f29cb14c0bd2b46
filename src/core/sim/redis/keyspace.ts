/**
 * The data of one simulated Redis server. It executes requests at a reading of its wall clock and reports which keys
 * changed. It knows no clock, network, disk or replica: the process around it provides them.
 */
import { command, type Request } from '../../model/effects/request';
import type { Commands } from '../parts';
import { type Answer, unknownCommand, wrongArity } from './answers';
import { acceptsCount } from './command';
import { findCommand } from './commands';
import { type Change, type Entry, isPast, valueText } from './entry';
import { type Call, createCall, runScript } from './script';
import { Store } from './store';

export type { Change, Entry } from './entry';

export class Keyspace {
  /** The changes by commands and expiry, in order. The caller empties it. */
  readonly changes: Change[];
  private readonly store: Store;
  private readonly call: Call;

  /** @param options.onPublish delivers a message, and returns the number of subscribers. */
  constructor(
    private readonly commands: Commands,
    options: { readonly onPublish?: (channel: string, message: string) => number } = {},
  ) {
    this.store = new Store(options.onPublish ?? (() => 0));
    this.changes = this.store.changes;
    this.call = createCall(this.store, commands);
  }

  /**
   * Executes one request. A bad command is an error in Redis' words and changes nothing. A script that fails keeps
   * what it wrote. BLPOP answers null where a server would block.
   *
   * @param nowMs what the server's wall clock shows, in whole ms since 1970.
   * @param nowMicros the same in µs, for TIME.
   * @returns the server's answer.
   */
  execute(request: Request, nowMs: number, nowMicros = nowMs * 1000): Answer {
    const { store } = this;
    store.nowMs = nowMs;
    store.nowMicros = nowMicros;
    const { command: name, args, script } = request;
    if (script !== undefined) return runScript(script, this.call);
    const knownCommand = findCommand(this.commands, name);
    if (knownCommand === undefined) return unknownCommand(name, args);
    return acceptsCount(knownCommand, args.length) ? knownCommand.execute(store, args) : wrongArity(name);
  }

  /**
   * The part of BLPOP, BRPOP or BZPOPMIN that does not block. Answers key and item from the first list that has an item, or
   * null if all are empty.
   */
  popFirst(keys: readonly string[], nowMs: number, name = 'BLPOP'): Answer {
    return this.execute(command(name, ...keys, '0'), nowMs);
  }

  /** Removes every expired key. */
  expire(nowMs: number): void {
    this.store.nowMs = nowMs;
    this.store.removePast();
  }

  isExpired(key: string, nowMs: number): boolean {
    const entry = this.store.entries.get(key);
    return entry !== undefined && isPast(entry, nowMs);
  }

  /**
   * The entry of a key, even if it has expired. Entries never change, so it may be kept and shared.
   *
   * @returns null if there is no entry.
   */
  copyOf(key: string): Entry | null {
    return this.store.entries.get(key) ?? null;
  }

  /** Restores an entry from a log or from another server; null removes it. It records no change. */
  put(key: string, entry: Entry | null): void {
    if (entry === null) this.store.entries.delete(key);
    else this.store.entries.set(key, entry);
  }

  /** Removes everything, as a start without a log does. It records no change. */
  clear(): void {
    this.store.entries.clear();
  }

  /** The value of an entry as people read it. */
  static textOf(entry: Entry): string {
    return valueText(entry);
  }

  /** In the order of insertion, including expired keys. */
  keys(): Iterable<string> {
    return this.store.entries.keys();
  }
}
