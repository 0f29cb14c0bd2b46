// Begins and ends a comparison.
import { Columns2 } from 'lucide-react';
import { startComparing, stopComparing, useCompare } from '../state/compare';
import { useWords } from '../words/i18n';
import styles from './CompareSwitch.module.css';

export function CompareSwitch() {
  const words = useWords();
  const isOn = useCompare((state) => state.isOn);
  return (
    <button
      type="button"
      className={styles.switch}
      aria-label={words.compare.switch}
      aria-pressed={isOn}
      onClick={isOn ? stopComparing : startComparing}
    >
      <Columns2 size={13} aria-hidden />
      <span className={styles.label}>{words.compare.switch}</span>
    </button>
  );
}
