/** The cells of one row with other settings, as they come from the worker. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CheckId, Leases, Row } from '../../matrix/rows';
import type { Cell, CellsOfRow } from '../../matrix/table';
import type { FaultKind } from '../../model/fault';
import { Gone } from '../workers/calls';
import type { CellTold } from '../workers/functions';
import { startWorker } from '../workers/startWorker';
import { columns } from './columns';

export interface Anew {
  readonly cells: Readonly<Partial<Record<FaultKind, Cell>>>;
  readonly state: 'idle' | 'running' | 'done' | 'failed';
  readonly problem: string;
  /** How long it took, in ms. */
  readonly took: number;
}

const nothing: Anew = { cells: {}, state: 'idle', problem: '', took: 0 };

export interface AsksAnew {
  readonly anew: Anew;
  readonly ask: (row: Row, check: CheckId, leases: Leases) => void;
  readonly stop: () => void;
}

/** @param before the cells of the row as they are: what took few runs is computed first */
export function useAnew(before: CellsOfRow | undefined): AsksAnew {
  const [anew, setAnew] = useState(nothing);
  const worker = useRef<ReturnType<typeof startWorker> | null>(null);
  const asked = useRef<AbortController | null>(null);
  useEffect(() => {
    const started = startWorker();
    worker.current = started;
    // It loads while the settings are being chosen. If it cannot, the next question tries again.
    started.calls.ready().catch(() => undefined);
    return () => {
      asked.current?.abort();
      started.end();
    };
  }, []);
  const stop = useCallback((): void => {
    asked.current?.abort();
    setAnew(nothing);
  }, []);
  const ask = useCallback(
    (row: Row, check: CheckId, leases: Leases): void => {
      asked.current?.abort();
      const asking = new AbortController();
      asked.current = asking;
      const { signal } = asking;
      const at = performance.now();
      const take = (change: (known: Anew, took: number) => Anew): void => {
        const took = performance.now() - at;
        if (!signal.aborted) setAnew((known) => change(known, took));
      };
      setAnew({ ...nothing, state: 'running' });
      const onTold = (told: CellTold): void => take((known, took) => withCell(known, told, took));
      worker.current?.calls.cells({ row, check, leases, kinds: quickestFirst(before) }, { signal, onTold }).then(
        () => take((known, took) => ({ ...known, state: 'done', took })),
        (error: Error) => take((known) => withProblem(known, error)),
      );
    },
    [before],
  );
  return { anew, ask, stop };
}

export const withCell = (known: Anew, { of, cell }: CellTold, took: number): Anew => ({
  ...known,
  cells: { ...known.cells, [of]: cell },
  took,
});

/** Cells of a worker that is gone go with it: another one computes the row from the beginning. */
export const withProblem = (known: Anew, error: Error): Anew => ({
  ...(error instanceof Gone ? nothing : known),
  state: 'failed',
  problem: error.message,
});

/** The kinds, those with the fewest runs first: the first cells are there at once. */
export function quickestFirst(before: CellsOfRow | undefined): readonly FaultKind[] {
  const runsOf = (kind: FaultKind): number => {
    const cell = before?.[kind];
    return cell?.kind === 'tried' ? cell.runs : 0;
  };
  return columns
    .filter((kind) => runsOf(kind) > 0 || before?.[kind] === undefined)
    .sort((one, other) => runsOf(one) - runsOf(other));
}
