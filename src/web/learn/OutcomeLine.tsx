// On a sheet: the result of the attempt, beside the goals that stay in view, and a link to the full feedback further
// up.
import type { MouseEvent } from 'react';
import { useText } from '../words/i18n';
import styles from './Goals.module.css';
import { intoView } from './intoView';
import type { Judgement } from './useJudged';
import { learnWords } from './words';

type Words = (typeof learnWords)['en'];

export function OutcomeLine({ judgement }: { readonly judgement: Judgement }) {
  const words = useText()(learnWords);
  const line = lineOf(judgement, words);
  if (line === null) return null;
  return (
    <li className={styles.outcome} data-right={judgement.judged.solved}>
      <strong>{line}</strong>
      {judgement.kind !== 'going' && (
        <button type="button" className="link ink" onClick={readOn}>
          {words.readOn}
        </button>
      )}
    </li>
  );
}

function lineOf(judgement: Judgement, words: Words): string | null {
  const { judged } = judgement;
  if (judged.breaches.length > 0) return words.notAllowed;
  switch (judgement.kind) {
    case 'going':
      return judgement.going === null ? words.judgingFirst : words.judging(judgement.going.runs, judgement.going.all);
    case 'judged':
      if (judged.solved) return words.solved;
      return (judged.further?.miss ?? null) === null ? null : words.further.notYetShort;
    default:
      return words.undecided;
  }
}

function readOn({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  const said = currentTarget.closest('section')?.querySelector<HTMLElement>('[data-said]:not([hidden])');
  if (said == null) return;
  said.focus({ preventScroll: true });
  intoView(said);
}
