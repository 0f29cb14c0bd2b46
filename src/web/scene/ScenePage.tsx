// One story in its simple form: title, one sentence, the verdict, a picture with few lanes, a transport, and what would
// have prevented the harm.
import { later } from '../parts/later';
import { browserAddress } from '../state/browserAddress';
import { pickStory } from '../state/pickStory';
import { usePreferences } from '../state/preferences';
import { clicker } from '../state/stage';
import { findInWorker } from '../state/tooLate';
import { Answers } from './Answers';
import { ClassQuestion, JudgedGuess, useAsksAudience } from './ClassQuestion';
import type { HurtProps } from './Hurt';
import { Onward } from './Onward';
import type { PresentProps } from './Present';
import room from './Present.module.css';
import type { Pick } from './playAnswer';
import { Scene } from './Scene';
import styles from './Scene.module.css';
import { SceneBar } from './SceneBar';
import { ChangeLock, ShareRun } from './SceneTools';
import { useIsIdle } from './useIsIdle';
import { useIsNarrow } from './useMedia';

const tools = [<ChangeLock key="lock" />, <ShareRun key="share" />] as const;

const PresentBar = later(async () => (await import('./PresentBar')).PresentBar);
const Hurt = later<HurtProps>(async () => (await import('./Hurt')).Hurt);
const Present = later<PresentProps>(async () => (await import('./Present')).Present);

export interface ScenePageProps {
  /** How far it has opened towards the details: 0 to 1. */
  readonly open: number;
  /** Whether the details are drawn as well. */
  readonly isOnTheWay: boolean;
}

export function ScenePage({ open, isOnTheWay }: ScenePageProps) {
  const isNarrow = useIsNarrow();
  const isAsked = useAsksAudience();
  const isRoom = usePreferences(({ size }) => size === 'present');
  const isIdle = useIsIdle(isRoom);
  return (
    <div
      className={isRoom ? room.page : styles.page}
      data-opening={isOnTheWay}
      data-idle={isIdle}
      style={{ '--open': open }}
      inert={isOnTheWay}
      aria-hidden={isOnTheWay}
    >
      {isRoom ? <PresentBar /> : <SceneBar />}
      <Scene
        {...{ open, isOnTheWay }}
        beside={isNarrow && !isRoom ? tools : undefined}
        size={isRoom ? 'room' : 'page'}
        {...(isRoom ? { goesOn: clicker.on.run } : { offers: Hurt })}
        late={isAsked ? null : findInWorker}
        below={(scene, isOver, { verdict }) =>
          isRoom ? (
            <Present {...{ scene, isOver }} />
          ) : isAsked ? (
            <ClassQuestion />
          ) : (
            <Answers
              {...{ scene, isOver }}
              pick={pickAnswer}
              preface={<JudgedGuess verdict={verdict} />}
              onward={<Onward />}
              tools={!isNarrow && tools}
              hasLanes
            />
          )
        }
      />
    </div>
  );
}

/** With an entry of its own in the browser's history. */
const pickAnswer: Pick = (story, variant, run) => pickStory(story, variant, run, browserAddress);
