/**
 * The differences between a library and its lock, and between a scenario and its library, for pages that explain a
 * library.
 */
import { leaseFields } from './lease';
import type { Lock } from './lock';
import { choiceWithinProfile, type Profile } from './profile';
import type { LockChoice } from './scenario';

/** The settings that differ from the library's values. A lease that the caller chooses does not count. */
export function changedFromProfile(lock: Lock, profile: Profile, choice: LockChoice): readonly string[] {
  const changed = Object.keys(choiceWithinProfile(lock, profile, choice).settings ?? {});
  const isOfCaller = (name: string) => !lock.asLibrary && profile.settings[name] === undefined;
  const leases = leaseFields(lock.fields).filter(isOfCaller);
  return changed.filter((name) => !leases.includes(name));
}

/** The settings in which a library differs from the defaults of its lock, in the order of the fields. */
export function differencesOf(lock: Lock, profile: Profile): readonly string[] {
  return Object.keys(lock.fields).filter(
    (name) => profile.settings[name] !== undefined && profile.settings[name] !== lock.fields[name]?.default,
  );
}

/**
 * The articles say how Redlock behaves. They leave numbers to its users and name no clock, so those are defaults of
 * this page. For a lock that is itself a library's, nothing is specified.
 */
export const isSpecified = (lock: Lock, name: string): boolean =>
  !lock.asLibrary && name !== 'clock' && lock.fields[name]?.kind !== 'number';

/** The run that shows what a setting of a library does: a story, or one of its variants. Null: there is no such run. */
export function shownIn(profile: Profile, name: string): { story: string; variant: string | null } | null {
  const [story, variant = null] = profile.shownBy?.[name]?.split(':') ?? [];
  return story === undefined ? null : { story, variant };
}
