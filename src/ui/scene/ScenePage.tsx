// One story, simply: its title, one sentence, the verdict, a picture with few lanes, a transport, and what would have held.
import { useEffect, useRef } from 'react';
import { LanguageSwitch } from '../app/LanguageSwitch';
import { SizeSwitch } from '../app/SizeSwitch';
import { useTimeline } from '../edit/context';
import { useCursor } from '../state/cursor';
import { openGallery } from '../state/dialog';
import { useEdition } from '../state/edition';
import { standAt } from '../state/playhead';
import { useGhost, useRun } from '../state/run';
import { Timeline } from '../timeline/Timeline';
import { useWords } from '../words/i18n';
import { Answers } from './Answers';
import { followPace } from './pace';
import styles from './Scene.module.css';
import { SceneHead } from './SceneHead';
import { Transport } from './Transport';
import { useIsNarrow } from './useIsNarrow';
import { usePlayed } from './usePlayed';
import { useScene } from './useScene';

export function ScenePage() {
  const words = useWords();
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <span className={styles.name}>{words.name}</span>
        <SizeSwitch />
        <span className={styles.ways}>
          <button type="button" className={styles.all} onClick={openGallery}>
            {words.bar.findStory}
          </button>
          <LanguageSwitch />
        </span>
      </header>
      <Scene />
    </div>
  );
}

function Scene() {
  const timeline = useTimeline();
  const run = useRun();
  const ghost = useGhost();
  const scene = useScene(run);
  const isNarrow = useIsNarrow();
  const { playedTo, isOver } = usePlayed(run, scene);
  const isDragged = useEdition(({ draft }) => draft !== null);
  const { stopsAt, moments, spacing } = scene;
  useEndAfterDrag(isDragged, stopsAt);
  useEffect(() => {
    const { evenSteps, setEvenSteps } = useCursor.getState();
    setEvenSteps(spacing === 'even');
    return () => setEvenSteps(evenSteps);
  }, [spacing]);
  useEffect(() => {
    useCursor.setState({ stopsAt });
    return () => useCursor.setState({ stopsAt: null });
  }, [stopsAt]);
  useEffect(() => {
    const instants = [...new Set([0, ...moments.map(({ at }) => at), stopsAt])].sort((a, b) => a - b);
    timeline.moments = instants;
    const stop = followPace(instants);
    return () => {
      timeline.moments = null;
      stop();
    };
  }, [timeline, moments, stopsAt]);
  const look = {
    lanes: scene.lanes,
    fault: scene.fault,
    isAsking: !isDragged && (playedTo === 0 || isOver),
    playedTo,
    open: 0,
  };
  return (
    <main className={styles.scene} data-outcome={run.verdict.outcome} aria-label={useWords().scene.label}>
      <SceneHead run={run} scene={scene} isOver={isOver} isDragged={isDragged} />
      <div className={styles.picture}>
        <Timeline
          run={run}
          ghost={ghost}
          timeline={timeline}
          scene={look}
          foot={isNarrow ? 108 : 72}
          isBare
          below={(axis) => <Transport scene={scene} axis={axis} isOver={isOver} isNarrow={isNarrow} />}
        />
      </div>
      <Answers scene={scene} isOver={isOver} />
    </main>
  );
}

/** What is dragged is seen with all that comes of it, and so is what was let go. */
function useEndAfterDrag(isDragged: boolean, stopsAt: number): void {
  const wasDragged = useRef(false);
  useEffect(() => {
    if (wasDragged.current && !isDragged) standAt(stopsAt);
    wasDragged.current = isDragged;
  }, [isDragged, stopsAt]);
}
