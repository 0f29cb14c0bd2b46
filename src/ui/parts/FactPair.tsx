// What became of the lock and what became of the data, each with the sign of its own tone.
import { type Tone, toneOf } from '../../model/tone';
import type { Verdict } from '../../model/verdict';
import styles from './FactPair.module.css';
import { ToneSign } from './ToneSign';

interface FactPairProps {
  readonly verdict: Pick<Verdict, 'lock' | 'data'>;
  readonly pair: { readonly lock: string; readonly data: string };
}

export function FactPair({ verdict: { lock, data }, pair }: FactPairProps) {
  return (
    <span className={styles.pair}>
      <Fact tone={toneOf({ lock, data: 'safe' })} text={pair.lock} />{' '}
      <Fact tone={toneOf({ lock: 'held', data })} text={pair.data} />
    </span>
  );
}

const Fact = ({ tone, text }: { readonly tone: Tone; readonly text: string }) => (
  <span className={styles.fact} data-tone={tone}>
    <ToneSign tone={tone} size={12} />
    <span>{text}</span>
  </span>
);
