// What may happen now, as numbered buttons. The keys 1 to 7 press the first ones; the rest is folded.
import { useEffect, useState } from 'react';
import { networkWords } from '../../content/texts/network';
import type { Decision } from '../../core/model/scenario/decision';
import { withStop } from '../../core/model/values/joinedTexts';
import type { State } from '../../search/orders/state';
import { decisionText, newLines } from '../../search/orders/words';
import { useLanguage, useWords } from '../words/i18n';
import styles from './Network.module.css';
import { afterDecision, choicesIn, numbered, type Play } from './usePlay';

export function ChoiceList({ play }: { readonly play: Play }) {
  const words = networkWords[useLanguage()];
  const { state } = play.now;
  const all = choicesIn(state);
  const rest = all.slice(numbered);
  if (all.length === 0) return <p className="quiet">{words.noChoices}</p>;
  return (
    <>
      <ol className={styles.choices}>
        {all.slice(0, numbered).map((decision, i) => (
          <Choice key={JSON.stringify(decision)} number={i + 1} {...{ decision, play, state }} />
        ))}
      </ol>
      {rest.length > 0 && (
        <details className="above-4">
          <summary>{words.more(rest.length)}</summary>
          <ol className={styles.choices} start={numbered + 1}>
            {rest.map((decision) => (
              <Choice key={JSON.stringify(decision)} number={null} {...{ decision, play, state }} />
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

interface ChoiceProps {
  readonly decision: Decision;
  readonly play: Play;
  readonly state: State;
  /** Its key. Null: it has none. */
  readonly number: number | null;
}

function Choice({ decision, play, state, number }: ChoiceProps) {
  const language = useLanguage();
  return (
    <li>
      <button
        type="button"
        className={styles.choice}
        data-kind={decision.kind}
        aria-keyshortcuts={number === null ? undefined : String(number)}
        onClick={() => play.decide(decision)}
      >
        <kbd aria-hidden>{number ?? '·'}</kbd>
        <span>
          {decisionText(state, decision)[language]}
          {decision.kind === 'pass' && <Preview state={state} />}
        </span>
      </button>
    </li>
  );
}

/** What will happen while time passes. It is computed once the choices are on screen. */
function Preview({ state }: { readonly state: State }) {
  const words = networkWords[useLanguage()];
  const { speech } = useWords();
  const [after, setAfter] = useState<State | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setAfter(afterDecision(state, { kind: 'pass' })));
    return () => clearTimeout(timer);
  }, [state]);
  const lines = after === null ? null : newLines(state, after, speech);
  const text = lines === null ? '\u00a0' : lines.length === 0 ? words.soonNothing : words.soon(joined(lines));
  return <span className={`block quiet ${styles.soon}`}>{text}</span>;
}

/** The most lines of a preview. */
const linesMax = 3;

/** As sentences one after the other. */
function joined(lines: readonly string[]): string {
  const few = lines.slice(0, linesMax).map((line) => line.replace(/[.。]$/, ''));
  const text = few.reduce((before, line) => withStop(before, line));
  return withStop(text, lines.length > linesMax ? '…' : '').trimEnd();
}
