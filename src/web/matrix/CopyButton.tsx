// Copies a text. Where the clipboard is forbidden, the text can be copied by hand.
import { useState } from 'react';
import { Button } from '../parts/Button';
import { copyText } from '../parts/copyText';
import styles from './Recommended.module.css';

interface CopyButtonProps {
  readonly text: () => string;
  readonly label: string;
  readonly copiedLabel: string;
  readonly look?: 'ink' | 'plain';
}

export function CopyButton({ text, label, copiedLabel, look }: CopyButtonProps) {
  const [copied, setCopied] = useState('');
  const [byHand, setByHand] = useState<string | null>(null);
  const copy = async (): Promise<void> => {
    const wanted = text();
    const isDone = await copyText(wanted);
    setCopied(isDone ? wanted : '');
    setByHand(isDone ? null : wanted);
  };
  return (
    <>
      <Button {...(look && { look })} onClick={() => void copy()}>
        <span aria-live="polite">{copied !== '' && copied === text() ? copiedLabel : label}</span>
      </Button>
      {byHand !== null && <textarea className={styles.byHand} readOnly rows={8} value={byHand} aria-label={label} />}
    </>
  );
}
