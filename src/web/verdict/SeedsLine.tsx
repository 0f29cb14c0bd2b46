// "100 seeds: two holders in 37, an update lost in 12": a bar for each seed. A press opens its run.
import { type MouseEvent, memo } from 'react';
import { seedsLineWords } from '../../content/texts/seedsLine';
import type { Scenario } from '../../core/model/scenario/scenario';
import { toneOf } from '../../core/model/trace/severity';
import { factCounts } from '../../core/run/factCounts';
import type { SeedEnding } from '../../core/run/seeds';
import { useEdition } from '../state/edition';
import { propose } from '../state/missingToken';
import { useJob } from '../state/useJob';
import { useText } from '../words/i18n';
import { startWorker } from '../workers/startWorker';
import { barHeight, barShapes, barWidth } from './barShapes';
import styles from './VerdictCard.module.css';

const seedCount = 100;

/** How long the scenario must stay unchanged before its seeds are run, in ms. */
const quietMs = 350;

/** One worker for all seed runs of this page. */
const { calls: worker } = startWorker();

/** The endings of a hundred seeds of the committed scenario, as they arrive from the worker. */
function useSeeds(scenario: Scenario) {
  const { progress, error } = useJob<void, readonly SeedEnding[]>(
    [scenario],
    (signal, report) => {
      let endings: readonly SeedEnding[] = [];
      const onProgress = (some: readonly SeedEnding[]): void => {
        endings = [...endings, ...some];
        report(endings);
      };
      return worker.seeds({ scenario, count: seedCount }, { signal, onProgress });
    },
    { afterMs: quietMs },
  );
  return { endings: progress ?? [], error };
}

/** It knows only the committed scenario. During a drag it is pale and does not change. */
export const SeedsLine = memo(function SeedsLine() {
  const words = useText()(seedsLineWords).seeds;
  const committed = useEdition((state) => state.committed);
  const isDragged = useEdition((state) => state.draft !== null);
  const { endings, error } = useSeeds(committed);
  if (error !== null) return <p className={styles.seedsWords}>{words.failed(error.message)}</p>;
  const isDone = endings.length >= seedCount;
  const tally = factCounts(endings);
  const sentence = !isDone
    ? words.running(endings.length, seedCount)
    : tally.length > 0
      ? words.found(seedCount, tally)
      : words.none({ count: seedCount, hasLock: committed.lock.id !== 'no-lock' });
  const openSeed = ({ target }: MouseEvent): void => {
    const seed = target instanceof Element ? target.parentElement?.getAttribute('data-seed') : null;
    if (typeof seed === 'string') propose({ ...committed, seed: Number(seed) });
  };
  return (
    <div className={`stack gap-2 ${styles.seeds}`} data-stale={isDragged}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the bars are for pointers; by keyboard, the seed's own field does the same. */}
      <svg
        className={styles.bars}
        viewBox={`0 0 ${seedCount * barWidth} ${barHeight}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={sentence}
        onClick={openSeed}
      >
        {Array.from({ length: seedCount }, (_, seed) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the seed is what it is.
          <Bar key={seed} seed={seed} ending={endings[seed]} />
        ))}
      </svg>
      <p className={styles.seedsWords} data-seeds-done={isDone} data-tip={words.help}>
        {sentence}
      </p>
    </div>
  );
});

/** @param ending undefined: the seed has not been tried yet. */
const Bar = memo(function Bar({ seed, ending }: { readonly seed: number; readonly ending: SeedEnding | undefined }) {
  const words = useText()(seedsLineWords).seeds;
  const tone = ending && toneOf(ending);
  const { y, height } = tone ? barShapes[tone] : barShapes.red;
  const x = seed * barWidth;
  return (
    <g data-seed={seed} data-tone={tone}>
      {ending && <title>{words.open(seed, ending.lock, ending.data)}</title>}
      {/* The whole height can be pressed, however low the bar. */}
      <rect className={styles.press} x={x} y="0" width={barWidth} height={barHeight} />
      <rect x={x} y={y} width="2.2" height={height} />
    </g>
  );
});
