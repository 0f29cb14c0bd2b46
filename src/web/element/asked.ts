/** What the attributes of an element ask for: the address of its frame, and the room that the frame needs. */

import { embedFolder } from '../../content/address/folders';
import type { AskedRun } from '../../content/address/pageAddress';
import { write } from '../../content/address/write';
import { embedHeight } from '../../core/model/links/embedHeight';
import { readHeight, runParameters, tableParameters, viewOf } from '../../core/model/links/embedParameters';
import { isExerciseLink } from '../../core/model/links/exerciseMark';

/** The part of an element that is read here. */
type Attributes = Pick<Element, 'getAttribute'>;

/** Each is a parameter of the frame. Theme and language are also sent to it when they change. */
export const frameParameters = [...runParameters, ...tableParameters];

/** The heights of the lanes in px, by story and by `story/variant` where a variant differs. */
export type LaneHeights = ReadonlyMap<string, number>;

/** @param groups the names that share a height, separated by spaces */
export const readLaneHeights = (groups: Readonly<Record<string, string>>): LaneHeights =>
  new Map(
    Object.entries(groups).flatMap(([height, names]) =>
      names.split(' ').map((name) => [name, Number(height)] as const),
    ),
  );

interface Asking {
  /** Where the playground is. */
  readonly base: URL;
  readonly lanes: LaneHeights;
  readonly language: string | null;
  /** Attributes without a meaning, which the frame reports. */
  readonly unknown?: readonly string[];
}

/** Attributes of the element itself, besides the parameters of its frame. */
export const ownAttributes = ['story', 'scenario', 'code', 'editable', 'exercise', 'sandbox', 'label'];

/** Any element may have them, besides those that are also properties. */
const ofAnyElement = /^(?:class|exportparts|is|item\w+|key|xmlns)$|[^a-z]/;

/**
 * The attributes that mean nothing here: mistakes of the author.
 * @param properties the names of the properties that every element has
 */
export function unknownAttributes(
  element: Pick<Element, 'getAttributeNames'>,
  properties: ReadonlySet<string>,
): readonly string[] {
  const knownNames: readonly string[] = [...ownAttributes, ...frameParameters];
  return element
    .getAttributeNames()
    .filter((name) => !knownNames.includes(name) && !ofAnyElement.test(name) && !properties.has(name));
}

/** The address without what is sent later: the frame's number and room, its theme and language. */
export function addressOf(element: Attributes, { base, lanes, language, unknown = [] }: Asking): URL {
  const exercise = element.getAttribute('exercise');
  if (exercise !== null) {
    const theme = element.getAttribute('theme');
    const own = { embed: true, ...(theme === 'light' || theme === 'dark' ? { theme } : {}) };
    return new URL(write({ page: 'learn', run: exerciseOf(exercise), own }), base);
  }
  const code = codeIn(element);
  if (code !== null) {
    // A sandbox without an origin has no worker: there the code can only be read. A page that is in a sandbox itself
    // passes it on.
    const isShut =
      globalThis.origin === 'null' ||
      !(element.getAttribute('sandbox') ?? 'allow-same-origin').includes('allow-same-origin');
    const own = { embed: true, edit: isEditable(element) };
    return new URL(write(isShut ? { page: 'embed', run: code } : { page: 'own', run: code, own }), base);
  }
  const story = element.getAttribute('story');
  // Only a story has a page with its picture. The frame itself reports any other name.
  const isKnown = story !== null && lanes.has(story);
  const folder = isKnown ? embedFolder(story, language === 'zh' ? 'zh' : 'en') : undefined;
  const own: Record<string, string | null> = { story };
  for (const name of frameParameters) {
    const value = element.getAttribute(name);
    if (value === null || name === 'theme' || name === 'lang') continue;
    // A framework may write a flag as a word.
    own[name] = flagNames.has(name) ? (flags.get(value) ?? value) : value;
  }
  for (const name of unknown) own[name] = element.getAttribute(name);
  return new URL(write({ page: 'embed', run: linkIn(element), own }, folder), base);
}

const flagNames: ReadonlySet<string> = new Set(['loop', 'autoplay', 'too-late']);

const flags: ReadonlyMap<string, string> = new Map([
  ['', '1'],
  ['true', '1'],
  ['false', '0'],
]);

/** The same run in the playground. */
export function playgroundLink(element: Attributes, base: URL): string {
  const code = codeIn(element);
  if (code !== null) return new URL(write({ page: 'own', run: code }), base).href;
  const exercise = element.getAttribute('exercise');
  if (exercise !== null) return new URL(write({ page: 'learn', run: exerciseOf(exercise) }), base).href;
  const run = linkIn(element);
  const own = { story: element.getAttribute('story'), variant: element.getAttribute('variant') };
  return new URL(write(run.kind === 'link' ? { run } : { own }), base).href;
}

/** By its name, or by the part behind # in a link of one's own. */
const exerciseOf = (reference: string): AskedRun => {
  const link = reference.replace(/^#/, '');
  return isExerciseLink(link) ? { kind: 'exercise', id: null, link } : { kind: 'exercise', id: reference, link: null };
};

function linkIn(element: Attributes): AskedRun {
  const scenario = element.getAttribute('scenario');
  return scenario === null ? { kind: 'none' } : { kind: 'link', link: scenario.replace(/^#/, ''), story: null };
}

/** A reader's own lock. Null: the element shows a run. */
function codeIn(element: Attributes): AskedRun | null {
  const code = element.getAttribute('code');
  return code === null ? null : { kind: 'code', link: code.replace(/^#/, '') };
}

const isEditable = (element: Attributes): boolean => {
  const value = element.getAttribute('editable');
  return value !== null && value !== 'false';
};

/** Null: as high as its content. */
export function ownHeight(element: Attributes): number | null {
  const height = element.getAttribute('height');
  return height === null ? null : readHeight(height);
}

/** The page of an exercise scrolls inside, in px. */
const exerciseHeight = 760;

/** The height that the frame will have, in px. */
export function frameHeight(element: Attributes, width: number, lanes: LaneHeights, isTouched = false): number {
  const own = ownHeight(element);
  if (own !== null) return own;
  const view = viewOf(element.getAttribute('view'), (name) => element.getAttribute(name) !== null);
  if (view === 'matrix') return 460;
  if (element.getAttribute('exercise') !== null) return exerciseHeight;
  if (element.getAttribute('code') !== null) return width < 720 ? 1020 : 620;
  const story = element.getAttribute('story') ?? '';
  const rows = lanes.get(`${story}/${element.getAttribute('variant')}`) ?? lanes.get(story) ?? 420;
  return embedHeight(view, rows, width, isTouched);
}
