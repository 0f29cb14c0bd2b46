/** What was typed after the name of a command: its words and its options, each of them checked. Knows no command. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Language, languages, type Text } from '../model/text';

/** What a command is to do, or what is wrong with what was typed, in the language that was asked for. */
export type Ordered<Order> =
  | { readonly ok: true; readonly order: Order }
  | { readonly ok: false; readonly problem: Text; readonly language: Language };

/** @returns what is wrong with an option; null when it may stand as it is */
type OptionProblem = (name: string, rawName: string, value: string | undefined) => Text | null;

export interface Typed {
  readonly words: readonly string[];
  /** The text that was given for an option. */
  readonly given: (name: string) => string | undefined;
  /** Whether an option without a text was given. */
  readonly has: (name: string) => boolean;
  readonly language: Language;
  /** What is wrong with the first bad option. */
  readonly problem: Text | null;
}

export function readTyped(
  typed: readonly string[],
  options: NonNullable<ParseArgsConfig['options']>,
  problemOf: OptionProblem,
): Typed {
  const read = parseArgs({ args: [...typed], options, allowPositionals: true, strict: false, tokens: true });
  const values = new Map(Object.entries(read.values));
  const given = (name: string): string | undefined => {
    const value = values.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const problems = read.tokens.map((token) =>
    token.kind === 'option' ? problemOf(token.name, token.rawName, token.value) : null,
  );
  return {
    words: read.positionals,
    given,
    has: (name) => values.get(name) === true,
    language: languages.find((name) => name === given('lang')) ?? 'en',
    problem: problems.find((problem) => problem !== null) ?? null,
  };
}
