// “Attack it”: a search for the smallest fault that breaks the reader's lock, in spaces of one, two and three faults.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { sameJson } from '../../core/model/scenario/patch';
import type { Scenario } from '../../core/model/scenario/scenario';
import { toneOfSeverity } from '../../core/model/trace/severity';
import { formatNumber } from '../../core/model/values/format';
import { withAside, withColon, withGap } from '../../core/model/values/joinedTexts';
import type {
  AttackAnswer,
  AttackBreak,
  AttackProgress,
  AttackQuestion,
  SourcePosition,
} from '../../sandbox/own/ownCalls';
import { standInsOf } from '../../sandbox/own/standInWords';
import { unsettled as unsettledWords } from '../../search/explore/words';
import { faultLine } from '../edit/faultText';
import { Button } from '../parts/Button';
import { later } from '../parts/later';
import { ToneSign } from '../parts/ToneSign';
import { useJob } from '../state/useJob';
import { useSharedWords, useText } from '../words/i18n';
import styles from './Attack.module.css';
import type { OwnWorkers } from './OwnPage';
import { useOwnRuns } from './ownRuns';
import { type Faults, faultlessScenario } from './ownScenario';
import { useOwnWords } from './ownWords';
import { ProblemNotice } from './ProblemNotice';
import type { RemedyProps } from './Remedy';
import { useIsOutdated } from './useIsOutdated';
import { whyLost } from './whyLost';
import { withinEach } from './within';

/** Loads the list of stories as well. */
const Remedy = later<RemedyProps>(async () => (await import('./Remedy')).Remedy);

interface AttackPartProps {
  readonly worker: OwnWorkers['attack'];
  /** The code on screen has run, so it is the code that is attacked. */
  readonly isReady: boolean;
  readonly onShow: (faults: Faults) => void;
  /** Plays the first break as soon as it is found. Null: it is not in view here. */
  readonly onFound: ((faults: Faults) => void) | null;
}

export function AttackPart({ worker, isReady, onShow, onFound }: AttackPartProps) {
  const words = useOwnWords();
  const text = useText();
  const visibleRun = useOwnRuns((state) => state.shown);
  const standIns = visibleRun === null ? null : standInsOf(visibleRun.code.lock);
  const [question, setQuestion] = useState<AttackQuestion | null>(null);
  const job = useJob<AttackAnswer, AttackProgress>(question === null ? null : [question], (signal, report) =>
    question === null
      ? Promise.reject(new Error('Nothing was asked.'))
      : withinEach(worker, report, (calls, onProgress) => calls.attack(question, { signal, onProgress })),
  );
  const { state, progress, value } = job;
  const attackBreak = value?.own ?? value?.smallest ?? progress?.smallest;
  const isFound = attackBreak !== undefined;
  const shownQuestion = useRef<AttackQuestion | null>(null);
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attackBreak === undefined || question === shownQuestion.current) return;
    shownQuestion.current = question;
    onFound?.(foundFaults(attackBreak, words.attack.title));
  }, [attackBreak, question, onFound, words]);
  // The result grows when the search is over.
  useEffect(() => {
    if (isFound || state === 'done') result.current?.scrollIntoView({ block: 'nearest' });
  }, [isFound, state]);
  const start = (faultsMax: AttackQuestion['faultsMax']): void => {
    if (visibleRun !== null) setQuestion({ code: visibleRun.code, scenario: faultlessScenario(visibleRun), faultsMax });
  };
  const stop = (): void => {
    job.stop();
    worker.end();
  };
  return (
    <section className={styles.part}>
      <div className="row wrap between gap-5 rows-4">
        <h2 className="large">{words.attack.title}</h2>
        {state === 'going' ? (
          <Button onClick={stop}>{words.attack.stop}</Button>
        ) : (
          <Button look="ink" disabled={!isReady} onClick={() => start(1)}>
            {words.attack.start}
          </Button>
        )}
      </div>
      <p className={styles.lead}>{words.attack.lead}</p>
      {standIns !== null && <p className={styles.lead}>{text(standIns)}</p>}
      {question !== null && <Progress job={{ state, progress: value ?? progress }} />}
      <div ref={result} aria-live="polite">
        {question !== null && (
          <Result
            state={state}
            error={job.error}
            answer={value ?? progress}
            question={question}
            onShow={onShow}
            onNext={start}
          />
        )}
      </div>
    </section>
  );
}

export const foundFaults = ({ scenario }: { readonly scenario: Scenario }, title: string): Faults => ({
  kind: 'found',
  title,
  scenario,
});

interface JobNow {
  readonly state: string;
  readonly progress: AttackProgress | null;
}

