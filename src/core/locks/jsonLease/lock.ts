/**
 * A lease in a JSON file, as tools for coding agents write it: read, decide by the time in the file, write a temporary
 * file, rename that over it. No step compares: two clients that read “free” both rename, and the file names the later
 * one. A renewal reads the file, and renames only if it finds its own name. Times come from the writer's wall clock,
 * and readers compare them with their own.
 * Sources: rename(2) of Linux; purplefish-ai/factory-factory #273, a lease of 30 min in a JSON file.
 */

import { mark, now, type Program, type Reason, sleep, step, type Task } from '../../model/effects/effect';
import { reportLoss } from '../../model/effects/lossNotice';
import { defineLock, type Held, type LockContext, type Refused } from '../../model/scenario/lock';
import { fromMs, type Ms, toWholeMs } from '../../model/values/time';
import { loopRenews, startRenewing, stopRenewing } from '../shared/agentRenewal';
import { leftUntil } from '../shared/clock';
import { codeOf, readFile, rename, unlink, writeFile } from '../shared/fileRequests';
import { ownerValue } from '../shared/ownerValue';
import { jsonLeaseFacts } from './facts';
import { type JsonLeaseSettings, jsonLeaseFields, jsonLeaseTexts, warnings } from './settings';

type Context = LockContext<JsonLeaseSettings>;

interface FileLease {
  readonly owner: string;
  /** By the wall clock of its writer. */
  expiresAt: Ms;
  renewing: readonly Task[];
}

export const jsonLease = defineLock<typeof jsonLeaseFields, FileLease>(jsonLeaseFacts, {
  ...jsonLeaseTexts,
  fields: jsonLeaseFields,
  warnings,
  steps: ['read-lease', 'write-lease', 'read-back', 'renew', 'read-own', 'remove-lease'],
  services: () => ['service'],
  quorum: () => 1,
  ownersDiffer: true,
  keysLapse: true,
  hasToken: () => false,
  endedBy: () => 'writer',
  computes: loopRenews,
  acquire,
  release,
  remaining: (_, { state }) => leftUntil(state.expiresAt),
  whenLost: ({ renewedBy }) => (renewedBy === 'nobody' ? undefined : 'at-next-look'),
  source: 'core/locks/jsonLease/lock.ts',
});

const pathOf = ({ key }: Context): string => `${key}.json`;

function* acquire(lock: Context): Program<Held<FileLease> | Refused> {
  const owner = yield* ownerValue('random');
  for (;;) {
    const expiresAt = yield* tryOnce(lock, owner);
    if (expiresAt !== null) {
      const state: FileLease = { owner, expiresAt, renewing: [] };
      state.renewing = yield* startRenewing(lock, {
        period: fromMs(lock.settings.renewEvery),
        renew: () => renew(lock, state),
      });
      return { kind: 'held', validFor: yield* leftUntil(state.expiresAt), token: null, owner, state };
    }
    yield* sleep(fromMs(lock.settings.retryDelay));
  }
}

/** Returns when its lease ends. */
function* tryOnce(lock: Context, owner: string): Program<Ms | null> {
  yield* step('read-lease');
  const content = yield* readLease(lock);
  if (content === 'error') return null;
  const isAnothers = content !== 'absent' && content.owner !== owner;
  if (isAnothers && content.expiresAt > (yield* dateNow())) return null;
  const expiresAt = yield* writeLease(lock, owner);
  if (expiresAt === null || !lock.settings.readsBack) return expiresAt;
  yield* step('read-back');
  return (yield* isMine(lock, owner)) ? expiresAt : null;
}

/** Writes a temporary file and renames that over the lease, whatever is there. */
function* writeLease(lock: Context, owner: string): Program<Ms | null> {
  const path = pathOf(lock);
  const temporary = `${path}.${owner}.tmp`;
  yield* step('write-lease');
  const expiresAt = (yield* dateNow()) + lock.settings.ttl;
  yield* writeFile(temporary, JSON.stringify({ owner, expiresAt }));
  return (yield* rename(lock, temporary, path)).kind === 'ok' ? expiresAt : null;
}

/** Returns whether to go on. A rename that failed is tried again when the next renewal is due. */
function* renew(lock: Context, state: FileLease): Program<boolean> {
  yield* step('renew');
  const content = yield* readLease(lock);
  if (content === 'absent' || (content !== 'error' && content.owner !== state.owner)) {
    yield* reportLoss(lock.notice, lock.hold, content === 'absent' ? 'gone' : 'stolen');
    return false;
  }
  const expiresAt = yield* writeLease(lock, state.owner);
  if (expiresAt === null) return true;
  state.expiresAt = expiresAt;
  yield* mark({ mark: 'extended', hold: lock.hold, validFor: yield* leftUntil(state.expiresAt) });
  return true;
}

function* release(lock: Context, { state }: Held<FileLease>): Program<Reason> {
  yield* stopRenewing(state.renewing);
  if (lock.settings.release === 'if-own') {
    yield* step('read-own');
    const content = yield* readLease(lock);
    if (content === 'absent') return 'gone';
    if (content === 'error') return 'error';
    if (content.owner !== state.owner) return 'stolen';
  }
  yield* step('remove-lease');
  const removed = yield* unlink(lock, pathOf(lock));
  if (removed.kind === 'ok') return 'none';
  return codeOf(removed) === 'ENOENT' ? 'gone' : 'error';
}

function* isMine(lock: Context, owner: string): Program<boolean> {
  const content = yield* readLease(lock);
  return typeof content === 'object' && content.owner === owner;
}

type Content = Pick<FileLease, 'owner' | 'expiresAt'>;

function* readLease(lock: Context): Program<Content | 'absent' | 'error'> {
  const reply = yield* readFile(pathOf(lock));
  if (reply.kind !== 'ok') return codeOf(reply) === 'ENOENT' ? 'absent' : 'error';
  const { owner, expiresAt } = JSON.parse(String(reply.value));
  return { owner: String(owner), expiresAt: Number(expiresAt) };
}

/** Date.now() */
function* dateNow(): Program<Ms> {
  return toWholeMs(yield* now());
}
