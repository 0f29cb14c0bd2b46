/**
 * The address of an embed, version 1. The embed itself names the parameters that it cannot use, so that the author of
 * a post sees them. It still shows everything else.
 */

import { isCodeLink } from '../../core/model/links/codeMark';
import {
  embedVersion,
  heightMax,
  heightMin,
  readHeight,
  runParameters,
  tableParameters,
  viewOf,
} from '../../core/model/links/embedParameters';
import { readOutcome, type SharedOutcome } from '../../core/model/links/sharedOutcome';
import { dataFacts, lockFacts } from '../../core/model/trace/outcome';
import type { Language, Text } from '../../core/model/values/text';
import { type AskedRun, type Moment, splitAddress } from './pageAddress';
import type { OwnOf, Page } from './parameters';
import { moment, moments, ms, msAllowed, type Parameter, storyValue, text } from './parameters';
import { givenTwice, needsOther, noParameter } from './problems';
import type { ReadAddress } from './read';
import { storyOrLink } from './runs';
import { write } from './write';

/** The views that an address may ask for. */
export const views = ['timeline', 'compare', 'verdict'] as const;
export type EmbedView = 'scene' | (typeof views)[number];

export const controls = ['play', 'steps', 'minimap', 'variants', 'open'] as const;
export type EmbedControl = (typeof controls)[number];

/** `host`: as the surrounding page says. Without such a page, as the system prefers. */
const themes = ['light', 'dark', 'host'] as const;

const parameterNames = ['v', 'story', ...runParameters, 'frame', 'room'];

/** By its prefix: `zh-CN` is Chinese. */
function languageOf(value: string): Language | null {
  const prefix = /^(en|zh)(?![a-z])/i.exec(value)?.[1]?.toLowerCase();
  return prefix === 'en' || prefix === 'zh' ? prefix : null;
}

function controlsOf(value: string, refuse: () => void): ReadonlySet<EmbedControl> {
  if (value === 'all') return new Set(controls);
  if (value === 'none') return new Set();
  const names = value.split(',');
  const matches = controls.filter((control) => names.includes(control));
  if (matches.length < names.length) refuse();
  return new Set(matches);
}

const allControls: ReadonlySet<EmbedControl> = new Set(controls);
const onOff = {
  preset: false,
  of: (value: string) => (value === '1' ? true : value === '0' ? false : null),
  allowed: '0, 1',
};
const outcome: Parameter<SharedOutcome | null> = {
  preset: null,
  of: (value) => readOutcome(value) ?? null,
  allowed: `(${lockFacts.join(', ')}).(${dataFacts.join(', ')})`,
};

/** In the order in which problems are reported. */
const parameters = {
  v: storyValue([String(embedVersion)], null),
  /** They replace the story's own. */
  storage: text,
  lock: text,
  // `matrix` is not a view of a run, and is handled earlier.
  view: storyValue(views, null, [...views, 'matrix'].join(', ')),
  controls: { preset: null, of: controlsOf, allowed: `all, none, ${controls.join(', ')}` },
  theme: storyValue(themes, 'host'),
  lang: { preset: null, of: languageOf, allowed: 'en, zh' },
  /** The stretch that is shown and played, in ms; null: until the end of the run. */
  from: { ...ms, allowed: msAllowed },
  to: { ...ms, allowed: msAllowed },
  loop: onOff,
  /** Otherwise a scene or a timeline waits for a press. */
  autoplay: onOff,
  at: { ...moment, allowed: `${moments.join(', ')}, ${msAllowed}` },
  /** The outcome that the author of the post saw, as in a link. */
  outcome,
  /** After the end, a scene says since when it was too late. */
  'too-late': onOff,
  /** The random number that the surrounding page gave this frame. */
  frame: text,
  /** The height that the page has reserved, in px. No person writes it, so a wrong one is not reported. */
  room: { preset: null, of: (value) => (/^\d{2,4}$/.test(value) ? Number(value) : null), allowed: null },
  /** The height of the frame in px, if it does not follow the content. */
  height: { preset: null, of: readHeight, allowed: `${heightMin} … ${heightMax} (px)` },
} satisfies Readonly<Record<string, Parameter<unknown>>>;

/** Checks only the names, not the values. */
function problemsOfName(name: string, query: URLSearchParams): readonly Text[] {
  if (tableParameters.some((one) => one === name)) return [needsOther(name, 'view=matrix')];
  if (!parameterNames.some((one) => one === name)) return [noParameter(name, parameterNames)];
  return [
    ...(query.getAll(name).length > 1 ? [givenTwice(name)] : []),
    ...(name === 'variant' && !query.has('story') ? [needsOther(name, 'story')] : []),
  ];
}

function runOf(query: URLSearchParams, hash: string): AskedRun {
  const behind = withoutSecret(hash).hash;
  if (isCodeLink(behind)) return { kind: 'code', link: behind };
  if (query.get('view') !== 'matrix') return storyOrLink(query, behind);
  // A slash within a word does not separate.
  const words = tableParameters.map((name) => (query.get(name) ?? '').replaceAll('/', '%252F'));
  return { kind: 'cell', words: words.join('/') };
}

export const embed: Page<typeof parameters> = {
  page: 'embed',
  parameters,
  runOf,
  nameProblems: (query) => [...new Set(query.keys())].flatMap((name) => problemsOfName(name, query)),
};

type AskedOfEmbed = ReadAddress<OwnOf<typeof parameters>>;

export interface EmbedParameters extends Omit<OwnOf<typeof parameters>, 'view' | 'controls'> {
  readonly view: EmbedView;
  readonly controls: ReadonlySet<EmbedControl>;
  readonly language: Language | null;
  readonly at: Moment;
}

/** Where the playhead rests by default: what is played begins at its start, and its end comes then. */
export const defaultMomentOf = (view: EmbedView) => (view === 'scene' || view === 'timeline' ? 'start' : 'break');

/** The parameters besides the run. */
export function parametersOf({ own, language, at }: AskedOfEmbed): EmbedParameters {
  const view = viewOf(own.view, (name) => own[name] !== null);
  // Lanes that play by themselves rest at their break, also where a person wants no motion.
  const rest = view === 'timeline' && (own.autoplay || own.loop) ? 'break' : defaultMomentOf(view);
  return { ...own, view, controls: own.controls ?? allControls, language, at: at ?? rest };
}

/** The address with missing parameters added. */
export function withMissing(missing: Readonly<Record<string, string | null>>, address: string): string {
  const query = new URLSearchParams(splitAddress(address).query);
  const own = Object.fromEntries(Object.entries(missing).filter(([name]) => !query.has(name)));
  return write({ own }, address);
}

/** WordPress appends a secret to the address of a frame that it makes. */
export function withoutSecret(all: string) {
  const [hash = '', secret = null] = all.split(/(?:^|#)\?secret=(\w+)$/);
  return { hash, secret };
}
