// Says what is wrong with a link that could not be opened and keeps its text, or that the link's run was a different
// one.

import { linkWords } from '../../content/texts/link';
import { visibleToAll } from '../../core/model/values/visible';
import { explainOutcome } from '../../core/narrate/explain';
import { dropLinkProblem, dropOtherRun, useLinkState, useOtherRun } from '../files/address';
import type { OtherRun } from '../files/otherRun';
import { Notice } from '../parts/Notice';
import styles from '../parts/Notice.module.css';
import { useLanguage, useText, useWords } from '../words/i18n';

export function LinkNotice() {
  const words = useWords();
  const text = useText();
  const phrases = text(linkWords);
  const problem = useLinkState((state) => state.problem);
  const otherRun = useOtherRun();
  const space = useLanguage() === 'en' && ' ';
  if (problem === null) return otherRun === null ? null : <OtherRunNotice otherRun={otherRun} />;
  const line = (
    <>
      <strong>{problem.open === null ? text(problem.message) : words.link.broken(text(problem.message))}</strong>
      {space}
      {problem.open === 'kept' ? words.link.kept : problem.open !== null && phrases[problem.open]}
    </>
  );
  return (
    <Notice role="alert" dismissLabel={words.link.dismiss} onDismiss={dropLinkProblem} line={line}>
      <details className={`quiet above-1 ${styles.details}`}>
        <summary>{phrases.text}</summary>
        <code className={`block breaks pans code ${styles.link}`}>{shortened(problem.link)}</code>
      </details>
    </Notice>
  );
}

/** The scenario is the same. The engine, the judge, or the story that the link refers to has changed since. */
function OtherRunNotice({ otherRun: { endedAs, data } }: { readonly otherRun: OtherRun }) {
  const words = useWords();
  const phrases = useText()(linkWords);
  const line = endedAs === null ? phrases.otherRun : phrases.endedAs(explainOutcome(endedAs, words.speech, data));
  return <Notice role="status" dismissLabel={words.link.dismiss} onDismiss={dropOtherRun} line={line} />;
}

/** A link may be megabytes long. The address bar has all of it. */
const shownLengthMax = 2000;

const shortened = (link: string): string =>
  visibleToAll(link.length > shownLengthMax ? `${link.slice(0, shownLengthMax)} …` : link);
