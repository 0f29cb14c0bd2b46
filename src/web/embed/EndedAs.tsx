// How the run ended for the writer of the post, if it ends otherwise today.

import { linkWords } from '../../content/texts/link';
import { explainOutcome } from '../../core/narrate/explain';
import type { OtherRun } from '../files/otherRun';
import { useSharedWords, useText } from '../words/i18n';
import styles from './Embed.module.css';

export function EndedAs({ otherRun: { endedAs, data } }: { readonly otherRun: OtherRun }) {
  const { speech } = useSharedWords();
  const words = useText()(linkWords);
  // For older posts it is unknown how the run ended, and a changed digest is of no use to a reader.
  if (endedAs === null) return null;
  return (
    <p role="note" className={styles.problem}>
      {words.endedAs(explainOutcome(endedAs, speech, data))}
    </p>
  );
}
