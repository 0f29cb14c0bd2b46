// The search for breaks: the panel beside the run and the map below it. They are one module, loaded with the first
// press.
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type FindWords, findWords } from '../../content/texts/find';
import { formatNumber } from '../../core/model/values/format';
import { harmInWords } from '../../search/explore/words';
import { Button } from '../parts/Button';
import { IconButton } from '../parts/Tip';
import { useFind } from '../state/find';
import { useIsLive } from '../state/live';
import { useText } from '../words/i18n';
import { useNamedText } from '../words/storyNames';
import { Answered } from './Answered';
import styles from './Find.module.css';
import { FindForm } from './FindForm';
import { FindProgress } from './FindProgress';
import type { Claim } from './findLink';
import { askByAddress, backToAsked, closeFind, searchSession, useSearchSession } from './pageSearch';
import type { Sought } from './searchSession';

export { FindMap } from './FindMap';

/** Asks the usual first question at once, unless a link asks another. */
function begin(): void {
  const { sought, isStale } = searchSession.store.getState();
  if (sought === null) askByAddress();
  const { sought: now, badLink, claim } = searchSession.store.getState();
  if (badLink === null && ((now === null && claim === null) || isStale)) searchSession.start();
}

export function FindPanel() {
  const text = useNamedText();
  const words = text(findWords);
  const harm = useSearchSession(({ question }) => question.harm);
  const badLink = useSearchSession((state) => state.badLink);
  const isLive = useIsLive();
  const requestCount = useFind((state) => state.requestCount);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A person may have gone to another tab and come back.
    if (useFind.getState().begun === requestCount) return;
    useFind.setState({ begun: requestCount });
    if (!isLive) begin();
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView({ block: 'start' });
  }, [requestCount, isLive]);
  return (
    <section className={`gap-5 airy stack ${styles.find}`} aria-label={words.title}>
      <header className="row between">
        <h2 ref={title} tabIndex={-1} className={`large ${styles.title}`}>
          {words.title}
        </h2>
        <IconButton look="plain" label={words.close} onClick={closeFind}>
          <X size={16} aria-hidden />
        </IconButton>
      </header>
      <p className={styles.question}>{words.question(text(harmInWords(harm)))}</p>
      {badLink !== null && (
        <div role="alert" className="flush rounded breaks warned pad-y-4 pad-x-5">
          <p className="below-3">{text(badLink.problem)}</p>
          <code className="code">{badLink.text}</code>
        </div>
      )}
      {isLive && <p className="rounded breaks warned pad-y-4 pad-x-5">{words.onlySimulated}</p>}
      <FindForm isOff={isLive} />
      <FindProgress />
      <AskAgain />
      <Answered />
    </section>
  );
}

/** How the scenario or the link has changed since the question was asked. */
function AskAgain() {
  const words = useText()(findWords);
  const sought = useSearchSession((state) => state.sought);
  const isStale = useSearchSession((state) => state.isStale);
  const claim = useSearchSession((state) => state.claim);
  const { phase, reason = null, answer = null } = sought ?? {};
  return (
    <>
      {claim !== null && (
        <p className="on-soft rounded breaks warned pad-y-4 pad-x-5" data-find-claim>
          {claimText(claim, words)}
          {answer !== null && ` ${isSame(claim, answer) ? words.claim.same : words.claim.other}`}
        </p>
      )}
      {phase === 'failed' && (
        <p role="alert" className="rounded breaks warned pad-y-4 pad-x-5">
          {words.failed(reason ?? '')}
        </p>
      )}
      {(isStale || phase === 'changed' || phase === 'live') && (
        <div role="status" className="flush rounded breaks warned pad-y-4 pad-x-5">
          <p className="below-3">{endedText(sought, words)}</p>
          {isStale && <Button onClick={() => void backToAsked()}>{words.back}</Button>}
        </div>
      )}
    </>
  );
}

function endedText(sought: Sought | null, words: FindWords): string {
  const runs = formatNumber(sought?.progress?.runs ?? 0);
  if (sought?.phase === 'live') return words.endedForLive(runs);
  return sought?.phase === 'changed' ? words.changed(runs) : words.stale;
}

const isSame = (claim: Claim, answer: Claim): boolean =>
  claim.breaks === answer.breaks && claim.runs === answer.runs && claim.isWhole === answer.isWhole;

function claimText({ breaks, runs, isWhole }: Claim, { claim: words }: FindWords): string {
  const sentence =
    breaks === 0 ? words.none(formatNumber(runs)) : words.found(formatNumber(breaks), formatNumber(runs));
  return isWhole ? sentence : `${sentence} ${words.part}`;
}
