/** Shows a drag: the anchors to which the fault would be tied, and what would happen elsewhere. */
import { type DangerZone, type Drag, useEdition } from '../state/edition';

export const showDrag = (drag: Omit<Drag, 'dangerZones'>): void =>
  useEdition.setState(({ drag: before }) => ({ drag: { ...drag, dangerZones: before?.dangerZones ?? [] } }));

export const showDanger = (dangerZones: readonly DangerZone[]): void =>
  useEdition.setState(({ drag }) => ({ drag: drag && { ...drag, dangerZones } }));

export const endDrag = (): void => useEdition.setState({ drag: null });
