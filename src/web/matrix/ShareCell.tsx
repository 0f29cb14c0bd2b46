// The address of the selection, and the code that puts it into a page.
import { useState } from 'react';
import { type Place, writePlace } from '../../search/matrix/place';
import { useLinkCopy } from '../files/useLinkCopy';
import { Button } from '../parts/Button';
import { later } from '../parts/later';
import { useText } from '../words/i18n';
import { useTablePlace } from './address';
import { known } from './known';
import styles from './Panel.module.css';
import { tableWords } from './words';

const CellCode = later(async () => (await import('./CellCode')).CellCode);

export function ShareCell({ place }: { readonly place: Place }) {
  const words = useText()(tableWords);
  const page = location.href.replace(/[?#].*/, '');
  const { changes } = useTablePlace();
  const address = `${page}${writePlace(place, known, changes)}`;
  const { copyLink, note } = useLinkCopy('../');
  const [copied, setCopied] = useState('');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.share}>
      <div className={styles.buttons}>
        <Button
          onClick={({ currentTarget }) =>
            void copyLink(address, currentTarget).then(({ isDone }) => (isDone ? setCopied(address) : setOpen(true)))
          }
        >
          <span aria-live="polite">{copied === address ? words.copied : words.copy}</span>
          {note}
        </Button>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {words.embed}
        </Button>
      </div>
      {isOpen && <CellCode place={place} changes={changes} />}
    </div>
  );
}
