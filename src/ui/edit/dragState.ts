/** The part of a drag that is drawn: the anchors to which the fault would be tied. It is part of no scenario. */
import { create } from 'zustand';
import type { Anchor } from '../../model/edit';
import type { Danger } from './danger';

interface DragState {
  readonly active: boolean;
  /** The anchor under the pointer; null: free. */
  readonly anchor: Anchor | null;
  /** All anchors to which it could be tied. */
  readonly anchors: readonly Anchor[];
  /** The lane on which they are drawn, as an index into `header.processes`; −1: none. */
  readonly process: number;
  /** What would happen elsewhere on its track, as far as that is known. */
  readonly danger: readonly Danger[];
}

const idle: DragState = { active: false, anchor: null, anchors: [], process: -1, danger: [] };

export const useDrag = create<DragState>()(() => idle);

export const showDrag = (state: Omit<DragState, 'active' | 'danger'>): void =>
  useDrag.setState({ ...state, active: true });

export const showDanger = (danger: readonly Danger[]): void => useDrag.setState({ danger });

export const endDrag = (): void => useDrag.setState(idle);
