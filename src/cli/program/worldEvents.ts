/** What happened in one world, in the order in which the servers did it. Times are in µs since the world began. */
import type { Change } from '../../core/sim/redis/entry';
import type { Command } from '../../sandbox/attack/resp/conversation';
import type { Exit } from './processTree';
import type { StorageEvent } from './storageServer';

/** One command, as its server carried it out. A transaction is one entry for each of its commands. */
export interface CommandEvent {
  readonly kind: 'command';
  /** When it came. */
  readonly cameAt: number;
  /** When the server carried it out. */
  readonly at: number;
  /** When its answer went to the client. Null: never. */
  answeredAt: number | null;
  /** Counted from 1. */
  readonly client: number;
  /** Counted from 0. */
  readonly server: number;
  /** Its name in capitals, then its arguments. */
  readonly words: Command;
  readonly answer: unknown;
  /** The server's clock when it carried it out, in ms since 1970. */
  readonly wallMs: number;
  readonly changes: readonly Change[];
}

export interface StorageCall {
  readonly kind: 'storage';
  readonly cameAt: number;
  readonly at: number;
  answeredAt: number | null;
  readonly client: number;
  readonly event: StorageEvent;
}

export type WorldEvent =
  | CommandEvent
  | StorageCall
  /** A key that no client changed: it expired, or its server forgot or restored it. */
  | { readonly kind: 'changed'; readonly at: number; readonly server: number; readonly change: Change }
  /** The fault hits this client, or all servers. */
  | { readonly kind: 'fault'; readonly at: number }
  | { readonly kind: 'fault-ended'; readonly at: number }
  | { readonly kind: 'paused' | 'resumed' | 'killed'; readonly at: number; readonly client: number }
  | { readonly kind: 'exited'; readonly at: number; readonly client: number; readonly exit: Exit };

/** What a command does for its lock, or for the data that the lock protects. */
export type Role = 'acquire' | 'look' | 'extend' | 'release' | 'read' | 'write';
