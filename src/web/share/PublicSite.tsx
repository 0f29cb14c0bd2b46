// The field for where readers will find the playground.

import { shareWords } from '../../content/texts/share';
import { isPrivateAddress, publicAddress } from '../files/privateAddress';
import { useTypedSite } from '../files/publicSite';
import { useText } from '../words/i18n';
import { Line } from './FormParts';
import styles from './Share.module.css';

/** Nothing if the site is public already. */
export function PublicSite({ here }: { readonly here: string }) {
  const words = useText()(shareWords).site;
  const address = useTypedSite((state) => state.address);
  if (!isPrivateAddress(new URL(here))) return null;
  const isGood = publicAddress(address) !== null;
  return (
    <div className={`warned pad-y-4 pad-x-5 ${styles.site}`}>
      {!isGood && <p role="status">{address.trim() === '' ? words.private(here) : words.none}</p>}
      <Line
        label={words.address}
        value={address}
        placeholder="https://play.example/"
        onChange={(next) => useTypedSite.setState({ address: next })}
      />
    </div>
  );
}
