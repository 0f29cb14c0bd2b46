/** A run on a timeline, in the page and in the embed. Everything on it is derived from the run. */
import {
  memo,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import type { ProcessId } from '../../core/model/scenario/processId';
import type { Run } from '../../core/model/trace/run';
import type { Trace } from '../../core/model/trace/trace';
import { spansOf } from '../../core/spans/spans';
import type { Inks } from '../../picture/inks/inks';
import type { Handle } from '../../picture/layout/faultMarks';
import type { Picture } from '../../picture/layout/picture';
import type { SceneLook } from '../../picture/layout/sceneLook';
import type { Stretch, TimeAxis } from '../../picture/layout/timeAxis';
import { fitOf } from '../../picture/svg/fit';
import type { TimelineWords } from '../../picture/words/timelineWords';
import { useInks } from '../appearance/useInks';
import { everyFault, type FaultRules } from '../edit/faultRules';
import { type Grab, startMessageDrag } from '../edit/messageDrag';
import { later } from '../parts/later';
import { useEdition } from '../state/edition';
import { movePlayheadTo } from '../state/playhead';
import { type Geometry, useTimeline } from '../state/timeline';
import { useSharedWords } from '../words/i18n';
import { Canvases } from './Canvases';
import type { DragMarksProps } from './DragMarks';
import { Handles } from './Handles';
import { Lanes } from './Lanes';
import type { LegendProps } from './Legend';
import type { SelectedEventProps } from './Overlays';
import { Playhead, scrub } from './Playhead';
import type { SpeakerProps } from './Speaker';
import styles from './Timeline.module.css';
import type { TooltipProps } from './Tooltip';
import { useWheel, type ViewControl } from './useNavigation';
import { narrow, type Pictures, type SomeOnAxis, usePicture } from './usePicture';
import { type OnPress, usePlotPointer } from './usePlotPointer';
import { type Size, useSize } from './useSize';
import type { ViewToolsProps } from './ViewTools';

// These parts are loaded on demand.
const DragMarks = later<DragMarksProps>(async () => (await import('./DragMarks')).DragMarks);
const SelectedEvent = later<SelectedEventProps>(async () => (await import('./Overlays')).SelectedEvent);
const Speaker = later<SpeakerProps>(async () => (await import('./Speaker')).Speaker);
const Tooltip = later<TooltipProps>(async () => (await import('./Tooltip')).Tooltip);
const Legend = later<LegendProps>(async () => (await import('./Legend')).Legend);
const ViewTools = later<ViewToolsProps>(async () => (await import('./ViewTools')).ViewTools, { when: 'hand' });

export interface TimelineProps {
  readonly run: Run;
  /** See `useGhost`. */
  readonly ghost: Run | null;
  /** Only the sheet and the playhead can be dragged. */
  readonly readOnly?: boolean;
  /** The least end of the axis, in µs, for runs that share an axis. */
  readonly until?: number;
  /** Whether the marks are explained below. */
  readonly legend?: boolean;
  /** Whether only its keys and plain gestures move the view, as in an embed. */
  readonly isBare?: boolean | undefined;
  /** The picture is a scene, and what has not been played is covered. */
  readonly scene?: SceneLook | undefined;
  /** The id of the element that names this timeline, if a page has several. */
  readonly titledBy?: string | undefined;
  /** Whether pointers and keys outside of it leave it alone. */
  readonly isAside?: boolean;
  /** Absent: every fault may be changed. */
  readonly rules?: FaultRules;
  /** Absent: a press selects what lies there. */
  readonly onPress?: OnPress | undefined;
  readonly below?: OnAxis | undefined;
  /** The height that is reserved for it, in pixels. */
  readonly foot?: number;
  /**
   * Only some rows, on the axis of a timeline above, which has the ruler. Absent: all rows, on an axis of their own.
   */
  readonly some?: SomeOnAxis | undefined;
}

/** Draws below the timeline, on its axis; `scale` is the scale of its picture. */
export type OnAxis = (axis: TimeAxis, fit: Stretch, scale: number) => ReactNode;

export function Timeline({ titledBy, ...given }: TimelineProps) {
  const id = useId();
  const [ref, size] = useSize<HTMLDivElement>();
  const { onTimeline: words } = useSharedWords();
  return (
    <section
      ref={ref}
      id={id}
      className={`wide on-page ink normal scroll anchor tall ${styles.timeline}`}
      aria-label={words.title}
      aria-labelledby={titledBy === undefined ? undefined : `${id} ${titledBy}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: with the focus here, the wheel zooms; the page's keys work anywhere.
      tabIndex={0}
    >
      {size.width > 0 && size.height > 0 && <Plot {...given} root={ref} size={size} />}
    </section>
  );
}

interface PlotProps extends Omit<TimelineProps, 'titledBy'> {
  readonly root: React.RefObject<HTMLDivElement | null>;
  readonly size: Size;
}

/** The room of the legend and the buttons beside it is reserved from the start, in px. A finger needs 44 px. */
export const legendHeight = matchMedia('(pointer: coarse)').matches ? 45 : 28;

function Plot({ run, ghost, root, size: whole, isAside = false, below, foot = 0, scene, some, ...given }: PlotProps) {
  const { readOnly = false, until = 0, legend = false, isBare = false, rules = everyFault, onPress } = given;
  const isFolded = whole.width < narrow;
  // The height left for the picture above its legend.
  const size = useMemo(
    () => ({ ...whole, height: whole.height - (legend ? legendHeight : 0) - foot }),
    [whole, legend, foot],
  );
  const inks = useInks();
  const { onTimeline: words } = useSharedWords();
  const pictures = usePicture({ run, ghost, size, inks, until, scene, some });
  const { picture } = pictures;
  const plot = useRef<HTMLDivElement>(null);
  const viewControl = useRef<ViewControl>({ isZoomThere: false, isTaken: false });
  const { shown, fit } = useShown(plot, {
    picture,
    trace: (ghost ?? run).trace,
    until,
    isAside: readOnly || isAside,
  });
  const look = useCallback(
    (lane: ProcessId | null): void => {
      if (!isAside) useTimeline.setState({ lane });
    },
    [isAside],
  );
  useWheel(root, { layoutRef: shown, viewControl, readOnly });
  useEffect(loadByHand, []);
  const { hover, handlers } = usePlotPointer({ run, layoutRef: shown, viewControl, readOnly, rules, look, onPress });
  const isHead = hover?.hit.kind === 'message' && hover.hit.isHead && !readOnly;
  const height = Math.ceil(picture.lanes.bottom) + 8;
  const style = { height, cursor: isHead ? 'grab' : undefined, '--type': picture.scale };
  return (
    <>
      <div
        ref={plot}
        className={styles.plot}
        style={style}
        data-plot
        data-scene={scene && (scene.size ?? 'page')}
        {...handlers}
      >
        <Marks {...{ run, ghost, pictures, inks, words, size, height, rules, readOnly, some, hover, look, onPress }} />
      </div>
      {!isBare && <ViewTools {...{ root, viewControl, picture, fit, readOnly }} hasButtons={legend} />}
      {legend && <Legend {...{ run, picture, inks, isFolded }} width={size.width} hit={hover?.hit ?? null} />}
      {below?.(picture.axis, fit, picture.scale)}
    </>
  );
}

/** Loads what a drag shows when a pointer comes near, before the drag begins. */
function loadByHand(): () => void {
  const load = (): void => void DragMarks.load().catch(() => {});
  addEventListener('pointerover', load, { once: true });
  return () => removeEventListener('pointerover', load);
}

interface MarksProps extends Pick<TimelineProps, 'run' | 'ghost' | 'some' | 'onPress'> {
  readonly pictures: Pictures;
  readonly inks: Inks;
  readonly words: TimelineWords;
  readonly size: Size;
  readonly height: number;
  readonly rules: FaultRules;
  readonly readOnly: boolean;
  readonly hover: TooltipProps['hover'] | null;
  readonly look: (lane: ProcessId | null) => void;
}

function Marks({
  run,
  ghost,
  pictures,
  inks,
  words,
  size,
  height,
  rules,
  readOnly,
  some,
  hover,
  look,
  onPress,
}: MarksProps) {
  const { picture } = pictures;
  const isSelected = useEdition(({ selection }) => selection?.kind === 'event');
  const isDragging = useEdition(({ drag }) => drag !== null);
  const onGrabMessage = (event: PointerEvent, handle: Handle): void =>
    grabMessage(event, handle, { run, picture, rules });
  return (
    <>
      <Grid axis={picture.axis} top={picture.lanes.top} bottom={picture.lanes.bottom} />
      <Lanes
        {...{ picture, run, words, look }}
        onPress={readOnly ? undefined : onPress}
        hasHolderStrip={some?.rows.holderStrip !== false}
        compact={size.width < narrow && !picture.lanes.isFolded}
      />
      <Canvases pictures={pictures} inks={inks} width={size.width} height={height} />
      {some === undefined && <Ruler axis={picture.axis} />}
      {!readOnly && (
        <Handles handles={picture.handles} axis={picture.axis} rules={rules} onGrabMessage={onGrabMessage} />
      )}
      {/* A selected event belongs to the run that can be changed; in another run its number means nothing. */}
      {!readOnly && isSelected && <SelectedEvent picture={picture} trace={run.trace} />}
      {(isDragging || ghost !== null) && <DragMarks run={run} ghost={ghost} picture={picture} words={words} />}
      <Playhead picture={picture} height={picture.lanes.bottom} label={words.playhead} end={run.trace.header.endedAt} />
      {/* A scene has a sentence of its own. */}
      {!readOnly && !picture.lanes.isFolded && <Speaker run={run} />}
      {picture.dense > 0 && <p className={`quiet normal over ${styles.note}`}>{words.density(picture.dense)}</p>}
      {hover !== null && (
        <Tooltip {...{ hover, words, height }} trace={run.trace} width={size.width} canGrab={!readOnly} />
      )}
    </>
  );
}

interface ShownOptions {
  readonly picture: Picture;
  readonly trace: Trace;
  readonly until: number;
  readonly isAside: boolean;
}

/** What is on screen, for gestures, and for pointers and keys outside of the timeline. */
function useShown(plot: React.RefObject<HTMLDivElement | null>, { picture, trace, until, isAside }: ShownOptions) {
  const layout = useRef<Geometry | null>(null);
  const fit = useMemo(() => fitOf(trace, until), [trace, until]);
  useLayoutEffect(() => {
    if (plot.current !== null) layout.current = { plot: plot.current, picture, fit };
  }, [plot, picture, fit]);
  // A layout effect writes to no store.
  useEffect(() => {
    if (plot.current === null || isAside) return;
    useTimeline.setState({ geometry: { plot: plot.current, picture, fit } });
    return () => useTimeline.setState({ geometry: null });
  }, [plot, picture, fit, isAside]);
  return { shown: layout, fit };
}

type Grabbed = Pick<Grab, 'run' | 'picture' | 'rules'>;

function grabMessage(event: PointerEvent, handle: Handle, on: Grabbed): void {
  const row = spansOf(on.run.trace).faults.find(({ name }) => name === handle.name)?.row ?? -1;
  useEdition.getState().select({ kind: 'fault', name: handle.name });
  if (row >= 0) startMessageDrag(event.nativeEvent, { ...on, row, onClick: () => movePlayheadTo(handle.at) });
}

interface GridProps {
  readonly axis: TimeAxis;
  readonly top: number;
  readonly bottom: number;
}

/** A drag changes neither the axis nor the lanes, so this is not drawn again. */
const Grid = memo(function Grid({ axis, top, bottom }: GridProps) {
  return axis.ticks.map(({ at, x }) => (
    <span key={at} className={`over ${styles.gridLine}`} style={{ left: x, top: top - 2, height: bottom - top }} />
  ));
});

const Ruler = memo(function Ruler({ axis }: { readonly axis: TimeAxis }) {
  return (
    <div className={`on-page ${styles.ruler}`} data-ruler data-scrub onPointerDown={(event) => scrub(event, axis.at)}>
      {axis.ticks.map(({ at, label, labelX }) =>
        labelX === null ? null : (
          <span key={at} className={`quiet digits nowrap over ${styles.tick}`} style={{ left: labelX }}>
            {label}
          </span>
        ),
      )}
    </div>
  );
});
