// The picture of a story with few lanes, with the title, one sentence and the verdict above it.
import {
  type ComponentType,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Run } from '../../core/model/trace/run';
import { type Instant, instant } from '../../core/model/values/time';
import { leastSceneHeight } from '../../picture/layout/sceneLanes';
import type { SceneLook } from '../../picture/layout/sceneLook';
import { isBroken } from '../../picture/scene/answers';
import { instantsOf, momentMs } from '../../picture/scene/nextStep';
import type { Scene as SceneOf } from '../../picture/scene/sceneOf';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { movePlayheadTo } from '../state/playhead';
import { useGhost, useRun } from '../state/run';
import { useIsGrowing } from '../state/shownLive';
import { useTimeline } from '../state/timeline';
import { type FindAnswers, useFindAnswers } from '../state/tooLate';
import { clickOn } from '../timeline/eventOf';
import { legendHeight, Timeline } from '../timeline/Timeline';
import type { OnPress } from '../timeline/usePlotPointer';
import { useLanguage, useSharedWords } from '../words/i18n';
import type { HurtProps } from './Hurt';
import { followPace } from './pace';
import styles from './Scene.module.css';
import { SceneHead, type SceneSize, stylesOf } from './SceneHead';
import { Transport } from './Transport';
import { useIsNarrow, useIsTiny } from './useMedia';
import { usePlayed } from './usePlayed';
import { useScene } from './useScene';

/**
 * The height of the transport below the lanes, in px. In a narrow window its buttons stand below its line; a tiny
 * window has no line.
 */
const feet = { wide: 72, narrow: 98, tiny: 48 } as const;

interface SceneProps {
  /** A part is a section, and fits half of a window. Absent: it is the page. */
  readonly size?: SceneSize;
  /** How far it has opened towards the details: 0 to 1. */
  readonly open?: number;
  /** Whether the details are drawn as well. */
  readonly isOnTheWay?: boolean;
  /** How many lanes a recorded run shows. Absent, or null: the run was played here, and can be changed. */
  readonly recorded?: 'few' | 'all' | null;
  /** Finds since when it was too late. Absent, or null: nothing is said about it. */
  readonly late?: FindAnswers | null;
  /** What stands on both sides of the transport's buttons in a narrow window. */
  readonly beside?: readonly [ReactNode, ReactNode] | undefined;
  /** What a press on a lane offers, beside selecting what lies there. Absent: nothing. */
  readonly offers?: ComponentType<HurtProps>;
  /** What a press on the picture does, if it offers nothing. Absent: it selects what lies there. */
  readonly goesOn?: () => void;
  /** What stands below the picture. */
  readonly below: (scene: SceneOf, isOver: boolean, run: Run) => ReactNode;
}

interface Stepped {
  readonly scene: SceneOf;
  /** Whether the timeline belongs to the scene: on the way to the details it is theirs. */
  readonly isHere: boolean;
  /** A narrator says each sentence. */
  readonly isPresented: boolean;
}

