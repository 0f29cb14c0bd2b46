// A recorded run in a post. Loaded when an address asks for it.
import { type ReactNode, useRef } from 'react';
import type { EmbedParameters } from '../../content/address/embed';
import { write } from '../../content/address/write';
import type { Text } from '../../core/model/values/text';
import { openRecordedLink } from '../recorded/openRecorded';
import { Recorded } from '../recorded/Recorded';
import sceneStyles from '../scene/Scene.module.css';
import barStyles from '../scene/SceneBar.module.css';
import { useRun } from '../state/run';
import { useReading } from '../verdict/useReading';
import { useSharedWords } from '../words/i18n';
import styles from './Embed.module.css';
import { siteRoot } from './embedLinks';
import { NoRun } from './NoRun';
import { useHost } from './useHost';

export async function openRecorded(
  parameters: EmbedParameters,
  link: string,
  problems: readonly Text[],
): Promise<ReactNode> {
  const opened = await openRecordedLink(link);
  if (!opened.ok) return <NoRun parameters={parameters} problems={[...problems, opened.problem]} />;
  return <RecordedInPost parameters={parameters} link={link} />;
}

function RecordedInPost({ parameters, link }: { readonly parameters: EmbedParameters; readonly link: string }) {
  const words = useSharedWords();
  const content = useRef<HTMLDivElement>(null);
  const { headline } = useReading(useRun());
  const language = useHost(parameters, content, headline);
  const href = write({ run: { kind: 'recorded', link }, language }, siteRoot());
  return (
    <div
      ref={content}
      className={styles.embed}
      data-hosted={parameters.frame !== null && parameters.height === null}
      data-view="recorded"
    >
      <Recorded
        className={`${sceneStyles.page} ${styles.recorded}`}
        bar={
          <header className={barStyles.bar}>
            <span className="quiet nowrap grows">{words.name}</span>
            <a className={styles.open} href={href} target="_blank" rel="noopener">
              {words.embed.open}
            </a>
          </header>
        }
      />
    </div>
  );
}
