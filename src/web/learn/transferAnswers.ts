/**
 * The answers to the test before and after the exercises, kept in the browser, and the file that they can be saved
 * as.
 */
import * as v from 'valibot';
import { create } from 'zustand';
import { type Round, transferOutcomes, transferQuestions } from '../../course/exercises/transfer';
import { type Answers, type Keys, learningGainOf, type SureAnswer, scored } from '../../course/judging/transfer';
import { readJson } from '../state/readJson';
import { store, stored } from '../state/stored';

/** How sure a person can say they are, in percent. The first is a guess among five outcomes. */
export const sureSteps = [20, 40, 60, 80, 100] as const;

interface Tests {
  readonly before: Answers;
  readonly after: Answers;
}

interface TestsState extends Tests {
  /** Whether the browser keeps them. */
  readonly isKept: boolean;
  readonly answer: (round: Round, id: string, answer: SureAnswer) => void;
  readonly forget: () => void;
}

const storageKey = 'redlock-playground-transfer';
const version = 1;

const answersSchema = v.record(
  v.picklist(transferQuestions.map(({ id }) => id)),
  v.strictObject({ outcome: v.picklist(transferOutcomes.map(({ id }) => id)), sure: v.picklist(sureSteps) }),
);
const testsSchema = v.strictObject({ version: v.literal(version), before: answersSchema, after: answersSchema });

const none: Tests = { before: {}, after: {} };

/** Input from another version, or edited by hand, counts as empty. */
export function parseTests(text: string): Tests {
  const parseResult = readJson(testsSchema, text);
  return parseResult.ok ? { before: parseResult.value.before, after: parseResult.value.after } : none;
}

const remembered = (): Tests => parseTests(stored(storageKey) ?? '');
const keep = (tests: Tests): boolean => store(storageKey, JSON.stringify({ version, ...tests }));

export const useTests = create<TestsState>()((set) => {
  const begun = remembered();
  return {
    ...begun,
    isKept: keep(begun),
    answer: (round, id, answer) => {
      // Another tab may have saved an answer meanwhile.
      const now = remembered();
      const tests = { ...now, [round]: { ...now[round], [id]: answer } };
      set({ ...tests, isKept: keep(tests) });
    },
    forget: () => set({ ...none, isKept: keep(none) }),
  };
});

export const isComplete = (answers: Answers): boolean =>
  transferQuestions.every(({ id }) => Object.hasOwn(answers, id));

/** A row for each situation, and one for all. Numbers have a decimal point in every language. */
export function testsAsCsv(keys: Keys, { before, after }: Tests): string {
  const [first, second] = [scored(keys, before), scored(keys, after)];
  const gain = learningGainOf(first, second);
  const cells = (answers: Answers, id: string, key: string): readonly string[] => {
    const { outcome = '', sure = '' } = answers[id] ?? {};
    return [outcome, String(sure), outcome === key ? '1' : '0'];
  };
  const rows = Object.entries(keys).map(([id, key]) => [id, key, ...cells(before, id, key), ...cells(after, id, key)]);
  const whole = ['all', '', '', '', String(first.right), '', '', String(second.right)];
  const figures = [gain === null ? '' : gain.toFixed(3), first.brier.toFixed(3), second.brier.toFixed(3)];
  const head =
    'situation,key,before,before_sure,before_right,after,after_sure,after_right,gain,brier_before,brier_after';
  const lines = [...rows.map((row) => [...row, '', '', '']), [...whole, ...figures]].map((row) => row.join(','));
  return `${[head, ...lines].join('\r\n')}\r\n`;
}
