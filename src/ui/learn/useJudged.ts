/** Whether the run on screen meets the goals of an exercise. If the judging takes long, also how far it has come. */
import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { type Attemptable, isTriedFurther, type Judged, type Judging, unjudged } from '../../run/exercise';
import { judgeAtOnce, judgeBeside } from '../state/judge';
import { useScenario } from '../state/scenario';
import { useExercises } from './exerciseState';

/** `going`: null until the first report. */
export type Judgement =
  | { readonly kind: 'judged'; readonly judged: Judged }
  | { readonly kind: 'going'; readonly judged: Judged; readonly going: Judging | null; readonly stop: () => void }
  | { readonly kind: 'stopped'; readonly judged: Judged; readonly going: Judging | null; readonly again: () => void }
  | { readonly kind: 'failed'; readonly judged: Judged; readonly problem: string };

/** A scenario that is still being dragged is not worth the work. */
const quietMs = 250;

type Late =
  | { readonly kind: 'going'; readonly going: Judging | null }
  | { readonly kind: 'stopped'; readonly going: Judging | null }
  | { readonly kind: 'judged'; readonly judged: Judged }
  | { readonly kind: 'failed'; readonly problem: string };

/**
 * Judges the committed scenario while an attack is on screen, else the scenario on screen, so that goals change while
 * something is dragged.
 */
export function useJudged(exercise: Attemptable): Judgement {
  const committed = useScenario((state) => state.committed);
  const draft = useScenario((state) => state.draft);
  const isAttacked = useExercises((state) => state.attack !== null);
  const scenario = useDeferredValue(isAttacked ? committed : (draft ?? committed));
  const atOnce = useAtOnce(exercise, scenario);
  const before = useMemo(
    () => (atOnce === null ? unjudged(exercise, scenario) : { ...atOnce, solved: false }),
    [exercise, scenario, atOnce],
  );
  const isLate = atOnce === null || isTriedFurther(exercise, atOnce);
  const { late, stop, again } = useLate(exercise, scenario, isLate);
  if (!isLate) return { kind: 'judged', judged: atOnce };
  switch (late.kind) {
    case 'judged':
      return late;
    case 'going':
      return { ...late, judged: before, stop };
    case 'stopped':
      return { ...late, judged: before, again };
    default:
      return { ...late, judged: before };
  }
}

/** Judged before the picture is shown, so that no goal lags behind a drag. Null: it takes longer. */
function useAtOnce(exercise: Attemptable, scenario: Attemptable['scenario']): Judged | null {
  const [found, setFound] = useState<{ readonly exercise: Attemptable; readonly judged: Judged | null } | null>(null);
  useLayoutEffect(() => setFound({ exercise, judged: judgeAtOnce(exercise, scenario) }), [exercise, scenario]);
  // Until then, goals stay as they were.
  const isOfThis = found?.exercise === exercise;
  const unseen = useMemo(() => (isOfThis ? null : unjudged(exercise, scenario)), [isOfThis, exercise, scenario]);
  return isOfThis ? found.judged : unseen;
}

const begin: Late = { kind: 'going', going: null };

/** The last answer and its question. Until the next question is asked, it answers the one before. */
interface Known {
  readonly of: Attemptable['scenario'] | null;
  readonly late: Late;
}

function useLate(exercise: Attemptable, scenario: Attemptable['scenario'], isWanted: boolean) {
  const [known, setKnown] = useState<Known>({ of: null, late: begin });
  const [attempt, setAttempt] = useState(0);
  const [stopped, setStopped] = useState<AbortController | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt at the same is wanted when somebody asks for it.
  useEffect(() => {
    if (!isWanted) return;
    const setLate = (late: Late): void => setKnown({ of: scenario, late });
    setLate(begin);
    const ending = new AbortController();
    setStopped(ending);
    const { signal } = ending;
    const timer = setTimeout(() => {
      const onGoing = (going: Judging): void => setLate({ kind: 'going', going });
      judgeBeside(exercise, scenario, { signal, onGoing }).then(
        (judged) => signal.aborted || setLate({ kind: 'judged', judged }),
        (error) => signal.aborted || setLate({ kind: 'failed', problem: String(error.message ?? error) }),
      );
    }, quietMs);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [exercise, scenario, isWanted, attempt]);
  const stop = (): void => {
    stopped?.abort();
    setKnown(({ of, late }) => ({ of, late: late.kind === 'going' ? { kind: 'stopped', going: late.going } : late }));
  };
  const late = known.of === scenario ? known.late : begin;
  return { late, stop, again: () => setAttempt((n) => n + 1) };
}
