// A story in a post: the scene of the page at the height of the frame. It waits for a press.
import { useState } from 'react';
import { TimelineContext } from '../edit/context';
import { newTimeline } from '../edit/geometry';
import { Answers } from '../scene/Answers';
import { Scene } from '../scene/Scene';
import sceneStyles from '../scene/Scene.module.css';
import { openStory } from '../state/story';
import { useSharedWords } from '../words/i18n';
import styles from './Embed.module.css';
import { useKeys } from './EmbedPlayback';
import { Back, type OpenedProps, OpenLink } from './ways';

/** There is no choice of fixes in its head. */
const none = new Set<never>();

export function EmbedScene({ parameters, opened }: OpenedProps) {
  const words = useSharedWords();
  const [timeline] = useState(newTimeline);
  useKeys(timeline);
  return (
    <TimelineContext value={timeline}>
      <div className={`${sceneStyles.page} ${styles.scene}`}>
        <header className={sceneStyles.bar}>
          <span className={styles.site}>{words.name}</span>
          <Back parameters={{ ...parameters, controls: none }} opened={opened} />
          <OpenLink isScene language={parameters.language} />
        </header>
        <Scene
          // A frame has no worker to search with.
          below={(scene, isOver) => <Answers scene={{ ...scene, searches: false }} isOver={isOver} pick={openStory} />}
        />
      </div>
    </TimelineContext>
  );
}
