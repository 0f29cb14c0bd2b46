// The link of the scenario on screen.
import { useText } from '../words/i18n';
import { CopyBox } from './CopyBox';
import styles from './Share.module.css';
import { useAddressNow } from './useAddressNow';
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
