// A story in a post that fills the screen, as a room sees it. A clicker narrates it, and Escape leaves, which the
// browser does.
import { moves } from '../playback/moves';
import type { PresentProps } from '../scene/Present';
import room from '../scene/Present.module.css';
import { PresentFoot } from '../scene/PresentFoot';
import { Scene } from '../scene/Scene';
import { useIsIdle } from '../scene/useIsIdle';
import { type Navigation, useNarration } from '../scene/useNarration';
import { clicker } from '../state/stage';
import { openStory } from '../state/story';
import styles from './Embed.module.css';
import { useKeys } from './useKeys';

/** A post has only its one story. */
const navigation: Navigation = { pick: openStory, openNext: null };

export function EmbedStage() {
  const isIdle = useIsIdle(true);
  return (
    <div className={`${room.page} ${styles.stage}`} data-idle={isIdle}>
      <Scene size="room" below={(scene, isOver) => <NarratedFoot {...{ scene, isOver }} />} />
    </div>
  );
}

function NarratedFoot(shown: PresentProps) {
  const narration = useNarration(shown.scene, navigation);
  useKeys(keys);
  return <PresentFoot {...shown} narration={narration} />;
}

/** A full stop counts wherever it is on the keyboard. */
const keys = [clicker.on, { ...clicker.on, keys: 'Enter' }, clicker.back, moves.start, { ...clicker.blank, keys: '.' }];
