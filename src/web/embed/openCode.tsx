// A reader's own lock in a frame that runs nothing: its code, and the link to the page that runs it. Loaded when an
// address asks for it.
import { type ReactNode, useRef } from 'react';
import type { EmbedParameters } from '../../content/address/embed';
import { write } from '../../content/address/write';
import { linkPreviewWords } from '../../content/texts/linkPreview';
import { type DecodedCode, decodeCode } from '../../core/model/links/codeLink';
import { withOwn } from '../../sandbox/own/knownParts';
import { currentParts } from '../state/parts';
import { useText } from '../words/i18n';
import styles from './Embed.module.css';
import { siteRoot } from './embedLinks';
import { useHost } from './useHost';

export function openCode(parameters: EmbedParameters, link: string): ReactNode {
  return <SentCode parameters={parameters} link={link} decoded={decodeCode(link, withOwn(currentParts()))} />;
}

interface SentCodeProps {
  readonly parameters: EmbedParameters;
  readonly link: string;
  readonly decoded: DecodedCode;
}

function SentCode({ parameters, link, decoded }: SentCodeProps) {
  const text = useText();
  const words = text(linkPreviewWords);
  const content = useRef<HTMLDivElement>(null);
  const isHosted = parameters.frame !== null && parameters.height === null;
  const language = useHost(parameters, content, words.sentCode);
  const href = write({ page: 'own', run: { kind: 'code', link }, language }, `${siteRoot()}own/`);
  return (
    <div ref={content} className={styles.embed} data-hosted={isHosted} data-view="code">
      <header className={styles.head}>
        <h1 className={styles.title}>{words.sentCode}</h1>
        <span className={styles.space} />
        {decoded.ok && (
          <a className={styles.open} href={href} target="_blank" rel="noopener">
            {words.openCode}
          </a>
        )}
      </header>
      {decoded.ok ? (
        <>
          <p className="line-below on-soft airy pad-y-4 pad-x-5">{words.codeShown}</p>
          <pre className={`on-panel breaks pad-y-5 pad-x-5 pans code keeps-lines ${styles.code}`}>
            <code>{decoded.shared.lock}</code>
          </pre>
        </>
      ) : (
        <p role="alert" className="firm breaks warned pad-y-3 pad-x-5">
          {text(decoded.problem)}
        </p>
      )}
    </div>
  );
}
