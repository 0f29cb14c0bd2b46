// Tells that a part of the page is gone from the server, and loads the new version. What the reader has made comes along.
import { reload as english } from '../../texts/en/reload';
import { reload as chinese } from '../../texts/zh/reload';
import { Button } from '../parts/Button';
import { keepOverReload } from '../state/keptOverReload';
import { useLostPart } from '../state/lostPart';
import { useText } from '../words/i18n';
import styles from './LostPart.module.css';
import { loadAnew } from './loadAnew';

const words = { en: english, zh: chinese };

/** @param made what the reader has made in this app; the preferences come along anyway */
export function LostPart({ made }: { readonly made?: () => unknown }) {
  const isLost = useLostPart((state) => state.isLost);
  const { lost, newVersion } = useText()(words);
  if (!isLost) return null;
  const load = (): void => {
    keepOverReload(made?.());
    void loadAnew();
  };
  return (
    <p role="alert" className={styles.lost}>
      {lost} <Button onClick={load}>{newVersion}</Button>
    </p>
  );
}
