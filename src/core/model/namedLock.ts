/** Locks as lists name them: each lock, and each profile of one as if it were a lock of its own. */
import type { Lock } from './lock';
import { asOfProfile, fromOfProfile, lockOfProfile, nameOfProfile, type Profile } from './profile';
import type { LockChoice } from './scenario';

export interface KnownLocks {
  readonly locks: ReadonlyMap<string, Lock>;
  readonly profiles: ReadonlyMap<string, Profile>;
}

/** The name of a scenario's lock in a list: `redlock`, or `redlock:redsync`. */
export const nameOf = ({ id, profile }: LockChoice): string =>
  profile === undefined ? id : nameOfProfile({ lock: id, id: profile });

export interface NamedLock {
  /** Of a profile: with the library's name and its values as defaults. */
  readonly lock: Lock;
  /** A scenario's choice as one of `lock`. */
  readonly inward: (choice: LockChoice) => LockChoice;
  /** The way back. */
  readonly outward: (choice: LockChoice) => LockChoice;
}

const same = (choice: LockChoice): LockChoice => choice;

/** Undefined when there is none, or when it is not loaded. */
export function namedLock(name: string, { locks, profiles }: KnownLocks): NamedLock | undefined {
  const [id = '', profileId] = name.split(':');
  const lock = locks.get(id);
  if (lock === undefined) return undefined;
  if (profileId === undefined) return { lock, inward: same, outward: same };
  const profile = profiles.get(profileId);
  if (profile?.lock !== id) return undefined;
  return {
    lock: lockOfProfile(lock, profile),
    inward: (choice) => asOfProfile(lock, profile, choice),
    outward: (choice) => fromOfProfile(lock, profile, choice),
  };
}
