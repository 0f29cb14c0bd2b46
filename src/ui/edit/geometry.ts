/** What lies where on the timeline that is on screen, for pointers that come from elsewhere: the palette, a key. */
import type { Picture } from '../../layout/picture';
import type { Run } from '../../model/run';

export interface Geometry {
  readonly plot: HTMLElement;
  readonly picture: Picture;
  readonly run: Run;
}

let shown: Geometry | null = null;

export const currentGeometry = (): Geometry | null => shown;

/** Tells what is on screen; answers how to take it back. */
export function showGeometry(geometry: Geometry): () => void {
  shown = geometry;
  return () => {
    if (shown === geometry) shown = null;
  };
}
