/**
 * The lock of npm's proper-lockfile: a directory beside the file. Making it takes the lock, and its holder repeatedly
 * sets the directory's time to its own wall clock. A process that finds it older than `stale` by its own clock removes
 * it and makes its own, in separate requests, so it may remove another process's new directory. An update compares the
 * directory's time with the one that it set last, and then sets it, also in two requests. The release removes whatever
 * is there. Left out: the realpath of the file, the removal of all locks when a process exits, file systems whose
 * times are whole seconds, and what onCompromised does after a release, where an update that was under way finds no
 * directory.
 * Source: proper-lockfile 4.1.2, moxystudio/node-proper-lockfile at 9f8c303c, lib/lockfile.js, lib/mtime-precision.js.
 */

import { cancel, fork, mark, now, type Program, type Reason, sleep, step, type Task } from '../../model/effects/effect';
import { reportLoss } from '../../model/effects/lossNotice';
import { defineLock, type Held, type LockContext, type Refused } from '../../model/scenario/lock';
import { fromMs, type Micros, type Ms, toWholeMs } from '../../model/values/time';
import { leftUntil } from '../shared/clock';
import { codeOf, mkdir, rmdir, stat, utimes } from '../shared/fileRequests';
import { ownerValue } from '../shared/ownerValue';
import { lockFileFacts } from './facts';
import { type LockFileSettings, lockFileFields, lockFileTexts, updateEvery, warnings } from './settings';

type Context = LockContext<LockFileSettings>;

interface LockFile {
  /** The directory's time, as far as the holder knows. */
  mtime: Ms;
  /** By the holder's wall clock. */
  lastUpdate: Ms;
  isReleased: boolean;
  lost: Reason;
  /** A timer waits for the next update. Null: an update is under way. */
  timer: Task | null;
}

export const lockFile = defineLock<typeof lockFileFields, LockFile>(lockFileFacts, {
  ...lockFileTexts,
  fields: lockFileFields,
  warnings,
  steps: ['mkdir', 'probe', 'stat', 'remove-stale', 'check-mtime', 'update-mtime', 'rmdir'],
  services: () => ['service'],
  quorum: () => 1,
  ownersDiffer: true,
  keysLapse: true,
  hasToken: () => false,
  endedBy: () => 'writer',
  acquire,
  release,
  remaining: (lock, { state }) => leftOfFile(lock, state),
  whenLost: ({ onCompromised }) => (onCompromised === 'throws' ? 'at-once' : 'never'),
  source: 'core/locks/lockFile/lock.ts',
});

const pathOf = ({ key }: Context): string => `${key}.lock`;

function* acquire(lock: Context): Program<Held<LockFile> | Refused> {
  const { retries, minTimeout } = lock.settings;
  for (let retry = 0; ; retry++) {
    const mtime = yield* acquireLock(lock, { looksAtAge: true });
    if (typeof mtime === 'number') return yield* held(lock, mtime);
    if (retry === retries) return { kind: 'refused', reason: mtime };
    yield* sleep(fromMs(minTimeout * 2 ** retry));
  }
}

/** Returns the time of its own directory, or the reason why it has none. */
function* acquireLock(lock: Context, { looksAtAge }: { readonly looksAtAge: boolean }): Program<Ms | Reason> {
  yield* step('mkdir');
  const reply = yield* mkdir(lock, pathOf(lock));
  if (reply.kind === 'ok') return yield* probe(lock);
  if (codeOf(reply) !== 'EEXIST') return 'error';
  if (!looksAtAge) return 'held';

  yield* step('stat');
  const mtime = yield* stat(lock, pathOf(lock));
  if (mtime === 'ENOENT') return yield* acquireLock(lock, { looksAtAge: false });
  if (typeof mtime === 'string') return 'error';
  if (mtime >= (yield* dateNow()) - lock.settings.stale) return 'held';

  yield* step('remove-stale');
  const removed = yield* rmdir(lock, pathOf(lock));
  if (removed.kind !== 'ok' && codeOf(removed) !== 'ENOENT') return 'error';
  return yield* acquireLock(lock, { looksAtAge: false });
}

