// What the signs of the table mean, from the worst to the best.
import { cellOutcomes } from '../../model/cellOutcome';
import { useText } from '../words/i18n';
import { signOf, toneOfOutcome } from './cellText';
import styles from './Table.module.css';
import { tableWords } from './words';

export function Legend({ computed }: { readonly computed: string }) {
  const words = useText()(tableWords);
  return (
    <ul className={styles.legend} aria-label={words.legend}>
      {cellOutcomes.map((outcome) => (
        <li key={outcome} data-tone={toneOfOutcome(outcome)}>
          <b>
            <span aria-hidden>{signOf[outcome]}</span> {words.outcomes[outcome]}
          </b>{' '}
          {words.outcomesTold[outcome]}
        </li>
      ))}
      <li>
        <b aria-hidden>●</b> {words.confirmed}
      </li>
      <li>
        <b aria-hidden>†</b> {words.itself.legend}
      </li>
      <li>{words.row.computed(computed)}</li>
    </ul>
  );
}
