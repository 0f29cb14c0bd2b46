/** The tables that were loaded, by check and leases. One that could not be loaded is asked for again. */
import { useEffect, useState } from 'react';
import type { Leases } from '../../matrix/place';
import type { Table } from '../../matrix/table';
import { tableOf } from '../../matrix/tables';

const tables = new Map<string, Table>();

export async function fetchTable(check: string, leases: Leases): Promise<Table> {
  const name = `${check} ${leases}`;
  const found = tables.get(name) ?? (await tableOf(check, leases));
  tables.set(name, found);
  return found;
}

export interface TableState {
  /** Null while it is loaded, or when it could not be. */
  readonly table: Table | null;
  readonly hasFailed: boolean;
  readonly again: () => void;
}

export function useTable(check: string, leases: Leases): TableState {
  const [, setCount] = useState(0);
  const [failed, setFailed] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const name = `${check} ${leases}`;
  const table = tables.get(name) ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is a reason to ask.
  useEffect(() => {
    setFailed(null);
    fetchTable(check, leases).then(
      () => setCount((count) => count + 1),
      () => setFailed(`${check} ${leases}`),
    );
  }, [check, leases, tries]);
  return { table, hasFailed: failed === name, again: () => setTries((count) => count + 1) };
}
