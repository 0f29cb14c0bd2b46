/**
 * `which` prints the lock that the answers lead to. It only connects the parts, and knows nothing of the process around
 * it. Exit codes: 0 answered, 2 bad input.
 */

import type { Language, Text } from '../core/model/values/text';
import { type Answers, comparedChecks, type Question, questionNames, questions } from '../search/matrix/choose';
import { recommend } from '../search/matrix/recommend';
import { recommendationLines } from '../search/matrix/recommendationLines';
import { rowInfos } from '../search/matrix/rowInfos';
import { rowTimes } from '../search/matrix/rowTimes';
import { tablesOf } from '../search/matrix/tables';
import { type Help, type Options, type ParsedCommand, parseCommandLine, refuse } from './commandLine';
import { say } from './say';
import * as asked from './whichWords';
import { usage } from './whichWords';

const exitBadInput = 2;

export interface CommandContext {
  readonly out: (text: string) => void;
  readonly errors: (text: string) => void;
  /** The words that call this command. */
  readonly called: string;
}

/** @returns the exit code. */
export async function which(typed: readonly string[], { out, errors, called }: CommandContext): Promise<number> {
  const parsed = parseCommand(typed);
  if (!parsed.ok) {
    say(errors, parsed.problem[parsed.language]);
    return exitBadInput;
  }
  const { command } = parsed;
  const { language } = command;
  if (command.kind === 'help') {
    say(out, usage(called, allowedFor('runs'))[language]);
    return 0;
  }
  const tables = await tablesOf(comparedChecks, 'own');
  const recommendation = recommend(command.answers, { infos: rowInfos, times: rowTimes, tables }, language);
  say(out, recommendationLines(recommendation, command.base).join('\n'));
  return 0;
}

/** Turns the arguments of `which` into data, or reports what is wrong with them. Reads no table. */
type Command =
  | Help
  | {
      readonly kind: 'which';
      readonly answers: Answers;
      /** The site that the links open, with a `/` at its end. */
      readonly base: string;
      readonly language: Language;
    };

/** Where `npm start` serves the page. */
const usualBase = 'http://127.0.0.1:5180/';

const optionOf = (question: Question): string => (question === 'harm' ? 'cost' : question);

/** The words that people type instead of the words of addresses, which never change. */
const typedWords: { readonly [Q in Question]?: Readonly<Record<string, string>> } = {
  harm: { data: 'never', charge: 'outside' },
  runs: {
    postgres: 'sql',
    s3: 'object-store',
    github: 'forge',
    repository: 'forge',
    files: 'file-system',
    nothing: 'anything',
  },
};

const answerOf = (question: Question, value: string): string => {
  const others = typedWords[question] ?? {};
  return Object.hasOwn(others, value) ? (others[value] ?? value) : value;
};

/** The words allowed for a question. What people type replaces the words of addresses. */
function allowedFor(question: Question): readonly string[] {
  const others = Object.entries(typedWords[question] ?? {});
  return questions[question].map((answer) => others.find(([, of]) => of === answer)?.[0] ?? answer);
}

const options: Options = {
  ...Object.fromEntries(
    questionNames.map((question) => [
      optionOf(question),
      (text: string | undefined, rawName: string) => answerProblem(question, rawName, text),
    ]),
  ),
  base: (text) => (/^https?:\/\/[^\s#?]+$/.test(text ?? '') ? null : asked.badBase),
};

/** @param typed the words after the program's name. */
const parseCommand = (typed: readonly string[]): ParsedCommand<Command> =>
  parseCommandLine<Command>(typed, options, ({ words: [stranger], optionValue, language, names }) => {
    if (stranger !== undefined) return refuse(asked.takesNoWord(stranger, names));
    const answers: Answers = Object.assign(
      {},
      ...questionNames.map((question) => {
        const value = optionValue(optionOf(question));
        return value === undefined ? {} : { [question]: answerOf(question, value) };
      }),
    );
    const base = optionValue('base') ?? usualBase;
    return { kind: 'which', answers, base: base.replace(/\/*$/, '/'), language };
  });

function answerProblem(question: Question, rawName: string, value: string | undefined): Text | null {
  const allowed: readonly string[] = questions[question];
  return allowed.includes(answerOf(question, value ?? ''))
    ? null
    : asked.badAnswer(rawName, value, allowedFor(question));
}
