// One story, simply: its title, one sentence, the verdict, a picture with few lanes, a transport, and what would have held.
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { leastSceneHeight } from '../../layout/sceneLanes';
import type { Scene as SceneOf } from '../../scene/sceneOf';
import { LanguageSwitch } from '../app/LanguageSwitch';
import { SizeSwitch } from '../app/SizeSwitch';
import { useTimeline } from '../edit/context';
import { wantsNoMotion } from '../parts/wantsNoMotion';
import { useCursor } from '../state/cursor';
import { openGallery } from '../state/dialog';
import { useEdition } from '../state/edition';
import { standAt } from '../state/playhead';
import { useGhost, useRun } from '../state/run';
import { useIsGrowing } from '../state/shownLive';
import { legendHeight, Timeline } from '../timeline/Timeline';
import { useWords } from '../words/i18n';
import { Answers } from './Answers';
import { followPace } from './pace';
import styles from './Scene.module.css';
import { SceneHead } from './SceneHead';
import { Transport } from './Transport';
import { useIsNarrow } from './useMedia';
import { usePlayed } from './usePlayed';
import { useScene } from './useScene';

/** The room of the transport below the lanes, in px. In a narrow window its buttons stand below its line. */
const [foot, footNarrow] = [72, 98];

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
  const style = { zIndex: 1, '--open': open };
  return (
    <div className={styles.page} data-opening={isOnTheWay} style={style} inert={isOnTheWay} aria-hidden={isOnTheWay}>
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
      <Scene {...{ open, isOnTheWay, bench }} />
    </div>
  );
}

function Scene({ open, isOnTheWay, bench }: ScenePageProps) {
  const timeline = useTimeline();
  const run = useRun();
  const ghost = useGhost();
  const scene = useScene(run);
  const isNarrow = useIsNarrow();
  const { playedTo, isOver } = usePlayed(run, scene);
  const isDragged = useEdition(({ draft }) => draft !== null);
  const isGrowing = useIsGrowing();
  const { stopsAt, moments, spacing } = scene;
  // On the way the page is that of the details.
  const isHere = !isOnTheWay;
  const picture = useMoving(open, bench);
  useEndAfterDrag(isDragged, stopsAt);
  useSpacing(spacing);
  useEffect(() => {
    if (!isHere) return;
    useCursor.setState({ stopsAt });
    return () => useCursor.setState({ stopsAt: null });
  }, [stopsAt, isHere]);
  useEffect(() => {
    if (!isHere) return;
    const instants = [...new Set([0, ...moments.map(({ at }) => at), stopsAt])].sort((a, b) => a - b);
    timeline.moments = instants;
    // Whoever wants less motion sees the moments one after the other.
    if (wantsNoMotion()) useCursor.setState({ moments: instants });
    const stop = followPace(instants);
    return () => {
      timeline.moments = null;
      useCursor.setState({ moments: null });
      stop();
    };
  }, [timeline, moments, stopsAt, isHere]);
  const isAsking = !isDragged && !isGrowing && (playedTo === 0 || isOver);
  const look = useMemo(
    () => ({ lanes: scene.lanes, fault: scene.fault, isAsking, playedTo: open > 0 ? null : playedTo, open }),
    [scene, isAsking, playedTo, open],
  );
  const style = {
    margin: '0 auto',
    '--least': `${leastSceneHeight(run.trace, scene.lanes) + (isNarrow ? footNarrow : foot)}px`,
  };
  return (
    <main className={styles.scene} style={style} data-outcome={run.verdict.outcome} aria-label={useWords().scene.label}>
      <SceneHead run={run} scene={scene} isOver={isOver} isDragged={isDragged} />
      <div className={styles.picture}>
        <div ref={picture} className={styles.moving}>
          <Timeline
            run={run}
            ghost={ghost}
            timeline={isHere ? timeline : undefined}
            scene={look}
            foot={(isNarrow ? footNarrow : foot) * (1 - open) + legendHeight * open}
            // A drag moves no axis.
            until={isDragged ? 0 : run.trace.header.endedAt}
            isBare
            below={(axis) => (
              <div className={styles.below}>
                <Transport scene={scene} axis={axis} isOver={isOver} isNarrow={isNarrow} />
              </div>
            )}
          />
        </div>
      </div>
      <Answers scene={scene} isOver={isOver} />
    </main>
  );
}

/** On the way the picture moves from its place in the scene to that in the details. */
function useMoving(open: number, bench: ScenePageProps['bench']) {
  const picture = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style, parentElement } = picture.current ?? {};
    const [here, there] = [parentElement?.getBoundingClientRect(), bench.current?.getBoundingClientRect()];
    if (style === undefined) return;
    if (open === 0 || here === undefined || there === undefined) {
      style.cssText = '';
      return;
    }
    const on = (key: 'left' | 'top' | 'width' | 'height'): string => `${here[key] + (there[key] - here[key]) * open}px`;
    style.cssText = `position: fixed; left: ${on('left')}; top: ${on('top')}; width: ${on('width')}; height: ${on('height')}`;
  }, [open, bench]);
  return picture;
}

function useSpacing(spacing: SceneOf['spacing']): void {
  useEffect(() => {
    const { evenSteps, setEvenSteps } = useCursor.getState();
    setEvenSteps(spacing === 'even');
    return () => setEvenSteps(evenSteps);
  }, [spacing]);
}

/** What is dragged is seen with all that comes of it, and so is what was let go. */
function useEndAfterDrag(isDragged: boolean, stopsAt: number): void {
  const wasDragged = useRef(false);
  useEffect(() => {
    if (wasDragged.current && !isDragged) standAt(stopsAt);
    wasDragged.current = isDragged;
  }, [isDragged, stopsAt]);
}