function Progress({ job: { state, progress } }: { readonly job: JobNow }) {
  const words = useOwnWords();
  if (state !== 'going') return null;
  const { runs, runsExpected } = progress ?? { runs: 0, runsExpected: 0 };
  return (
    <p className={`row gap-4 digits below ${styles.progress}`}>
      <progress className="grows" aria-label={words.attack.progress} max={Math.max(runsExpected, 1)} value={runs} />
      {words.attack.going(formatNumber(runs), formatNumber(runsExpected))}
    </p>
  );
}

interface ResultProps {
  readonly state: string;
  readonly error: Error | null;
  readonly answer: AttackProgress | AttackAnswer | null;
  readonly question: AttackQuestion;
  readonly onShow: (faults: Faults) => void;
  readonly onNext: (faultsMax: 2 | 3) => void;
}

function Result({ state, error, answer, question, onShow, onNext }: ResultProps) {
  const words = useOwnWords();
  const text = useText();
  const { attack } = words;
  const isOutdated = useIsOutdated(question.code);
  if (error !== null) return <p className="below">{whyLost(error, words)}</p>;
  const problem = answer !== null && 'problem' in answer ? answer.problem : undefined;
  const { smallest, runs } = answer ?? { runs: 0 };
  const next = question.faultsMax === 3 ? null : question.faultsMax === 2 ? 3 : 2;
  const isWhole = answer !== null && 'isExhaustive' in answer && answer.isExhaustive;
  const own = answer !== null && 'own' in answer ? answer.own : undefined;
  const unsettled = answer !== null && 'unsettled' in answer ? answer.unsettled : undefined;
  return (
    <div>
      {problem !== undefined && <ProblemNotice problem={problem} />}
      {own !== undefined && (
        <>
          <h3 className="below">{`${attack.onlyHere} (1)`}</h3>
          <Broken attackBreak={own} position={own.place} onShow={() => onShow(foundFaults(own, attack.title))} />
        </>
      )}
      {own !== undefined && sameJson(own.scenario, smallest?.scenario) ? null : smallest !== undefined ? (
        <Shared isFolded={own !== undefined} isKnown={isWhole}>
          <Broken attackBreak={smallest} onShow={() => onShow(foundFaults(smallest, attack.title))} />
        </Shared>
      ) : state === 'going' ? null : unsettled !== undefined ? (
        <p className="below">
          <ToneSign tone="grey" size={15} /> {text(unsettledWords(unsettled))}
        </p>
      ) : isWhole ? (
        <p className="below">
          <ToneSign tone="green" size={15} /> {attack.none(formatNumber(runs), attack.faults(question.faultsMax))}{' '}
          {next !== null && <Button onClick={() => onNext(next)}>{attack.next(attack.faults(next))}</Button>}
        </p>
      ) : (
        <p className="below">
          {state === 'stopped' && withGap(attack.stopped)}
          {attack.part(formatNumber(runs))}
        </p>
      )}
      {isOutdated && <p className={`below ${styles.outdated}`}>{attack.outdated}</p>}
    </div>
  );
}

interface SharedProps {
  /** Whether a finding for this lock alone is shown above. */
  readonly isFolded: boolean;
  /** Whether the search is over: only then is it known whether the usual lock has the break as well. */
  readonly isKnown: boolean;
  readonly children: ReactNode;
}

/** Breaks that the usual lock with a lease has as well. */
function Shared({ isFolded, isKnown, children }: SharedProps) {
  const { attack } = useOwnWords();
  if (!isKnown) return children;
  if (isFolded)
    return (
      <details className={styles.shared}>
        <summary>{`${attack.everywhere} (1)`}</summary>
        {children}
      </details>
    );
  return (
    <>
      <h3 className="below">{`${attack.everywhere} (1)`}</h3>
      {children}
    </>
  );
}

interface BrokenProps {
  readonly attackBreak: AttackBreak;
  /** Where the code was, for a finding on this lock alone. */
  readonly position?: SourcePosition | null;
  readonly onShow: () => void;
}

function Broken({ attackBreak: { scenario, outcome }, position, onShow }: BrokenProps) {
  const words = useOwnWords();
  const shared = useSharedWords();
  const tone = toneOfSeverity(outcome);
  return (
    <div className={`pad-y-4 pad-x-5 ${styles.broken}`} data-tone={tone}>
      <p>
        <b>
          <ToneSign tone={tone} size={15} /> {withColon(words.attack.broken, words.outcomes[outcome])}
        </b>
        {position && withAside('', words.line(words.files[position.file], position.line))}
      </p>
      <ul>
        {Object.entries(scenario.faults).map(([name, fault]) => (
          <li key={name}>{faultLine(shared, fault)}</li>
        ))}
      </ul>
      <Button onClick={onShow}>{words.attack.show}</Button>
      <Remedy harm={scenario.harm} isOwn={position !== undefined} />
    </div>
  );
}
