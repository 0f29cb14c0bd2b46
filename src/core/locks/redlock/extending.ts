/**
 * The requests by which Redlock's libraries extend a lock, and the notice to the client when an extension has failed.
 */
import type { Program, Reason } from '../../model/effects/effect';
import { reportLoss } from '../../model/effects/lossNotice';
import { command, type Reply } from '../../model/effects/request';
import { extendIfOwner, setIfFreeOrOwner } from '../shared/keyRequests';
import { ownerValue } from '../shared/ownerValue';
import type { Votes } from '../shared/votes';
import { ask, keysOf, type RedlockContext } from './asking';
import { quorumOf } from './settings';

/** @param owners the values that the client has set, oldest first. A new value replaces the latest one. */
export function* askToExtend(lock: RedlockContext, owners: string[]): Program<Votes> {
  const { extendsWhat, ttl } = lock.settings;
  const keys = keysOf(lock);
  const owner = owners.at(-1) ?? '';
  switch (extendsWhat) {
    case 'mine':
      return yield* ask(lock, extendIfOwner(keys, owner, ttl), 'extend');
    case 'mine-or-free':
      return yield* ask(lock, setIfFreeOrOwner(keys, owner, ttl), 'extend');
    case 'get-then-extend': {
      const isOwn = (reply: Reply): boolean => reply.kind === 'ok' && reply.value === owner;
      const votes = yield* ask(lock, command('GET', lock.key), 'extend', isOwn);
      if (votes.for.length < quorumOf(lock.settings, lock.nodes)) return votes;
      return yield* ask(lock, extendIfOwner(keys, owner, ttl), 'extend');
    }
    case 'new-value': {
      const next = yield* ownerValue('random');
      owners[owners.length - 1] = next;
      return yield* ask(lock, setIfFreeOrOwner(keys, owner, ttl, next), 'extend');
    }
    default:
      return extendsWhat satisfies never;
  }
}

/** Raises the flag or the signal of the library, if it has one. */
export function* interrupt({ settings: { toldBy }, notice, hold }: RedlockContext, reason: Reason): Program {
  if (toldBy === 'flag' || toldBy === 'signal')
    yield* reportLoss(notice, hold, reason, { interrupts: toldBy === 'signal' });
}

/** Clears the flag after an extension that was granted. A signal stays. */
export function clearLossFlag({ settings: { toldBy }, notice, hold }: RedlockContext): void {
  if (toldBy === 'flag' && notice?.hold === hold) notice.reason = 'none';
}
