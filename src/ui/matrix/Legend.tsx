// What the shapes of the table mean, from the worst to the best.
import { severities } from '../../matrix/families';
import { useText } from '../words/i18n';
import { Shape } from './Shape';
import styles from './Table.module.css';
import { tableWords } from './words';

export function Legend() {
  const words = useText()(tableWords);
  return (
    <ul className={styles.legend} aria-label={words.legend}>
      {severities.map((severity) => (
        <li key={severity}>
          <Shape of={severity} /> {words.severities[severity]}
        </li>
      ))}
      <li className={styles.quiet}>{words.shapes}</li>
    </ul>
  );
}
