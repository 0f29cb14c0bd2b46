// Reports that a part of the page could not be loaded, and retries. If the server answers, it offers to load the new
// version and keeps the reader's work.
import { reloadWords } from '../../content/texts/reload';
import { Button } from '../parts/Button';
import { keepOverReload } from '../state/keptOverReload';
import { tryAgain, useLostPart } from '../state/lostPart';
import { useText } from '../words/i18n';
import styles from './LostPart.module.css';
import { loadAnew } from './loadAnew';

/** @param made what the reader has made in this app; the preferences are kept anyway */
export function LostPart({ collectWork }: { readonly collectWork?: () => unknown }) {
  const { isLost, isServed } = useLostPart();
  const { lost, notLoaded, newVersion, tryAgain: again } = useText()(reloadWords);
  if (!isLost) return null;
  const load = (): void => {
    keepOverReload(collectWork?.());
    void loadAnew();
  };
  return (
    <p role="alert" className={`framed airy warned pad-y-4 pad-x-6 rounded ${styles.lost}`}>
      {isServed ? lost : notLoaded} <Button onClick={tryAgain}>{again}</Button>{' '}
      {isServed && <Button onClick={load}>{newVersion}</Button>}
    </p>
  );
}
