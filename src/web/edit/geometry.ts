/** Finds the lane at a height, and zooms, for pointers and keys outside of the timeline. */

import type { Lane } from '../../picture/layout/lanes';
import type { Picture } from '../../picture/layout/picture';
import { zoomed } from '../../picture/layout/zoom';
import { useCursor } from '../state/cursor';
import type { Geometry } from '../state/timeline';

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
