/** Turns the arguments of `explore:worker` into data, or says what is wrong with them. */
import { type Language, languages, type Text } from '../../model/text';
import { badNumber } from '../exploreWords';
import { type Ordered, readTyped } from '../typed';
import * as words from '../words';
import { type Address, addressIn } from './address';
import * as asked from './queueWords';

export type WorkOrder =
  | { readonly kind: 'help'; readonly language: Language }
  | {
      readonly kind: 'work';
      readonly address: Address;
      /** Undefined: as many as the machine has cores, but one. */
      readonly workers: number | undefined;
      readonly language: Language;
    };

const options = {
  workers: { type: 'string' },
  lang: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const workersMost = 64;

export function parseWork(typed: readonly string[]): Ordered<WorkOrder> {
  const { words: given, given: option, has, language, problem } = readTyped(typed, options, optionProblem);
  const refuse = (reason: Text): Ordered<WorkOrder> => ({ ok: false, problem: reason, language });
  if (problem !== null) return refuse(problem);
  if (has('help')) return { ok: true, order: { kind: 'help', language } };
  const [first, ...more] = given;
  if (first === undefined) return refuse(asked.needsAddress);
  if (more.length > 0) return refuse(asked.tooManyAddresses);
  const address = addressIn(first);
  if (address === null) return refuse(asked.badAddress);
  const workers = option('workers');
  const count = workers === undefined ? undefined : Number(workers);
  return { ok: true, order: { kind: 'work', address, workers: count, language } };
}

function optionProblem(name: string, rawName: string, value: string | undefined): Text | null {
  switch (name) {
    case 'help':
    case 'h':
      return value === undefined ? null : words.takesNoValue(rawName);
    case 'lang':
      return languages.some((language) => language === value) ? null : words.badLanguage(value, languages);
    case 'workers': {
      const isWhole =
        value !== undefined && /^\d{1,2}$/.test(value) && Number(value) >= 1 && Number(value) <= workersMost;
      return isWhole ? null : badNumber('--workers', workersMost);
    }
    default:
      return words.noOption(rawName, '--workers, --lang, --help');
  }
}
