/**
 * Makes a scenario from the argument: a story, the path of a file, or a link. Reads files and stories; runs nothing.
 */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type FoundStory, findStory, resolveStory, storyIds } from '../content/stories/storyList';
import { decodeLink } from '../core/model/link/link';
import { namedLock } from '../core/model/namedLock';
import { parseScenario, parseScenarioText, textLengthMax, tooLong } from '../core/model/parse/parseScenario';
import type { Problem } from '../core/model/parse/problem';
import { at, firstOf } from '../core/model/parse/problems';
import { nameOfProfile } from '../core/model/profile';
import { replaceLock } from '../core/model/replaceLock';
import { defaultSettings, type Scenario } from '../core/model/scenario';
import type { Text } from '../core/model/text';
import { parts } from '../core/run/parts';
import type { Parts } from '../core/sim/parts';
import { readFile } from './readFile';
import * as words from './words';

/** `story` is set if the scenario is an unchanged story's. */
export type Loaded =
  | { readonly ok: true; readonly scenario: Scenario; readonly story: FoundStory | null }
  | { readonly ok: false; readonly problem: Text };

/** Five nodes, two clients, no check and no fault. */
const scenarioWithoutStory: Scenario = {
  version: 2,
  seed: 1,
  lock: { id: 'redlock' },
  storage: { id: 'no-check' },
  settings: defaultSettings,
  faults: {},
};

/** A `#` or a version marks a link, a path marks a file. Everything else is a story, or a file without an extension. */
export async function loadTarget(target: string | null, known: Parts = parts): Promise<Loaded> {
  if (target === null) return { ok: true, scenario: scenarioWithoutStory, story: null };
  if (/#|^https?:|^(?:c=)?v\d+\./.test(target) && !isFile(target)) return loadLink(target, known);
  if (/[/\\]|\.json$/.test(target)) return loadFile(target, known);
  const found = await findStory(target);
  switch (found.kind) {
    case 'found':
      return { ok: true, scenario: found.story.scenario, story: found.story };
    case 'no such variant':
      return { ok: false, problem: words.noVariant(target, found.names) };
    case 'no such story':
      return isFile(target) ? loadFile(target, known) : { ok: false, problem: words.noStory(target, storyIds) };
  }
  return found satisfies never;
}

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

async function loadLink(text: string, known: Parts): Promise<Loaded> {
  const decoded = await decodeLink(text, { parts: known, resolveStory });
  return decoded.ok ? { ok: true, scenario: decoded.scenario, story: null } : decoded;
}

/** The most bytes of one character of a text. */
const bytesPerCharacterMax = 4;

async function loadFile(given: string, known: Parts): Promise<Loaded> {
  const read = await readFile(resolvedPath(given), {
    given,
    bytesMax: textLengthMax * bytesPerCharacterMax,
    tooLong: (size, isLeast) => tooLong(size, { isLeast }).message,
  });
  if (!read.ok) return read;
  const parsed = parseScenarioText(read.text, known);
  return parsed.ok
    ? { ok: true, scenario: parsed.scenario, story: null }
    : { ok: false, problem: inFile(given, parsed.problems) };
}

/**
 * Resolves a path in the person's folder. npm runs scripts in the project's folder, but passes on where it was
 * called.
 */
export function resolvedPath(path: string): string {
  const here = resolve(path);
  const calledFrom = process.env['INIT_CWD'];
  return calledFrom === undefined || exists(here) ? here : resolve(calledFrom, path);
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

function isFile(path: string): boolean {
  try {
    return statSync(resolvedPath(path)).isFile();
  } catch {
    // There is no such file, or it may not be accessed.
    return false;
  }
}

const inFile = (path: string, problems: readonly Problem[]): Text => at(path, firstOf(problems, { en: '', zh: '' }));
