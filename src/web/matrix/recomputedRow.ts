/** The cells of one row with other settings, as the worker computes them. */
import { useEffect, useState } from 'react';
import { Gone } from '../../core/model/effects/calls';
import type { FaultKind } from '../../core/model/scenario/fault';
import type { CheckId, Leases, Row } from '../../search/matrix/rows';
import type { Cell, CellsOfRow } from '../../search/matrix/table';
import type { JobState } from '../state/job';
import { useJob } from '../state/useJob';
import type { CellProgress } from '../workers/functions';
import { startWorker } from '../workers/startWorker';
import { columns } from './columns';

export interface Computed {
  readonly cells: Readonly<Partial<Record<FaultKind, Cell>>>;
  /** How long it took, in ms. */
  readonly took: number;
}

const nothing: Computed = { cells: {}, took: 0 };

export interface Asked {
  readonly row: Row;
  readonly check: CheckId;
  readonly leases: Leases;
}

/**
 * @param before the present cells of the row: cells with few runs are computed first
 * @param first is asked at once; null: nothing is
 */
export function useRecomputedRow(before: CellsOfRow | undefined, first: Asked | null) {
  const [{ calls, end }] = useState(startWorker);
  useEffect(() => {
    // It loads while the settings are being chosen. If loading fails, the next question tries again.
    calls.ready().catch(() => undefined);
    return end;
  }, [calls, end]);
  const [request, ask] = useState(first);
  const job = useJob<Computed, Computed>(request && [request], async (signal, report) => {
    if (request === null) return nothing;
    const at = performance.now();
    const took = (): number => performance.now() - at;
    let { cells } = nothing;
    const onProgress = ({ of, cell }: CellProgress): void => {
      cells = { ...cells, [of]: cell };
      report({ cells, took: took() });
    };
    await calls.cells({ ...request, kinds: quickestFirst(before) }, { signal, onProgress });
    return { cells, took: took() };
  });
  return { anew: { ...job, ...computedBy(job) }, ask };
}

export type Anew = ReturnType<typeof useRecomputedRow>['anew'];

/** The cells of a worker that is gone are dropped: another one computes the row from the beginning. */
export const computedBy = ({ value, progress, error }: JobState<Computed, Computed>): Computed =>
  (error instanceof Gone ? null : (value ?? progress)) ?? nothing;

/** The kinds, those with the fewest runs first, so that the first cells appear at once. */
export function quickestFirst(before: CellsOfRow | undefined): readonly FaultKind[] {
  const runsOf = (kind: FaultKind): number => {
    const cell = before?.[kind];
    return cell?.kind === 'tried' ? cell.runs : 0;
  };
  return columns
    .filter((kind) => runsOf(kind) > 0 || before?.[kind] === undefined)
    .sort((one, other) => runsOf(one) - runsOf(other));
}
