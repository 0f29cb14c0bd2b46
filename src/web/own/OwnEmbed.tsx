// A reader's lock in a post: its code, to read or to change, and its run. It waits for a press.
import { useEffect, useRef } from 'react';
import { own } from '../../content/address/own';
import { read } from '../../content/address/read';
import { write } from '../../content/address/write';
import type { InWorker } from '../../core/model/effects/calls';
import { encodeCode } from '../../core/model/links/codeLink';
import type { OwnCalls } from '../../sandbox/own/ownCalls';
import { connectToHost } from '../app/hostMessages';
import { LostPart } from '../app/LostPart';
import { Tips } from '../parts/Tip';
import { startPlayback } from '../playback/play';
import { useCursor } from '../state/cursor';
import { usePreferences } from '../state/preferences';
import { CodeFile } from './CodePart';
import styles from './OwnEmbed.module.css';
import { sentFrom, useOwnCode } from './ownCode';
import { useOwnRuns } from './ownRuns';
import { faultsToShare } from './ownScenario';
import { useOwnWords } from './ownWords';
import { RunPart } from './RunPart';
import { SentCodeNotice } from './SentCodeNotice';
import { useOwnRun } from './useOwnRun';

interface OwnEmbedProps {
  readonly worker: InWorker<OwnCalls>;
  readonly isEditable: boolean;
  /** The number that the surrounding page drew for this frame. */
  readonly frame: string | null;
}

/** A sandboxed frame has no origin, and a page without an origin cannot start a worker. */
const hasNoSandbox = self.origin === 'null';

export function OwnEmbed({ worker, isEditable, frame }: OwnEmbedProps) {
  const words = useOwnWords();
  const content = useRef<HTMLDivElement>(null);
  const following = useOwnRun(worker, !hasNoSandbox);
  const guard = useOwnCode((state) => state.guard);
  useEffect(startPlayback, []);
  useHostOf(frame, content, words.embedded.name);
  const codeProps = { following, isFixed: !isEditable };
  return (
    <div ref={content} className="stack framed on-page clipped rounded">
      <header className={`row between gap-5 line-below on-panel pad-x-6 ${styles.head}`}>
        <h1 className="large strong">{words.embedded.name}</h1>
        <OpenLink />
      </header>
      <main className={hasNoSandbox ? `block ${styles.alone}` : `grid ${styles.content}`}>
        <section className={`narrows on-panel stack ${styles.code}`} aria-label={words.parts.code}>
          {hasNoSandbox ? (
            <p className="line-below on-soft airy pad-y-4 pad-x-6">{words.embedded.noSandbox}</p>
          ) : (
            <SentCodeNotice onRun={() => undefined} />
          )}
          <CodeFile file="lock" {...codeProps} />
          {guard === 'own' && <CodeFile file="check" {...codeProps} />}
        </section>
        {!hasNoSandbox && (
          <section className={`narrows ${styles.run}`} aria-label={words.parts.run}>
            <RunPart following={following} />
          </section>
        )}
      </main>
      <Tips hasKeys={false} />
      <LostPart />
    </div>
  );
}

/** The present code with the faults of its run. If it has grown too long, the code that the writer of the post gave. */
function OpenLink() {
  const words = useOwnWords();
  const { faults, shown } = useOwnRuns();
  const now = encodeCode(sentFrom(useOwnCode(), faultsToShare(faults, shown)));
  const { run } = read(location.href, own);
  const originalLink = run.kind === 'code' ? run.link : '';
  const href = write({ page: 'own', run: { kind: 'code', link: now ?? originalLink } }, './');
  return (
    <a href={href} target="_blank" rel="noopener">
      {words.embedded.open}
    </a>
  );
}

/** Follows the surrounding page: as high as the content, in its theme and language. Out of view it stands still. */
function useHostOf(frame: string | null, content: React.RefObject<HTMLElement | null>, title: string): void {
  useEffect(() => {
    const met = connectToHost(frame, {
      onVisible: (isVisible) => {
        if (!isVisible) useCursor.getState().setPlaying(false);
      },
      onTheme: (theme) => {
        document.documentElement.dataset['theme'] = theme;
      },
      onLanguage: (language) => usePreferences.setState({ language }),
    });
    met?.name(title);
    return content.current === null ? undefined : met?.watchHeight(content.current);
  }, [frame, content, title]);
}
