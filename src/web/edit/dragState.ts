/** Shows a drag: the anchors to which the fault would be tied, and what would happen elsewhere. */
import { type Danger, type Drag, useEdition } from '../state/edition';

export const showDrag = (drag: Omit<Drag, 'danger'>): void =>
  useEdition.setState(({ drag: before }) => ({ drag: { ...drag, danger: before?.danger ?? [] } }));

export const showDanger = (danger: readonly Danger[]): void =>
  useEdition.setState(({ drag }) => ({ drag: drag && { ...drag, danger } }));

export const endDrag = (): void => useEdition.setState({ drag: null });
