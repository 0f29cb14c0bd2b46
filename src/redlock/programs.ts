/**
 * What the library does around the tries of the simulated Redlock, as programs: they run on promises here, and in the
 * simulator under every fault that it knows. No release between two tries is waited for: a connection keeps the order,
 * so it reaches each node before the next try does.
 */
import { type Lease, leftOf, readClock } from '../locks/clock';
import { deleteIfOwner } from '../locks/keyRequests';
import { extendOnce, type NotHeld, type RedlockContext, type RedlockState, tryOnce } from '../locks/redlock';
import { callOptions, driftAllowance } from '../locks/redlockFields';
import { sleepBeforeRetry } from '../locks/retry';
import { majority } from '../locks/votes';
import { all, type Call, fork, mark, type Program, quorum, sleep, step, to } from '../model/effect';
import type { Held } from '../model/lock';
import type { Reply } from '../model/request';
import type { ProcessId } from '../model/scenario';
import { fromMs, type Micros } from '../model/time';

/** A Redlock on resources of any names. */
export type Context = RedlockContext & { readonly keys: readonly [string, ...string[]] };
export type HeldLock = Held<RedlockState>;

/** Tries until it is held or there is no try left. However it ends, cancelled included: who does not hold it leaves no key. */
export function* acquireQuorum(lock: Context, owner: string): Program<HeldLock | NotHeld> {
  const { tries } = lock.settings;
  const granted: ProcessId[] = [];
  let failed: readonly ProcessId[] = [];
  let mayHaveKeys = true;
  try {
    for (let tried = 1; ; tried++) {
      mayHaveKeys = true;
      const answer = yield* tryOnce(lock, owner, granted);
      if (answer.kind === 'held') {
        mayHaveKeys = false;
        return answer;
      }
      failed = answer.votes.failed;
      if (tried === tries) return answer;
      mayHaveKeys = false;
      yield* fork(giveBack(lock, owner, []));
      yield* sleepBeforeRetry(lock.settings);
    }
  } finally {
    if (mayHaveKeys) yield* giveBack(lock, owner, failed);
  }
}

/** To all nodes. Those that have just failed are not waited for. */
function* giveBack(lock: Context, owner: string, failed: readonly ProcessId[]): Program {
  yield* step('release-nodes');
  const calls = releaseCalls(lock, owner, lock.nodes);
  const deaf = calls.filter(({ to: node }) => failed.includes(node));
  if (deaf.length > 0) yield* fork(askAll(deaf));
  yield* all(calls.filter((call) => !deaf.includes(call)));
}

function* askAll(calls: readonly Call[]): Program {
  yield* all(calls);
}

const releaseCalls = ({ keys, settings }: Context, owner: string, nodes: readonly ProcessId[]): readonly Call[] => {
  const request = deleteIfOwner(keys, owner);
  const options = callOptions(settings);
  return nodes.map((node) => to(node, request, options));
};

/** Asks for a whole duration again, from now on. `late`: the lock's time was over before that was known. */
export function* extendQuorum(lock: Context, held: HeldLock): Program<'extended' | 'lost' | 'late' | 'no-quorum'> {
  const { tries } = lock.settings;
  for (let tried = 1; ; tried++) {
    if ((yield* left(held)) === 0) return 'late';
    const { agreed, gone } = yield* extendCarefully(lock, held);
    if (gone) return 'lost';
    if (agreed) return (yield* left(held)) > 0 ? 'extended' : 'late';
    if (tried === tries) return 'no-quorum';
    yield* sleepBeforeRetry(lock.settings);
  }
}

/** Where too few nodes agree, some may have taken over the new duration all the same: if that ends sooner, it counts. */
function* extendCarefully(
  lock: Context,
  held: HeldLock,
): Program<{ readonly agreed: boolean; readonly gone: boolean }> {
  const { settings } = lock;
  const { clock } = settings;
  const asked: Lease = {
    clock,
    from: yield* readClock(clock),
    lasts: fromMs(settings.ttl) - driftAllowance(settings),
  };
  const answer = yield* extendOnce(lock, held);
  if (answer.agreed || answer.gone) return answer;
  const at = yield* readClock(clock);
  if (leftOf(asked, at) < leftOf(held.state.lease, at)) held.state.lease = asked;
  return answer;
}

/**
 * Deletes the keys; nodes that have done so in one try are not asked in the next.
 * `over`: the lock's time was past by its own reckoning, so it does not matter what the nodes say.
 */
export function* releaseQuorum(lock: Context, held: HeldLock): Program<'released' | 'over' | 'lost' | 'failed'> {
  const { nodes, keys, settings } = lock;
  const need = majority(nodes);
  const isDone = (reply: Reply): boolean => reply.kind === 'ok' && reply.value === keys.length;
  // Nobody who has deleted the key is asked again. Those who are silent may have done so too, and then find none the next time.
  let released = 0;
  let asked = nodes;
  let silent: readonly ProcessId[] = [];
  for (let tried = 1; ; tried++) {
    yield* step('release-nodes');
    const { replies, granted } = yield* quorum(releaseCalls(lock, held.owner, asked), need - released, isDone);
    if (released + granted >= need) return 'released';
    const { done, deaf, refused } = sorted(asked, replies, (node, reply) => isDone(reply) || silent.includes(node));
    released += done.length;
    if (released >= need) return 'released';
    silent = [...silent, ...deaf];
    asked = asked.filter((node) => !done.includes(node));
    if ((yield* left(held)) === 0) return 'over';
    if (refused >= need) return 'lost';
    if (tried === settings.tries) return 'failed';
    yield* sleepBeforeRetry(settings);
  }
}

/** What became of each node that was asked. Nothing is known of those that had not answered when it was decided. */
function sorted(
  asked: readonly ProcessId[],
  replies: readonly (Reply | null)[],
  isDone: (node: ProcessId, reply: Reply) => boolean,
): { readonly done: readonly ProcessId[]; readonly deaf: readonly ProcessId[]; readonly refused: number } {
  const done: ProcessId[] = [];
  const deaf: ProcessId[] = [];
  let refused = 0;
  asked.forEach((node, i) => {
    const reply = replies[i] ?? null;
    if (reply === null) return;
    if (reply.kind !== 'ok') deaf.push(node);
    else if (isDone(node, reply)) done.push(node);
    else refused++;
  });
  return { done, deaf, refused };
}

/** Extends the lock each time that so much of it is left, until it is gone. */
export function* keepExtending(lock: Context, held: HeldLock, threshold: Micros): Program<'lost' | 'late'> {
  for (;;) {
    const remaining = yield* left(held);
    if (remaining === 0) return 'late';
    yield* sleep(Math.max(shortestWait, remaining - threshold));
    if ((yield* left(held)) === 0) return 'late';
    const { agreed, gone } = yield* extendCarefully(lock, held);
    if (gone) return 'lost';
    if (agreed) yield* mark({ mark: 'extended', hold: lock.hold, validFor: yield* left(held) });
    else yield* sleepBeforeRetry(lock.settings);
  }
}

const shortestWait: Micros = fromMs(1);

/** Returns when the lease is over, however often it was renewed meanwhile. */
export function* untilOver(held: HeldLock): Program {
  for (;;) {
    const remaining = yield* left(held);
    if (remaining === 0) return;
    yield* sleep(remaining);
  }
}

function* left({ state: { lease } }: HeldLock): Program<Micros> {
  return leftOf(lease, yield* readClock(lease.clock));
}
