/**
 * A lock file that a client creates only if it does not exist yet. A client that finds the file is refused, unless the
 * file names a process that has ended: then it removes the file and creates its own, in two requests. Two clients that
 * have both read that process's number both do this, and the later one removes the file that the earlier one has just
 * made. A client takes a file with its own number for one that its earlier life left. Left out: a crash between the
 * creation and the write of the number. Also left out: git writes the new content into the lock file, and its release
 * renames that over the old one.
 * Sources: git at 0054a059, lockfile.c (lock_file_timeout); kill(2) of Linux; PostgreSQL, miscinit.c (CreateLockFile:
 * a file with its own number counts as left behind).
 */

import { forever, type Program, type Reason, random, sleep, step } from '../../model/effects/effect';
import { defineLock, type Held, type LockContext, type Refused, refused } from '../../model/scenario/lock';
import { fromMs, type Ms } from '../../model/values/time';
import { codeOf, createFile, isAlive, processNumber, readFile, unlink } from '../shared/fileRequests';
import { ownerValue } from '../shared/ownerValue';
import { pidFileFacts } from './facts';
import { type PidFileSettings, pidFileFields, pidFileTexts, warnings } from './settings';

type Context = LockContext<PidFileSettings>;

export const pidFile = defineLock<typeof pidFileFields, null>(pidFileFacts, {
  ...pidFileTexts,
  fields: pidFileFields,
  warnings,
  steps: ['create-lock', 'read-number', 'look-for-process', 'remove-left', 'remove-lock'],
  services: () => ['service'],
  quorum: () => 1,
  ownersDiffer: true,
  keysLapse: ({ content }) => content !== 'nothing' || undefined,
  hasToken: () => false,
  endedBy: () => 'nobody',
  acquire,
  release,
  *remaining() {
    return forever;
  },
  source: 'core/locks/pidFile/lock.ts',
});

const pathOf = ({ key }: Context): string => `${key}.lock`;

function* acquire(lock: Context): Program<Held<null> | Refused> {
  const content = yield* contentOf(lock);
  let left = lock.settings.retryFor;
  for (let nth = 1; ; nth++) {
    yield* step('create-lock');
    const created = yield* createFile(lock, pathOf(lock), content);
    if (created.kind === 'ok')
      return { kind: 'held', validFor: forever, token: null, owner: yield* ownerValue('random'), state: null };
    if (codeOf(created) !== 'EEXIST') return refused('error');
    if (yield* isLeftBehind(lock, content)) {
      yield* step('remove-left');
      yield* unlink(lock, pathOf(lock));
    } else {
      if (left <= 0) return refused('held');
      const wait = Math.min(nth * nth, retryMost) * (0.75 + (yield* random('retry', 500)) / 1000);
      left -= wait;
      yield* sleep(fromMs(wait));
    }
  }
}

const retryMost: Ms = 1000;

/** `104`, `104 since 3`, `104 on client1` */
function* contentOf({ me, settings: { content } }: Context): Program<string> {
  if (content === 'nothing') return '';
  const [number, start] = yield* processNumber();
  if (content === 'pid') return `${number}`;
  return content === 'pid-start' ? `${number} since ${start}` : `${number} on ${me}`;
}

function* isLeftBehind(lock: Context, own: string): Program<boolean> {
  if (lock.settings.content === 'nothing') return false;
  yield* step('read-number');
  const reply = yield* readFile(pathOf(lock));
  if (reply.kind !== 'ok') return false;
  const content = String(reply.value);
  if (content === own) return true;
  const [number = '', word, value = ''] = content.split(' ');
  // A client cannot check a process on another machine.
  if (word === 'on' && value !== lock.me) return false;
  yield* step('look-for-process');
  return !(yield* isAlive(number, word === 'since' ? value : null));
}

/** Removes whatever is there. */
function* release(lock: Context): Program<Reason> {
  yield* step('remove-lock');
  return (yield* unlink(lock, pathOf(lock))).kind === 'ok' ? 'none' : 'gone';
}
