// A story in a post: the page's scene at the height of the frame. It waits for a press. It can fill the screen.
import { useRef, useState, useSyncExternalStore } from 'react';
import { later } from '../parts/later';
import { useKeys } from '../playback/useKeys';
import { Answers } from '../scene/Answers';
import type { HurtProps } from '../scene/Hurt';
import { Scene } from '../scene/Scene';
import sceneStyles from '../scene/Scene.module.css';
import barStyles from '../scene/SceneBar.module.css';
import { openStory } from '../state/story';
import { useSharedWords } from '../words/i18n';
import styles from './Embed.module.css';
import { Back, type OpenedProps, OpenLink } from './embedLinks';
import { tooLateHere } from './tooLateHere';

const Hurt = later<HurtProps>(async () => (await import('../scene/Hurt')).Hurt);
const EmbedStage = later(async () => (await import('./EmbedStage')).EmbedStage);

/** Its head offers no fixes. */
const none = new Set<never>();

export function EmbedScene(props: OpenedProps) {
  const isFull = useSyncExternalStore(followScreen, () => document.fullscreenElement !== null);
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  const fill = (): void => {
    // The post keeps its place: meanwhile it learns of no other height.
    setHeight(box.current?.clientHeight ?? 0);
    document.documentElement.requestFullscreen().catch(() => undefined);
  };
  if (isFull)
    return (
      <div style={{ height }}>
        <EmbedStage />
      </div>
    );
  return (
    <div ref={box} className={`${sceneStyles.page} ${styles.scene}`}>
      <InPost {...props} onFill={fill} />
    </div>
  );
}

function followScreen(hear: () => void): () => void {
  document.addEventListener('fullscreenchange', hear);
  return () => document.removeEventListener('fullscreenchange', hear);
}

function InPost({ parameters, opened, onFill }: OpenedProps & { readonly onFill: () => void }) {
  const words = useSharedWords();
  useKeys();
  return (
    <>
      <header className={barStyles.bar}>
        <span className="quiet nowrap grows">
          {words.name}
          <span className={`block ${barStyles.what}`}>{words.scene.what}</span>
        </span>
        <Back parameters={{ ...parameters, controls: none }} opened={opened} />
        {document.fullscreenEnabled && (
          <button type="button" className={`nowrap link ${styles.full}`} onClick={onFill}>
            {words.embed.full}
          </button>
        )}
        <OpenLink isScene language={parameters.language} />
      </header>
      <Scene
        late={parameters['too-late'] ? tooLateHere : null}
        offers={Hurt}
        // A frame has no worker to search with.
        below={(scene, isOver) => (
          <Answers scene={{ ...scene, searches: false }} isOver={isOver} pick={openStory} hasLanes isInPost />
        )}
      />
    </>
  );
}
