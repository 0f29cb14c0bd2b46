// The outcome of a run, on every page: its headline, what happened to the lock and to the data, a sentence.
import type { ComponentProps } from 'react';
import type { FactRead, Reading } from '../../core/narrate/reading';
import styles from './RunHead.module.css';
import { ToneSign } from './ToneSign';

interface RunHeadProps extends ComponentProps<'div'> {
  readonly reading: Reading;
  /** Whether the sentence is shown as well. */
  readonly isWhole?: boolean;
}

/** Posts and tests read the outcome from its attributes. Children replace what it says. */
export function RunHead({ reading, isWhole = false, children, ...rest }: RunHeadProps) {
  const { verdict, headline, sentence, pair, tone, doubt } = reading;
  const isOver = doubt !== 'unfinished';
  return (
    <div data-outcome={verdict.outcome} data-lock={verdict.lock} data-data={verdict.data} data-tone={tone} {...rest}>
      {children ?? (
        <>
          <strong>
            {isOver && <ToneSign tone={tone} />}
            {headline}
          </strong>{' '}
          {isOver && <FactPair pair={pair} />} {isWhole && <span className="block">{sentence}</span>}
        </>
      )}
    </div>
  );
}

/** Each with the sign of its own tone. */
export const FactPair = ({ pair }: Pick<Reading, 'pair'>) => (
  <span className={`wrap inline ${styles.pair}`}>
    <Fact {...pair.lock} /> <Fact {...pair.data} />
  </span>
);

const Fact = ({ tone, text }: FactRead) => (
  <span className={`baseline gap-2 inline ${styles.fact}`} data-tone={tone}>
    <ToneSign tone={tone} size={12} />
    <span>{text}</span>
  </span>
);
