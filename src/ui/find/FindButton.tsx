// Opens the search for breaks, below the verdict: the next thing to do with a run that held.
import { ScanSearch } from 'lucide-react';
import { Button } from '../parts/Button';
import { openFind } from '../state/find';
import { useIsLive } from '../state/live';
import { useRun } from '../state/run';
import { useText } from '../words/i18n';
import { findWords } from './words';

export function FindButton() {
  const words = useText()(findWords);
  const { data, lock } = useRun().verdict;
  const isLive = useIsLive();
  const isBroken = data === 'lost' || data === 'torn' || data === 'twice' || lock === 'overlap' || lock === 'stuck';
  return (
    <Button disabled={isLive} title={isLive ? words.onlySimulated : undefined} onClick={openFind} data-find>
      <ScanSearch size={15} aria-hidden />
      {isBroken ? words.openSmallest : words.open}
    </Button>
  );
}
