// A frame whose story does not exist: a sentence, and no other story in its place.
import { useRef } from 'react';
import type { EmbedParameters } from '../../content/address/embed';
import type { Text } from '../../core/model/values/text';
import { useSharedWords, useText } from '../words/i18n';
import styles from './Embed.module.css';
import { useHost } from './useHost';

interface NoRunProps {
  readonly parameters: EmbedParameters;
  readonly problems: readonly Text[];
}

export function NoRun({ parameters, problems }: NoRunProps) {
  const content = useRef<HTMLElement>(null);
  const text = useText();
  const { name } = useSharedWords();
  useHost(parameters, content, name);
  return (
    <main ref={content} className={styles.embed} data-hosted={parameters.frame !== null} data-view="verdict">
      {problems.map((problem) => (
        <p key={problem.en} role="alert" className="firm breaks warned pad-y-3 pad-x-5">
          {text(problem)}
        </p>
      ))}
    </main>
  );
}
