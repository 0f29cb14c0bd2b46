/** Turns the arguments of `which` into data, or says what is wrong with them. Reads no table. */
import { type Answers, type Question, questionNames, questions } from '../matrix/choose';
import { type Language, languages, type Text } from '../model/text';
import { type Ordered, readTyped } from './typed';
import * as asked from './whichWords';
import * as words from './words';

export type Order =
  | { readonly kind: 'help'; readonly language: Language }
  | {
      readonly kind: 'which';
      readonly answers: Answers;
      readonly isMarkdown: boolean;
      /** The site that the links open, with a `/` at its end. */
      readonly base: string;
      readonly language: Language;
    };

const options = {
  cost: { type: 'string' },
  check: { type: 'string' },
  runs: { type: 'string' },
  work: { type: 'string' },
  waits: { type: 'string' },
  base: { type: 'string' },
  lang: { type: 'string' },
  markdown: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const optionNames = '--cost, --check, --runs, --work, --waits, --markdown, --base, --lang, --help';

/** Where `npm start` serves the page. */
const usualBase = 'http://127.0.0.1:5180/';

const optionOf: Readonly<Record<Question, keyof typeof options>> = {
  harm: 'cost',
  check: 'check',
  runs: 'runs',
  work: 'work',
  waits: 'waits',
};

/** Words that a person types, for the words of addresses, which never change. */
const typedWords: { readonly [Q in Question]?: Readonly<Record<string, string>> } = {
  harm: { data: 'never', charge: 'outside' },
  runs: { postgres: 'sql', nothing: 'anything' },
};

const answerOf = (question: Question, value: string): string => {
  const others = typedWords[question] ?? {};
  return Object.hasOwn(others, value) ? (others[value] ?? value) : value;
};

/** What may be typed for a question. Words that a person types come in place of those of addresses. */
function allowedFor(question: Question): readonly string[] {
  const others = Object.entries(typedWords[question] ?? {});
  return questions[question].map((answer) => others.find(([, of]) => of === answer)?.[0] ?? answer);
}

/** @param typed the words after the program's name. */
export function parseOrder(typed: readonly string[]): Ordered<Order> {
  const { words: rest, given, has, language, problem } = readTyped(typed, options, optionProblem);
  const refuse = (reason: Text): Ordered<Order> => ({ ok: false, problem: reason, language });
  if (problem !== null) return refuse(problem);
  if (has('help')) return { ok: true, order: { kind: 'help', language } };
  const [stranger] = rest;
  if (stranger !== undefined) return refuse(asked.takesNoWord(stranger, optionNames));
  const answers: Answers = Object.assign(
    {},
    ...questionNames.map((question) => {
      const value = given(optionOf[question]);
      return value === undefined ? {} : { [question]: answerOf(question, value) };
    }),
  );
  const base = given('base') ?? usualBase;
  return {
    ok: true,
    order: { kind: 'which', answers, isMarkdown: has('markdown'), base: base.replace(/\/*$/, '/'), language },
  };
}

function optionProblem(name: string, rawName: string, value: string | undefined): Text | null {
  switch (name) {
    case 'markdown':
    case 'help':
    case 'h':
      return value === undefined ? null : words.takesNoValue(rawName);
    case 'lang':
      return languages.some((language) => language === value) ? null : words.badLanguage(value, languages);
    case 'base':
      return /^https?:\/\/[^\s#?]+$/.test(value ?? '') ? null : asked.badBase;
    default:
      return answerProblem(name, rawName, value);
  }
}

function answerProblem(name: string, rawName: string, value: string | undefined): Text | null {
  const question = questionNames.find((one) => optionOf[one] === name);
  if (question === undefined) return words.noOption(rawName, optionNames);
  const allowed: readonly string[] = questions[question];
  return allowed.includes(answerOf(question, value ?? ''))
    ? null
    : asked.badAnswer(rawName, value, allowedFor(question));
}
