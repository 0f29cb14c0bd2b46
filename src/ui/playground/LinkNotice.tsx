// Says what is wrong with a link that could not be opened, and keeps its text.
import { X } from 'lucide-react';
import { dropLinkProblem, dropOtherRun, useAddress } from '../files/address';
import styles from '../parts/Notice.module.css';
import { IconButton } from '../parts/Tip';
import { useText, useWords } from '../words/i18n';

export function LinkNotice() {
  const words = useWords();
  const text = useText();
  const problem = useAddress((state) => state.problem);
  const isOtherRun = useAddress((state) => state.isOtherRun);
  if (problem === null) return isOtherRun ? <OtherRun /> : null;
  return (
    <div role="alert" className={styles.notice}>
      <div className={styles.words}>
        <p className={styles.line}>
          <strong>{words.link.broken(text(problem.message))}</strong> {words.link[problem.open]}
        </p>
        <details className={styles.details}>
          <summary>{words.link.text}</summary>
          <code className={styles.link}>{shortened(problem.link)}</code>
        </details>
      </div>
      <IconButton look="plain" label={words.link.dismiss} onClick={dropLinkProblem}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  );
}

/** The scenario is the same. The engine, or a story to which the link refers, has changed since. */
function OtherRun() {
  const words = useWords();
  return (
    <div role="status" className={styles.notice}>
      <div className={styles.words}>
        <p className={styles.line}>{words.link.otherRun}</p>
      </div>
      <IconButton look="plain" label={words.link.dismiss} onClick={dropOtherRun}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  );
}

/** A link may be megabytes long. The address bar has all of it. */
const shownLengthMax = 2000;

const shortened = (link: string): string =>
  link.length > shownLengthMax ? `${link.slice(0, shownLengthMax)} …` : link;
