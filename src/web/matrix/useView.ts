/**
 * How the table is shown: its order, and which of its families are unfolded. An address unfolds the family of its
 * row.
 */
import { useState } from 'react';
import { families } from '../../search/matrix/families';
import type { TableAddress } from '../../search/matrix/tableAddress';
import { familyOf, type Order } from './lines';

export interface View {
  readonly order: Order;
  readonly sort: (order: Order) => void;
  readonly open: ReadonlySet<string>;
  readonly unfold: (family: string) => void;
  readonly isAllOpen: boolean;
  readonly unfoldAll: () => void;
  /** The rows that a sentence counts; null: all rows. */
  readonly visibleRows: ReadonlySet<string> | null;
  readonly show: (rows: readonly string[]) => void;
}

const many = families.filter(({ rows }) => rows.length > 1).map(({ id }) => id);
const none: ReadonlySet<string> = new Set();

export function useView({ rows }: TableAddress): View {
  const [order, sort] = useState<Order>('kind');
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(none);
  const [visibleRows, setShown] = useState<ReadonlySet<string> | null>(null);
  // The family of a row that an address names stays unfolded after the row is left.
  const [lastRows, setSeen] = useState('');
  const rowsKey = rows.join();
  if (lastRows !== rowsKey) {
    setSeen(rowsKey);
    setUnfolded(new Set([...unfolded, ...rows.map((row) => familyOf(row) ?? '')]));
  }
  const isAllOpen = many.every((id) => unfolded.has(id));
  return {
    order,
    sort,
    open: unfolded,
    unfold: (family) => {
      const next = new Set(unfolded);
      if (!next.delete(family)) next.add(family);
      setUnfolded(next);
    },
    isAllOpen,
    unfoldAll: () => {
      setShown(null);
      setUnfolded(isAllOpen ? none : new Set(many));
    },
    visibleRows: visibleRows,
    // The same sentence again shows all rows.
    show: (some) => {
      const isSame =
        visibleRows !== null && some.every((row) => visibleRows.has(row)) && visibleRows.size === some.length;
      setShown(isSame ? null : new Set(some));
      setUnfolded(isSame ? none : new Set(some.map((row) => familyOf(row) ?? '')));
    },
  };
}
