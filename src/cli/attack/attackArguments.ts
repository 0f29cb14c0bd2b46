/** Turns the arguments of `attack` into data, or says what is wrong with them. Reads no file. */
import { type Harm, harms } from '../../explore/harm';
import { standardKinds } from '../../faults';
import type { FaultKind } from '../../model/fault';
import type { Language, Text } from '../../model/text';
import { kindsIn, searchProblem } from '../exploreArguments';
import { type Ordered, readTyped } from '../typed';
import * as asked from './attackWords';

export type AttackOrder =
  | { readonly kind: 'help'; readonly language: Language }
  | {
      readonly kind: 'attack';
      /** The file of the lock. */
      readonly file: string;
      /** A story, a scenario, a link or a run. Null: the usual scenario. */
      readonly target: string | null;
      readonly check: string | undefined;
      readonly kinds: readonly FaultKind[];
      readonly faultsMax: number;
      readonly harm: Harm;
      readonly seeds: number;
      /** Undefined: as many as the machine has cores, but one. */
      readonly workers: number | undefined;
      /** Where the runs that break are written. */
      readonly folder: string;
      /** One run, with the faults of its scenario, in place of a search. */
      readonly isPlayed: boolean;
      /** The same on real servers, where each client is a process. */
      readonly isLive: boolean;
      readonly isJson: boolean;
      readonly language: Language;
    };

const options = {
  play: { type: 'boolean' },
  live: { type: 'boolean' },
  faults: { type: 'string' },
  max: { type: 'string' },
  harm: { type: 'string' },
  seeds: { type: 'string' },
  check: { type: 'string' },
  threads: { type: 'string' },
  out: { type: 'string' },
  lang: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const optionNames =
  '--play, --live, --faults, --max, --harm, --seeds, --check, --threads, --out, --lang, --json, --help';
const usualFolder = 'attack-runs';

/** @param typed the words after the program's name. */
export function parseAttack(typed: readonly string[]): Ordered<AttackOrder> {
  const { words, given, has, language, problem } = readTyped(typed, options, optionProblem);
  const refuse = (reason: Text): Ordered<AttackOrder> => ({ ok: false, problem: reason, language });
  if (problem !== null) return refuse(problem);
  if (has('help')) return { ok: true, order: { kind: 'help', language } };
  const [file = '', target, ...more] = words;
  if (file === '') return refuse(asked.noFileGiven);
  if (more.length > 0) return refuse(asked.tooMany);
  return {
    ok: true,
    order: {
      kind: 'attack',
      file,
      target: target ?? null,
      check: given('check'),
      kinds: kindsIn(given('faults') ?? '') ?? standardKinds,
      faultsMax: Number(given('max') ?? 1),
      harm: harms.find((harm) => harm === given('harm')) ?? 'lost-update',
      seeds: Number(given('seeds') ?? 1),
      workers: given('threads') === undefined ? undefined : Number(given('threads')),
      folder: given('out') ?? usualFolder,
      isPlayed: has('play'),
      isLive: has('live'),
      isJson: has('json'),
      language,
    },
  };
}

function optionProblem(name: string, rawName: string, value: string | undefined): Text | null {
  if (name === 'out') return value === undefined || value === '' ? asked.needsFolder : null;
  return searchProblem(name, rawName, value, { names: Object.keys(options), listed: optionNames });
}
