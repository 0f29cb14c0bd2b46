// Where the playground will be found by readers, asked for while it is served from this machine.
import { create } from 'zustand';
import { isPrivateAddress, publicAddress } from '../files/privateAddress';
import { useText } from '../words/i18n';
import { Line } from './FormParts';
import styles from './Share.module.css';
import { shareWords } from './words';

/** As it was typed: it is kept while the page is open. */
const useTyped = create<{ readonly address: string }>()(() => ({ address: '' }));

/** @param here the folder of the site, as the page was opened. */
export function usePublicSite(here: string): string {
  const address = useTyped((state) => state.address);
  return publicAddress(address) ?? here;
}

/** Nothing where the site is public already. */
export function PublicSite({ here }: { readonly here: string }) {
  const words = useText()(shareWords).site;
  const address = useTyped((state) => state.address);
  if (!isPrivateAddress(new URL(here))) return null;
  const isGood = publicAddress(address) !== null;
  return (
    <div className={styles.site}>
      {!isGood && <p role="status">{address.trim() === '' ? words.private(here) : words.none}</p>}
      <Line
        label={words.address}
        value={address}
        placeholder="https://play.example/"
        onChange={(next) => useTyped.setState({ address: next })}
      />
    </div>
  );
}
