/**
 * The answers to “Which lock do I need?”: those in the address, or the last ones while the address names something
 * else.
 */
import { create } from 'zustand';
import { type Answers, type Choice, choose, comparedChecks, type Tables } from '../../search/matrix/choose';
import { rowInfos } from '../../search/matrix/rowInfos';
import { tableChecks } from './columns';
import { fetchTable } from './tableState';

interface AnswersState {
  readonly answers: Answers;
  readonly tables: Tables | null;
  readonly hasFailed: boolean;
}

export const useAnswers = create<AnswersState>()(() => ({ answers: {}, tables: null, hasFailed: false }));

export const setAnswers = (answers: Answers): void => useAnswers.setState({ answers });

export const hasAnswers = (answers: Answers): boolean => Object.keys(answers).length > 0;

/** With each lock's own lease. */
export function fetchAllTables(): void {
  if (useAnswers.getState().tables !== null) return;
  const wanted = comparedChecks.filter((check) => tableChecks.includes(check));
  Promise.all(wanted.map(async (check) => [check, await fetchTable(check, 'own')] as const)).then(
    (all) => useAnswers.setState({ tables: Object.fromEntries(all), hasFailed: false }),
    () => useAnswers.setState({ hasFailed: true }),
  );
}

let last: { readonly state: AnswersState; readonly choice: Choice } | null = null;

/** Null if there is no answer, or while tables are missing. Returns the same object until something changes. */
export function useChoice(): Choice | null {
  const state = useAnswers();
  const { answers, tables } = state;
  if (tables === null || !hasAnswers(answers)) return null;
  if (last?.state !== state) last = { state, choice: choose(answers, rowInfos, tables) };
  return last.choice;
}
