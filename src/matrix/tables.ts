/** The tables that are checked in, each loaded when it is asked for. */
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
    'check-sequencer': () => import('./data/check-sequencer.own.json'),
    'newest-sequencer': () => import('./data/newest-sequencer.own.json'),
  },
  same: {},
};

/** The checks that have a table. */
export const checksWith = (leases: Leases): readonly CheckId[] => Object.keys(files[leases]);

export async function tableOf(check: CheckId, leases: Leases): Promise<Table> {
  const load = files[leases][check];
  if (load === undefined) throw new Error(`There is no table of ${check} with the leases “${leases}”.`);
  return parseTable((await load()).default);
}
