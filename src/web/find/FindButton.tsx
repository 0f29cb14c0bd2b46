// Opens the search for breaks, below the causes: the next thing to do with a run that held. Beside it is the link to
// the table “What breaks what”.
import { ScanSearch } from 'lucide-react';
import { findWords } from '../../content/texts/find';
import { Button } from '../parts/Button';
import { useDeferredRun } from '../state/deferredRun';
import { openFind } from '../state/find';
import { useIsLive } from '../state/live';
import { useText } from '../words/i18n';
import { TableLinks } from './TableLinks';

export function FindButton() {
  const words = useText()(findWords);
  const { data, lock } = useDeferredRun().verdict;
  const isLive = useIsLive();
  const isBroken = data === 'lost' || data === 'torn' || data === 'twice' || lock === 'overlap' || lock === 'stuck';
  return (
    <>
      <Button
        data-find
        data-tip={isLive ? words.onlySimulated : undefined}
        aria-description={isLive ? words.onlySimulated : undefined}
        aria-disabled={isLive}
        onClick={() => isLive || openFind()}
      >
        <ScanSearch size={15} aria-hidden />
        {isBroken ? words.openSmallest : words.open}
      </Button>
      <TableLinks />
    </>
  );
}
