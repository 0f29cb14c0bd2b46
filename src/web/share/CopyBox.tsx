// A text to copy: with a button, or by hand if the clipboard is forbidden.
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { shareWords } from '../../content/texts/share';
import { Button } from '../parts/Button';
import { copyText } from '../parts/copyText';
import { useText } from '../words/i18n';
import styles from './Share.module.css';

export function CopyBox({
  label,
  text,
  rows = 1,
}: {
  readonly label: string;
  readonly text: string;
  readonly rows?: number;
}) {
  const words = useText()(shareWords);
  const [copied, setCopied] = useState('');
  const isCopied = copied === text && text !== '';
  return (
    <div className={`flex wide gap-4 starts ${styles.copy}`}>
      <textarea
        className="grows wide narrows framed rounded on-soft ink code pad-y-4 pad-x-5"
        readOnly
        rows={rows}
        aria-label={label}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button onClick={() => void copyText(text).then((done) => setCopied(done ? text : ''))}>
        {isCopied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
        <span aria-live="polite">{isCopied ? words.copied : words.copy}</span>
      </Button>
    </div>
  );
}
