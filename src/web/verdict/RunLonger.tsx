// Shown under the verdict on a run that was too short to be judged. Extends it by as much as the judge needs.
import { withMoreTime } from '../../core/model/scenario/edit';
import { formatLength } from '../../core/model/values/format';
import { fromMs, type Micros } from '../../core/model/values/time';
import { Button } from '../parts/Button';
import { useEdition } from '../state/edition';
import { propose } from '../state/missingToken';
import { useWords } from '../words/i18n';

export function RunLonger({ moreTime }: { readonly moreTime: Micros }) {
  const words = useWords();
  const committed = useEdition((state) => state.committed);
  const longer = withMoreTime(committed, moreTime);
  const by = longer.settings.duration - committed.settings.duration;
  if (by <= 0) return null;
  return (
    <p className="above-4">
      <Button onClick={() => propose(longer)}>{words.verdict.longer(formatLength(fromMs(by)))}</Button>
    </p>
  );
}
