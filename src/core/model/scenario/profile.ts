/**
 * A lock as implemented by one library: a name for settings of a simulated lock, and the source of those settings. A
 * scenario holds the settings as well as the name, so a link keeps its meaning when a profile is corrected.
 */

import type { Text } from '../values/text';
import { type Field, withDefaults } from './fields';
import type { Lock } from './lock';
import type { LockChoice, Setting } from './scenario';

export interface Profile {
  /** Links contain it, so it never changes. */
  readonly id: string;
  /** The id of the lock. */
  readonly lock: string;
  readonly title: Text;
  /** One or two sentences: what is special about it, at what cost. */
  readonly about: Text;
  readonly version: string;
  /** Its name on npm, if it is there: .github/renovate.json watches the version. */
  readonly npm?: string;
  /** The address of its repository. */
  readonly repository: string;
  /** The commit that was read. */
  readonly commit: string;
  /** When it was read: `2026-11-21`. */
  readonly read: string;
  /**
   * `run`: whole runs, with each single fault, were compared with runs of the library itself, and each difference is
   * explained (`test/support/comparedLibraries.ts`). `source`: its source was read.
   */
  readonly checked: 'run' | 'source';
  /** The settings that differ from the lock's defaults. */
  readonly settings: Readonly<Record<string, Setting>>;
  /**
   * The runs that show what a setting does, by the setting's name: `silent-node` is a story, `silent-node:b` a
   * variant.
   */
  readonly shownBy?: Readonly<Record<string, string>>;
}

/** The settings of a library and the changes to them, ready for a scenario. Null: the lock's default. */
export function choiceOfProfile(
  { id, lock, settings }: Profile,
  own: Readonly<Record<string, Setting | null>> = {},
): LockChoice {
  const chosen = Object.entries({ ...settings, ...own }).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  return { id: lock, profile: id, settings: Object.fromEntries(chosen) };
}

/** The lock as if it were the library's: with its own name, and the library's values as defaults. */
export function lockOfProfile(lock: Lock, profile: Profile): Lock {
  const fields: Record<string, Field> = {};
  for (const [name, field] of Object.entries(lock.fields)) fields[name] = ofLibrary(field, profile.settings[name]);
  return { ...lock, id: nameOfProfile(profile), title: profile.title, fields };
}

/** The name of a profile in a list of locks: `redlock:redsync`. */
export const nameOfProfile = ({ lock, id }: Pick<Profile, 'lock' | 'id'>): string => `${lock}:${id}`;

/** The library's value as the default. */
function ofLibrary(field: Field, value: Setting | undefined): Field {
  const own = value ?? field.default;
  switch (field.kind) {
    case 'number':
      return { ...field, default: Number(own) };
    case 'flag':
      return { ...field, default: own === true };
    case 'choice':
      return { ...field, default: String(own) };
    default:
      return field satisfies never;
  }
}

/** Turns a scenario's choice into one of `lockOfProfile`: the values that differ from the library's. */
export const choiceWithinProfile = (lock: Lock, profile: Profile, choice: LockChoice): LockChoice =>
  between(lock, lockOfProfile(lock, profile), choice);

/** Turns a choice of `lockOfProfile` back into a scenario's. */
export const fromOfProfile = (lock: Lock, profile: Profile, choice: LockChoice): LockChoice => ({
  ...between(lockOfProfile(lock, profile), lock, choice),
  profile: profile.id,
});

/** The same values over the defaults of another lock that has the same fields. */
function between(from: Lock, to: Lock, { settings }: LockChoice): LockChoice {
  const values: Readonly<Record<string, Setting>> = withDefaults(from.fields, settings);
  const changes = Object.entries(values).filter(([name, value]) => to.fields[name]?.default !== value);
  return { id: to.id, ...(changes.length === 0 ? {} : { settings: Object.fromEntries(changes) }) };
}
