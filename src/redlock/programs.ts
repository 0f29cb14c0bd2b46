/**
 * What the library does with the nodes, as programs. They run on promises here, and in the simulator under every
 * fault that it knows. They rely on no order of commands. Each attempt has its own value, which is never used again
 * after the attempt has failed, so a late release of that value cannot take what a later attempt was granted.
 */
import { type Lease, leftOf, readBothClocks } from '../core/locks/shared/clock';
import { countAtQuorum } from '../core/locks/shared/counterToken';
import { jittered } from '../core/locks/shared/retry';
import { countVotes, majority, type Votes } from '../core/locks/shared/votes';
import {
  all,
  type Call,
  type CallOptions,
  fork,
  type Inbox,
  mark,
  open,
  type Program,
  quorum,
  type Reason,
  sleep,
  step,
  take,
  to,
} from '../core/model/effects/effect';
import { evaluate, isGrant, type Reply, type Request } from '../core/model/effects/request';
import type { ProcessId } from '../core/model/scenario/processId';
import { nth } from '../core/model/values/nth';
import { fromMs, type Micros, type Ms } from '../core/model/values/time';
import type { Keys, Kind } from './kind';
import { delayAfter, type RetryDelay } from './retryDelay';
import { count, counterEnd } from './scripts/count';

/** One acquisition, extension or release: its subject, and how long each part may take. */
export interface Context {
  readonly kind: Kind;
  readonly nodes: readonly ProcessId[];
  readonly keys: Keys;
  readonly ttl: Ms;
  /** Infinity: forever. */
  readonly tries: number;
  readonly retryDelay: RetryDelay;
  readonly retryJitter: Ms;
  readonly driftFactor: number;
  /** The longest wait for one node. */
  readonly nodeTimeout: Ms;
  readonly token: 'none' | 'quorum';
  /** 0: forever. */
  readonly tokenLifetime: Ms;
}

export interface HeldLock {
  readonly kind: 'held';
  readonly owner: string;
  readonly token: number | null;
  /** Each extension renews it. */
  lease: Lease;
  /**
   * The most that a later extension may count for. An extension to less may still be on its way to a node and would
   * shorten it.
   */
  lastsMost: Micros;
  /** The extensions to less time: how many were sent, and how many of them have all their answers. */
  shortened: { readonly sentCount: number; readonly answered: number };
}

export const heldLock = (owner: string, token: number | null, lease: Lease): HeldLock => ({
  kind: 'held',
  owner,
  token,
  lease,
  lastsMost: Number.POSITIVE_INFINITY,
  shortened: { sentCount: 0, answered: 0 },
});

/** A try that failed, and what the nodes had answered by then. */
export interface NotHeld {
  readonly kind: 'refused';
  readonly reason: Reason;
  readonly votes: Votes;
  readonly replies: readonly (Reply | null)[];
  /** The keys are in different slots of a cluster, so a later try would fail too. */
  readonly isFinal: boolean;
}

/**
 * Tries until the lock is held or no try is left. A program that ends without the lock leaves no key, even if it is
 * cancelled.
 */
export function* acquireQuorum(lock: Context, nextOwner: () => string): Program<HeldLock | NotHeld> {
  const { tries, kind } = lock;
  /**
   * The values of the latest tries. A late command of an earlier try may have reached a node after it was given back.
   */
  let owners: readonly string[] = [];
  let mayHaveKeys = false;
  let inbox: Inbox | null = null;
  try {
    for (let tried = 1; ; tried++) {
      const owner = nextOwner();
      owners = [...owners.slice(1 - ownersMax), owner];
      mayHaveKeys = true;
      const answer = yield* tryOnce(lock, owner);
      const isBusy = answer.kind === 'refused' && answer.reason === 'held';
      mayHaveKeys = answer.kind === 'refused' && !(isBusy && kind.refusalIsSure);
      if (answer.kind === 'held') return answer;
      // If the program can wait for the release, it does not count the tries that found the lock taken: no node has
      // failed.
      const topic = isBusy && tries > 1 ? kind.topic?.(lock.keys[0]) : undefined;
      if ((tried === tries && topic === undefined) || answer.isFinal) {
        if (mayHaveKeys) yield* releaseKeys(lock, owners, answer.votes.failed);
        mayHaveKeys = false;
        return answer;
      }
      if (mayHaveKeys) yield* fork(releaseKeys(lock, owners, []));
      mayHaveKeys = false;
      if (topic !== undefined) {
        tried = 0;
        inbox ??= yield* open(nodeOf(lock), topic);
        yield* take(inbox, fromMs(waitFor(answer)));
      } else yield* waitAfter(tried, lock);
    }
  } finally {
    // Cancelled: the keys are given back in the background, so that the caller does not wait.
    if (mayHaveKeys) yield* fork(releaseKeys(lock, owners, []));
  }
}

