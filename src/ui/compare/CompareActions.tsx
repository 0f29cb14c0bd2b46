// Swaps the two runs of a comparison, and shows both as a whole or only what differs.
import { ArrowDownUp } from 'lucide-react';
import { Button } from '../parts/Button';
import { showBothInFull, swapCompared, useCompare, useOther } from '../state/compare';
import { useText } from '../words/i18n';
import styles from './Timelines.module.css';
import { compareWords } from './words';

export function CompareActions() {
  const words = useText()(compareWords);
  const other = useOther();
  const isFull = useCompare((state) => state.isFull);
  if (other === null || other.choice === 'simulated' || other.choice === 'beside') return null;
  return (
    <span className={styles.actions}>
      <Button title={words.swapHelp} onClick={() => void swapCompared(other)}>
        <ArrowDownUp size={13} aria-hidden />
        {words.swap}
      </Button>
      <Button look="plain" onClick={() => showBothInFull(!isFull)}>
        {isFull ? words.differing : words.full}
      </Button>
    </span>
  );
}
