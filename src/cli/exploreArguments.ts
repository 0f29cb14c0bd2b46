/** Turns the arguments of `explore` into data, or says what is wrong with them. Reads no file and no story. */
import { type Harm, harms } from '../explore/harm';
import { faultsMost } from '../explore/space';
import { placedKinds, standardKinds } from '../faults';
import type { FaultKind } from '../model/fault';
import { type Language, languages, type Text } from '../model/text';
import * as asked from './exploreWords';
import { type Address, addressIn } from './queue/address';
import * as queued from './queue/queueWords';
import { type Ordered, readTyped } from './typed';
import * as words from './words';

export type Order =
  | { readonly kind: 'help'; readonly language: Language }
  | {
      readonly kind: 'explore';
      /** Null: the scenario with which the page begins. Then there is a lock or a check. */
      readonly target: string | null;
      readonly lock: string | undefined;
      readonly check: string | undefined;
      readonly kinds: readonly FaultKind[];
      readonly faultsMax: number;
      readonly harm: Harm;
      /** How many seeds, from the scenario's own on. */
      readonly seeds: number;
      /** Undefined: as many as the machine has cores, but one. */
      readonly workers: number | undefined;
      /** The Redis over which workers of any machine search. Null: this machine searches. */
      readonly queue: Address | null;
      /** The page that the links open, without a fragment. */
      readonly base: string;
      readonly isJson: boolean;
      readonly language: Language;
    };

const options = {
  faults: { type: 'string' },
  max: { type: 'string' },
  harm: { type: 'string' },
  seeds: { type: 'string' },
  lock: { type: 'string' },
  check: { type: 'string' },
  workers: { type: 'string' },
  queue: { type: 'string' },
  base: { type: 'string' },
  lang: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const optionNames =
  '--faults, --max, --harm, --seeds, --lock, --check, --workers, --queue, --base, --lang, --json, --help';

/** Where `npm start` serves the page. */
const usualBase = 'http://127.0.0.1:5180/';

const seedsMost = 1000;
const workersMost = 8;

/** @param typed the words after the program's name. */
export function parseOrder(typed: readonly string[]): Ordered<Order> {
  const { words: targets, given, has, language, problem } = readTyped(typed, options, optionProblem);
  const refuse = (reason: Text): Ordered<Order> => ({ ok: false, problem: reason, language });
  if (problem !== null) return refuse(problem);
  if (has('help')) return { ok: true, order: { kind: 'help', language } };
  const [target, ...more] = targets;
  const [lock, check] = [given('lock'), given('check')];
  if ((target ?? '') === '' && lock === undefined && check === undefined) return refuse(asked.nothing);
  if (more.length > 0) return refuse(words.tooMany);
  if (given('queue') !== undefined && given('workers') !== undefined) return refuse(queued.workersAreElsewhere);
  return {
    ok: true,
    order: {
      kind: 'explore',
      target: target ?? null,
      lock,
      check,
      kinds: kindsIn(given('faults') ?? '') ?? standardKinds,
      faultsMax: Number(given('max') ?? 1),
      harm: harms.find((harm) => harm === given('harm')) ?? 'lost-update',
      seeds: Number(given('seeds') ?? 1),
      workers: given('workers') === undefined ? undefined : Number(given('workers')),
      queue: addressIn(given('queue') ?? ''),
      base: baseIn(given('base')) ?? usualBase,
      isJson: has('json'),
      language,
    },
  };
}

/** In place of a list of kinds. */
const everyKind = 'all';

/** In the order in which they are tried. Null: something is no kind. */
export function kindsIn(text: string): readonly FaultKind[] | null {
  if (text === everyKind) return placedKinds;
  const names = text.split(',');
  return strangerIn(names) === undefined ? placedKinds.filter((kind) => names.includes(kind)) : null;
}

const strangerIn = (names: readonly string[]): string | undefined =>
  names.find((name) => !placedKinds.some((kind) => kind === name));

function kindsProblem(text: string | undefined): Text | null {
  if (text === everyKind) return null;
  const stranger = strangerIn((text ?? '').split(','));
  return stranger === undefined ? null : asked.noKind(stranger, [...placedKinds, everyKind]);
}

/** The address of a page without its fragment. Null: nothing was given, or something that is no such address. */
function baseIn(text: string | undefined): string | null {
  if (text === undefined || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  url.hash = '';
  return url.href;
}

function optionProblem(name: string, rawName: string, value: string | undefined): Text | null {
  switch (name) {
    case 'lock':
      return value === undefined || value === '' ? words.needsLock : null;
    case 'base':
      return baseIn(value) === null ? asked.badBase : null;
    case 'queue':
      return addressIn(value ?? '') === null ? queued.badAddress : null;
    default:
      return searchProblem(name, rawName, value, { names: Object.keys(options), listed: optionNames });
  }
}

/** What is wrong with an option of a search, whatever is searched. */
export function searchProblem(
  name: string,
  rawName: string,
  value: string | undefined,
  { names, listed }: { readonly names: readonly string[]; readonly listed: string },
): Text | null {
  if (!names.includes(name) && name !== 'h') return words.noOption(rawName, listed);
  switch (name) {
    case 'lang':
      return languages.some((language) => language === value) ? null : words.badLanguage(value, languages);
    case 'check':
      return value === undefined || value === '' ? asked.needsCheck : null;
    case 'faults':
      return kindsProblem(value);
    case 'harm':
      return harms.some((harm) => harm === value) ? null : asked.notAmong('--harm', harms);
    case 'max':
      return wholeProblem('--max', value, faultsMost);
    case 'seeds':
      return wholeProblem('--seeds', value, seedsMost);
    case 'workers':
    case 'threads':
      return wholeProblem(`--${name}`, value, workersMost);
    default:
      return value === undefined ? null : words.takesNoValue(rawName);
  }
}

function wholeProblem(option: string, value: string | undefined, most: number): Text | null {
  const isWhole = value !== undefined && /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= most;
  return isWhole ? null : asked.badNumber(option, most);
}
