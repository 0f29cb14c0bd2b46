// The reader gives up: the search runs every order in a worker, and shows the shortest that breaks, or that none does.
import { useEffect, useState } from 'react';
import { networkWords } from '../../content/texts/network';
import type { Decision } from '../../core/model/scenario/decision';
import { formatNumber } from '../../core/model/values/format';
import type { Parts } from '../../core/sim/parts';
import type { Level } from '../../course/levels/level';
import { stepsThrough } from '../../search/orders/choices';
import type { OrdersFound } from '../../search/orders/search';
import { beginning, gameOf } from '../../search/orders/state';
import { decisionText } from '../../search/orders/words';
import { Button } from '../parts/Button';
import { useJob } from '../state/useJob';
import { useLanguage, useText } from '../words/i18n';
import type { OrdersProgress } from '../workers/functions';
import { startWorker } from '../workers/startWorker';
import { Onward } from './Broken';
import styles from './Network.module.css';
import { isStory } from './openLevel';
import { keepSolved, proved } from './solved';
import type { Play } from './usePlay';

/** A story with many messages has more orders than anybody waits for. */
const ordersMax = 60_000;
/** Between two decisions that are played. */
const stepMs = 1300;

interface ProofProps {
  readonly level: Level;
  readonly parts: Parts;
  readonly play: Play;
}

const faultsMaxOf = ({ rules: { faults } }: Level): number =>
  Math.min(
    1,
    Object.values(faults).reduce((sum, count) => sum + (count ?? 0), 0),
  );

export function Proof({ level, parts, play }: ProofProps) {
  const words = networkWords[useLanguage()];
  const [isAsked, setIsAsked] = useState(false);
  const faultsMax = faultsMaxOf(level);
  const { state, value, progress, again } = useJob<OrdersFound, OrdersProgress>(
    isAsked ? [level] : null,
    async (signal, onProgress) => {
      const { scenario, rules, harms, decisionsMax } = level;
      const { calls, end } = startWorker();
      signal.addEventListener('abort', end);
      const question = { harms, decisionsMax, faultsMax, ordersMax };
      return calls.orders({ scenario, rules, question }, { signal, onProgress }).finally(end);
    },
  );
  const isProved = value !== null && value.least === null;
  useEffect(() => {
    if (isProved && level.least === null && !isStory(level)) keepSolved(level.id, proved);
  }, [isProved, level]);
  if (!isAsked)
    return (
      <Button look="plain" onClick={() => setIsAsked(true)}>
        {isStory(level) ? words.search : level.least === null ? words.prove : words.shortest}
      </Button>
    );
  if (state === 'failed')
    return (
      <p role="alert" className="row gap-4">
        {words.failed} <Button onClick={again}>{words.again}</Button>
      </p>
    );
  return (
    <section className={`card stack gap-4 wide ${styles.proof}`} aria-label={words.giveUp}>
      {value === null ? (
        <p className="row wrap gap-5">
          <span className="digits">
            {words.searching({
              orders: formatNumber(progress?.orders ?? 0),
              complete: formatNumber(progress?.complete ?? 0),
            })}
          </span>
          <Button onClick={() => setIsAsked(false)}>{words.stop}</Button>
        </p>
      ) : value.least === null ? (
        <Held {...{ level, found: value, faultsMax }} />
      ) : (
        <Shortest least={value.least} {...{ level, parts, play }} />
      )}
    </section>
  );
}

interface HeldProps {
  readonly level: Level;
  readonly found: OrdersFound;
  readonly faultsMax: number;
}

function Held({ level, found: { orders, merged, complete, isExhausted }, faultsMax }: HeldProps) {
  const words = networkWords[useLanguage()];
  const text = useText();
  const [harm] = level.harms;
  const counts = { orders: formatNumber(orders), merged: formatNumber(merged) };
  return (
    <>
      <p role="status" className="strong airy">
        {words.proof({
          orders: counts.orders,
          decisions: formatNumber(complete),
          faults: words.faults(faultsMax),
          noHarm: words.noHarm[level.harms.length === 1 && harm !== undefined ? harm : 'any'],
        })}
      </p>
      <p className="quiet airy">{isExhausted ? words.exhausted(counts) : words.merged(counts)}</p>
      {text(level.lesson) !== '' && <p className="airy pretty">{text(level.lesson)}</p>}
      <Onward level={level} />
    </>
  );
}

interface ShortestProps extends ProofProps {
  readonly least: readonly Decision[];
}

function Shortest({ level, parts, play, least }: ShortestProps) {
  const language = useLanguage();
  const words = networkWords[language];
  const [steps] = useState(() => stepsThrough(beginning(gameOf(level.scenario, level.rules, parts)), least));
  const { isPlaying, start } = usePlaying(least, play);
  return (
    <>
      <p role="status" className="strong">
        {words.least(least.length)}
      </p>
      <ol className={styles.shortest}>
        {steps.map(({ before, decision }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a decision is known by its place.
          <li key={i}>{decisionText(before, decision)[language]}</li>
        ))}
      </ol>
      <p>
        <Button onClick={start} disabled={isPlaying}>
          {words.playList}
        </Button>
      </p>
    </>
  );
}

/** Plays a list of decisions from the beginning. A decision of the reader ends it. */
function usePlaying(list: readonly Decision[], { decide, restart, decisions }: Play) {
  const [at, setAt] = useState<number | null>(null);
  const isPlaying = at !== null && at < list.length && decisions === at;
  useEffect(() => {
    if (!isPlaying) return;
    const decision = list[at];
    const timer = setTimeout(() => {
      if (decision !== undefined) decide(decision, true);
      setAt(at + 1);
    }, stepMs);
    return () => clearTimeout(timer);
  }, [isPlaying, list, at, decide]);
  const start = (): void => {
    restart();
    setAt(0);
  };
  return { isPlaying, start };
}
