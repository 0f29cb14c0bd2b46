/** Prints a comparison in words: a line for each figure, and a summary of the changes. */
import type { Figure } from '../support/figures';
import type { Problem, Row } from './rows';
import type { Comparison, Verdict } from './statistics';

const nameWidth = 46;
const columns = ['old', 'new', 'ratio', 'spread'] as const;
const widths = [15, 15, 8, 9] as const;

/** Bytes have words of their own, because fewer bytes are not faster. */
const words: Readonly<Record<'speed' | 'size', Readonly<Record<Verdict, string>>>> = {
  speed: { better: 'faster', worse: 'slower', same: 'same' },
  size: { better: 'smaller', worse: 'larger', same: 'same' },
};

const verdictOf = ({ unit }: Pick<Figure, 'unit'>, { verdict }: Comparison): string =>
  words[unit === 'B' ? 'size' : 'speed'][verdict];

export function headLine(about: string): string {
  return `${about.padEnd(nameWidth)}${inColumns(columns)}`;
}

export function rowLine(row: Row): string {
  const name = `  ${row.name}`.padEnd(nameWidth);
  if (row.kind === 'alone') {
    const value = said(row.value, row.unit);
    const cells = row.side === 'old' ? [value, '-', '', ''] : ['-', value, '', ''];
    return `${name}${inColumns(cells)}  only ${row.side}`;
  }
  const { comparison, unit } = row;
  const cells = [said(comparison.old, unit), said(comparison.new, unit), comparison.ratio.toFixed(3)];
  return `${name}${inColumns([...cells, inPercent(comparison.spread)])}  ${verdictOf(row, comparison)}`;
}

export function problemLine({ side, name, problem, roundCount }: Problem): string {
  const rounds = `${roundCount} ${roundCount === 1 ? 'round' : 'rounds'}`;
  const what = name === '' ? 'not measured to the end' : `${rounds} without "${name}"`;
  return `  ${side}: ${what}: ${problem}`;
}

/** @param lacks the imports of today's bench that are missing in the old commit. */
export function lackLine(lacks: readonly string[]): string {
  return `  old: has no ${lacks.join(', ')}, which today's bench imports.`;
}

/** The changes, the largest first. */
export function summary(rows: readonly Row[]): readonly string[] {
  const compared = rows.flatMap((row) => (row.kind === 'compared' ? [row] : []));
  const changed = compared.filter(({ comparison }) => comparison.verdict !== 'same');
  const lines = (['worse', 'better'] as const).flatMap((verdict) =>
    changed
      .filter(({ comparison }) => comparison.verdict === verdict)
      .sort((a, b) => sizeOf(b.comparison) - sizeOf(a.comparison))
      .map((row) => `  ${verdictOf(row, row.comparison).padEnd(8)} ${row.comparison.ratio.toFixed(3)}  ${row.name}`),
  );
  const alone = rows.length - compared.length;
  const rest = alone === 0 ? '' : ` ${alone} more could not be compared.`;
  return [`${changed.length} of ${compared.length} figures have changed.${rest}`, ...lines];
}

const sizeOf = ({ ratio }: Comparison): number => Math.max(ratio, 1 / ratio);

const inColumns = (cells: readonly string[]): string => cells.map((cell, i) => cell.padStart(widths[i] ?? 0)).join('');

const inPercent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Four digits are enough, because most figures have a spread of about a percent. */
function said(value: number, unit: Figure['unit']): string {
  if (unit === 'B') return `${value} B`;
  const digits = value >= 1000 ? 0 : value >= 100 ? 1 : value >= 10 ? 2 : 3;
  return `${value.toFixed(digits)} ${unit === 'times' ? '' : unit}`.trimEnd();
}
