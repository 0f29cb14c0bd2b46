// The chain of causes of the run on screen, as the playground tells it.
import type { Run } from '../../model/run';
import { Chain, useTold } from '../verdict/Chain';
import { useText, useWords } from '../words/i18n';
import { unbroken } from '../words/unbroken';
import styles from './Learn.module.css';
import { learnWords } from './words';

interface ToldChainProps {
  readonly run: Run;
  /** The run as the exercise has it. Else what the person made of it, whose outcome has not been told yet. */
  readonly isGiven: boolean;
}

export function ToldChain({ run, isGiven }: ToldChainProps) {
  const words = useText()(learnWords);
  const { speech } = useWords();
  const told = useTold(run, speech);
  const label = isGiven ? words.chain : words.chainNow;
  return (
    <div className={styles.causes}>
      <h3>{label}</h3>
      {!isGiven && <p>{unbroken(told.sentence)}</p>}
      {told.chain.length > 0 && <Chain chain={told.chain} run={run} label={label} />}
    </div>
  );
}
