// The result of the search: its breaks as cards or "no break in N runs", what was covered, and how to ask it
// elsewhere.
import { useState } from 'react';
import { findWords } from '../../content/texts/find';
import { signOf } from '../../core/model/trace/severity';
import { formatNumber } from '../../core/model/values/format';
import * as exploreWords from '../../search/explore/words';
import { MiniaturePicture } from '../parts/MiniaturePicture';
import { useLanguage, useText, useWords } from '../words/i18n';
import { useNamedText } from '../words/storyNames';
import type { Answer, FoundBreak, HeldRun } from '../workers/messages';
import styles from './Find.module.css';
import { FindShare } from './FindShare';
import { openFound, useSearchSession } from './pageSearch';
import { SeveritySign } from './SeveritySign';
import type { Sought } from './searchSession';

const shownFirst = 5;

export function Answered() {
  const words = useText()(findWords);
  const sought = useSearchSession((state) => state.sought);
  const isStale = useSearchSession((state) => state.isStale);
  const [isAll, setAll] = useState(false);
  if (sought === null) return null;
  const { answer, breaks } = sought;
  const visibleBreaks = isAll ? breaks : breaks.slice(0, shownFirst);
  return (
    <div className={`stack gap-5 ${styles.answer}`} data-stale={isStale}>
      {answer !== null && <Outcome answer={answer} />}
      {visibleBreaks.length > 0 && (
        <ol className={`stack gap-4 ${styles.cards}`} aria-label={words.breaks}>
          {visibleBreaks.map((one) => (
            <BreakCard key={one.link} foundBreak={one} />
          ))}
        </ol>
      )}
      {breaks.length > visibleBreaks.length && (
        <button
          type="button"
          className={`framed rounded leading pad-x-5 edges ${styles.more}`}
          onClick={() => setAll(true)}
        >
          {words.more(breaks.length - visibleBreaks.length)}
        </button>
      )}
      {answer !== null && <Coverage sought={sought} answer={answer} />}
      {answer !== null && answer.breaks === 0 && <HeldRuns runs={answer.interesting} />}
      {answer !== null && !isStale && <FindShare sought={sought} answer={answer} />}
    </div>
  );
}

function Outcome({ answer }: { readonly answer: Answer }) {
  const words = useText()(findWords);
  const text = useNamedText();
  const { breaks, runs, isWhole, isTooLarge, levels, unsettled } = answer;
  const isNone = breaks === 0;
  return (
    <div
      role="status"
      className={`rounded pad-y-4 pad-x-5 ${styles.outcome}`}
      data-tone={isNone ? (isWhole && unsettled === null ? 'green' : 'grey') : 'red'}
      data-found={breaks}
    >
      <p className="bold toned">
        {isNone ? words.none(formatNumber(runs)) : words.found(formatNumber(breaks), formatNumber(runs))}
      </p>
      {unsettled !== null && <p className={styles.note}>{text(exploreWords.unsettled(unsettled))}</p>}
      {!isWhole && <p className={styles.note}>{isTooLarge ? words.tooLarge(levels) : words.partly(levels)}</p>}
    </div>
  );
}

function BreakCard({ foundBreak }: { readonly foundBreak: FoundBreak }) {
  const words = useText()(findWords);
  const language = useLanguage();
  const { faults, count, picture, scenario } = foundBreak;
  const { headline, faults: hit, margins, causes } = foundBreak.report[language];
  return (
    <li className="framed rounded edges">
      <button
        type="button"
        className="stack wide gap-2 rounded pretty leading pad-y-3 pad-x-5"
        onClick={() => void openFound(scenario)}
      >
        <span className="flex between gap-4">
          <strong>{words.faults(faults)}</strong>
          <span className="quiet firm normal">{words.smallestOf(formatNumber(count))}</span>
        </span>
        <span>
          <SeveritySign sign={signOf[foundBreak.outcome]} /> <strong>{headline}</strong>
        </span>
        {hit.map(({ at, text }) => (
          <span key={`${at} ${text}`}>
            <span className="quiet normal digits nowrap">{at}</span> {text}
          </span>
        ))}
        {margins.map((margin) => (
          <span key={margin} className="quiet">
            {margin}
          </span>
        ))}
        <span className="pad-y-1">
          <MiniaturePicture picture={picture} />
        </span>
      </button>
      <details className={styles.why}>
        <summary>{words.why}</summary>
        <ol className="stack gap-2 above-3">
          {causes.map(({ at, since, text }) => (
            <li className="stack" key={`${at} ${text}`}>
              <span className="quiet normal digits nowrap">
                {at} <small>{since}</small>
              </span>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      </details>
    </li>
  );
}

function Coverage({ sought, answer }: { readonly sought: Sought; readonly answer: Answer }) {
  const text = useNamedText();
  const words = text(findWords);
  const { onTimeline } = useWords();
  const { question, surveyed } = sought;
  if (surveyed === null) return null;
  const { faultless, lengths, idle } = surveyed;
  const names = (kinds: Sought['question']['kinds']): readonly string[] => kinds.map(onTimeline.fault);
  const space = {
    ...question,
    kinds: names(question.kinds),
    lengths,
    clients: faultless.settings.clients,
    seeds: answer.seeds,
  };
  return (
    <details className={styles.coverage} open={answer.breaks === 0}>
      <summary>{words.coverage}</summary>
      <p>{text(exploreWords.spaceInWords(space))}</p>
      {idle.length > 0 && <p>{text(exploreWords.idle(names(idle)))}</p>}
      <p>{text(exploreWords.covered(answer.places, answer.held))}</p>
      {answer.unreached.length > 0 && <p>{text(exploreWords.unreached(answer.unreached))}</p>}
    </details>
  );
}

function HeldRuns({ runs }: { readonly runs: readonly HeldRun[] }) {
  const text = useNamedText();
  const words = text(findWords);
  return (
    <section className={styles.held} aria-label={words.heldRuns}>
      <h3 className="normal">{words.heldRuns}</h3>
      <ul className="stack gap-2 above-3">
        {runs.map(({ scenario, reached, count }) => (
          <li key={reached.join()}>
            <button
              type="button"
              className="framed rounded leading wide pretty pad-y-3 pad-x-5 edges"
              onClick={() => void openFound(scenario)}
            >
              <SeveritySign sign="held" /> {text(exploreWords.reachedInWords(reached, count))}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