/** How many tries a give-back covers. */
export const ownersMax = 8;

/**
 * Waits before the next attempt. The jitter is for numbers: a function decides by itself.
 *
 * @param most the longest wait after which an attempt is not too late.
 */
function* waitAfter(tries: number, lock: Context, most: Micros = Number.POSITIVE_INFINITY): Program {
  const { retryDelay, retryJitter } = lock;
  const delay =
    typeof retryDelay === 'number'
      ? yield* jittered({ retryDelay, retryJitter })
      : fromMs(delayAfter(tries, retryDelay));
  yield* sleep(Math.min(delay, most));
}

/**
 * How long to wait before checking again, in ms. A key may vanish without a notification; that is noticed within a
 * second.
 */
const waitFor = ({ replies }: NotHeld): Ms => {
  // A node may report how much time is left of the other's lock, as a number below 0.
  const busyForMs = Math.max(0, ...replies.map((reply) => -Number(saidBy(reply)) || 0));
  return Math.min(busyForMs || lookMs, lookMs);
};

const lookMs: Ms = 900;

/** The first node, for a lock that has only one. */
const nodeOf = ({ nodes }: Context): ProcessId => nth(nodes, 0);

function* tryOnce(lock: Context, owner: string): Program<HeldLock | NotHeld> {
  const { kind, keys, nodes } = lock;
  const from = yield* readBothClocks();
  yield* step('ask');
  const calls = callsTo(lock, nodes, kind.take(keys, owner, lock));
  const { replies } = yield* ask(nodes, calls);
  const votes = countVotes(calls, replies);
  const isFinal = replies.some((reply) => reply?.kind === 'error' && reply.message.startsWith('CROSSSLOT'));
  const refused = (reason: Reason): NotHeld => ({ kind: 'refused', reason, votes, replies, isFinal });
  if (votes.for.length < majority(nodes)) return refused(votes.against >= majority(nodes) ? 'held' : 'no-quorum');

  let token: number | null = null;
  if (kind.tokenIn !== undefined) token = kind.tokenIn(saidBy(replies[0] ?? null) ?? 0);
  else if (lock.token === 'quorum') {
    token = yield* countAtQuorum(counterOf(lock));
    if (token === null) return refused('error');
  }
  const lease: Lease = { clock, from, lasts: validityOf(lock) };
  if (leftOf(lease, yield* readBothClocks()) === 0) return refused('no-validity');
  return heldLock(owner, token, lease);
}

/**
 * Both clocks are read and the longer time counts: the wall clock may have been set back, and the monotonic one may
 * have stood still.
 */
const clock = 'larger';

const saidBy = (reply: Reply | null) => (reply?.kind === 'ok' ? reply.value : null);

/** How much of a TTL counts, since clocks run unevenly and Redis counts whole milliseconds. In microseconds. */
export const validityOf = ({ ttl, driftFactor }: Pick<Context, 'ttl' | 'driftFactor'>): Micros =>
  fromMs(ttl - driftFactor * ttl - 2);

const callsTo = ({ nodeTimeout }: Context, nodes: readonly ProcessId[], request: Request): readonly Call[] => {
  const options: CallOptions = { timeout: fromMs(nodeTimeout) };
  return nodes.map((node) => to(node, request, options));
};

/** Each resource has a counter, so that a token also grows from holders of one of them to holders of several. */
const counterOf = ({ nodes, keys, nodeTimeout, tokenLifetime }: Context) => {
  const counters = keys.map((key) => `${key}${counterEnd}`);
  return {
    nodes,
    key: keys[0],
    options: { timeout: fromMs(nodeTimeout) },
    count: () => evaluate(count, counters, [tokenLifetime]),
    raise: (_: string, token: number) => evaluate(count, counters, [tokenLifetime, token]),
  };
};

