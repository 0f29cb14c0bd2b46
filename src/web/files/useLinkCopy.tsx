// Copies a link at the press of a button, in the form in which readers will find it. A note at the button says what was
// copied, if that is the run on screen, and who can open it, if not everyone can.
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { linkCopyWords } from '../../content/texts/linkCopy';
import styles from '../parts/Button.module.css';
import { copyText } from '../parts/copyText';
import { positionTip } from '../parts/Tip';
import { useText } from '../words/i18n';
import { type Reach, reachOf } from './privateAddress';
import { forReaders } from './publicSite';

const noteMs = 6000;

interface LinkCopy {
  /**
   * @param button the note is shown beside it
   * @returns whether the browser allowed it, and the link, to be shown if it did not
   */
  readonly copyLink: (address: string, button: Element) => Promise<{ readonly isDone: boolean; readonly link: string }>;
  /** The address that was copied last. Empty: it was not allowed, or not asked for. */
  readonly copied: string;
  readonly note: ReactNode;
}

/**
 * @param folder of the site, as the page names it
 * @param what the link leads to
 */
export function useLinkCopy(folder: './' | '../', what: 'link' | 'run' = 'link'): LinkCopy {
  const words = useText()(linkCopyWords);
  const [copied, setCopied] = useState('');
  const [noted, setNoted] = useState<{ readonly reach: Reach; readonly of: Element } | null>(null);
  useEffect(() => {
    if (noted === null) return;
    const timer = setTimeout(() => setNoted(null), noteMs);
    return () => clearTimeout(timer);
  }, [noted]);
  const copyLink = useCallback<LinkCopy['copyLink']>(
    async (address, button) => {
      const link = forReaders(address, new URL(folder, location.href).href);
      const isDone = await copyText(link);
      setCopied(isDone ? address : '');
      const reach = reachOf(new URL(link));
      setNoted(isDone && (what === 'run' || reach !== 'everybody') ? { reach, of: button } : null);
      return { isDone, link };
    },
    [folder, what],
  );
  const note = noted !== null && <Note of={noted.of}>{words[noted.reach](words[what])}</Note>;
  return { copyLink, copied, note };
}

/** @param of the button */
function Note({ of, children }: { readonly of: Element; readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Below a header is a title.
    if (box.current !== null) positionTip(box.current, of.getBoundingClientRect(), of.closest('header') !== null);
  }, [of]);
  // Drawn outside of the button's container, which could move it or cut it off.
  return createPortal(
    <div ref={box} role="status" className={styles.tip}>
      {children}
    </div>,
    document.body,
  );
}
