// Above the code of a broken lock: what is wrong with it, how its run ended, and the button that fixes it.
import { brokenLockOf } from '../../sandbox/own/broken/broken';
import { Button } from '../parts/Button';
import { useText } from '../words/i18n';
import styles from './Code.module.css';
import { useOwnCode } from './ownCode';
import { useOwnRuns } from './ownRuns';
import { useOwnWords } from './ownWords';

export function AboutBroken() {
  const words = useOwnWords();
  const text = useText();
  const lock = useOwnCode((state) => state.lock);
  const write = useOwnCode((state) => state.write);
  const outcome = useOwnRuns(({ shown, run }) => (shown?.code.lock === lock ? run?.verdict.outcome : undefined));
  const broken = brokenLockOf(lock);
  if (broken === undefined) return null;
  const isMended = lock === broken.mended;
  return (
    <section className={styles.sent} aria-label={text(broken.title)}>
      <p role="status">
        {text(isMended ? broken.mend : broken.about)}{' '}
        {outcome !== undefined && <b>{words.broken.inThisRun(words.outcomes[outcome])}</b>}
      </p>
      <Button look={isMended ? 'outline' : 'ink'} onClick={() => write('lock', isMended ? broken.lock : broken.mended)}>
        {isMended ? words.broken.breakAgain : words.broken.mend}
      </Button>
    </section>
  );
}
