// "Breaks in 37 of 100 seeds": a bar for each seed. A press opens its run.
import { memo } from 'react';
import { isBroken } from '../../run/isBroken';
import { propose } from '../state/proposal';
import { useScenario } from '../state/scenario';
import { useWords } from '../words/i18n';
import { seedCount } from './seedRuns';
import { useSeeds } from './useSeeds';
import styles from './VerdictCard.module.css';

/** It knows only the committed scenario. While something is dragged it is pale and does not change. */
export const SeedsLine = memo(function SeedsLine() {
  const words = useWords();
  const committed = useScenario((state) => state.committed);
  const isDragged = useScenario((state) => state.draft !== null);
  const { outcomes, problem } = useSeeds(committed);
  if (problem !== null) return <p className={styles.seedsWords}>{words.verdict.seedsFailed(problem)}</p>;
  const broken = outcomes.filter(({ outcome }) => isBroken(outcome)).length;
  const isDone = outcomes.length >= seedCount;
  const sentence = !isDone
    ? words.verdict.seedsRunning({ done: outcomes.length, count: seedCount })
    : broken === 0
      ? words.verdict.seedsNone(seedCount)
      : words.verdict.seeds({ broken, count: seedCount });
  const openSeed = (seed: number): void => propose({ ...committed, seed });
  return (
    <div className={styles.seeds} data-stale={isDragged}>
      <p className={styles.seedsWords} data-seeds-done={isDone} data-tip={words.verdict.seedsHelp}>
        {sentence}
      </p>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the bars are for pointers; by keyboard, the seed's own field does the same. */}
      <svg
        className={styles.bars}
        viewBox={`0 0 ${seedCount * 3} 14`}
        preserveAspectRatio="none"
        role="img"
        aria-label={sentence}
        onClick={(event) => {
          const seed = event.target instanceof Element ? event.target.getAttribute('data-seed') : null;
          if (seed !== null) openSeed(Number(seed));
        }}
      >
        {Array.from({ length: seedCount }, (_, seed) => {
          const outcome = outcomes[seed]?.outcome;
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: the seed is what it is.
              key={seed}
              data-seed={seed}
              data-state={outcome === undefined ? 'open' : isBroken(outcome) ? 'broken' : outcome}
              x={seed * 3}
              y={outcome !== undefined && !isBroken(outcome) ? 5 : 0}
              width="2.2"
              height={outcome !== undefined && !isBroken(outcome) ? 9 : 14}
            >
              {outcome !== undefined && (
                <title>{words.verdict.seedsOpen({ seed, outcome: words.verdict.outcome[outcome] })}</title>
              )}
            </rect>
          );
        })}
      </svg>
    </div>
  );
});
