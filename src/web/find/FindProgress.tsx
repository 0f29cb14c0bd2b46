// The progress of the search. A screen reader reads it now and then, not at every run.
import { useEffect, useState } from 'react';
import { type FindWords, findWords } from '../../content/texts/find';
import { formatMs, formatNumber } from '../../core/model/values/format';
import { useText } from '../words/i18n';
import styles from './Find.module.css';
import { useSearchSession } from './pageSearch';
import type { Sought } from './searchSession';

/** How often it is read aloud, in ms. */
const saidEvery = 10_000;

export function FindProgress() {
  const words = useText()(findWords);
  const sought = useSearchSession((state) => state.sought);
  const isUnderWay = sought?.phase === 'searching' || sought?.phase === 'stopping';
  const { progress = null } = sought ?? {};
  const line = sought === null || !isUnderWay ? '' : progressText(sought, words);
  return (
    <>
      <Said text={line} />
      {isUnderWay && (
        <div className="stack gap-2">
          <div
            role="progressbar"
            aria-label={words.progress}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={share(progress)}
            className={`clipped ${styles.track}`}
          >
            <div className="tall" style={{ width: `${share(progress)}%` }} />
          </div>
          <p className={styles.note} data-find-progress>
            {line}
          </p>
        </div>
      )}
    </>
  );
}

/** A line breaks between two facts only. */
const noBreak = '\u00a0';

const share = (progress: Sought['progress']): number =>
  progress === null || progress.all === 0 ? 0 : Math.min(100, Math.floor((progress.runs * 100) / progress.all));

function progressText({ progress, question }: Sought, words: FindWords): string {
  if (progress === null) return words.counting;
  const { phase, runs, all, rate, left } = progress;
  if (phase === 'smaller') return words.smaller;
  if (phase === 'map') return words.mapping;
  const isExact = question.faultsMax === 1 && question.seeds === 1;
  return [
    (isExact ? words.runs : words.aboutRuns)(formatNumber(runs), formatNumber(rough(all, isExact))),
    words.rate(formatNumber(rate)),
    ...(left === null ? [] : [words.left(timeLeft(left, words))]),
  ]
    .map((part) => part.replaceAll(' ', noBreak))
    .join(' · ');
}

const minute = 60_000;
const hour = 60 * minute;

/**
 * Rounded to what is known.
 * @param msLeft in ms
 */
function timeLeft(msLeft: number, words: FindWords): string {
  if (msLeft < 1.5 * minute) return formatMs(Math.max(1, Math.round(msLeft / 1000)) * 1000);
  return msLeft < 1.5 * hour ? words.minutes(Math.round(msLeft / minute)) : words.hours(Math.round(msLeft / hour));
}

/** An estimate has two digits. */
function rough(count: number, isExact: boolean): number {
  if (isExact || count < 100) return count;
  const unit = 10 ** (String(Math.round(count)).length - 2);
  return Math.ceil(count / unit) * unit;
}

function Said({ text }: { readonly text: string }) {
  const [announcement, setSaid] = useState({ text: '', at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    const now = performance.now();
    if (text === '' && announcement.text !== '') setSaid({ text, at: Number.NEGATIVE_INFINITY });
    if (text !== '' && now - announcement.at >= saidEvery) setSaid({ text, at: now });
  }, [text, announcement]);
  return (
    <p role="status" aria-live="polite" className="hidden">
      {announcement.text}
    </p>
  );
}
