/** Where things are on a timeline, for pointers and keys outside of it: the palette, a key. */

import type { ProcessId } from '../../core/model/processId';
import type { Lane } from '../../picture/layout/lanes';
import type { Picture } from '../../picture/layout/picture';
import type { Stretch } from '../../picture/layout/timeAxis';
import { zoomed } from '../../picture/layout/zoom';
import { useCursor } from '../state/cursor';

export interface Geometry {
  readonly plot: HTMLElement;
  readonly picture: Picture;
  /** The stretch that shows the whole run. */
  readonly fit: Stretch;
}

/**
 * The present state of a timeline, which the timeline keeps up to date. Event handlers read it; nothing is drawn from
 * it.
 */
export interface TimelineNow {
  /** Null while it is not drawn. */
  geometry: Geometry | null;
  /** The instants that the arrow keys visit; null: every event. */
  moments: readonly number[] | null;
  /** Steps of the narration when a run is narrated to a room. Null: no narration. */
  teller: { readonly on: () => void; readonly back: () => void } | null;
  /** The lane that the pointer or the focus is on. */
  lane: ProcessId | null;
}

/** For each page that has more event handlers than the timeline's own. */
export const newTimeline = (): TimelineNow => ({ geometry: null, moments: null, teller: null, lane: null });

/** The lane at this height of the picture; below all lanes, the last one. */
export const laneAt = ({ lanes }: Picture, y: number): Lane | undefined =>
  lanes.all.find((each) => y < each.top + each.height) ?? lanes.all.at(-1);

/** Zooms around the playhead, or around the middle if the playhead is out of view. A factor above 1 zooms in. */
export function zoomBy(factor: number, { picture, fit }: Pick<Geometry, 'picture' | 'fit'>): void {
  const { axis } = picture;
  const { at, setView } = useCursor.getState();
  const head = axis.x(at);
  const x = head < axis.left || head > axis.right ? (axis.left + axis.right) / 2 : head;
  setView(zoomed({ axis, fit, x, factor }));
}
