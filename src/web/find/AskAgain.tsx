// What has happened to the scenario or the link since the question was asked.

import { type FindWords, findWords } from '../../content/texts/find';
import { formatNumber } from '../../core/model/format';
import { Button } from '../parts/Button';
import { useText } from '../words/i18n';
import styles from './Find.module.css';
import type { Claim } from './findLink';
import { backToAsked, useSearchSession } from './pageSearch';
import type { Sought } from './searchSession';

export function AskAgain() {
  const words = useText()(findWords);
  const sought = useSearchSession((state) => state.sought);
  const isStale = useSearchSession((state) => state.isStale);
  const claim = useSearchSession((state) => state.claim);
  const { phase, reason = null, answer = null } = sought ?? {};
  return (
    <>
      {claim !== null && (
        <p className={styles.claim} data-find-claim>
          {claimText(claim, words)}
          {answer !== null && ` ${isSame(claim, answer) ? words.claim.same : words.claim.other}`}
        </p>
      )}
      {phase === 'failed' && (
        <p role="alert" className={styles.problem}>
          {words.failed(reason ?? '')}
        </p>
      )}
      {(isStale || phase === 'changed' || phase === 'live') && (
        <div role="status" className={styles.stale}>
          <p>{endedText(sought, words)}</p>
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
  const said = breaks === 0 ? words.none(formatNumber(runs)) : words.found(formatNumber(breaks), formatNumber(runs));
  return isWhole ? said : `${said} ${words.part}`;
}