/**
 * The first time in a process, it sets a time that is not on the second, to see whether the file system keeps
 * milliseconds. Later the directory keeps the time that the file system gave it, until the first update.
 */
function* probe(lock: Context): Program<Ms | Reason> {
  yield* step('probe');
  const isKnown = lock.memory?.has(precision) === true;
  const failed = isKnown ? null : yield* utimes(lock, pathOf(lock), Math.ceil((yield* dateNow()) / 1000) * 1000 + 5);
  const mtime = failed ?? (yield* stat(lock, pathOf(lock)));
  if (typeof mtime === 'string') {
    // The library does not wait for the answer.
    yield* fork(rmdir(lock, pathOf(lock)));
    return 'error';
  }
  lock.memory?.set(precision, 'ms');
  return mtime;
}

const precision = 'mtime precision';

function* held(lock: Context, mtime: Ms): Program<Held<LockFile>> {
  const state: LockFile = { mtime, lastUpdate: yield* dateNow(), isReleased: false, lost: 'none', timer: null };
  yield* updateIn(lock, state, updateEvery(lock.settings));
  const validFor = yield* leftOfFile(lock, state);
  return { kind: 'held', validFor, token: null, owner: yield* ownerValue('random'), state };
}

function* updateIn(lock: Context, state: LockFile, delay: Ms): Program {
  state.timer = yield* fork(updateLater(lock, state, delay));
}

function* updateLater(lock: Context, state: LockFile, delay: Ms): Program {
  yield* sleep(fromMs(delay));
  state.timer = null;
  yield* step('check-mtime');
  const currentMtime = yield* stat(lock, pathOf(lock));
  if (typeof currentMtime === 'string') return yield* failed(lock, state, currentMtime);
  if (currentMtime !== state.mtime) return yield* compromised(lock, state, 'stolen');

  yield* step('update-mtime');
  const mtime = yield* dateNow();
  const failure = yield* utimes(lock, pathOf(lock), mtime);
  if (state.isReleased) return;
  if (failure !== null) return yield* failed(lock, state, failure);
  state.mtime = mtime;
  state.lastUpdate = yield* dateNow();
  yield* mark({ mark: 'extended', hold: lock.hold, validFor: yield* leftOfFile(lock, state) });
  yield* updateIn(lock, state, updateEvery(lock.settings));
}

/** Tries again after 1 s, unless the directory is gone or the last update is older than `stale`. */
function* failed(lock: Context, state: LockFile, code: string): Program {
  if (state.isReleased) return;
  if (code === 'ENOENT') return yield* compromised(lock, state, 'gone');
  if (state.lastUpdate + lock.settings.stale < (yield* dateNow())) return yield* compromised(lock, state, 'expired');
  yield* updateIn(lock, state, 1000);
}

/** No update follows, and the release sends nothing. */
function* compromised(lock: Context, state: LockFile, reason: Reason): Program {
  if (state.isReleased) return;
  state.isReleased = true;
  state.lost = reason;
  yield* reportLoss(lock.notice, lock.hold, reason);
}

/** Removes whatever is there. An update that is under way goes on. */
function* release(lock: Context, { state }: Held<LockFile>): Program<Reason> {
  if (state.isReleased) return state.lost;
  if (state.timer !== null) yield* cancel(state.timer);
  state.isReleased = true;
  yield* step('rmdir');
  const removed = yield* rmdir(lock, pathOf(lock));
  if (removed.kind === 'ok') return 'none';
  return codeOf(removed) === 'ENOENT' ? 'gone' : 'error';
}

/** How long others find the directory fresh, by its holder's own wall clock. */
function* leftOfFile({ settings }: Context, { mtime }: LockFile): Program<Micros> {
  return yield* leftUntil(mtime + settings.stale);
}

/** Date.now() */
function* dateNow(): Program<Ms> {
  return toWholeMs(yield* now());
}
