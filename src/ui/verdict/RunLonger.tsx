// Shown under the verdict on a run that was too short to be judged. Lets it last as long as the judge needs.
import { formatLength } from '../../model/format';
import { settingsFields } from '../../model/settingsFields';
import { fromMs, type Micros, type Ms } from '../../model/time';
import { Button } from '../parts/Button';
import { propose } from '../state/proposal';
import { useScenario } from '../state/scenario';
import { useWords } from '../words/i18n';
import styles from './RunLonger.module.css';

export function RunLonger({ moreTime }: { readonly moreTime: Micros }) {
  const words = useWords();
  const committed = useScenario((state) => state.committed);
  const { settings } = committed;
  const duration = longerBy(settings.duration, moreTime);
  if (duration <= settings.duration) return null;
  return (
    <p className={styles.longer}>
      <Button onClick={() => propose({ ...committed, settings: { ...settings, duration } })}>
        {words.verdict.longer(formatLength(fromMs(duration - settings.duration)))}
      </Button>
    </p>
  );
}

/** Rounded up to the step of the field, and at most what it allows. */
export function longerBy(duration: Ms, moreTime: Micros): Ms {
  const { step, max } = settingsFields.duration;
  return Math.min(max, Math.ceil((fromMs(duration) + moreTime) / fromMs(step)) * step);
}
