// Replaces the hundred seeds: the outcomes of the last runs of this scenario on real Redis.
import { isBroken } from '../../run/isBroken';
import { liveWords } from '../live/words';
import { isOf, isWhole, useLive } from '../state/live';
import { useScenario } from '../state/scenario';
import { useText } from '../words/i18n';
import verdict from './VerdictCard.module.css';

export function LiveTally() {
  const words = useText()(liveWords);
  const runs = useLive((state) => state.runs);
  const committed = useScenario((state) => state.committed);
  const whole = runs.filter((live) => isWhole(live) && isOf(live, committed));
  const broken = whole.filter(({ run }) => isBroken(run.verdict.outcome)).length;
  return (
    <p className={verdict.seedsWords} data-tip={words.noSeeds}>
      {whole.length > 0 ? words.broke(broken, whole.length) : words.noSeeds}
    </p>
  );
}
