/** The cells of one row with other settings, as they come from the worker. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CheckId, Leases, Row } from '../../matrix/rows';
import type { Cell, CellsOfRow } from '../../matrix/table';
import type { FaultKind } from '../../model/fault';
import { inWorker } from '../state/beside';
import type { AnewAnswer, AnewQuestion } from './anewWorker';
import { columns } from './columns';

export interface Anew {
  readonly cells: Readonly<Partial<Record<FaultKind, Cell>>>;
  readonly state: 'idle' | 'running' | 'done' | 'failed';
  readonly problem: string;
  /** How long it took, in ms. */
  readonly took: number;
}

const nothing: Anew = { cells: {}, state: 'idle', problem: '', took: 0 };

const beside = inWorker<AnewQuestion | null, AnewAnswer>(
  () => new Worker(new URL('./anewWorker.ts', import.meta.url), { type: 'module' }),
);

export interface AsksAnew {
  readonly anew: Anew;
  readonly ask: (row: Row, check: CheckId, leases: Leases) => void;
  readonly stop: () => void;
}

/** @param before the cells of the row as they are: what took few runs is computed first */
export function useAnew(before: CellsOfRow | undefined): AsksAnew {
  const [anew, setAnew] = useState(nothing);
  const asked = useRef({ id: 0, at: 0 });
  const worker = useRef<((question: AnewQuestion | null) => void) | null>(null);
  useEffect(() => {
    const take = (answer: AnewAnswer): void => {
      if (answer.id !== asked.current.id) return;
      const took = performance.now() - asked.current.at;
      setAnew((known) => withAnswer(known, answer, took));
    };
    // It loads while the settings are being chosen.
    worker.current = beside(take, (problem) => setAnew((known) => withoutWorker(known, problem)));
    const ask = worker.current;
    return () => ask(null);
  }, []);
  const ask = useCallback(
    (row: Row, check: CheckId, leases: Leases): void => {
      asked.current = { id: asked.current.id + 1, at: performance.now() };
      setAnew({ ...nothing, state: 'running' });
      worker.current?.({ id: asked.current.id, row, check, leases, kinds: quickestFirst(before) });
    },
    [before],
  );
  const stop = useCallback((): void => {
    asked.current = { id: asked.current.id + 1, at: 0 };
    worker.current?.(null);
    setAnew(nothing);
  }, []);
  return { anew, ask, stop };
}

/** Who has not asked is told nothing: the next question starts a new worker. */
export const withoutWorker = (known: Anew, problem: string): Anew =>
  known.state === 'running' ? { ...nothing, state: 'failed', problem } : known;

export function withAnswer(known: Anew, answer: AnewAnswer, took: number): Anew {
  switch (answer.kind) {
    case 'cell':
      return { ...known, cells: { ...known.cells, [answer.of]: answer.cell }, took };
    case 'done':
      return { ...known, state: 'done', took };
    case 'failed':
      return { ...known, state: 'failed', problem: answer.problem };
    default:
      return answer satisfies never;
  }
}

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
