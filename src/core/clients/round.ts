/**
 * What a client does with a lock: think, acquire, read, work, write, release, for as many rounds as the scenario wants.
 * It knows neither the lock that it uses nor the check at the resource. It retries only the acquire.
 */
import {
  cancel,
  forever,
  fork,
  type Hold,
  join,
  mark,
  type Program,
  type Reason,
  sleep,
  step,
  type Task,
} from '../model/effects/effect';
import { compute } from '../model/effects/eventLoop';
import { reportLoss } from '../model/effects/lossNotice';
import { type Held, usualWhenLost } from '../model/scenario/lock';
import type { ClientContext, ClientProgram } from '../model/scenario/parts';
import { fromMs, type Micros } from '../model/values/time';

export const round: ClientProgram = {
  steps: ['think', 'acquire', 'read', 'work', 'check', 'write', 'release'],
  source: 'core/clients/round.ts',
  run,
};

/** With this limit, the value after 1000 rounds of every client fits into a column of a trace. */
const digitsMax = 6;

interface HeldRound {
  readonly client: ClientContext;
  readonly lock: ClientContext['lockContext'] & { readonly hold: Hold };
  readonly held: Held;
}

function* run(client: ClientContext): Program {
  const { settings } = client;
  yield* sleep(client.startsIn);
  for (let finished = 1; finished <= settings.rounds; finished++) {
    const heldRound = yield* enter(client);
    if (heldRound === 'skipped' || heldRound === 'failed') {
      yield* mark({ mark: 'finished', round: finished, ok: heldRound === 'skipped' ? heldRound : false });
      continue;
    }
    const timer = yield* watch(heldRound);
    const ending = yield* work(heldRound);
    if (timer !== null) yield* cancel(timer);
    if (ending === 'expired') yield* stopped(heldRound, 'expired');
    else if (ending === 'lost') yield* stopped(heldRound, reasonOf(heldRound));
    yield* leave(heldRound);
    yield* mark({ mark: 'finished', round: finished, ok: ending === 'written' });
  }
  if (client.lock.quit) yield* client.lock.quit(client.lockContext);
}

/** Thinks, then asks until the lock is granted: a refused client asks again, unless its lock ends the round. */
function* enter(client: ClientContext): Program<HeldRound | 'skipped' | 'failed'> {
  for (;;) {
    yield* step('think');
    yield* sleep(fromMs(client.settings.think));

    yield* step('acquire');
    const hold = yield* mark({ mark: 'acquiring' });
    const lock = { hold, ...client.lockContext };
    if (lock.notice) Object.assign(lock.notice, { hold, reason: 'none' });
    const answer = yield* client.lock.acquire(lock);
    if (answer.kind === 'held') {
      const { validFor, token, shared = false } = answer;
      yield* mark({ mark: 'acquired', hold, validFor, token, shared });
      return { client, lock, held: answer };
    }
    yield* mark({ mark: 'refused', hold, reason: answer.reason });
    if (answer.skips !== undefined && answer.skips !== false) return answer.skips === 'failed' ? 'failed' : 'skipped';
  }
}

/**
 * `expired`: the client checked, and its validity had ended by its own clock. `lost`: it was notified that its lock is
 * lost.
 */
type Ending = 'written' | 'failed' | 'expired' | 'lost';

/**
 * The client's own timer at the end of its validity. Null for a client that learns of a loss in another way, or ignores
 * it.
 */
function* watch(inside: HeldRound): Program<Task | null> {
  const { client } = inside;
  const { whenLost, lock, lockContext, settings } = client;
  if (whenLost === 'never') return null;
  const hasOwnLossNotice = usualWhenLost(lock, lockContext.settings) !== undefined;
  if (hasOwnLossNotice && !(lock.hasTimerToo && settings.whenLost !== 'usual')) return null;
  return yield* fork(reportAtExpiry(inside), { tied: true });
}

/** Notifies the client at the end of its validity. An extension moves that end. */
function* reportAtExpiry(inside: HeldRound): Program {
  for (;;) {
    const left = yield* validityLeft(inside);
    if (left === Number.POSITIVE_INFINITY) return;
    if (left <= 0) break;
    yield* sleep(left);
  }
  yield* reportLoss(inside.lock.notice, inside.lock.hold, 'expired');
}

