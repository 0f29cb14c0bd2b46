/** The picture of the run on screen and of its ghost, for the current size, view and language. */

import { useLayoutEffect, useMemo, useRef } from 'react';
import type { Run } from '../../core/model/trace/run';
import type { Trace } from '../../core/model/trace/trace';
import type { Inks } from '../../picture/inks/inks';
import { blend } from '../../picture/layout/blend';
import { type SomeRows, typeScale } from '../../picture/layout/lanes';
import type { Mark } from '../../picture/layout/marks';
import { ghostOf, type Picture, type PictureOptions, pictureOf } from '../../picture/layout/picture';
import { sceneGutter, sceneNames, sceneScale } from '../../picture/layout/sceneLanes';
import type { SceneLook } from '../../picture/layout/sceneLook';
import { evenSpacing, type TimeAxis, timeAxis, type Warp } from '../../picture/layout/timeAxis';
import { fitOf } from '../../picture/svg/fit';
import { measureWith } from '../appearance/useInks';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { currentParts } from '../state/parts';
import { useSharedWords } from '../words/i18n';
import type { Size } from './useSize';

export interface Pictures {
  readonly picture: Picture;
  readonly ghost: readonly Mark[];
}

/** Some rows of a run, on the axis and at the scale of another picture. */
export interface SomeOnAxis {
  readonly rows: SomeRows;
  readonly axis: TimeAxis;
  readonly scale: number;
}

interface Options {
  readonly run: Run;
  readonly ghost: Run | null;
  readonly size: Size;
  readonly inks: Inks;
  /** The least end of the axis, in µs. */
  readonly until: number;
  /** Absent: the whole run. */
  readonly scene?: SceneLook | undefined;
  readonly some?: SomeOnAxis | undefined;
}

export function usePicture({ run, ghost, size, inks, until, scene, some }: Options): Pictures {
  const { onTimeline: words } = useSharedWords();
  const measure = useMemo(() => measureWith(inks), [inks]);
  const { width, height } = size;
  const compact = width < narrow;
  // A drag changes no lane, so the type keeps its size.
  const own = scene === undefined ? typeScale(run.trace, size) : sceneScale(scene)(run.trace, size);
  const scale = some?.scale ?? own;
  const gutter = gutterOf(width, run.trace) * scale;
  const usual = useMemo(
    () => (compact ? gutter : Math.max(gutter, widestName({ run, words, measure, scale }))),
    [compact, gutter, run, words, measure, scale],
  );
  const left =
    scene === undefined ? usual : blend(sceneGutter(width, sceneNames(scene, words), scene.size), usual)(scene.open);
  const ownAxis = useAxis({ run, ghost, until }, { width, scale, left });
  const axis = some?.axis ?? ownAxis;
  const options = useMemo(
    (): Omit<PictureOptions, 'run'> => ({
      axis,
      height,
      words,
      faults: currentParts().faults,
      measure,
      scale,
      only: some?.rows,
    }),
    [axis, height, words, measure, scale, some?.rows],
  );
  const picture = useSteady({ ...options, scene, run });
  const still = useStill(scene);
  const ghostMarks = useMemo(
    () => (ghost === null ? [] : ghostOf({ ...options, scene: still, run: ghost })),
    [options, still, ghost],
  );
  return { picture, ghost: ghostMarks };
}

/** The picture. During a drag, its labels stay where they were in the picture before. */
function useSteady({ run, scene, ...given }: PictureOptions): Picture {
  const isDragged = useEdition(({ draft }) => draft !== null);
  const last = useRef<Picture | null>(null);
  const { axis, height, words, faults, measure, scale = 1, only } = given;
  const picture = useMemo(() => {
    const previousLabels = isDragged ? last.current?.placedLabels : undefined;
    return pictureOf({ axis, height, words, faults, measure, scale, only, scene, run, previousLabels });
  }, [axis, height, words, faults, measure, scale, only, scene, run, isDragged]);
  useLayoutEffect(() => {
    last.current = picture;
  }, [picture]);
  return picture;
}

/** What a ghost takes over from a scene: it does not change during a drag or playing. */
function useStill(scene: SceneLook | undefined): SceneLook | undefined {
  const { lanes, fault, hidden = noFaults, size = 'page', open } = scene ?? noScene;
  const last = useRef(lanes);
  if (lanes.join() !== last.current.join()) last.current = lanes;
  const same = last.current;
  const isScene = scene !== undefined;
  return useMemo(
    () => (isScene ? { ...noScene, lanes: same, fault, hidden, size, open } : undefined),
    [isScene, same, fault, hidden, size, open],
  );
}

const noFaults: readonly string[] = [];

const noScene: SceneLook = { lanes: [], fault: null, isAsking: false, playedTo: null, size: 'page', open: 1 };

/** Below this width the names are short and the gutter is narrow. */
export const narrow = 560;

/** “Lock service” is the longest of the names. */
function gutterOf(width: number, { header }: Trace): number {
  if (width < narrow) return 40;
  if (width >= 800) return 116;
  return header.processes.some(({ role }) => role === 'service') ? 98 : 86;
}

/** As in Timeline.module.css: the space before a name, and the space after it. */
const beforeName = { usual: 16, nested: 26, after: 8 } as const;

/** The gutter that the names of all lanes need, in CSS pixels. */
function widestName({
  run,
  words,
  measure,
  scale,
}: Pick<PictureOptions, 'words' | 'measure' | 'run'> & { readonly scale: number }): number {
  const widths = run.trace.header.processes.map(({ id, role }) => {
    const before = role === 'replica' || role === 'member' ? beforeName.nested : beforeName.usual;
    return before + measure(words.process(id), { size: 13 * scale, weight: 600, font: 'sans' }) + beforeName.after;
  });
  return Math.ceil(Math.max(0, ...widths));
}

function useAxis(
  { run, ghost, until }: Pick<Options, 'run' | 'ghost' | 'until'>,
  { width, scale, left }: { readonly width: number; readonly scale: number; readonly left: number },
): TimeAxis {
  const view = useCursor((state) => state.view);
  const isEven = useCursor((state) => state.evenSpacing);
  // During a drag the axis stays as it was before.
  const { trace } = ghost ?? run;
  const warp = useMemo((): Warp | null => (isEven ? evenSpacing(trace) : null), [isEven, trace]);
  return useMemo(() => {
    return timeAxis({ view: view ?? fitOf(trace, until), left, right: Math.max(left + 50, width - 14), warp, scale });
  }, [view, trace, until, width, warp, scale, left]);
}
