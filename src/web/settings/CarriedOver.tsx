// Just after a change of the lock: the lease that it has taken over, and how the faults have changed with it.

import { leaseTaken } from '../../core/model/scenario/replaceLock';
import { formatLength } from '../../core/model/values/format';
import { fromMs } from '../../core/model/values/time';
import { useEdition } from '../state/edition';
import { currentParts } from '../state/parts';
import { usePanelWords } from '../words/panelWords';

export function CarriedOver() {
  const words = usePanelWords().carried;
  const committed = useEdition((state) => state.committed);
  const before = useEdition(({ past }) => past.at(-1)?.scenario);
  const carriedLease = before === undefined ? null : leaseTaken(before, committed, currentParts());
  if (carriedLease === null) return null;
  const lease = formatLength(fromMs(carriedLease.lease));
  const wantedLease = formatLength(fromMs(carriedLease.wantedLease));
  return (
    <p className="quiet normal airy below-4" data-carried>
      {lease === wantedLease
        ? words.same(lease)
        : words.nearest(lease, wantedLease, Object.keys(committed.faults).length > 0)}
    </p>
  );
}