export function Scene({
  size = 'page',
  open = 0,
  isOnTheWay = false,
  recorded = null,
  late = null,
  beside,
  offers: Hurt,
  goesOn,
  below,
}: SceneProps) {
  const run = useRun();
  const ghost = useGhost();
  const isPart = size === 'part';
  const isRoom = size === 'room';
  const isRecorded = recorded !== null;
  const scene = useScene(run, { isRoom, isRecorded });
  const isNarrow = useIsNarrow() || isPart;
  const isTiny = useIsTiny();
  const foot = isRoom ? 0 : feet[isTiny ? 'tiny' : isNarrow ? 'narrow' : 'wide'];
  const { playedTo, isOver } = usePlayed(run, scene);
  const isDragged = useEdition(({ draft }) => draft !== null);
  const isGrowing = useIsGrowing();
  const { stopsAt, spacing } = scene;
  const Box = isPart ? 'section' : 'main';
  const picture = useMoving(open);
  const [pressed, setPressed] = useState<(Pick<HurtProps, 'press'> & { readonly count: number }) | null>(null);
  const onPress = useCallback<OnPress>(
    (press) => {
      if (typeof press.on !== 'string') clickOn(run, press.hit);
      useCursor.getState().setPlaying(false);
      setPressed((before) => ({ press, count: (before?.count ?? 0) + 1 }));
    },
    [run],
  );
  useFindAnswers({ run, language: useLanguage(), isWanted: isOver && !isDragged && !isGrowing, find: late });
  useEndAfterDrag(isDragged, stopsAt);
  useSpacing(spacing);
  useMoments({ scene, isHere: !isOnTheWay, isPresented: isRoom });
  const isAsking = !isRoom && !isRecorded && !isDragged && !isGrowing;
  const look = useLook(run, scene, { isAsking, isRoom, playedTo, open });
  const least = useMemo(() => leastSceneHeight(run.trace, scene.lanes), [run, scene]);
  const sized = stylesOf(size);
  return (
    <Box
      className={isPart ? `${styles.scene} ${styles.part}` : sized.scene}
      style={isRoom ? undefined : { '--least': `${least + foot}px` }}
      data-outcome={run.verdict.outcome}
      aria-label={useSharedWords().scene.label}
    >
      <SceneHead {...{ run, scene, isOver, isDragged, size }} hasLate={late !== null && isBroken(run.verdict)} />
      <div className={sized.picture}>
        <div ref={picture} className={sized.moving}>
          <Timeline
            run={run}
            ghost={ghost}
            isAside={isOnTheWay}
            scene={recorded === 'all' ? undefined : look}
            readOnly={isRecorded}
            legend={recorded === 'all'}
            foot={foot * (1 - open) + legendHeight * open}
            onPress={Hurt === undefined ? goesOn : onPress}
            // A drag does not move the axis.
            until={isDragged ? 0 : run.trace.header.endedAt}
            isBare
            below={(axis) =>
              isRoom ? null : (
                <div className={styles.below}>
                  <Transport {...{ scene, axis, isOver, isNarrow, beside }} />
                </div>
              )
            }
          />
        </div>
      </div>
      {below(scene, isOver, run)}
      {pressed !== null && Hurt && <Hurt key={pressed.count} {...pressed} close={() => setPressed(null)} />}
    </Box>
  );
}

interface Looking {
  readonly isAsking: boolean;
  readonly isRoom: boolean;
  readonly playedTo: Instant | null;
  readonly open: number;
}

function useLook(run: Run, scene: SceneOf, { isAsking, isRoom, playedTo, open }: Looking): SceneLook {
  return useMemo(
    () => ({
      lanes: scene.lanes,
      fault: scene.fault,
      hidden: scene.hidden,
      isAsking,
      isChanged: scene.isChanged,
      playedTo: open > 0 ? null : playedTo,
      restsAt: instant(Math.min(scene.stopsAt, run.trace.header.endedAt)),
      size: isRoom ? 'room' : 'page',
      open,
    }),
    [scene, run, isAsking, playedTo, isRoom, open],
  );
}

/** On the way, the picture moves from its place in the scene to its place in the details. */
function useMoving(open: number) {
  const bench = useTimeline((state) => state.bench);
  const picture = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style, parentElement } = picture.current ?? {};
    const [here, there] = [parentElement?.getBoundingClientRect(), bench?.getBoundingClientRect()];
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

/** The playhead stops where the story does; steps and pace follow its moments. */
function useMoments({ scene, isHere, isPresented: isRoom }: Stepped): void {
  const { moments, narration: telling, stopsAt } = scene;
  useEffect(() => {
    if (!isHere) return;
    useCursor.setState({ stopsAt });
    return () => useCursor.setState({ stopsAt: null });
  }, [stopsAt, isHere]);
  useEffect(() => {
    if (!isHere) return;
    const instants = instantsOf({ moments, stopsAt });
    useCursor.setState({ moments: instants });
    const stop = followPace(isRoom ? instants.map((at) => ({ at, ms: momentMs })) : telling, stopsAt);
    return () => {
      useCursor.setState({ moments: null });
      stop();
    };
  }, [moments, telling, stopsAt, isHere, isRoom]);
}

function useSpacing(spacing: SceneOf['spacing']): void {
  useEffect(() => {
    const { evenSpacing, setEvenSpacing } = useCursor.getState();
    setEvenSpacing(spacing === 'even');
    return () => setEvenSpacing(evenSpacing);
  }, [spacing]);
}

/** A drag, and the run after its release, is shown to the end. */
function useEndAfterDrag(isDragged: boolean, stopsAt: number): void {
  const wasDragged = useRef(false);
  useEffect(() => {
    if (wasDragged.current && !isDragged) movePlayheadTo(stopsAt);
    wasDragged.current = isDragged;
  }, [isDragged, stopsAt]);
}
