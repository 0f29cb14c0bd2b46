/** What is being dragged right now, as far as it is drawn: where the fault would be tied to. Not part of any scenario. */
import { create } from 'zustand';
import type { Anchor } from '../../model/edit';

interface DragState {
  readonly active: boolean;
  /** The anchor under the pointer; null: free. */
  readonly anchor: Anchor | null;
  /** All anchors that it could be tied to. */
  readonly anchors: readonly Anchor[];
  /** The lane on which they are drawn, as an index into `header.processes`; −1: none. */
  readonly process: number;
}

const idle: DragState = { active: false, anchor: null, anchors: [], process: -1 };

export const useDrag = create<DragState>()(() => idle);

export const showDrag = (state: Omit<DragState, 'active'>): void => useDrag.setState({ ...state, active: true });

export const endDrag = (): void => useDrag.setState(idle);
