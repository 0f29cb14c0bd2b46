// The first stop of the Tab key: past the bar and the run to the task.
import { useText } from '../words/i18n';
import { intoView } from './intoView';
import styles from './Learn.module.css';
import { learnWords } from './words';

export function ToTask() {
  const words = useText()(learnWords);
  return (
    <button type="button" className={styles.toTask} onClick={go}>
      {words.toTask}
    </button>
  );
}

function go(): void {
  const title = document.querySelector<HTMLElement>('[data-lands]');
  if (title === null) return;
  title.focus({ preventScroll: true });
  intoView(title);
}
