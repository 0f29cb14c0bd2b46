/** Where things lie on the timeline that is on screen, for pointers and keys outside of it: the palette, a key. */
import type { Picture } from '../../layout/picture';
import type { Run } from '../../model/run';

export interface Geometry {
  readonly plot: HTMLElement;
  readonly picture: Picture;
  readonly run: Run;
}

let shown: Geometry | null = null;

export const currentGeometry = (): Geometry | null => shown;

/** Registers what is on screen; returns how to withdraw it. */
export function showGeometry(geometry: Geometry): () => void {
  shown = geometry;
  return () => {
    if (shown === geometry) shown = null;
  };
}
