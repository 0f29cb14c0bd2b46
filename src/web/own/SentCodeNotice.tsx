// Above code that came with a link: why it does not run yet, and the button that runs it.
import { Button } from '../parts/Button';
import { Notice } from '../parts/Notice';
import { useText } from '../words/i18n';
import styles from './Code.module.css';
import { useOwnCode } from './ownCode';
import { useOwnWords } from './ownWords';
import { dropSentProblem, useSentProblem } from './sentCode';

/** @param onRun called when it may run */
export function SentCodeNotice({ onRun }: { readonly onRun: () => void }) {
  const words = useOwnWords();
  const text = useText();
  const { isWaiting, allow } = useOwnCode();
  const problem = useSentProblem((state) => state.problem);
  return (
    <>
      {problem !== null && (
        <div className={styles.replaced}>
          <Notice role="alert" dismissLabel={words.dismiss} onDismiss={dropSentProblem} line={text(problem)} />
        </div>
      )}
      {isWaiting && (
        <section className={styles.sent} aria-label={words.sent.title}>
          <p>
            <b>{words.sent.title}</b> {words.sent.why}
          </p>
          <Button
            look="ink"
            onClick={() => {
              allow();
              onRun();
            }}
          >
            {words.sent.run}
          </Button>
        </section>
      )}
    </>
  );
}
