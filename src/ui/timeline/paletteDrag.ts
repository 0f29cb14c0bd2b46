/** A fault on its way from the palette to a lane. */
import type { PointerEvent } from 'react';
import type { FaultKind } from '../../model/fault';

export function startPaletteDrag(kind: FaultKind, event: PointerEvent): void {
  void kind;
  void event;
}
