// Once a break is found: the smallest that there is, and how near one came.
import { useEffect, useState } from 'react';
import { withMore } from '../../explore/branch';
import { strengthOf } from '../../explore/exerciseSpace';
import { kindsOf, type SmallestBreaks } from '../../explore/smallestBreaks';
import { everyPlace } from '../../faults/everyPlace';
import type { BreakExercise } from '../../model/exercise';
import type { Fault } from '../../model/fault';
import { formatMs, formatNumber } from '../../model/format';
import { patchBetween, sameJson } from '../../model/patch';
import type { Scenario } from '../../model/scenario';
import { addedFaults } from '../../run/exercise';
import { faultText } from '../edit/faultText';
import { useScenario } from '../state/scenario';
import { smallestBeside } from '../state/smallest';
import { useText, useWords } from '../words/i18n';
import { useExercises, workshop } from './exerciseState';
import styles from './Learn.module.css';
import { learnWords } from './words';

export function Smallest({ exercise, isSolved }: { readonly exercise: BreakExercise; readonly isSolved: boolean }) {
  const words = useText()(learnWords).smallest;
  const committed = useScenario((state) => state.committed);
  const found = useSmallest(exercise, isSolved ? committed : null);
  return (
    <div role="status" className={styles.result} data-right hidden={!isSolved || found === 'failed'}>
      {isSolved && (found === null ? words.looking : found !== 'failed' && <Told exercise={exercise} found={found} />)}
    </div>
  );
}

interface ToldProps {
  readonly exercise: BreakExercise;
  readonly found: SmallestBreaks;
}

function Told({ exercise, found: { breaks, runs, isWhole } }: ToldProps) {
  const text = useText();
  const { smallest: words, show } = text(learnWords);
  const page = useWords();
  const committed = useScenario((state) => state.committed);
  const own = Object.values(addedFaults(exercise.scenario, committed));
  const smallest = breaks.find((faults) => kindsOf(faults) === kindsOf(own)) ?? breaks[0];
  if (smallest === undefined) return words.tried(runs, isWhole);
  const said = smallest
    .map((fault) => {
      const { title, detail } = faultText(page, fault);
      return `${title} ${detail}`;
    })
    .join(' + ');
  const patch = patchBetween(committed, withMore(exercise.scenario, smallest));
  return (
    <>
      <strong>{nearness(own, smallest, words)}</strong>
      <p>
        {words.is(said)}{' '}
        <button
          type="button"
          className={styles.show}
          onClick={() => workshop.showAttack({ title: { en: said, zh: said }, patch })}
        >
          {show}
        </button>
      </p>
      <p className={styles.tried}>{words.tried(runs, isWhole)}</p>
    </>
  );
}

type Words = (typeof learnWords)['en']['smallest'];

/** How far somebody's break is from the smallest, in words. */
function nearness(own: readonly Fault[], smallest: readonly Fault[], words: Words): string {
  if (smallest.length < own.length) return words.fewer(own.length, smallest.length);
  const [yours] = own;
  const [least] = smallest;
  if (yours === undefined || least === undefined || own.length > 1 || kindsOf(own) !== kindsOf(smallest))
    return words.asFew;
  const [from, to] = [strengthOf(yours), strengthOf(least)];
  if (from <= to) return words.asSmall;
  return words.weaker(strengthText(yours, from, words), strengthText(least, to, words));
}

function strengthText({ kind }: Fault, strength: number, { forEver }: Words): string {
  if (strength === Number.POSITIVE_INFINITY) return forEver;
  return everyPlace[kind].strengths[0]?.unit === 'ppm' ? `${formatNumber(strength)} ppm` : formatMs(strength);
}

/** Null while it is looked for. An edit stops it. */
function useSmallest(exercise: BreakExercise, solved: Scenario | null): SmallestBreaks | 'failed' | null {
  const [known, setKnown] = useState<{ readonly of: Scenario; readonly found: SmallestBreaks | 'failed' } | null>(null);
  const isDragged = useScenario((state) => state.draft !== null);
  const isShown = useExercises((state) => state.attack !== null);
  const isWanted = solved !== null && (!isDragged || isShown);
  useEffect(() => {
    if (!isWanted || solved === null) return;
    const ending = new AbortController();
    const { signal } = ending;
    const own = Object.values(addedFaults(exercise.scenario, solved));
    smallestBeside({ exercise, known: own }, signal).then(
      (found) => signal.aborted || setKnown({ of: solved, found }),
      () => signal.aborted || setKnown({ of: solved, found: 'failed' }),
    );
    return () => ending.abort();
  }, [exercise, solved, isWanted]);
  return known !== null && solved !== null && sameJson(known.of, solved) ? known.found : null;
}
