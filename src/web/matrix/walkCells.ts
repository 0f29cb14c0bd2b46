/** The next cell for a key in the table. Column −1 is the head of a row. */

export interface Stop {
  readonly row: string;
  readonly column: number;
}

interface Size {
  readonly rows: readonly string[];
  readonly columns: number;
}

/** Null for a key without a meaning. At an edge, the result is the present cell. */
export function nextStop({ row, column }: Stop, key: string, { rows, columns }: Size): Stop | null {
  const at = Math.max(0, rows.indexOf(row));
  const go = (toRow: number, toColumn: number): Stop => ({
    row: rows[Math.max(0, Math.min(rows.length - 1, toRow))] ?? row,
    column: Math.max(-1, Math.min(columns - 1, toColumn)),
  });
  switch (key) {
    case 'ArrowDown':
      return go(at + 1, column);
    case 'ArrowUp':
      return go(at - 1, column);
    case 'ArrowRight':
      return go(at, column + 1);
    case 'ArrowLeft':
      return go(at, column - 1);
    case 'Home':
      return go(at, -1);
    case 'End':
      return go(at, columns - 1);
    case 'PageDown':
      return go(rows.length - 1, column);
    case 'PageUp':
      return go(0, column);
    default:
      return null;
  }
}