/**
 * Asks until a majority has granted or refused, or neither is possible any more. A failure never counts as a refusal.
 */
const ask = (nodes: readonly ProcessId[], calls: readonly Call[]) =>
  quorum(calls, majority(nodes), isGrant, { refusals: majority(nodes) });

/** Gives back on all nodes. It waits for those that have not just failed. */
function* releaseKeys(lock: Context, owners: readonly string[], failed: readonly ProcessId[]): Program {
  const { nodes, kind, keys } = lock;
  yield* step('give-back');
  const calls = callsTo(lock, nodes, kind.giveBack(keys, owners));
  yield* quorum(calls, nodes.length - failed.length, ({ kind: how }) => how === 'ok', 'granted');
}

/** What each node says about the first key, in the order of the nodes. Changes nothing. */
export function* lookEverywhere(lock: Context): Program<readonly Reply[]> {
  return yield* all(callsTo(lock, lock.nodes, lock.kind.look(lock.keys[0])));
}

/** Gives back a lock that is no longer wanted. */
export const dropLock = (lock: Context, { owner }: HeldLock): Program => releaseKeys(lock, [owner], []);

/**
 * Asks for a whole duration again, from now on.
 *
 * @returns `late` if the lock's time was over before the answer was known.
 */
export function* extendQuorum(lock: Context, held: HeldLock): Program<'extended' | 'lost' | 'late' | 'no-quorum'> {
  for (let tried = 1; ; tried++) {
    if ((yield* left(held)) === 0) return 'late';
    const { agreed, gone } = yield* extendOnce(lock, held, 'any');
    if (gone) return 'lost';
    if (agreed) return (yield* left(held)) > 0 ? 'extended' : 'late';
    if (tried === lock.tries) return 'no-quorum';
    yield* waitAfter(tried, lock, yield* left(held));
  }
}

interface Extension {
  /** Whether a majority has applied it. */
  readonly agreed: boolean;
  /** Whether the lease is now what it asked for. */
  readonly counted: boolean;
  readonly gone: boolean;
}

/**
 * Extends once. An extension to no less than the time left cannot shorten a key, however late it arrives. An
 * extension to less can. Therefore it counts as soon as it is sent, and it waits for all nodes. If one of them is
 * silent, the extension may still arrive, so nothing later counts for more. Other extensions in progress at the same
 * time may have arrived before or after it, and add nothing.
 *
 * @param how `longer`: keys and lease that have more time left keep it.
 */
function* extendOnce(lock: Context, held: HeldLock, how: 'longer' | 'any'): Program<Extension> {
  const { kind, keys, nodes, ttl } = lock;
  const from = yield* readBothClocks();
  const requestedLease: Lease = { clock, from, lasts: Math.min(validityOf(lock), held.lastsMost) };
  const isShorter = how === 'any' && requestedLease.lasts < leftOf(held.lease, from);
  const { shortened } = held;
  if (isShorter) {
    held.shortened = { ...shortened, sentCount: shortened.sentCount + 1 };
    held.lease = requestedLease;
  }
  yield* step('extend');
  const calls = callsTo(lock, nodes, kind.extend(keys, held.owner, ttl, isShorter ? 'any' : 'longer'));
  const replies = isShorter ? yield* all(calls) : (yield* ask(nodes, calls)).replies;
  const votes = countVotes(calls, replies);
  const agreed = votes.for.length >= majority(nodes);
  let counted = isShorter && agreed;
  if (isShorter) {
    held.shortened = { ...held.shortened, answered: held.shortened.answered + 1 };
    if (votes.failed.length > 0) held.lastsMost = Math.min(held.lastsMost, requestedLease.lasts);
  } else if (agreed && held.shortened === shortened && shortened.sentCount === shortened.answered) {
    const at = yield* readBothClocks();
    // The lease may have ended since.
    counted = requestedLease.lasts <= held.lastsMost && leftOf(requestedLease, at) > leftOf(held.lease, at);
    if (counted) held.lease = requestedLease;
  }
  // If a majority says no, the lock is gone, whatever the clock says. A missing answer proves nothing.
  const gone = votes.against >= majority(nodes);
  if (gone) endLease(held);
  return { agreed, counted, gone };
}

