/**
 * Where things are on the timeline that can be changed, for pointers and keys outside of it: the palette, a key. A page
 * has one.
 */
import { create } from 'zustand';
import type { ProcessId } from '../../core/model/scenario/processId';
import type { Picture } from '../../picture/layout/picture';
import type { Stretch } from '../../picture/layout/timeAxis';

export interface Geometry {
  readonly plot: HTMLElement;
  readonly picture: Picture;
  /** The stretch that shows the whole run. */
  readonly fit: Stretch;
}

interface TimelineState {
  /** Null while it is not drawn. */
  readonly geometry: Geometry | null;
  /** The lane that the pointer or the focus is on. */
  readonly lane: ProcessId | null;
  /** Its place in the details of the playground; null while they are not drawn. */
  readonly bench: HTMLElement | null;
}

export const useTimeline = create<TimelineState>()(() => ({ geometry: null, lane: null, bench: null }));
