// Shown if no server answers: one line on how to get one, and the way to open a saved run.

import { useIsLive } from '../state/live';
import { useWords } from '../words/i18n';
import styles from './RealRedisHint.module.css';

export function RealRedisHint() {
  const words = useWords();
  const isLive = useIsLive();
  return (
    <p className={`quiet ${styles.hint}`}>
      {words.live.here} <code className={`on-soft ink pad-y-1 pad-x-3 ${styles.command}`}>npm start</code>{' '}
      {!isLive && (
        <button
          type="button"
          className={`block lights ${styles.open}`}
          onClick={() => void import('../files/runFile').then(({ chooseRunFile }) => chooseRunFile())}
        >
          {words.live.open}
        </button>
      )}
    </p>
  );
}
