/** Where things lie on the timeline that is on screen, for pointers and keys outside of it: the palette, a key. */
import { create } from 'zustand';
import type { Lane } from '../../layout/lanes';
import type { Picture } from '../../layout/picture';
import type { Stretch, TimeAxis } from '../../layout/timeAxis';
import { zoomed } from '../../layout/zoom';
import type { Run } from '../../model/run';
import type { ProcessId } from '../../model/scenario';
import { useCursor } from '../state/cursor';

export interface Geometry {
  readonly plot: HTMLElement;
  readonly picture: Picture;
  readonly run: Run;
  /** The stretch that shows the whole run. */
  readonly fit: Stretch;
}

const useShown = create<{ readonly shown: Geometry | null }>()(() => ({ shown: null }));

export const currentGeometry = (): Geometry | null => useShown.getState().shown;

/** The axis on screen, for what stands below it. */
export const useShownAxis = (): TimeAxis | null => useShown(({ shown }) => shown?.picture.axis ?? null);

/** Registers what is on screen; returns how to withdraw it. */
export function showGeometry(geometry: Geometry): () => void {
  useShown.setState({ shown: geometry });
  return () => {
    if (currentGeometry() === geometry) useShown.setState({ shown: null });
  };
}

/** The lane at this height of the picture; below the last one it is the last one. */
export const laneAt = ({ lanes }: Picture, y: number): Lane | undefined =>
  lanes.all.find((each) => y < each.top + each.height) ?? lanes.all.at(-1);

let lookedAt: ProcessId | null = null;

/** The pointer or the focus has come to this lane; null: it has left the lanes. */
export const lookAt = (lane: ProcessId | null): void => {
  lookedAt = lane;
};

/** The lane that the pointer or the focus is on. */
export const laneLookedAt = (): ProcessId | null => lookedAt;

/** Zooms around the playhead, or around the middle when the playhead is out of view. Above 1 zooms in. */
export function zoomBy(factor: number): void {
  const shown = currentGeometry();
  if (shown === null) return;
  const { fit, picture } = shown;
  const { axis } = picture;
  const { at, setView } = useCursor.getState();
  const head = axis.x(at);
  const x = head < axis.left || head > axis.right ? (axis.left + axis.right) / 2 : head;
  setView(zoomed({ axis, fit, x, factor }));
}
