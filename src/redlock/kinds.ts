/** Locks on one node that have the face of Redlock: which simulated lock is behind each, how it is extended and given back. */
import { type Lease, leftOf, readClock } from '../locks/clock';
import { deleteIfOwner, extendIfOwner } from '../locks/keyRequests';
import { pythonRedisLock } from '../locks/pythonRedisLock';
import { pythonRedisLockFields } from '../locks/pythonRedisLockFields';
import { redisson } from '../locks/redisson';
import { redissonFields } from '../locks/redissonFields';
import { extendIfExpiring } from '../locks/scripts/extendIfExpiring';
import { renewHash } from '../locks/scripts/renewHash';
import { unlockAndSignal } from '../locks/scripts/unlockAndSignal';
import { unlockHash } from '../locks/scripts/unlockHash';
import { singleNode } from '../locks/singleNode';
import { singleNodeFields } from '../locks/singleNodeFields';
import { call, forever, type Program } from '../model/effect';
import { withDefaults } from '../model/fields';
import type { Held, Lock, LockContext } from '../model/lock';
import { evaluate, type Reply, type Request } from '../model/request';
import { nodeId } from '../model/scenario';
import { fromMs, type Micros } from '../model/time';
import type { KnownSettings } from './settings';

/** What one acquisition is about. */
export interface Wanted {
  readonly key: string;
  readonly durationMs: number;
  /** Whether it waits at the node until the lock is free, where this kind can. */
  readonly waits: boolean;
}

export interface Kind {
  readonly lock: Lock;
  /** Whether it waits by itself until the lock is free, and need not be tried again. */
  readonly isPatient: boolean;
  /** Whether it renews itself as long as it is held. */
  readonly isWatched: boolean;
  readonly settingsFor: (wanted: Wanted, known: KnownSettings, nodeTimeoutMs: number) => Record<string, unknown>;
  /** Gives the key a whole duration from now on. */
  readonly extension: (key: string, owner: string, durationMs: number) => Request;
  readonly extends: (reply: Reply) => boolean;
  /** Takes the key back, if it is this owner's. */
  readonly undo: (key: string, owner: string) => Request;
  /** How the owner stands in the key, made of the number that was drawn for it. */
  readonly ownerOf: (drawn: string) => string;
}

/** One SET, compare-and-delete, and a fencing token from a counter on the same node. */
export const singleKind: Kind = {
  lock: singleNode,
  isPatient: false,
  isWatched: false,
  settingsFor: ({ durationMs }, _, nodeTimeout) =>
    withDefaults(singleNodeFields, { ttl: durationMs, nodeTimeout, tries: 1, token: 'counter', clock: 'larger' }),
  extension: (key, owner, durationMs) => extendIfOwner([key], owner, durationMs),
  extends: (reply) => reply.kind === 'ok' && reply.value === 1,
  undo: (key, owner) => deleteIfOwner([key], owner),
  ownerOf: (drawn) => drawn,
};

/** Redisson's: a watchdog renews it, who waits is woken by a message, and the script that locks counts a token. */
export const watchedKind: Kind = {
  lock: redisson,
  isPatient: true,
  isWatched: true,
  settingsFor: ({ durationMs, waits }, { retryDelay, retryJitter }, nodeTimeout) =>
    withDefaults(redissonFields, {
      leaseTime: 0,
      watchdogTimeout: durationMs,
      watchdogWatches: 'process',
      fenced: true,
      waits: waits ? 'for-ever' : 'not',
      nodeTimeout,
      retries: 0,
      retryDelay,
      retryJitter,
    }),
  extension: (key, owner, durationMs) => evaluate(renewHash, [key], [durationMs, owner]),
  extends: (reply) => reply.kind === 'ok' && reply.value === 1,
  undo: (key, owner) => evaluate(unlockHash, [key, `redisson_lock__channel:{${key}}`], [0, 30_000, owner]),
  ownerOf: (drawn) => `${drawn}:1`,
};

/** python-redis-lock's: a list at which the others wait, one of whom each release wakes. Whole seconds only. */
export const waitingKind: Kind = {
  lock: pythonRedisLock,
  isPatient: true,
  isWatched: false,
  // A waiter sits at the node for as long as a lock lasts, and is given that time for an answer.
  settingsFor: ({ durationMs, waits }, _, nodeTimeout) => {
    const expire = seconds(durationMs);
    return withDefaults(pythonRedisLockFields, {
      expire,
      blocking: waits,
      nodeTimeout: nodeTimeout + (waits ? expire * 1000 : 0),
    });
  },
  extension: (key, owner, durationMs) => evaluate(extendIfExpiring, [key], [owner, seconds(durationMs)]),
  extends: (reply) => reply.kind === 'ok' && reply.value === 0,
  undo: (key, owner) => evaluate(unlockAndSignal, [key, `lock-signal:${key}`], [owner, 1000]),
  ownerOf: (drawn) => drawn,
};

const seconds = (ms: number): number => Math.ceil(ms / 1000);

export type KindContext = LockContext<Record<string, unknown>>;

export interface KindHeld {
  readonly held: Held;
  /** Set by an extension: what counts from then on instead of the lock's own reckoning. */
  lease: Lease | null;
}

/** How much of it is left; `forever` where it does not expire. */
export function* leftOfHeld({ lock }: Kind, context: KindContext, kept: KindHeld): Program<Micros> {
  if (kept.lease === null) return yield* lock.remaining(context as never, kept.held);
  return leftOf(kept.lease, yield* readClock('larger'));
}

export function* extendHeld(
  kind: Kind,
  context: KindContext,
  kept: KindHeld,
  options: { readonly durationMs: number; readonly nodeTimeoutMs: number },
): Program<'extended' | 'lost' | 'no-quorum'> {
  const left = yield* leftOfHeld(kind, context, kept);
  if (left !== forever && left <= 0) return 'lost';
  const from = yield* readClock('larger');
  const request = kind.extension(context.key, kept.held.owner, options.durationMs);
  const reply = yield* call(nodeId(0), request, { timeout: fromMs(options.nodeTimeoutMs) });
  const asked: Lease = { clock: 'larger', from, lasts: fromMs(options.durationMs) };
  if (reply.kind !== 'ok') {
    // It may have been carried out all the same: what ends sooner counts.
    const at = yield* readClock('larger');
    const before = yield* leftOfHeld(kind, context, kept);
    if (before === forever || leftOf(asked, at) < before) kept.lease = asked;
    return 'no-quorum';
  }
  kept.lease = kind.extends(reply) ? asked : { ...asked, lasts: 0 };
  return kind.extends(reply) ? 'extended' : 'lost';
}

/** Takes back what a try may have left, and waits for it no longer than for any request. */
export function* undoTry(kind: Kind, context: KindContext, owner: string, nodeTimeoutMs: number): Program {
  yield* call(nodeId(0), kind.undo(context.key, owner), { timeout: fromMs(nodeTimeoutMs) });
}
