/**
 * Makes a scenario from the argument: a story, the path of a file, or a link. Reads files and stories; runs nothing.
 */
import { statSync } from 'node:fs';
import { findStory, resolveStory, storyIds } from '../content/stories/storyList';
import { decodeLink } from '../core/model/links/link';
import { parseScenarioText, textLengthMax, tooLong } from '../core/model/scenario/parse/parseScenario';
import { defaultSettings, type Scenario } from '../core/model/scenario/scenario';
import { parts } from '../core/run/parts';
import type { Parts } from '../core/sim/parts';
import { inFile, type Loaded } from './changed';
import { readFile, resolvedPath } from './readFile';
import * as words from './words';

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
export async function loadTarget(target: string | null, knownParts: Parts = parts): Promise<Loaded> {
  if (target === null) return { ok: true, scenario: scenarioWithoutStory, story: null };
  if (/#|^https?:|^(?:c=)?v\d+\./.test(target) && !isFile(target)) return loadLink(target, knownParts);
  if (/[/\\]|\.json$/.test(target)) return loadFile(target, knownParts);
  const match = await findStory(target);
  switch (match.kind) {
    case 'found':
      return { ok: true, scenario: match.story.scenario, story: match.story };
    case 'no such variant':
      return { ok: false, problem: words.noVariant(target, match.names) };
    case 'no such story':
      return isFile(target) ? loadFile(target, knownParts) : { ok: false, problem: words.noStory(target, storyIds) };
  }
  return match satisfies never;
}

async function loadLink(text: string, knownParts: Parts): Promise<Loaded> {
  const decoded = await decodeLink(text, { parts: knownParts, resolveStory });
  return decoded.ok ? { ok: true, scenario: decoded.scenario, story: null } : decoded;
}

/** The most bytes of one character of a text. */
const bytesPerCharacterMax = 4;

async function loadFile(path: string, knownParts: Parts): Promise<Loaded> {
  const fileText = await readFile(resolvedPath(path), {
    typedName: path,
    bytesMax: textLengthMax * bytesPerCharacterMax,
    tooLong: (size, isLeast) => tooLong(size, { isLeast }).message,
  });
  if (!fileText.ok) return fileText;
  const parsed = parseScenarioText(fileText.text, knownParts);
  return parsed.ok
    ? { ok: true, scenario: parsed.scenario, story: null }
    : { ok: false, problem: inFile(path, parsed.problems) };
}

function isFile(path: string): boolean {
  try {
    return statSync(resolvedPath(path)).isFile();
  } catch {
    // There is no such file, or it may not be accessed.
    return false;
  }
}
