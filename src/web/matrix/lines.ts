/**
 * The lines and columns of the table: families, the rows of unfolded families, kinds of faults, or folded groups of
 * them.
 */

import type { FaultKind } from '../../core/model/scenario/fault';
import {
  type Family,
  type FamilyGroup,
  families,
  familyGroups,
  type KindGroup,
  kindGroups,
  leastHarmFirst,
} from '../../search/matrix/families';
import type { Table } from '../../search/matrix/table';

export type Order = 'kind' | 'least';

/** A family, or one of its rows. A family of one row is that row. */
export interface Line {
  /** The key for Tab and arrow keys: the id of a row, or `family:` and the family's id. */
  readonly id: string;
  readonly family: Family;
  readonly row: string | null;
  readonly isOpen: boolean;
}

export interface Section {
  /** Null: all groups, sorted. */
  readonly group: FamilyGroup | null;
  readonly lines: readonly Line[];
}

export function sectionsOf(table: Table, order: Order, open: ReadonlySet<string>): readonly Section[] {
  if (order === 'least')
    return [{ group: null, lines: leastHarmFirst(table).flatMap((family) => linesOf(family, open)) }];
  return familyGroups.map((group) => ({
    group,
    lines: families.filter((family) => family.group === group).flatMap((family) => linesOf(family, open)),
  }));
}

function linesOf(family: Family, open: ReadonlySet<string>): readonly Line[] {
  const [only = ''] = family.rows;
  if (family.rows.length === 1) return [{ id: only, family, row: only, isOpen: false }];
  const isOpen = open.has(family.id);
  const head: Line = { id: `family:${family.id}`, family, row: null, isOpen };
  return isOpen ? [head, ...family.rows.map((row): Line => ({ id: row, family, row, isOpen: false }))] : [head];
}

/** The rows that have a line of their own. */
export const unfoldedRows = (open: ReadonlySet<string>): readonly string[] =>
  families.flatMap(({ id, rows }) => (rows.length === 1 || open.has(id) ? rows : []));

export const familyOf = (row: string): string | undefined => families.find(({ rows }) => rows.includes(row))?.id;

export interface Column {
  readonly id: string;
  readonly group: KindGroup;
  /** One kind, or all kinds of a folded group. */
  readonly kinds: readonly FaultKind[];
}

const groupNames = Object.keys(kindGroups).filter((name): name is KindGroup => Object.hasOwn(kindGroups, name));

/** @param open the one group that is unfolded; `all`: there is room for every kind */
export const columnsOf = (open: KindGroup | 'all' | null): readonly Column[] =>
  groupNames.flatMap((group): readonly Column[] => {
    const kinds: readonly FaultKind[] = kindGroups[group];
    if (open === 'all' || open === group || kinds.length === 1)
      return kinds.map((kind) => ({ id: kind, group, kinds: [kind] }));
    return [{ id: group, group, kinds }];
  });

export const groupOfKind = (kind: string | null): KindGroup | null =>
  groupNames.find((group) => kindGroups[group].some((one) => one === kind)) ?? null;
