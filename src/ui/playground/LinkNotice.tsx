// Says what is wrong with a link that could not be opened, and keeps its text; or that its run was another one.
import { X } from 'lucide-react';
import { explainOutcome } from '../../narrate/explain';
import { dropLinkProblem, dropOtherRun, useAddress, useOtherRun } from '../files/address';
import { linkWords } from '../files/linkWords';
import type { OtherRun } from '../files/otherRun';
import styles from '../parts/Notice.module.css';
import { IconButton } from '../parts/Tip';
import { useText, useWords } from '../words/i18n';

export function LinkNotice() {
  const words = useWords();
  const text = useText();
  const said = text(linkWords);
  const problem = useAddress((state) => state.problem);
  const otherRun = useOtherRun();
  if (problem === null) return otherRun === null ? null : <OtherRunNotice otherRun={otherRun} />;
  return (
    <div role="alert" className={styles.notice}>
      <div className={styles.words}>
        <p className={styles.line}>
          <strong>{words.link.broken(text(problem.message))}</strong>{' '}
          {problem.open === 'kept' ? words.link.kept : said[problem.open]}
        </p>
        <details className={styles.details}>
          <summary>{said.text}</summary>
          <code className={styles.link}>{shortened(problem.link)}</code>
        </details>
      </div>
      <IconButton look="plain" label={words.link.dismiss} onClick={dropLinkProblem}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  );
}

/** The scenario is the same. The engine, the judge, or a story to which the link refers, has changed since. */
function OtherRunNotice({ otherRun: { endedAs } }: { readonly otherRun: OtherRun }) {
  const words = useWords();
  const said = useText()(linkWords);
  const line = endedAs === null ? said.otherRun : said.endedAs(explainOutcome(endedAs, words.speech));
  return (
    <div role="status" className={styles.notice}>
      <div className={styles.words}>
        <p className={styles.line}>{line}</p>
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
