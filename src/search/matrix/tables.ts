/** The tables in the repository, each loaded on demand. */
import type { CheckId, Leases } from './rows';
import { parseTable, type Table } from './table';

type Load = () => Promise<{ readonly default: unknown }>;

const files: Readonly<Record<Leases, Readonly<Record<CheckId, Load>>>> = {
  own: {
    'no-check': () => import('./data/no-check.own.json'),
    fencing: () => import('./data/fencing.own.json'),
    'two-step': () => import('./data/two-step.own.json'),
    'unique-token': () => import('./data/unique-token.own.json'),
    'marked-owner': () => import('./data/marked-owner.own.json'),
    version: () => import('./data/version.own.json'),
    repository: () => import('./data/repository.own.json'),
    'check-sequencer': () => import('./data/check-sequencer.own.json'),
    'newest-sequencer': () => import('./data/newest-sequencer.own.json'),
    chunks: () => import('./data/chunks.own.json'),
    replicas: () => import('./data/replicas.own.json'),
    'lagging-replica': () => import('./data/lagging-replica.own.json'),
    mail: () => import('./data/mail.own.json'),
    'same-database': () => import('./data/same-database.own.json'),
  },
  same: {
    'no-check': () => import('./data/no-check.same.json'),
    fencing: () => import('./data/fencing.same.json'),
  },
};

/** The checks that have a table. */
export const checksWith = (leases: Leases): readonly CheckId[] => Object.keys(files[leases]);

export async function tableOf(check: CheckId, leases: Leases): Promise<Table> {
  const load = files[leases][check];
  if (load === undefined) throw new Error(`There is no table of ${check} with the leases “${leases}”.`);
  return parseTable((await load()).default);
}

/** By check. */
export async function tablesOf(checks: readonly CheckId[], leases: Leases): Promise<Readonly<Record<CheckId, Table>>> {
  const entries = await Promise.all(checks.map(async (check) => [check, await tableOf(check, leases)] as const));
  return Object.fromEntries(entries);
}
