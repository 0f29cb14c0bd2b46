/** Turns the arguments of `play` into data, or says what is wrong with them. Reads no file and no story. */
import { seedField } from '../model/settingsFields';
import { type Language, languages, type Text } from '../model/text';
import { type Ordered, readTyped } from './typed';
import * as words from './words';

/** What to do, and the language of the output. */
export type Order =
  | { readonly kind: 'list'; readonly language: Language }
  | { readonly kind: 'help'; readonly language: Language }
  | {
      readonly kind: 'play';
      /** Null: the scenario with which the page begins. Then there is a lock. */
      readonly target: string | null;
      /** The id of a lock or of a library that takes the place of the scenario's own. */
      readonly lock: string | undefined;
      /** Replaces the scenario's own seed. */
      readonly seed: number | undefined;
      readonly isJson: boolean;
      /** Whether it runs on real Redis instead of the simulator. */
      readonly isLive: boolean;
      readonly language: Language;
    };

const options = {
  seed: { type: 'string' },
  lock: { type: 'string' },
  lang: { type: 'string' },
  json: { type: 'boolean' },
  live: { type: 'boolean' },
  list: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const optionNames = '--lock, --seed, --lang, --json, --live, --list, --help';

/** @param typed the words after the program's name. */
export function parseOrder(typed: readonly string[]): Ordered<Order> {
  const { words: targets, given, has, language, problem } = readTyped(typed, options, optionProblem);
  const refuse = (reason: Text): Ordered<Order> => ({ ok: false, problem: reason, language });
  if (problem !== null) return refuse(problem);
  if (has('help')) return { ok: true, order: { kind: 'help', language } };
  if (has('list')) return targets.length > 0 ? refuse(words.tooMany) : { ok: true, order: { kind: 'list', language } };
  const [target, ...more] = targets;
  const lock = given('lock');
  if ((target ?? '') === '' && lock === undefined) return refuse(words.nothing);
  if (more.length > 0) return refuse(words.tooMany);
  const seed = given('seed') === undefined ? undefined : Number(given('seed'));
  const [isJson, isLive] = [has('json'), has('live')];
  return { ok: true, order: { kind: 'play', target: target ?? null, lock, seed, isJson, isLive, language } };
}

function optionProblem(name: string, rawName: string, value: string | undefined): Text | null {
  switch (name) {
    case 'json':
    case 'live':
    case 'list':
    case 'help':
    case 'h':
      return value === undefined ? null : words.takesNoValue(rawName);
    case 'lang':
      return languages.some((language) => language === value) ? null : words.badLanguage(value, languages);
    case 'lock':
      return value === undefined || value === '' ? words.needsLock : null;
    case 'seed':
      return seedProblem(value);
    default:
      return words.noOption(rawName, optionNames);
  }
}

function seedProblem(value: string | undefined): Text | null {
  const { min, max } = seedField;
  const isWhole = value !== undefined && /^\d{1,10}$/.test(value) && Number(value) >= min && Number(value) <= max;
  return isWhole ? null : words.badSeed(value, seedField);
}
