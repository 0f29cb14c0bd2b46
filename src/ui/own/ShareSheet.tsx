// A link with the reader's code and the faults of its run.
import { bytesOf, codeBytesMax, encodeCode } from '../../model/link/codeLink';
import { write } from '../address/write';
import { Sheet } from '../parts/Sheet';
import { CopyBox } from '../share/CopyBox';
import { sentFrom, useOwnCode } from './ownCode';
import { useOwnRuns } from './ownRuns';
import { faultsToShare } from './ownScenario';
import { useOwnWords } from './ownWords';
import styles from './Share.module.css';

export interface ShareSheetProps {
  readonly onClose: () => void;
}

const perKb = 1000;

export function ShareSheet({ onClose }: ShareSheetProps) {
  const words = useOwnWords();
  const { share } = words;
  const { faults, shown } = useOwnRuns();
  const sent = sentFrom(useOwnCode(), faultsToShare(faults, shown));
  const link = encodeCode(sent);
  return (
    <Sheet title={share.title} closeLabel={words.close} onClose={onClose} width={620}>
      <div className={styles.share}>
        {link === null ? (
          <p role="alert">
            {share.tooLong((Math.ceil(bytesOf(sent) / 100) / 10).toFixed(1), String(codeBytesMax / perKb))}
          </p>
        ) : (
          <>
            <p>{share.lead}</p>
            <CopyBox
              label={share.label}
              text={new URL(write({ page: 'own', run: { kind: 'code', link } }), new URL('../', location.href)).href}
              rows={4}
            />
            <p className={styles.small}>{share.secret}</p>
          </>
        )}
      </div>
    </Sheet>
  );
}
