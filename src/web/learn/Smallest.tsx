// After a break is found: the smallest possible break, and how close the attempt came.

import { injectionRules } from '../../core/faults';
import { strengthOf } from '../../core/faults/strength';
import type { BreakExercise } from '../../core/model/scenario/exercise';
import type { Fault } from '../../core/model/scenario/fault';
import { patchBetween } from '../../core/model/scenario/patch';
import { formatMs, formatNumber } from '../../core/model/values/format';
import { withGap } from '../../core/model/values/joinedTexts';
import { addedFaults } from '../../course/kinds/kind';
import { withMore } from '../../search/explore/branch';
import { kindsOf, type SmallestBreaks } from '../../search/explore/smallestBreaks';
import { faultLine } from '../edit/faultText';
import { Button } from '../parts/Button';
import { useEdition } from '../state/edition';
import { smallestInWorker } from '../state/smallest';
import { useJob } from '../state/useJob';
import { useExercises } from './exerciseState';
import styles from './Goals.module.css';
import { type LearnWords, useLearnWords } from './words';
import { workshop } from './workshop';

export function Smallest({ exercise, isSolved }: { readonly exercise: BreakExercise; readonly isSolved: boolean }) {
  const { smallest: words, stop, tryAgain } = useLearnWords().words;
  const { state, progress, value, ...control } = useSmallest(exercise, isSolved);
  return (
    <>
      {isSolved && (state === 'going' || state === 'stopped') && (
        <p className={styles.tried} aria-busy={state === 'going'}>
          {withGap(words[state === 'going' ? 'looking' : 'stopped'](progress ?? 0))}
          <Button onClick={state === 'going' ? control.stop : control.again}>
            {state === 'going' ? stop : tryAgain}
          </Button>
        </p>
      )}
      <div role="status" className={styles.result} data-right hidden={!isSolved || value === null}>
        {isSolved && value !== null && <SmallestText exercise={exercise} smallestBreaks={value} />}
      </div>
    </>
  );
}

interface SmallestTextProps {
  readonly exercise: BreakExercise;
  readonly smallestBreaks: SmallestBreaks;
}

function SmallestText({ exercise, smallestBreaks }: SmallestTextProps) {
  const { breaks } = smallestBreaks;
  const {
    words: { smallest: words, show },
    shared,
  } = useLearnWords();
  const committed = useEdition((state) => state.committed);
  const own = Object.values(addedFaults(exercise.scenario, committed));
  const smallest = breaks.find((faults) => kindsOf(faults) === kindsOf(own)) ?? breaks[0];
  if (smallest === undefined) return triedText(smallestBreaks, 0, words);
  const faultList = smallest.map((fault) => faultLine(shared, fault)).join(' + ');
  const patch = patchBetween(committed, withMore(exercise.scenario, smallest));
  return (
    <>
      <strong>{nearness(own, smallest, { words, isWhole: smallestBreaks.isWhole })}</strong>
      <p>
        {withGap(smallestBreaks.isWhole ? words.is(faultList) : words.isFound(faultList))}
        <button
          type="button"
          className="link ink"
          onClick={() => workshop.showAttack({ title: { en: faultList, zh: faultList }, patch })}
        >
          {show}
        </button>
      </p>
      <p className={styles.tried}>{triedText(smallestBreaks, smallest.length, words)}</p>
    </>
  );
}

type Words = LearnWords['words']['smallest'];

function triedText({ runs, levels, isWhole }: SmallestBreaks, faults: number, words: Words): string {
  if (!isWhole) return words.triedInPart(runs);
  return levels < faults ? words.triedFewer(runs, levels) : words.tried(runs);
}

interface Nearness {
  readonly words: Words;
  /** Whether every place was tried. */
  readonly isWhole: boolean;
}

/** How far a person's break is from the smallest, in words. */
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

function strengthText({ kind }: Fault, strength: number, { forever }: Words): string {
  if (strength === Number.POSITIVE_INFINITY) return forever;
  return injectionRules[kind].strengths[0]?.unit === 'ppm' ? `${formatNumber(strength)} ppm` : formatMs(strength);
}

/** An edit ends the search. A drag pauses it and keeps what was found. */
function useSmallest(exercise: BreakExercise, isSolved: boolean) {
  const committed = useEdition((state) => state.committed);
  const isDragged = useEdition((state) => state.draft !== null);
  const isShown = useExercises((state) => state.attack !== null);
  return useJob<SmallestBreaks, number>(
    [exercise, JSON.stringify(committed)],
    (signal, onGoing) => {
      const ownFaults = Object.values(addedFaults(exercise.scenario, committed));
      return smallestInWorker({ exercise, solutionFaults: ownFaults }, { signal, onGoing });
    },
    { isPaused: !isSolved || (isDragged && !isShown) },
  );
}
