// What has happened, decision by decision, with what followed from each. The newest is last, and in view.
import { memo, useLayoutEffect, useRef } from 'react';
import { networkWords } from '../../content/texts/network';
import { decisionText, newLines } from '../../search/orders/words';
import { mediaHook } from '../parts/mediaHook';
import { useLanguage, useWords } from '../words/i18n';
import styles from './Network.module.css';
import type { Step } from './usePlay';

/** As in the style sheet. */
const useIsNarrow = mediaHook('(max-width: 900px)');
/** On a phone, earlier decisions are folded. */
const lastOnPhone = 2;

export function Told({ steps }: { readonly steps: readonly Step[] }) {
  const words = networkWords[useLanguage()];
  const isNarrow = useIsNarrow();
  const box = useRef<HTMLDivElement>(null);
  const later = steps.slice(1);
  const split = isNarrow ? Math.max(0, later.length - lastOnPhone) : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each decision scrolls to itself.
  useLayoutEffect(() => {
    const { current } = box;
    if (current !== null) current.scrollTop = current.scrollHeight;
  }, [steps.length]);
  const entries = (from: number, to: number) => (
    <ol className={styles.told} start={from + 1}>
      {later.slice(from, to).map((step, i) => {
        const before = steps[from + i];
        // biome-ignore lint/suspicious/noArrayIndexKey: a decision is known by its place.
        return before && <Entry key={from + i} number={from + i + 1} before={before} step={step} />;
      })}
    </ol>
  );
  return (
    <section aria-labelledby="told" className={styles.log}>
      <h3 id="told" className="quiet normal strong">
        {words.log}
      </h3>
      {split > 0 && (
        <details>
          <summary>{words.decisions(split)}</summary>
          {entries(0, split)}
        </details>
      )}
      <div
        ref={box}
        className={`slim scroll ${styles.lines}`}
        role="log"
        aria-live="polite"
        aria-labelledby="told"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a reader without a mouse scrolls it by keys.
        tabIndex={0}
      >
        <p className="quiet">{words.logEmpty}</p>
        {entries(split, later.length)}
      </div>
    </section>
  );
}

interface EntryProps {
  readonly number: number;
  readonly before: Step;
  readonly step: Step;
}

const Entry = memo(({ number, before, step: { state, decision } }: EntryProps) => {
  const language = useLanguage();
  const { speech } = useWords();
  if (decision === null) return null;
  return (
    <li>
      <strong>
        <span className="quiet digits">{number}</span> {decisionText(before.state, decision)[language]}
      </strong>
      {newLines(before.state, state, speech).map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </li>
  );
});
