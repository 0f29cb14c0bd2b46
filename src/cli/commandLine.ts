/** What was typed after the name of a command: its words and its options, each of them checked. Knows no command. */
import { parseArgs } from 'node:util';
import { type Language, languages, type Text } from '../core/model/values/text';
import * as words from './words';

/** What a command must do, or what is wrong with the input, in the language that was asked for. */
export type ParsedCommand<Command> =
  | { readonly ok: true; readonly command: Command }
  | { readonly ok: false; readonly problem: Text; readonly language: Language };

/** @returns what is wrong with the text of an option; null if it is valid */
type Check = (text: string | undefined, rawName: string) => Text | null;

/**
 * The options of a command by name, without `lang` and `help`, which every command has. `flag`: an option without a
 * text.
 */
export type Options = Readonly<Record<string, Check | 'flag'>>;

export interface CommandLine {
  readonly words: readonly string[];
  /** The text given for an option. */
  readonly optionValue: (name: string) => string | undefined;
  /** The number given for an option. */
  readonly number: (name: string) => number | undefined;
  /** Whether an option without a text was given. */
  readonly has: (name: string) => boolean;
  readonly language: Language;
  /** The names of the options, for a message. */
  readonly names: string;
}

export interface Refused {
  readonly kind: 'refused';
  readonly problem: Text;
}

export interface Help {
  readonly kind: 'help';
  readonly language: Language;
}

export const refuse = (problem: Text): Refused => ({ kind: 'refused', problem });

/**
 * @param typed the words after the program's name
 * @param commandOf is not called if an option is wrong, nor for help
 */
export function parseCommandLine<Command extends { readonly kind: string }>(
  typed: readonly string[],
  own: Options,
  commandOf: (typed: CommandLine) => Command | Refused,
): ParsedCommand<Command | Help> {
  const options: Options = { ...own, lang: languageProblem, help: 'flag' };
  const names = Object.keys(options);
  const types = names.map((name) => [name, { type: options[name] === 'flag' ? 'boolean' : 'string' }] as const);
  const parseResult = parseArgs({
    args: [...typed],
    options: { ...Object.fromEntries(types), help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const values = new Map(Object.entries(parseResult.values));
  const optionValue = (name: string): string | undefined => {
    const value = values.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const language = languages.find((name) => name === optionValue('lang')) ?? 'en';
  const listed = names.map((name) => `--${name}`).join(', ');
  for (const token of parseResult.tokens) {
    const problem = token.kind === 'option' ? problemOf(options, token, listed) : null;
    if (problem !== null) return { ok: false, problem, language };
  }
  const has = (name: string): boolean => values.get(name) === true;
  if (has('help')) return { ok: true, command: { kind: 'help', language } };
  const number = (name: string): number | undefined =>
    optionValue(name) === undefined ? undefined : Number(optionValue(name));
  const command = commandOf({
    words: parseResult.positionals,
    optionValue: optionValue,
    number,
    has,
    language,
    names: listed,
  });
  return isRefused(command) ? { ok: false, problem: command.problem, language } : { ok: true, command };
}

const isRefused = (command: { readonly kind: string } | Refused): command is Refused => command.kind === 'refused';

function problemOf(
  options: Options,
  { name, rawName, value }: { readonly name: string; readonly rawName: string; readonly value?: string | undefined },
  listed: string,
): Text | null {
  const check = Object.hasOwn(options, name) ? options[name] : undefined;
  if (check === undefined) return words.noOption(rawName, listed);
  if (check === 'flag') return value === undefined ? null : words.takesNoValue(rawName);
  return check(value, rawName);
}

const languageProblem: Check = (text) =>
  languages.some((language) => language === text) ? null : words.badLanguage(text, languages);

/** For an option that needs a text of any kind. */
export const needed =
  (problem: Text): Check =>
  (text) =>
    text === undefined || text === '' ? problem : null;

/** For an option that needs a whole number from `least` to `most`. */
export const whole =
  (most: number, problem: (rawName: string, most: number) => Text, least = 1): Check =>
  (text, rawName) =>
    /^\d{1,10}$/.test(text ?? '') && Number(text) >= least && Number(text) <= most ? null : problem(rawName, most);