/** A client that stops at once works in a task of its own, which ends when the client is notified. */
function* work(inside: HeldRound): Program<Ending> {
  const { notice } = inside.lock;
  if (inside.client.whenLost !== 'at-once' || notice === undefined) return yield* change(inside);
  if (knowsOfLoss(inside)) return 'lost';
  const working = yield* fork(change(inside), { tied: true });
  notice.work = working;
  const ending = yield* join(working);
  notice.work = null;
  return ending ?? 'lost';
}

const reasonOf = ({ lock }: HeldRound): Reason => lock.notice?.reason ?? 'none';

const knowsOfLoss = ({ client, lock }: HeldRound): boolean =>
  client.whenLost !== 'never' && (lock.notice?.reason ?? 'none') !== 'none';

function* stopped({ lock }: HeldRound, reason: Reason): Program {
  yield* mark({ mark: 'stopped', hold: lock.hold, reason });
}

/** Reads the value, works, and writes back more. */
function* change(inside: HeldRound): Program<Ending> {
  const { client, held } = inside;
  const { settings, resource, resourceContext } = client;

  yield* step('read');
  const readWithin = settings.check === 'each-step' ? yield* timeFor(inside) : fromMs(settings.storageTimeout);
  if (readWithin <= 0) return 'expired';
  const reading = yield* resource.read({ timeout: readWithin, ...resourceContext }, held);
  if (reading.kind === 'done') return 'written';
  if (reading.kind !== 'read') return yield* failed(inside);

  if (knowsOfLoss(inside)) return 'lost';

  yield* step('work');
  if (!(yield* doWork(inside))) return 'expired';
  if (knowsOfLoss(inside)) return 'lost';
  if (held.readsOnly) return 'written';

  let writeWithin: Micros = fromMs(settings.storageTimeout);
  if (settings.check !== 'none') {
    yield* step('check');
    writeWithin = yield* timeFor(inside);
    if (writeWithin <= 0) return 'expired';
  }

  yield* step('write');
  const next = { value: reading.value + addedBy(client), base: reading.version };
  const writing = yield* resource.write({ timeout: writeWithin, ...resourceContext }, held, next);
  return writing.kind === 'written' ? 'written' : yield* failed(inside);
}

/** Each client adds to its own digit, up to the limit of digits. */
const addedBy = ({ settings, number }: ClientContext): number =>
  settings.adds === 'one' ? 1 : 10 ** ((number - 1) % digitsMax);

/**
 * Works to the end and returns true. A client that checks its lease at each step stops when the lease ends, and returns
 * false.
 */
function* doWork(inside: HeldRound): Program<boolean> {
  const { settings } = inside.client;
  const wanted = fromMs(settings.work);
  const time = settings.check === 'each-step' ? Math.min(wanted, yield* validityLeft(inside)) : wanted;
  const { loop, settings: own } = inside.lock;
  if (loop && inside.client.lock.computes?.(own)) yield* compute(loop, time);
  else yield* sleep(time);
  return time === wanted;
}

/**
 * Says why an access failed. A client that checks waits no longer than its lock is valid, so it may fail by expiry.
 * What it has sent may still arrive.
 */
function* failed(inside: HeldRound): Program<'failed' | 'expired'> {
  return inside.client.settings.check !== 'none' && (yield* validityLeft(inside)) <= 0 ? 'expired' : 'failed';
}

/** How long a client that checks waits for the resource, in microseconds. 0 or less when its lease is over. */
function* timeFor(inside: HeldRound): Program<Micros> {
  return Math.min(fromMs(inside.client.settings.storageTimeout), yield* validityLeft(inside));
}

/** In microseconds. Infinite when the lock does not expire. */
function* validityLeft({ client, lock, held }: HeldRound): Program<Micros> {
  const validity = yield* client.lock.remaining(lock, held);
  return validity === forever ? Number.POSITIVE_INFINITY : validity;
}

/**
 * Leaves the resource first, since a read may have left a mark there. The client counts as outside from `releasing` on,
 * however long the release takes.
 */
function* leave({ client, lock, held }: HeldRound): Program {
  const { resource, settings } = client;
  const resourceContext = { ...client.resourceContext, timeout: fromMs(settings.storageTimeout) };
  if (resource.leave) yield* resource.leave(resourceContext, held);
  yield* step('release');
  if (client.lock.unwind) yield* client.lock.unwind(lock, held);
  yield* mark({ mark: 'releasing', hold: lock.hold });
  const reason = yield* client.lock.release(lock, held);
  yield* mark({ mark: 'released', hold: lock.hold, reason });
  if (resource.afterRelease) yield* resource.afterRelease(resourceContext);
}
