/** Locks as lists name them: each lock, and each of its profiles as if it were a lock of its own. */
import type { Lock } from './lock';
import { choiceWithinProfile, fromOfProfile, lockOfProfile, nameOfProfile, type Profile } from './profile';
import type { LockChoice } from './scenario';

export interface KnownLocks {
  readonly locks: ReadonlyMap<string, Lock>;
  readonly profiles: ReadonlyMap<string, Profile>;
}

/** The name of a scenario's lock in a list: `redlock`, or `redlock:redsync`. */
export const nameOf = ({ id, profile }: LockChoice): string =>
  profile === undefined ? id : nameOfProfile({ lock: id, id: profile });

export interface NamedLock {
  /** For a profile, the lock has the library's name and default values. */
  readonly lock: Lock;
  /** Turns a scenario's choice into one of `lock`. */
  readonly inward: (choice: LockChoice) => LockChoice;
  /** Turns a choice of `lock` back into a scenario's. */
  readonly outward: (choice: LockChoice) => LockChoice;
}

const same = (choice: LockChoice): LockChoice => choice;

/** Undefined if there is no such lock, or if it is not loaded. */
export function namedLock(name: string, { locks, profiles }: KnownLocks): NamedLock | undefined {
  const [id = '', profileId] = name.split(':');
  const lock = locks.get(id);
  if (lock === undefined) return undefined;
  if (profileId === undefined) return { lock, inward: same, outward: same };
  const profile = profiles.get(profileId);
  if (profile?.lock !== id) return undefined;
  return {
    lock: lockOfProfile(lock, profile),
    inward: (choice) => choiceWithinProfile(lock, profile, choice),
    outward: (choice) => fromOfProfile(lock, profile, choice),
  };
}
