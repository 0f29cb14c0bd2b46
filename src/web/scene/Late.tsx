// Since when it was too late: a line under the verdict, and a notch on the transport's line with the span after it. A
// press of either plays from there, with the run whose faults end then behind it.
import { Hourglass } from 'lucide-react';
import { fewDigits } from '../../core/model/values/format';
import { fromMs } from '../../core/model/values/time';
import type { TimeAxis } from '../../picture/layout/timeAxis';
import { useAnswersHere } from '../state/tooLate';
import { useSharedWords } from '../words/i18n';
import { unbroken } from '../words/unbroken';
import styles from './Late.module.css';
import { playTooLate } from './playChange';

export function LateLine() {
  const answers = useAnswersHere();
  const { scene: words } = useSharedWords();
  if (answers === null || answers.since === null) return null;
  return (
    <button type="button" className={styles.line} title={answers.lines[0]} onClick={() => playTooLate(answers)}>
      <Hourglass size={16} aria-hidden /> {unbroken(words.tooLate(fewDigits.formatAt(fromMs(answers.since))))}
    </button>
  );
}

/** How far above and below the line it reaches, in px. */
const reach = 15;

export interface NotchProps {
  readonly axis: TimeAxis;
}

export function Notch({ axis }: NotchProps) {
  const answers = useAnswersHere();
  if (answers === null || answers.since === null) return null;
  const { left, right } = axis;
  const x = Math.max(left, Math.min(right, axis.x(fromMs(answers.since))));
  return (
    // Keys have the line under the verdict.
    <g className={styles.notch} data-late onPointerDown={() => playTooLate(answers)}>
      <path d={`M${x} 30H${right}`} className={styles.span} />
      <path d={`M${x} ${30 - reach}v${2 * reach}`} className={styles.edge} />
      <path d={`M${x} ${30 - reach - 4}v${2 * (reach + 4)}`} className={styles.hand} />
    </g>
  );
}
