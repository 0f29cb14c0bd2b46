/** The cells that a live test has confirmed: the same fault on real Redis, with real processes, came to the same. */
import type { FaultKind } from '../model/fault';
import type { CheckId } from './rows';

export interface ConfirmedCell {
  readonly row: string;
  readonly kind: FaultKind;
  readonly check: CheckId;
}

export const confirmed: readonly ConfirmedCell[] = [];
