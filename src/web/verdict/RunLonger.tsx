// Shown under the verdict on a run that was too short to be judged. Extends it by as much as the judge needs.
import { formatLength } from '../../core/model/format';
import { settingsFields } from '../../core/model/settingsFields';
import { fromMs, type Micros, type Ms } from '../../core/model/time';
import { Button } from '../parts/Button';
import { useEdition } from '../state/edition';
import { propose } from '../state/missingToken';
import { useWords } from '../words/i18n';

export function RunLonger({ moreTime }: { readonly moreTime: Micros }) {
  const words = useWords();
  const now = useEdition((state) => state.committed.settings.duration);
  const longer = longerBy(now, moreTime);
  if (longer <= now) return null;
  return (
    <p className="above-4">
      <Button onClick={() => runLonger(moreTime)}>{words.verdict.longer(formatLength(fromMs(longer - now)))}</Button>
    </p>
  );
}

export function runLonger(moreTime: Micros): void {
  const { committed } = useEdition.getState();
  const { settings } = committed;
  propose({ ...committed, settings: { ...settings, duration: longerBy(settings.duration, moreTime) } });
}

/** Rounded up to the step of the field, and at most what it allows. */
export function longerBy(duration: Ms, moreTime: Micros): Ms {
  const { step, max } = settingsFields.duration;
  return Math.min(max, Math.ceil((fromMs(duration) + moreTime) / fromMs(step)) * step);
}
