/** Shows a drag: the anchors to which the fault would be tied, and what would happen elsewhere. */
import { type Danger, type Drag, useScenario } from '../state/scenario';

export const showDrag = (drag: Omit<Drag, 'danger'>): void =>
  useScenario.setState(({ drag: before }) => ({ drag: { ...drag, danger: before?.danger ?? [] } }));

export const showDanger = (danger: readonly Danger[]): void =>
  useScenario.setState(({ drag }) => ({ drag: drag && { ...drag, danger } }));

export const endDrag = (): void => useScenario.setState({ drag: null });
