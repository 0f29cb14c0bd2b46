// Computes the cells of a row with other settings, one after the other. A newer question ends an older one.
import { cellOf } from '../../matrix/cell';
import type { CheckId, Leases, Row } from '../../matrix/rows';
import type { Cell } from '../../matrix/table';
import type { FaultKind } from '../../model/fault';
import { parts } from '../../run/parts';

export interface AnewQuestion {
  readonly id: number;
  readonly row: Row;
  readonly check: CheckId;
  readonly leases: Leases;
  /** In the order in which they are wanted. */
  readonly kinds: readonly FaultKind[];
}

export type AnewAnswer =
  | { readonly id: number; readonly kind: 'cell'; readonly of: FaultKind; readonly cell: Cell }
  | { readonly id: number; readonly kind: 'done' }
  | { readonly id: number; readonly kind: 'failed'; readonly problem: string };

let wanted = -1;

addEventListener('message', (event: MessageEvent<AnewQuestion | null>) => {
  wanted = event.data?.id ?? -1;
  if (event.data !== null) void answer(event.data);
});

async function answer({ id, row, check, leases, kinds }: AnewQuestion): Promise<void> {
  try {
    for (const of of kinds) {
      if (wanted !== id) return;
      send({ id, kind: 'cell', of, cell: cellOf(row, of, check, leases, parts) });
      // Lets the next message in, which may be a newer question.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    send({ id, kind: 'done' });
  } catch (error) {
    send({ id, kind: 'failed', problem: error instanceof Error ? error.message : String(error) });
  }
}

const send = (message: AnewAnswer): void => postMessage(message);
