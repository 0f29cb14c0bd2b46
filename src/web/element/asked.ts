/** What the attributes of an element ask for: the address of its frame, and the room that the frame needs. */

import { embedFolder } from '../../content/address/folders';
import type { AskedRun } from '../../content/address/pageAddress';
import { write } from '../../content/address/write';
import { readHeight, runParameters, tableParameters, viewOf } from '../../core/model/embedParameters';
import { embedRoom } from '../../core/model/embedRoom';

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
}

/** The address without what is sent later: the frame's number and room, its theme and language. */
export function addressOf(element: Attributes, { base, lanes, language }: Asking): URL {
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
  const run = linkIn(element);
  const own = { story: element.getAttribute('story'), variant: element.getAttribute('variant') };
  return new URL(write(run.kind === 'link' ? { run } : { own }), base).href;
}

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

/** The height that the frame will have, in px. */
export function roomFor(element: Attributes, width: number, lanes: LaneHeights, isTouched = false): number {
  const own = ownHeight(element);
  if (own !== null) return own;
  const view = viewOf(element.getAttribute('view'), (name) => element.getAttribute(name) !== null);
  if (view === 'matrix') return 460;
  if (element.getAttribute('code') !== null) return width < 720 ? 1020 : 620;
  const story = element.getAttribute('story') ?? '';
  const rows = lanes.get(`${story}/${element.getAttribute('variant')}`) ?? lanes.get(story) ?? 420;
  return embedRoom(view, rows, width, isTouched);
}
