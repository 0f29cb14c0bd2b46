/**
 * The parameters that the address of an embed may have, version 1. The embed itself names all others, so that the
 * writer of a post sees them. It still shows what can be shown.
 */
import {
  embedVersion,
  heightMax,
  heightMin,
  readHeight,
  runParameters,
  tableParameters,
} from '../../model/embedParameters';
import { readOutcome, type SharedOutcome } from '../../model/link/sharedOutcome';
import type { Language, Text } from '../../model/text';
import { dataFacts, lockFacts } from '../../model/verdict';
import { badParameter, givenTwice, goesWith, noParameter } from './embedProblems';

export const views = ['timeline', 'compare', 'verdict'] as const;
export type EmbedView = (typeof views)[number];

export const controls = ['play', 'steps', 'minimap', 'variants', 'open'] as const;
export type EmbedControl = (typeof controls)[number];

/** `host`: as the surrounding page says. Without such a page, as the system prefers. */
export const themes = ['light', 'dark', 'host'] as const;

export interface EmbedParameters {
  /** Replaces the story's own. */
  readonly storage: string | null;
  readonly lock: string | null;
  readonly view: EmbedView;
  readonly controls: ReadonlySet<EmbedControl>;
  readonly theme: (typeof themes)[number];
  readonly language: Language | null;
  /** The stretch that is shown and played, in ms; null: to the end of the run. */
  readonly from: number | null;
  readonly to: number | null;
  readonly loop: boolean;
  /** Where the playhead rests: at the break, or at a moment in ms. */
  readonly at: 'break' | 'start' | 'end' | number;
  /** How the run ended for the writer of the post, as in a link. */
  readonly outcome: SharedOutcome | null;
  /** The number that the surrounding page has drawn for this frame. */
  readonly frame: string | null;
  /** The height that the page has made room for, in px. */
  readonly room: number | null;
  /** The height of the frame in px, where it does not follow the content. */
  readonly height: number | null;
}

export interface ReadParameters {
  readonly parameters: EmbedParameters;
  readonly problems: readonly Text[];
}

const known = ['v', 'story', ...runParameters, 'frame', 'room'];

const msMax = 3_600_000;
const msAllowed = `0 … ${msMax} (ms)`;

const readMs = (value: string): number | null =>
  /^\d+(\.\d+)?$/.test(value) && Number(value) <= msMax ? Number(value) : null;

const moments = ['break', 'start', 'end'] as const;

type Refuse = (name: string, value: string, allowed: string) => null;

/** The name alone, whatever its value. */
function nameProblems(name: string, query: URLSearchParams): readonly Text[] {
  if (tableParameters.some((one) => one === name)) return [goesWith(name, 'view=matrix')];
  if (!known.some((one) => one === name)) return [noParameter(name, known)];
  return [
    ...(query.getAll(name).length > 1 ? [givenTwice(name)] : []),
    ...(name === 'variant' && !query.has('story') ? [goesWith(name, 'story')] : []),
  ];
}

export function readParameters(query: URLSearchParams): ReadParameters {
  const problems: Text[] = [];
  const refuse: Refuse = (name, value, allowed) => {
    problems.push(badParameter(name, value, allowed));
    return null;
  };
  for (const name of new Set(query.keys())) problems.push(...nameProblems(name, query));
  /** Null where nothing is asked for, and where it cannot be followed. */
  const read = <T>(name: string, parse: (value: string) => T | null | undefined, allowed: string): T | null => {
    const value = query.get(name);
    return value === null ? null : (parse(value) ?? refuse(name, value, allowed));
  };
  const oneOf = <T extends string>(name: string, allowed: readonly T[]): T | null =>
    read(name, (value) => allowed.find((one) => one === value), allowed.join(', '));
  oneOf('v', [String(embedVersion)]);
  const parameters: EmbedParameters = {
    storage: query.get('storage'),
    lock: query.get('lock'),
    // `matrix` is no view of a run, and is taken before.
    view: read('view', (value) => views.find((one) => one === value), [...views, 'matrix'].join(', ')) ?? 'timeline',
    controls: controlsOf(query.get('controls'), refuse),
    theme: oneOf('theme', themes) ?? 'host',
    language: languageOf(query.get('lang')) ?? oneOf('lang', ['en', 'zh']),
    from: read('from', readMs, msAllowed),
    to: read('to', readMs, msAllowed),
    loop: oneOf('loop', ['0', '1']) === '1',
    at:
      read(
        'at',
        (value) => moments.find((one) => one === value) ?? readMs(value),
        `${moments.join(', ')}, ${msAllowed}`,
      ) ?? 'break',
    outcome: read('outcome', readOutcome, `(${lockFacts.join(', ')}).(${dataFacts.join(', ')})`),
    frame: query.get('frame'),
    room: readRoom(query.get('room')),
    height: read('height', readHeight, `${heightMin} … ${heightMax} (px)`),
  };
  return { parameters, problems };
}

/** By its prefix: `zh-CN` is Chinese. */
const languageOf = (value: string | null): Language | null => {
  const prefix = /^(en|zh)(?![a-z])/i.exec(value ?? '')?.[1]?.toLowerCase();
  return prefix === 'en' || prefix === 'zh' ? prefix : null;
};

/** No person writes it, so a wrong one is not named. */
const readRoom = (value: string | null): number | null =>
  value !== null && /^\d{2,4}$/.test(value) ? Number(value) : null;

function controlsOf(value: string | null, refuse: Refuse): ReadonlySet<EmbedControl> {
  if (value === null || value === 'all') return new Set(controls);
  if (value === 'none') return new Set();
  const asked = value.split(',');
  const found = controls.filter((control) => asked.includes(control));
  if (found.length < asked.length) refuse('controls', value, `all, none, ${controls.join(', ')}`);
  return new Set(found);
}
