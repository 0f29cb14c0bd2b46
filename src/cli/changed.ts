/** A scenario with another lock or check, as the arguments name it. It knows no story and no file. */
import type { FoundStory } from '../content/stories/storyList';
import { namedLock } from '../core/model/scenario/namedLock';
import { parseScenario } from '../core/model/scenario/parse/parseScenario';
import type { Problem } from '../core/model/scenario/parse/problem';
import { at, firstOf } from '../core/model/scenario/parse/problems';
import { nameOfProfile } from '../core/model/scenario/profile';
import { replaceLock } from '../core/model/scenario/replaceLock';
import type { Choice, Scenario } from '../core/model/scenario/scenario';
import type { Text } from '../core/model/values/text';
import { parts } from '../core/run/parts';
import type { Parts } from '../core/sim/parts';
import * as words from './words';

/** `story` is set if the scenario is an unchanged story's. */
export type Loaded =
  | { readonly ok: true; readonly scenario: Scenario; readonly story: FoundStory | null }
  | { readonly ok: false; readonly problem: Text };

/**
 * The scenario with the lock or library of this name. Faults at steps that this lock does not have stay and never
 * take effect.
 */
export function withLock(scenario: Scenario, name: string): Loaded {
  const profile = parts.profiles.get(name);
  const listed = profile === undefined ? name : nameOfProfile(profile);
  if (namedLock(listed, parts) === undefined)
    return { ok: false, problem: words.noLock(name, [...parts.locks.keys(), ...parts.profiles.keys()]) };
  const changed = replaceLock(scenario, listed, parts);
  const parsed = parseScenario(changed, parts, { keptFaults: Object.keys(scenario.faults) });
  return parsed.ok
    ? { ok: true, scenario: parsed.scenario, story: null }
    : { ok: false, problem: inFile(`--lock ${name}`, parsed.problems) };
}

/** The scenario with this check at its resource. */
export const withCheck = (scenario: Scenario, name: string, knownParts: Parts = parts): Loaded =>
  withStorage(scenario, checkOf(name), knownParts);

/** A check by its name, with settings if there are any: `mail:asks=false,recognizes=true`. */
export function checkOf(name: string): Choice {
  const [id = '', settings] = name.split(/:(.*)/s);
  if (settings === undefined) return { id };
  const pairs = settings.split(',').map((pair) => pair.split(/=(.*)/s));
  return { id, settings: Object.fromEntries(pairs.map(([field = '', value = '']) => [field, settingOf(value)])) };
}

const settingOf = (text: string): string | number | boolean =>
  text === 'true' || text === 'false' ? text === 'true' : /^\d+$/.test(text) ? Number(text) : text;

/** Refused if the scenario's lock lacks what the check needs. */
export function withStorage(scenario: Scenario, storage: Choice, knownParts: Parts): Loaded {
  const { id } = storage;
  if (!parts.resources.has(id)) return { ok: false, problem: words.noCheck(id, [...parts.resources.keys()]) };
  const parsed = parseScenario({ ...scenario, storage }, knownParts, { keptFaults: Object.keys(scenario.faults) });
  return parsed.ok
    ? { ok: true, scenario: parsed.scenario, story: null }
    : { ok: false, problem: inFile(`--check ${id}`, parsed.problems) };
}

export const inFile = (path: string, problems: readonly Problem[]): Text =>
  at(path, firstOf(problems, { en: '', zh: '' }));
