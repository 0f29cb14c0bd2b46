// The address of what is selected, and the code that puts it into a page.
import { lazy, Suspense, useState } from 'react';
import { Button } from '../parts/Button';
import { copyText } from '../parts/copyText';
import { embedOfPlace } from '../table/embedOfPlace';
import { known } from '../table/known';
import { type Place, writePlace } from '../table/place';
import { tableWords } from '../table/words';
import { useText } from '../words/i18n';
import { useAddress } from './address';
import styles from './Panel.module.css';

const CopyBox = lazy(() => import('../share/CopyBox').then(({ CopyBox }) => ({ default: CopyBox })));

export function ShareCell({ place }: { readonly place: Place }) {
  const words = useText()(tableWords);
  const page = location.href.replace(/[?#].*/, '');
  const { changes } = useAddress();
  const address = `${page}${writePlace(place, known, changes)}`;
  const [copied, setCopied] = useState('');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.share}>
      <div className={styles.buttons}>
        <Button onClick={() => void copyText(address).then((done) => (done ? setCopied(address) : setOpen(true)))}>
          <span aria-live="polite">{copied === address ? words.copied : words.copy}</span>
        </Button>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {words.embed}
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <CopyBox label={words.address} text={address} />
          <CopyBox label={words.code} text={embedOfPlace(place, new URL('../', page).href, words.title)} rows={4} />
        </Suspense>
      )}
    </div>
  );
}
