// The harm is done: the verdict of the run, how many decisions it took, and where to go on.
import { type ReactNode, useEffect, useMemo } from 'react';
import { write } from '../../content/address/write';
import { networkWords } from '../../content/texts/network';
import type { JudgeParts } from '../../core/judge/evidence';
import { findHarms } from '../../core/judge/judge';
import type { Scenario } from '../../core/model/scenario/scenario';
import { doesHarm, type Harm } from '../../core/model/trace/severity';
import { readingOf } from '../../core/narrate/reading';
import { runScenario } from '../../core/run/runScenario';
import type { Level } from '../../course/levels/level';
import { type State, scenarioOfState } from '../../search/orders/state';
import { addressOfScenario } from '../files/address';
import { RunHead } from '../parts/RunHead';
import { useLoaded } from '../state/useJob';
import { useLanguage, useText, useWords } from '../words/i18n';
import { hrefOf } from './address';
import styles from './Network.module.css';
import { levelAfter } from './openLevel';
import { keepSolved } from './solved';
import type { Play } from './usePlay';

interface BrokenProps {
  readonly level: Level;
  readonly play: Play;
}

export function Broken({ level, play }: BrokenProps) {
  const words = networkWords[useLanguage()];
  const text = useText();
  const isOwn = !play.steps.some((step) => step.isShown);
  useEffect(() => {
    if (isOwn && level.least !== null) keepSolved(level.id, play.decisions);
  }, [isOwn, level, play.decisions]);
  return (
    <Verdict level={level} play={play}>
      {(address) => (
        <>
          <p className="strong">
            {play.now.isShown
              ? words.shown(play.decisions)
              : level.least === null
                ? words.needed(play.decisions)
                : words.neededOf({ count: play.decisions, least: level.least })}
          </p>
          <Onward level={level} play={address} />
          {text(level.lesson) !== '' && <p className="airy pretty">{text(level.lesson)}</p>}
        </>
      )}
    </Verdict>
  );
}

interface VerdictProps extends BrokenProps {
  /** `address`: of the run in the playground. Null: it is not known yet. */
  readonly children: (address: string | null) => ReactNode;
}

/** The verdict of the run, and what is said of it. */
export function Verdict({ level, play, children }: VerdictProps) {
  const { speech } = useWords();
  const { state } = play.now;
  const scenario = useMemo(() => brokenScenario(state, level.harms), [state, level]);
  const reading = useMemo(
    () => readingOf(runScenario(scenario, state.game.parts).verdict, speech),
    [scenario, state, speech],
  );
  const address = useLoaded([scenario], () => addressOfScenario(scenario, '../'));
  return (
    <section tabIndex={-1} className={`card stack gap-4 ${styles.broken}`} data-tone={reading.tone}>
      <RunHead reading={reading} isWhole className={`airy ${styles.verdict}`} />
      {children(address)}
    </section>
  );
}

interface OnwardProps {
  readonly level: Level;
  /** The address of the run in the playground. Undefined: there is no run; null: it is not known yet. */
  readonly play?: string | null;
}

/** The story, the run on the timeline, and the next level. */
export function Onward({ level, play }: OnwardProps) {
  const words = networkWords[useLanguage()];
  const next = levelAfter(level);
  const story = write({ page: 'playground', run: { kind: 'story', story: level.story, variant: null } }, '../');
  return (
    <p className="row wrap gap-6 rows-4">
      {next !== undefined && (
        <a className={`chip rounded inked bare pad-x-5 ${styles.next}`} href={hrefOf(next.id)}>
          {words.next}
        </a>
      )}
      {play !== undefined && <a href={play ?? undefined}>{words.play}</a>}
      <a href={story}>{words.story}</a>
    </p>
  );
}

/** It is about the harm that the level asks for, the worst of several. */
function brokenScenario(state: State, harms: readonly Harm[]): Scenario {
  const facts = findHarms(state.trace, state.game.parts as JudgeParts);
  const harm = harms.find((one) => doesHarm(facts, one));
  const scenario = scenarioOfState(state);
  return harm === undefined ? scenario : { ...scenario, harm };
}
