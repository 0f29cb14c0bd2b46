// In the middle of an exercise in which the reader is the network: the level.
import { useCallback, useEffect } from 'react';
import { networkWords } from '../../../content/texts/network';
import type { OrderExercise } from '../../../core/model/scenario/exercise';
import { levelNamed } from '../../../course/levels/levels';
import { Board } from '../../network/Board';
import { Verdict } from '../../network/Broken';
import { Told } from '../../network/Told';
import { choicesIn, type Keeper, numbered, usePlay } from '../../network/usePlay';
import { currentParts } from '../../state/parts';
import { useLanguage } from '../../words/i18n';
import styles from './Order.module.css';
import { changeDecided, decidedIn, takeKeys, useOrderTries } from './orderTries';

export function OrderBench({ exercise }: { readonly exercise: OrderExercise }) {
  const words = networkWords[useLanguage()];
  const level = levelNamed(exercise.level);
  const decided = useOrderTries((tries) => decidedIn(exercise, tries));
  const change = useCallback<Keeper['change']>((next) => changeDecided(exercise, next), [exercise]);
  const play = usePlay(level, currentParts(), { decided, change });
  const { now, decide, undo } = play;
  useEffect(() => {
    const press = (number: number): void => {
      const decision = now.isBroken || number > numbered ? undefined : choicesIn(now.state)[number - 1];
      if (decision !== undefined) decide(decision);
    };
    return takeKeys({ press, undo });
  }, [now, decide, undo]);
  return (
    <div className={`scroll slim fills stack gap-6 ${styles.bench}`}>
      <Board
        play={play}
        broken={
          <Verdict level={level} play={play}>
            {(address) => (
              <p>
                <a href={address ?? undefined}>{words.play}</a>
              </p>
            )}
          </Verdict>
        }
      />
      <Told steps={play.steps} />
    </div>
  );
}
