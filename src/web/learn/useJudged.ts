/** Whether the run on screen meets the goals of an exercise. If judging takes long, also its progress. */
import { useDeferredValue, useLayoutEffect, useMemo, useState } from 'react';
import { beforeJudging, isTriedFurther, type Judged, type JudgingProgress } from '../../course/judging/exercise';
import type { Attemptable } from '../../course/kinds/kind';
import { useEdition } from '../state/edition';
import { judgeAtOnce, judgeInWorker } from '../state/judge';
import { useJob } from '../state/useJob';
import { useExercises } from './exerciseState';

/** `going`: null until the first report. */
export type Judgement = { readonly judged: Judged } & (
  | { readonly kind: 'judged' }
  | {
      readonly kind: 'going' | 'stopped';
      readonly going: JudgingProgress | null;
      readonly stop: () => void;
      readonly again: () => void;
    }
  | { readonly kind: 'failed'; readonly problem: string }
);

/** A scenario that is still being dragged is not worth the work. */
const quietMs = 250;

/**
 * Judges the committed scenario while an attack is on screen; otherwise the scenario on screen, so that goals change
 * during a drag.
 */
export function useJudged(exercise: Attemptable): Judgement {
  const committed = useEdition((state) => state.committed);
  const draft = useEdition((state) => state.draft);
  const isAttacked = useExercises((state) => state.attack !== null);
  const scenario = useDeferredValue(isAttacked ? committed : (draft ?? committed));
  const atOnce = useAtOnce(exercise, scenario);
  const before = useMemo(
    () => (atOnce === null ? beforeJudging(exercise, scenario) : { ...atOnce, solved: false }),
    [exercise, scenario, atOnce],
  );
  const isLate = atOnce === null || isTriedFurther(exercise, atOnce);
  const { state, progress, value, error, stop, again } = useJob<Judged, JudgingProgress>(
    isLate ? [exercise, scenario] : null,
    (signal, onGoing) => judgeInWorker(exercise, scenario, { signal, onGoing }),
    { afterMs: quietMs },
  );
  if (!isLate) return { kind: 'judged', judged: atOnce };
  if (state === 'done') return { kind: 'judged', judged: value };
  if (state === 'failed') return { kind: 'failed', judged: before, problem: error.message };
  return { kind: state === 'stopped' ? 'stopped' : 'going', judged: before, going: progress, stop, again };
}

/** Judged before the picture is shown, so that no goal lags behind a drag. Null: judging takes longer. */
function useAtOnce(exercise: Attemptable, scenario: Attemptable['scenario']): Judged | null {
  const [judgement, setFound] = useState<{ readonly exercise: Attemptable; readonly judged: Judged | null } | null>(
    null,
  );
  useLayoutEffect(() => setFound({ exercise, judged: judgeAtOnce(exercise, scenario) }), [exercise, scenario]);
  // Until then, the goals stay as they were.
  const isOfThis = judgement?.exercise === exercise;
  const unseen = useMemo(() => (isOfThis ? null : beforeJudging(exercise, scenario)), [isOfThis, exercise, scenario]);
  return isOfThis ? judgement.judged : unseen;
}
