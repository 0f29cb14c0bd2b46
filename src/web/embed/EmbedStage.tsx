// A story in a post that fills the screen, as on a projector. A clicker narrates it, and Escape leaves, which the
// browser does.
import { useEffect } from 'react';
import type { PresentProps } from '../scene/Present';
import room from '../scene/Present.module.css';
import { PresentFoot } from '../scene/PresentFoot';
import { Scene } from '../scene/Scene';
import { useIsIdle } from '../scene/useIsIdle';
import { type Navigation, useNarration } from '../scene/useNarration';
import { goTo } from '../state/playhead';
import { clicker } from '../state/stage';
import { openStory } from '../state/story';
import styles from './Embed.module.css';

/** A post has only its one story. */
const navigation: Navigation = { pick: openStory, openNext: null };

export function EmbedStage() {
  const isIdle = useIsIdle(true);
  return (
    <div className={`${room.page} ${styles.stage}`} data-idle={isIdle}>
      <Scene size="room" goesOn={clicker.on.run} below={(scene, isOver) => <NarratedFoot {...{ scene, isOver }} />} />
    </div>
  );
}

function NarratedFoot(props: PresentProps) {
  const narration = useNarration(props.scene, navigation);
  useClicker();
  return <PresentFoot {...props} narration={narration} />;
}

/** A full stop counts wherever it is on the keyboard. */
const keys = [
  clicker.on,
  { ...clicker.on, keys: 'Enter' },
  clicker.back,
  { ...clicker.blank, keys: '.' },
  { keys: 'Home', run: () => goTo(0) },
];

function useClicker(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { code, key, ctrlKey, metaKey, altKey } = event;
      const binding = keys.find((each) => each.keys.split(' ').some((one) => one === code || one === key));
      if (binding === undefined || ctrlKey || metaKey || altKey) return;
      binding.run();
      event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
