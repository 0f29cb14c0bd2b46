// The prepared report: a text to copy and, if the build knows the project's address, a link that opens it as an
// issue.

import { howDecidedWords } from '../../content/texts/howDecided';
import { CopyBox } from '../share/CopyBox';
import { useText } from '../words/i18n';
import styles from './Proof.module.css';
import { repository } from './project';
import { issueAddress, type Reported, reportText } from './report';

export function ReportPart({ reported }: { readonly reported: Reported }) {
  const all = useText()(howDecidedWords);
  const { report: words, run } = all;
  if (reported.link === '') return <p>{run.making}</p>;
  const body = reportText(reported, all);
  const issue = issueAddress(repository, {
    title: words.issueTitle(reported.story ?? reported.headline),
    body,
    cut: words.cut,
  });
  return (
    <>
      <p>{words.lead}</p>
      <CopyBox label={words.label} text={body} rows={10} />
      {issue !== null && (
        <p className={styles.issue}>
          <a href={issue} target="_blank" rel="noopener noreferrer">
            {words.issue}
          </a>
        </p>
      )}
    </>
  );
}
