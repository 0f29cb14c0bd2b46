/** What is wrong with a reader's code, in sentences: the problem, its place, and what is allowed. */

import { useCallback, useMemo } from 'react';
import { formatAt, formatNumber } from '../../core/model/values/format';
import { groupedBy } from '../../core/model/values/grouped';
import { withColon } from '../../core/model/values/joinedTexts';
import { visibleToAll } from '../../core/model/values/visible';
import type { OwnProblem } from '../../sandbox/own/ownCalls';
import { useSharedWords } from '../words/i18n';
import { useOwnRuns } from './ownRuns';
import { useOwnWords } from './ownWords';

/** The same in several clients or at several times is one problem, at its first moment. */
interface Grouped extends OwnProblem {
  readonly times: number;
}

interface ProblemText {
  readonly message: string;
  readonly allowed: string;
  /** `Lock, line 3 · Client 1, at 1.204 s`. */
  readonly where: string;
}

/** The problem of the present code, or those of the run on screen; refusals come last. */
export function useProblems(): readonly Grouped[] {
  const problem = useOwnRuns((state) => state.problem);
  const ownRun = useOwnRuns((state) => state.ownRun);
  return useMemo(() => grouped(problem === null ? (ownRun?.problems ?? []) : [problem]), [problem, ownRun]);
}

function grouped(problems: readonly OwnProblem[]): readonly Grouped[] {
  // A refusal may name who has the lock.
  const nameOf = ({ kind, message, place, isRefusal }: OwnProblem): string =>
    JSON.stringify([isRefusal ? '' : message, kind, place?.file, place?.line]);
  const groups = [...groupedBy(problems, nameOf).values()].flatMap((all) =>
    all.slice(0, 1).map((first) => ({ ...first, times: all.length })),
  );
  return groups.sort((one, other) => Number(one.isRefusal ?? false) - Number(other.isRefusal ?? false));
}

/** Whether the run is still valid. */
export const isWarning = ({ kind }: OwnProblem): boolean => kind === 'never-released' || kind === 'other-bytes';

export function useProblemText(): (problem: OwnProblem & Partial<Grouped>) => ProblemText {
  const words = useOwnWords();
  const { onTimeline } = useSharedWords();
  const trace = useOwnRuns((state) => state.ownRun?.trace);
  return useCallback(
    ({ kind, message, place, client, seq, isRefusal, times = 1 }) => {
      const { said, allowed } = words.problems[kind];
      const line = place === null ? [] : [words.line(words.files[place.file], place.line)];
      if (isRefusal)
        return {
          message: words.refusals(visibleToAll(message), formatNumber(times)),
          allowed: '',
          where: line.join(''),
        };
      const parts = [
        ...line,
        ...(client === undefined
          ? []
          : [words.ofClient(onTimeline.process(client), formatAt(trace?.at[seq ?? 0] ?? 0))]),
        ...(times === 1 ? [] : [words.times(formatNumber(times))]),
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
