// A story in a post that fills the screen, as a room sees it. A clicker narrates it, and Escape leaves, which the
// browser does.
import { useEffect } from 'react';
import type { Scene as SceneOf } from '../../picture/scene/sceneOf';
import room from '../scene/Present.module.css';
import { PresentFoot } from '../scene/PresentFoot';
import { Scene } from '../scene/Scene';
import { useIsIdle } from '../scene/useIsIdle';
import { type Navigation, useNarration, useNarrationKeys } from '../scene/useNarration';
import { goTo } from '../state/playhead';
import { clearStage, turn, useStage } from '../state/stage';
import { openStory } from '../state/story';
import styles from './Embed.module.css';

/** A post has only its one story. */
const navigation: Navigation = { pick: openStory, openNext: null };
const others = [] as const;

export function EmbedStage() {
  const isIdle = useIsIdle(true);
  return (
    <div className={`${room.page} ${styles.stage}`} data-idle={isIdle}>
      <Scene size="room" below={(scene, isOver) => <NarrationFoot {...{ scene, isOver }} />} />
    </div>
  );
}

function NarrationFoot({ scene, isOver }: { readonly scene: SceneOf; readonly isOver: boolean }) {
  const narration = useNarration(scene, others);
  useNarrationKeys(narration, navigation);
  useClicker();
  useEffect(() => clearStage, []);
  const isBlank = useStage((state) => state.isBlank);
  return (
    <>
      <PresentFoot {...{ scene, isOver, narration }} />
      {isBlank && <div className={room.blank} data-blank />}
    </>
  );
}

const onKeys = ['ArrowRight', 'PageDown', ' ', 'Enter'];
const backKeys = ['ArrowLeft', 'PageUp'];

/** The keys that a clicker sends. */
function useClicker(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey) return;
      if (onKeys.includes(key)) useStage.getState().teller?.on();
      else if (backKeys.includes(key)) useStage.getState().teller?.back();
      else if (key === 'Home') goTo(0);
      else if (key === '.') turn('isBlank');
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
