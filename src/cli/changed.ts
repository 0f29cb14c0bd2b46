/** A scenario with another lock or check, as the arguments name it. It knows no story and no file. */
import type { FoundStory } from '../content/stories/storyList';
import { namedLock } from '../core/model/namedLock';
import { parseScenario } from '../core/model/parse/parseScenario';
import type { Problem } from '../core/model/parse/problem';
import { at, firstOf } from '../core/model/parse/problems';
import { nameOfProfile } from '../core/model/profile';
import { replaceLock } from '../core/model/replaceLock';
import type { Scenario } from '../core/model/scenario';
import type { Text } from '../core/model/text';
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
  const changed = { ...scenario, lock: replaceLock(listed, { choice: scenario.lock }, parts) };
  const parsed = parseScenario(changed, parts, { kept: Object.keys(scenario.faults) });
  return parsed.ok
    ? { ok: true, scenario: parsed.scenario, story: null }
    : { ok: false, problem: inFile(`--lock ${name}`, parsed.problems) };
}

/** The scenario with this check at its resource. */
export function withCheck(scenario: Scenario, name: string, known: Parts = parts): Loaded {
  if (!parts.resources.has(name)) return { ok: false, problem: words.noCheck(name, [...parts.resources.keys()]) };
  const changed = { ...scenario, storage: { id: name } };
  const parsed = parseScenario(changed, known, { kept: Object.keys(scenario.faults) });
  return parsed.ok
    ? { ok: true, scenario: parsed.scenario, story: null }
    : { ok: false, problem: inFile(`--check ${name}`, parsed.problems) };
}

export const inFile = (path: string, problems: readonly Problem[]): Text =>
  at(path, firstOf(problems, { en: '', zh: '' }));
