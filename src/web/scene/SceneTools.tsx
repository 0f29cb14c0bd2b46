// What a scene has of the details, one press each: another lock, and a link.
import { openDialog } from '../state/dialog';
import { useWords } from '../words/i18n';
import { LockPicker } from './LockPicker';
import { playFrom } from './playAnswer';
import styles from './SceneTools.module.css';
import { useIsTiny } from './useMedia';

export function ChangeLock() {
  const words = useWords();
  const isTiny = useIsTiny();
  const label = isTiny ? words.bar.lock : words.bar.changeLock;
  return <LockPicker className={styles.tool} lockLabel={label} onChosen={() => playFrom(null)} />;
}

export function ShareRun() {
  const words = useWords();
  return (
    <button type="button" className={styles.tool} onClick={() => openDialog('share')}>
      {words.bar.share}
    </button>
  );
}
