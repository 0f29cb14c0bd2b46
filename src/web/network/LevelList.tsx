// All levels, with those that are solved.
import { Check } from 'lucide-react';
import { networkWords } from '../../content/texts/network';
import { levels } from '../../course/levels/levels';
import { useLanguage, useText } from '../words/i18n';
import { hrefOf } from './address';
import styles from './Network.module.css';
import { proved, useSolved } from './solved';

export function LevelList() {
  const words = networkWords[useLanguage()];
  const text = useText();
  const solved = useSolved((state) => state.solved);
  const count = levels.filter(({ id }) => solved[id] !== undefined).length;
  return (
    <div className={styles.list}>
      <p className={`airy pretty ${styles.lead}`}>{words.lead}</p>
      <div className="row between gap-5">
        <h2 className="large">{words.levels}</h2>
        {count > 0 && <span className="quiet digits">{words.solvedOf({ solved: count, all: levels.length })}</span>}
      </div>
      <ol className={styles.levels}>
        {levels.map(({ id, title, task, least }, i) => {
          const decisions = solved[id];
          return (
            <li key={id} className={`card anchor ${styles.card}`} data-solved={decisions !== undefined}>
              <span className="quiet digits">{i + 1}</span>
              <a className={`strong large bare ${styles.open}`} href={hrefOf(id)}>
                {text(title)}
              </a>
              <span className="airy pretty quiet">{text(task)}</span>
              {decisions !== undefined && (
                <span className={`row gap-2 normal ${styles.solved}`}>
                  <Check size={14} aria-hidden />
                  {decisions === proved ? words.proved : words.solved({ count: decisions, least })}
                </span>
              )}
            </li>
          );
        })}
      </ol>
      <p className="quiet airy">
        {words.anyStory} <a href="../?stories">{words.stories}</a>
      </p>
    </div>
  );
}
