// One story, simply: its title, one sentence, the verdict, a picture with few lanes, a transport, and what would have
// held.
import { LanguageSwitch } from '../app/LanguageSwitch';
import { WhichLink } from '../app/SiteLinks';
import { SizeSwitch } from '../app/SizeSwitch';
import { later } from '../parts/later';
import { useIsAsPublished } from '../state/asPublished';
import { browserAddress } from '../state/browserAddress';
import { openDialog, openGallery } from '../state/dialog';
import { pickStory } from '../state/pickStory';
import { usePreferences } from '../state/preferences';
import { useStory } from '../state/story';
import { useWords } from '../words/i18n';
import { Answers } from './Answers';
import { ChangedTools } from './ChangedTools';
import { ClassQuestion, JudgedGuess, useIsRoomAsked } from './ClassQuestion';
import { Onward } from './Onward';
import type { PresentProps } from './Present';
import room from './Present.module.css';
import type { Pick } from './playAnswer';
import { Scene } from './Scene';
import styles from './Scene.module.css';
import { useIsIdle } from './useIsIdle';
import { useIsPhone } from './useMedia';

const PresentBar = later(async () => (await import('./PresentBar')).PresentBar);
const Present = later<PresentProps>(async () => (await import('./Present')).Present);

export interface ScenePageProps {
  /** How far it has opened towards the details: 0 to 1. */
  readonly open: number;
  /** Whether the details are drawn as well. */
  readonly isOnTheWay: boolean;
}

export function ScenePage({ open, isOnTheWay }: ScenePageProps) {
  const isAsked = useIsRoomAsked();
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
      {isRoom ? <PresentBar /> : <Bar />}
      <Scene
        {...{ open, isOnTheWay }}
        size={isRoom ? 'room' : 'page'}
        below={(scene, isOver, { verdict }) =>
          isRoom ? (
            <Present {...{ scene, isOver }} />
          ) : isAsked ? (
            <ClassQuestion />
          ) : (
            <Answers
              {...{ scene, isOver }}
              pick={pickAnswer}
              said={<JudgedGuess verdict={verdict} />}
              onward={<Onward />}
            />
          )
        }
      />
    </div>
  );
}

/** With an entry of its own in the browser's history. */
const pickAnswer: Pick = (story, variant, run) => pickStory(story, variant, run, browserAddress);

function Bar() {
  const words = useWords();
  const isAsPublished = useIsAsPublished();
  const isPhone = useIsPhone();
  const isChanged = useStory() !== null && !isAsPublished;
  return (
    <header className={styles.bar}>
      <span className={styles.name}>{isChanged && !isPhone ? <ChangedTools /> : words.name}</span>
      <SizeSwitch />
      <span className={styles.ways}>
        <WhichLink className={styles.which} />
        {isChanged && isPhone ? (
          <ChangedTools />
        ) : (
          <button type="button" className={styles.all} onClick={openGallery}>
            {words.bar.findStory}
          </button>
        )}
        <LanguageSwitch />
        <button type="button" className={styles.all} aria-haspopup="dialog" onClick={() => openDialog('more')}>
          {words.bar.more}
        </button>
      </span>
    </header>
  );
}
