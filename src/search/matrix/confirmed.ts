/**
 * The cells whose smallest run was repeated on real servers with the same outcome:
 * `test/live/server/matrix.live.test.ts`.
 */
import type { FaultKind } from '../../core/model/scenario/fault';
import type { CheckId } from './rows';

export interface ConfirmedCell {
  readonly row: string;
  readonly kind: FaultKind;
  readonly check: CheckId;
}

const behind = (check: CheckId, row: string, ...kinds: readonly FaultKind[]): readonly ConfirmedCell[] =>
  kinds.map((kind) => ({ row, kind, check }));

/** With the default leases. */
export const confirmed: readonly ConfirmedCell[] = [
  ...behind('no-check', 'single-node', 'pause', 'crash', 'clock-jump', 'suspend', 'delay', 'restart', 'key-vanishes'),
  ...behind('no-check', 'token-lock', 'pause', 'crash', 'restart', 'key-vanishes'),
  ...behind('no-check', 'setnx-expire', 'pause'),
  ...behind('no-check', 'setnx-getset', 'pause', 'restart'),
  ...behind('no-check', 'shedlock', 'pause', 'delay', 'key-vanishes'),
  ...behind('no-check', 'redlock', 'pause', 'delay'),
  ...behind('no-check', 'redlock-php', 'pause'),
  ...behind('no-check', 'redlock-net', 'pause'),
  ...behind('no-check', 'redlock-rb', 'pause'),
  ...behind('no-check', 'node-redlock-4', 'pause'),
  ...behind('no-check', 'node-redlock-5', 'pause'),
  ...behind('version', 'single-node', 'pause', 'key-vanishes'),
  ...behind('version', 'redlock', 'pause'),
  ...behind('fencing', 'token-lock', 'pause'),
];