/** Ends a lease now, whatever answers still arrive. */
export function endLease(held: HeldLock): void {
  held.lastsMost = 0;
  held.lease = { ...held.lease, lasts: 0 };
}

/**
 * Deletes the keys. A node that has deleted them in one try is not asked in the next.
 *
 * @returns `over` if the lock's own time was over, so that the nodes' answers do not matter.
 */
export function* releaseQuorum(lock: Context, held: HeldLock): Program<'released' | 'over' | 'lost' | 'failed'> {
  const { nodes, keys, kind, tries } = lock;
  const need = majority(nodes);
  const isDone = (reply: Reply): boolean => reply.kind === 'ok' && reply.value === keys.length;
  const request = kind.giveBack(keys, [held.owner]);
  // A node that has deleted the key is not asked again. A silent node may have deleted it too; then it finds nothing
  // the next time. One that answered with an error has not.
  let released = 0;
  let targets = nodes;
  let silent: readonly ProcessId[] = [];
  for (let tried = 1; ; tried++) {
    yield* step('release');
    const calls = callsTo(lock, targets, request);
    const { replies, granted } = yield* quorum(calls, need - released, isDone, {
      // A silent node may say no because it has deleted the key.
      refusals: need + silent.filter((node) => targets.includes(node)).length,
      hearsAll: true,
    });
    if (released + granted >= need) return 'released';
    const { done, deaf, refused } = sorted(targets, replies, (node, reply) => isDone(reply) || silent.includes(node));
    released += done.length;
    if (released >= need) return 'released';
    silent = [...silent, ...deaf];
    targets = targets.filter((node) => !done.includes(node));
    const remaining = yield* left(held);
    if (remaining === 0) return 'over';
    if (refused >= need) return 'lost';
    if (tried === tries) return 'failed';
    yield* waitAfter(tried, lock, remaining);
  }
}

/**
 * Groups the nodes that were asked by their result. A node without an answer may still execute the request, or has
 * executed it.
 */
function sorted(
  targets: readonly ProcessId[],
  replies: readonly (Reply | null)[],
  isDone: (node: ProcessId, reply: Reply) => boolean,
): { readonly done: readonly ProcessId[]; readonly deaf: readonly ProcessId[]; readonly refused: number } {
  const answeredNodes: ProcessId[] = [];
  const deaf: ProcessId[] = [];
  let refused = 0;
  targets.forEach((node, i) => {
    const reply = replies[i];
    if (reply?.kind === 'error') return;
    if (reply?.kind !== 'ok') deaf.push(node);
    else if (isDone(node, reply)) answeredNodes.push(node);
    else refused++;
  });
  return { done: answeredNodes, deaf, refused };
}

/**
 * Extends the lock whenever no more time than the threshold is left, until it is gone. The threshold is read anew
 * each time. The caller may have extended it to more meanwhile, and keeps that.
 */
export function* keepExtending(lock: Context, held: HeldLock, threshold: () => Micros): Program<'lost' | 'late'> {
  let failed = 0;
  for (;;) {
    const remaining = yield* left(held);
    if (remaining === 0) return 'late';
    yield* sleep(Math.max(shortestWait, remaining - threshold()));
    const now = yield* left(held);
    if (now === 0) return 'late';
    if (now > threshold()) continue;
    const { counted, gone } = yield* extendOnce(lock, held, 'longer');
    if (gone) return 'lost';
    failed = counted ? 0 : failed + 1;
    if (counted) yield* mark({ mark: 'extended', hold: 0, validFor: yield* left(held) });
    else yield* waitAfter(failed, lock, Math.max(shortestWait, (yield* left(held)) / 2));
  }
}

const shortestWait: Micros = fromMs(1);

/** Returns when the lease is over, including all its renewals. */
export function* untilOver(held: HeldLock): Program {
  for (;;) {
    const remaining = yield* left(held);
    if (remaining === 0) return;
    yield* sleep(remaining);
  }
}

function* left({ lease }: HeldLock): Program<Micros> {
  return leftOf(lease, yield* readBothClocks());
}
