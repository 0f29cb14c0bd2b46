/** Turns the arguments of `explore` into data, or reports what is wrong with them. Reads no file and no story. */

import { injectableKinds, standardKinds } from '../core/faults';
import type { FaultKind } from '../core/model/scenario/fault';
import { harms } from '../core/model/trace/severity';
import type { Language, Text } from '../core/model/values/text';
import type { HarmTarget } from '../search/explore/harm';
import { faultsMost } from '../search/explore/space';
import {
  type CommandLine,
  type Help,
  needed,
  type Options,
  type ParsedCommand,
  parseCommandLine,
  refuse,
  whole,
} from './commandLine';
import * as asked from './exploreWords';
import { type Address, addressIn } from './queue/address';
import * as queued from './queue/queueWords';
import * as words from './words';

export interface Search {
  readonly check: string | undefined;
  readonly kinds: readonly FaultKind[];
  readonly faultsMax: number;
  readonly harm: HarmTarget;
  /** The number of seeds, starting with the scenario's own. */
  readonly seeds: number;
}

export type Command =
  | Help
  | (Search & {
      readonly kind: 'explore';
      /** Null: the page's first scenario, with a given lock or check. */
      readonly target: string | null;
      readonly lock: string | undefined;
      /** How many decisions an order of messages has at most. Null: faults are placed in a run with times. */
      readonly orders: number | null;
      /** Undefined: one fewer than the machine has cores. */
      readonly workers: number | undefined;
      /** The Redis through which workers of any machine search. Null: this machine searches. */
      readonly queue: Address | null;
      /** The page that the links open, without a fragment. */
      readonly base: string;
      readonly isJson: boolean;
      readonly language: Language;
    });

/** Where `npm start` serves the page. */
const usualBase = 'http://127.0.0.1:5180/';

const seedsMost = 1000;
/** The most threads on one machine. */
export const workersMost = 8;

/** The options of every search. */
export const searchOptions: Options = {
  faults: kindsProblem,
  max: whole(faultsMost, asked.badNumber),
  harm: (text) => (harms.some((harm) => harm === text) ? null : asked.notAmong('--harm', harms)),
  seeds: whole(seedsMost, asked.badNumber),
  check: needed(asked.needsCheck),
};

export const searchIn = ({ optionValue, number }: CommandLine): Search => ({
  check: optionValue('check'),
  kinds: kindsIn(optionValue('faults') ?? '') ?? standardKinds,
  faultsMax: number('max') ?? 1,
  harm: harms.find((harm) => harm === optionValue('harm')) ?? 'lost',
  seeds: number('seeds') ?? 1,
});

/** No machine can run all orders of this length. */
const decisionsMost = 30;

const options: Options = {
  ...searchOptions,
  lock: needed(words.needsLock),
  orders: whole(decisionsMost, asked.badNumber),
  workers: whole(workersMost, asked.badNumber),
  queue: (text) => (addressIn(text ?? '') === null ? queued.badAddress : null),
  base: (text) => (baseIn(text) === null ? asked.badBase : null),
  json: 'flag',
};

/** @param typed the words after the program's name. */
export const parseCommand = (typed: readonly string[]): ParsedCommand<Command> =>
  parseCommandLine<Command>(typed, options, (commandLine) => {
    const { words: targets, optionValue, number, has, language } = commandLine;
    const [target, ...more] = targets;
    const [lock, search] = [optionValue('lock'), searchIn(commandLine)];
    if ((target ?? '') === '' && lock === undefined && search.check === undefined) return refuse(asked.nothing);
    if (more.length > 0) return refuse(words.tooMany);
    if (optionValue('queue') !== undefined && optionValue('workers') !== undefined)
      return refuse(queued.workersAreElsewhere);
    if (
      optionValue('orders') !== undefined &&
      ['workers', 'queue', 'seeds'].some((name) => optionValue(name) !== undefined)
    )
      return refuse(asked.ordersAlone);
    return {
      kind: 'explore',
      target: target ?? null,
      lock,
      ...search,
      orders: number('orders') ?? null,
      workers: number('workers'),
      queue: addressIn(optionValue('queue') ?? ''),
      base: baseIn(optionValue('base')) ?? usualBase,
      isJson: has('json'),
      language,
    };
  });

/** Stands for the list of all kinds. */
const everyKind = 'all';

/** In the order in which they are tried. Null: one of them is not a kind. */
function kindsIn(text: string): readonly FaultKind[] | null {
  if (text === everyKind) return injectableKinds;
  const names = text.split(',');
  return strangerIn(names) === undefined ? injectableKinds.filter((kind) => names.includes(kind)) : null;
}

const strangerIn = (names: readonly string[]): string | undefined =>
  names.find((name) => !injectableKinds.some((kind) => kind === name));

function kindsProblem(text: string | undefined): Text | null {
  if (text === everyKind) return null;
  const stranger = strangerIn((text ?? '').split(','));
  return stranger === undefined ? null : asked.noKind(stranger, [...injectableKinds, everyKind]);
}

/** The address of a page without its fragment. Null: nothing was given, or it is not such an address. */
function baseIn(text: string | undefined): string | null {
  if (text === undefined || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  url.hash = '';
  return url.href;
}
