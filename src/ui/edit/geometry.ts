/** Where things lie on the timeline that is on screen, for pointers and keys outside of it: the palette, a key. */
import type { Lane } from '../../layout/lanes';
import type { Picture } from '../../layout/picture';
import type { Run } from '../../model/run';
import type { ProcessId } from '../../model/scenario';

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
