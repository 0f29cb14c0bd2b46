/** The loaded tables, by check and leases. A table that could not be loaded is requested again. */

import type { Table } from '../../search/matrix/table';
import type { Leases } from '../../search/matrix/tableAddress';
import { tableOf } from '../../search/matrix/tables';
import { useJob } from '../state/useJob';

const tables = new Map<string, Table>();

export async function fetchTable(check: string, leases: Leases): Promise<Table> {
  const name = `${check} ${leases}`;
  const table = tables.get(name) ?? (await tableOf(check, leases));
  tables.set(name, table);
  return table;
}

/** `table`: null while it loads, or if it could not be loaded. */
export function useTable(check: string, leases: Leases) {
  const { value, error, again } = useJob([check, leases], () => fetchTable(check, leases));
  return { table: value ?? tables.get(`${check} ${leases}`) ?? null, hasFailed: error !== null, again };
}
