// Once a break is found: the smallest that there is, and how near one came.
import { useEffect, useState } from 'react';
import { withMore } from '../../explore/branch';
import { strengthOf } from '../../explore/exerciseSpace';
import { kindsOf, type SmallestBreaks } from '../../explore/smallestBreaks';
import { everyPlace } from '../../faults';
import type { BreakExercise } from '../../model/exercise';
import type { Fault } from '../../model/fault';
import { formatMs, formatNumber } from '../../model/format';
import { patchBetween, sameJson } from '../../model/patch';
import type { Scenario } from '../../model/scenario';
import { addedFaults } from '../../run/exercise';
import { faultLine } from '../edit/faultText';
import { Button } from '../parts/Button';
import { useScenario } from '../state/scenario';
import { smallestBeside } from '../state/smallest';
import { useText, useWords } from '../words/i18n';
import { useExercises, workshop } from './exerciseState';
import styles from './Learn.module.css';
import { learnWords } from './words';

export function Smallest({ exercise, isSolved }: { readonly exercise: BreakExercise; readonly isSolved: boolean }) {
  const { smallest: words, stop, tryAgain } = useText()(learnWords);
  const committed = useScenario((state) => state.committed);
  const [state, control] = useSmallest(exercise, isSolved ? committed : null);
  return (
    <>
      {isSolved && state.kind !== 'found' && state.kind !== 'failed' && (
        <p className={styles.tried} aria-busy={state.kind === 'going'}>
          {words[state.kind === 'going' ? 'looking' : 'stopped'](state.runs)}{' '}
          <Button onClick={control}>{state.kind === 'going' ? stop : tryAgain}</Button>
        </p>
      )}
      <div role="status" className={styles.result} data-right hidden={!isSolved || state.kind !== 'found'}>
        {isSolved && state.kind === 'found' && <Told exercise={exercise} found={state.found} />}
      </div>
    </>
  );
}

interface ToldProps {
  readonly exercise: BreakExercise;
  readonly found: SmallestBreaks;
}

function Told({ exercise, found }: ToldProps) {
  const { breaks } = found;
  const text = useText();
  const { smallest: words, show } = text(learnWords);
  const page = useWords();
  const committed = useScenario((state) => state.committed);
  const own = Object.values(addedFaults(exercise.scenario, committed));
  const smallest = breaks.find((faults) => kindsOf(faults) === kindsOf(own)) ?? breaks[0];
  if (smallest === undefined) return triedText(found, 0, words);
  const said = smallest.map((fault) => faultLine(page, fault)).join(' + ');
  const patch = patchBetween(committed, withMore(exercise.scenario, smallest));
  return (
    <>
      <strong>{nearness(own, smallest, { words, isWhole: found.isWhole })}</strong>
      <p>
        {found.isWhole ? words.is(said) : words.isFound(said)}{' '}
        <button
          type="button"
          className={styles.show}
          onClick={() => workshop.showAttack({ title: { en: said, zh: said }, patch })}
        >
          {show}
        </button>
      </p>
      <p className={styles.tried}>{triedText(found, smallest.length, words)}</p>
    </>
  );
}

type Words = (typeof learnWords)['en']['smallest'];

function triedText({ runs, levels, isWhole }: SmallestBreaks, faults: number, words: Words): string {
  if (!isWhole) return words.triedInPart(runs);
  return levels < faults ? words.triedFewer(runs, levels) : words.tried(runs);
}

interface Nearness {
  readonly words: Words;
  /** Whether every place was tried. */
  readonly isWhole: boolean;
}

/** How far somebody's break is from the smallest, in words. */
function nearness(own: readonly Fault[], smallest: readonly Fault[], { words, isWhole }: Nearness): string {
  if (smallest.length < own.length) return words.fewer(own.length, smallest.length);
  const [yours] = own;
  const [least] = smallest;
  if (yours === undefined || least === undefined || own.length > 1 || kindsOf(own) !== kindsOf(smallest))
    return isWhole ? words.asFew : words.noneFound;
  const [from, to] = [strengthOf(yours), strengthOf(least)];
  if (from <= to) return isWhole ? words.asSmall : words.noneFound;
  return words.weaker(strengthText(yours, from, words), strengthText(least, to, words));
}

function strengthText({ kind }: Fault, strength: number, { forEver }: Words): string {
  if (strength === Number.POSITIVE_INFINITY) return forEver;
  return everyPlace[kind].strengths[0]?.unit === 'ppm' ? `${formatNumber(strength)} ppm` : formatMs(strength);
}

type Looking =
  | { readonly kind: 'going' | 'stopped'; readonly runs: number }
  | { readonly kind: 'found'; readonly found: SmallestBreaks }
  | { readonly kind: 'failed' };

const begin: Looking = { kind: 'going', runs: 0 };

/** How far the search has come, and what stops it or begins it anew. An edit ends it. */
function useSmallest(exercise: BreakExercise, solved: Scenario | null): readonly [Looking, () => void] {
  const [known, setKnown] = useState<{ readonly of: Scenario | null; readonly state: Looking }>({
    of: null,
    state: begin,
  });
  const [attempt, setAttempt] = useState(0);
  const [ending, setEnding] = useState<AbortController | null>(null);
  const isDragged = useScenario((state) => state.draft !== null);
  const isShown = useExercises((state) => state.attack !== null);
  const state = known.of !== null && solved !== null && sameJson(known.of, solved) ? known.state : begin;
  const isWanted = solved !== null && state.kind !== 'found' && (!isDragged || isShown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt at the same is wanted when somebody asks for it.
  useEffect(() => {
    if (!isWanted || solved === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    setEnding(controller);
    const tell = (state: Looking): void => {
      if (!signal.aborted) setKnown({ of: solved, state });
    };
    tell(begin);
    const own = Object.values(addedFaults(exercise.scenario, solved));
    const onGoing = (runs: number): void => tell({ kind: 'going', runs });
    smallestBeside({ exercise, known: own }, { signal, onGoing }).then(
      (found) => tell({ kind: 'found', found }),
      () => tell({ kind: 'failed' }),
    );
    return () => controller.abort();
  }, [exercise, solved, isWanted, attempt]);
  const stop = (): void => {
    ending?.abort();
    setKnown({ of: solved, state: { kind: 'stopped', runs: state.kind === 'going' ? state.runs : 0 } });
  };
  return [state, state.kind === 'stopped' ? () => setAttempt((n) => n + 1) : stop];
}
