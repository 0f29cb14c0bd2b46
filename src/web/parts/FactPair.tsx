// What happened to the lock and to the data, each with the sign of its own tone.
import type { FactRead, Reading } from '../../core/narrate/reading';
import styles from './FactPair.module.css';
import { ToneSign } from './ToneSign';

export const FactPair = ({ pair }: Pick<Reading, 'pair'>) => (
  <span className={styles.pair}>
    <Fact {...pair.lock} /> <Fact {...pair.data} />
  </span>
);

const Fact = ({ tone, text }: FactRead) => (
  <span className={styles.fact} data-tone={tone}>
    <ToneSign tone={tone} size={12} />
    <span>{text}</span>
  </span>
);
