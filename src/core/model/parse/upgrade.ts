/**
 * Upgrades scenarios of version 1. Version 1 had a setting in each of three locks for what a client does when it
 * learns that its lock is lost. Version 2 has one setting of the client, the same for all locks.
 */
import { isObject } from '../isObject';
import type { WhenLost } from '../scenario';

/** The removed settings, with the present form of each value. */
const gone: ReadonlyMap<string, ReadonlyMap<unknown, WhenLost>> = new Map([
  ['stopsOnLostSession', whenLostBy({ yes: true, no: false })],
  ['stopsOnLostLease', whenLostBy({ yes: true, no: false })],
  ['onDisconnect', whenLostBy({ yes: 'stop', no: 'ignore' })],
]);

function whenLostBy({ yes, no }: { readonly yes: unknown; readonly no: unknown }): ReadonlyMap<unknown, WhenLost> {
  return new Map<unknown, WhenLost>([
    [yes, 'usual'],
    [no, 'never'],
  ]);
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Takes a scenario, or a merge patch of one. A value that the setting never allowed stays, so that the parser reports
 * it.
 *
 * @returns the same value when nothing in it is of version 1.
 */
export function upgraded(value: unknown): unknown {
  if (!isObject(value)) return value;
  const today = value['version'] === 1 ? { ...value, version: 2 } : value;
  const { lock } = today;
  if (!isObject(lock) || !isObject(lock['settings'])) return today;
  const found = Object.entries(lock['settings']).flatMap(([name, old]) => {
    const now = gone.get(name)?.get(old);
    return now === undefined ? [] : [{ name, now }];
  });
  const [first] = found;
  if (first === undefined) return today;
  const names = new Set(found.map(({ name }) => name));
  const settings = Object.fromEntries(Object.entries(lock['settings']).filter(([name]) => !names.has(name)));
  const ofClient = isObject(today['settings']) ? today['settings'] : {};
  return { ...today, lock: { ...lock, settings }, settings: { ...ofClient, whenLost: first.now } };
}

/** A lock among several to choose from. What a client does is a setting of the scenario, not of the choice. */
function withoutGone(value: Json): Json {
  const { id, settings } = value;
  if (typeof id !== 'string' || !isObject(settings)) return value;
  const kept = Object.entries(settings).filter(([name, old]) => gone.get(name)?.has(old) !== true);
  return { ...value, settings: Object.fromEntries(kept) };
}

/** An exercise that somebody has made: its scenario, its patches, and the settings that it names by their paths. */
export function upgradedExercise(value: unknown): unknown {
  if (typeof value === 'string') {
    const name = /^lock\.settings\.(\w+)$/.exec(value)?.[1];
    return name !== undefined && gone.has(name) ? 'settings.whenLost' : value;
  }
  if (Array.isArray(value)) return value.map(upgradedExercise);
  if (!isObject(value)) return value;
  const today = 'lock' in value ? upgraded(value) : withoutGone(value);
  return isObject(today)
    ? Object.fromEntries(Object.entries(today).map(([name, inner]) => [name, upgradedExercise(inner)]))
    : today;
}
