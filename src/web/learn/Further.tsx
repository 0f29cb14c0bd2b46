// The result of testing a correct answer at every place and with other seeds: it holds, or the smallest run in which
// it fails, which can be viewed.
import type { WiderTrial as Tried } from '../../course/judging/exercise';
import { useText, useWords } from '../words/i18n';
import { againstText } from './againstText';
import { workshop } from './exerciseState';
import styles from './Goals.module.css';
import { MeasuredGoal } from './MeasuredGoal';
import { learnWords } from './words';

export function Holds({ further: { places, seeds } }: { readonly further: Tried }) {
  const words = useText()(learnWords);
  return <p>{words.further.holds(places, seeds)}</p>;
}

/** Read aloud when it appears. */
export function Missed({ further }: { readonly further: Tried | null }) {
  const text = useText();
  const words = text(learnWords);
  const pageWords = useWords();
  const miss = further?.miss ?? null;
  return (
    <div role="status" className={styles.result} data-said tabIndex={-1} hidden={miss === null}>
      {miss !== null && (
        <>
          <strong>{words.further.notYet}</strong>
          <p>
            {words.further.fails(againstText(miss.against, { text, words, pageWords }))}{' '}
            <button type="button" className="link ink" onClick={() => workshop.showAttack(miss.against)}>
              {words.show}
            </button>
          </p>
          <p>
            {text(miss.aim.text)}
            <MeasuredGoal found={miss.measured} />
          </p>
        </>
      )}
    </div>
  );
}
