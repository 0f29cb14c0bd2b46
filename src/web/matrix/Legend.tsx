// The meaning of the table's shapes, from the worst to the best.
import { signs } from '../../core/model/trace/severity';
import { useText } from '../words/i18n';
import { Shape } from './Shape';
import styles from './Table.module.css';
import { tableWords } from './words';

export function Legend() {
  const words = useText()(tableWords);
  return (
    <ul className={`row wrap ${styles.legend}`} aria-label={words.legend}>
      {signs.map((sign) => (
        <li className="chip gap-3" key={sign}>
          <Shape of={sign} /> {words.signs[sign]}
        </li>
      ))}
      <li className="quiet far chip gap-3">{words.shapes}</li>
    </ul>
  );
}
