// One story, simply: its title, one sentence, the verdict, a picture with few lanes, a transport, and what would have held.
import type { RefObject } from 'react';
import { LanguageSwitch } from '../app/LanguageSwitch';
import { SizeSwitch } from '../app/SizeSwitch';
import { openDialog, openGallery } from '../state/dialog';
import { pickStory } from '../state/pickStory';
import { useWords } from '../words/i18n';
import { Answers } from './Answers';
import { ClassQuestion, JudgedGuess, useIsRoomAsked } from './ClassQuestion';
import { Onward } from './Onward';
import { Scene } from './Scene';
import styles from './Scene.module.css';

export interface ScenePageProps {
  /** How far it has opened to details: 0 to 1. */
  readonly open: number;
  /** The details are there as well. */
  readonly isOnTheWay: boolean;
  /** Where the picture is in details. */
  readonly bench: RefObject<HTMLElement | null>;
}

export function ScenePage({ open, isOnTheWay, bench }: ScenePageProps) {
  const words = useWords();
  const isAsked = useIsRoomAsked();
  return (
    <div
      className={styles.page}
      data-opening={isOnTheWay}
      style={{ '--open': open }}
      inert={isOnTheWay}
      aria-hidden={isOnTheWay}
    >
      <header className={styles.bar}>
        <span className={styles.name}>{words.name}</span>
        <SizeSwitch />
        <span className={styles.ways}>
          <button type="button" className={styles.all} onClick={openGallery}>
            {words.bar.findStory}
          </button>
          <LanguageSwitch />
          <button type="button" className={styles.all} aria-haspopup="dialog" onClick={() => openDialog('more')}>
            {words.bar.more}
          </button>
        </span>
      </header>
      <Scene
        {...{ open, isOnTheWay, bench }}
        below={(scene, isOver, { verdict }) =>
          isAsked ? (
            <ClassQuestion />
          ) : (
            <Answers
              {...{ scene, isOver }}
              pick={pickStory}
              said={<JudgedGuess verdict={verdict} />}
              onward={<Onward />}
            />
          )
        }
      />
    </div>
  );
}
