// Replaces the hundred seeds: what came of the last runs of this scenario on real Redis.
import { factCounts } from '../../run/factCounts';
import { isOf, isWhole, useLive } from '../state/live';
import { useScenario } from '../state/scenario';
import { useText } from '../words/i18n';
import { tallyWords } from './tallyWords';
import verdict from './VerdictCard.module.css';

export function LiveTally() {
  const words = useText()(tallyWords).live;
  const runs = useLive((state) => state.runs);
  const committed = useScenario((state) => state.committed);
  const whole = runs.filter((live) => isWhole(live) && isOf(live, committed));
  const count = whole.length;
  const found = factCounts(whole.map(({ run }) => run.verdict));
  const hasLock = committed.lock.id !== 'no-lock';
  return (
    <p className={verdict.seedsWords} data-tip={words.noSeeds}>
      {count === 0 ? words.noSeeds : found.length > 0 ? words.found(count, found) : words.none({ count, hasLock })}
    </p>
  );
}
