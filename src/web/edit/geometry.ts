/** Where things lie on a timeline, for pointers and keys outside of it: the palette, a key. */

import type { ProcessId } from '../../core/model/scenario';
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

/** How a timeline is now. It keeps this up to date itself; hands read it, and nothing is drawn from it. */
export interface TimelineNow {
  /** Null while it is not drawn. */
  geometry: Geometry | null;
  /** The instants to which the arrow keys go; null: to each event. */
  moments: readonly number[] | null;
  /** Where a run is told to a room: what goes on and back in the telling. Null: nobody tells it. */
  teller: { readonly on: () => void; readonly back: () => void } | null;
  /** The lane that the pointer or the focus is on. */
  lane: ProcessId | null;
}

/** Each page that has more hands than the timeline's own gives it one. */
export const newTimeline = (): TimelineNow => ({ geometry: null, moments: null, teller: null, lane: null });

/** The lane at this height of the picture; below the last one it is the last one. */
export const laneAt = ({ lanes }: Picture, y: number): Lane | undefined =>
  lanes.all.find((each) => y < each.top + each.height) ?? lanes.all.at(-1);

/** Zooms around the playhead, or around the middle when the playhead is out of view. Above 1 zooms in. */
export function zoomBy(factor: number, { picture, fit }: Pick<Geometry, 'picture' | 'fit'>): void {
  const { axis } = picture;
  const { at, setView } = useCursor.getState();
  const head = axis.x(at);
  const x = head < axis.left || head > axis.right ? (axis.left + axis.right) / 2 : head;
  setView(zoomed({ axis, fit, x, factor }));
}
