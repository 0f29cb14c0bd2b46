/** What is wrong with a reader's code, in sentences: the problem, its place, and what is allowed. */

import { useCallback, useMemo } from 'react';
import { formatAt } from '../../core/model/format';
import { withColon } from '../../core/model/joinedTexts';
import { visibleToAll } from '../../core/model/visible';
import type { OwnProblem } from '../../sandbox/own/session';
import { useSharedWords } from '../words/i18n';
import { useOwnRuns } from './ownRuns';
import { useOwnWords } from './ownWords';

interface ProblemText {
  readonly message: string;
  readonly allowed: string;
  /** `Lock, line 3 · Client 1, at 1.204 s`. */
  readonly where: string;
}

/** The problem of the present code, or those of the run on screen. */
export function useProblems(): readonly OwnProblem[] {
  const problem = useOwnRuns((state) => state.problem);
  const made = useOwnRuns((state) => state.made);
  return useMemo(() => (problem === null ? (made?.problems ?? []) : [problem]), [problem, made]);
}

/** Whether the run is still valid. */
export const isWarning = ({ kind }: OwnProblem): boolean => kind === 'never-released' || kind === 'other-bytes';

export function useProblemText(): (problem: OwnProblem) => ProblemText {
  const words = useOwnWords();
  const { onTimeline } = useSharedWords();
  const trace = useOwnRuns((state) => state.made?.trace);
  return useCallback(
    ({ kind, message, place, client, seq }) => {
      const { said, allowed } = words.problems[kind];
      const parts = [
        ...(place === null ? [] : [words.line(words.files[place.file], place.line)]),
        ...(client === undefined
          ? []
          : [words.ofClient(onTimeline.process(client), formatAt(trace?.at[seq ?? 0] ?? 0))]),
      ];
      return {
        message: message === '' ? said : withColon(said, visibleToAll(message)),
        allowed,
        where: parts.join(' · '),
      };
    },
    [words, onTimeline, trace],
  );
}
