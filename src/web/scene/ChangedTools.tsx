// What a reader can do with a run that is no longer the story's: take the change back, or copy a link of it.
import { Check, Link2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { currentAddress } from '../files/address';
import { useLinkCopy } from '../files/useLinkCopy';
import { useEdition } from '../state/edition';
import { useWords } from '../words/i18n';
import styles from './ChangedTools.module.css';

export function ChangedTools() {
  const { bar: words, scene } = useWords();
  const { committed, undo, past } = useEdition();
  const { copyLink, note } = useLinkCopy('./', 'run');
  const [copied, setCopied] = useState<typeof committed | null>(null);
  const copy = async (button: Element): Promise<void> => {
    const { isDone } = await copyLink(await currentAddress({ size: 'scene' }), button);
    if (isDone) setCopied(committed);
  };
  const isCopied = copied === committed;
  // Below 900 px the words are hidden, and the sign alone says it.
  const Icon = isCopied ? Check : Link2;
  return (
    <span className="row gap-4 regular">
      <span className={styles.changed} aria-hidden>
        {scene.changed}
      </span>
      <button type="button" className={styles.tool} disabled={past.length === 0} onClick={undo}>
        <Undo2 size={16} aria-hidden /> <span className={styles.label}>{words.undo}</span>
      </button>
      <button type="button" className={styles.tool} onClick={({ currentTarget }) => void copy(currentTarget)}>
        <Icon size={16} aria-hidden />{' '}
        <span className={styles.label} aria-live="polite">
          {isCopied ? words.shared : words.copyLink}
        </span>
        {note}
      </button>
    </span>
  );
}
