// The link of the scenario on screen.
import { useEffect, useState } from 'react';
import { currentAddress } from '../files/address';
import { useScenario } from '../state/scenario';
import { useText } from '../words/i18n';
import { CopyBox } from './CopyBox';
import styles from './Share.module.css';
import { shareWords } from './words';

export function LinkTab() {
  const words = useText()(shareWords);
  const address = useAddressNow();
  return (
    <div className={styles.tab}>
      <p>{words.link.lead}</p>
      <CopyBox label={words.link.label} text={address} rows={4} />
      <p className={styles.small}>
        {address.includes('&o=') && `${words.link.outcome} `}
        {words.link.digest(/&d=([0-9a-f]{8})$/.exec(address)?.[1] ?? '…')}
      </p>
    </div>
  );
}

/** Empty while it is being made. */
function useAddressNow(): string {
  const committed = useScenario((state) => state.committed);
  const [address, setAddress] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is that of the committed scenario, read from its store.
  useEffect(() => {
    let isWanted = true;
    void currentAddress().then((next) => isWanted && setAddress(next));
    return () => {
      isWanted = false;
    };
  }, [committed]);
  return address;
}
