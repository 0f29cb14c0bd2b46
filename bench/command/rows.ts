/** What all rounds of one bench have reported, by figure. Figures that both commits have are compared. */
import type { Figure, Line, Side } from '../support/figures';
import { type Comparison, compare } from './statistics';

export interface ReportedLine {
  readonly side: Side;
  readonly line: Line;
}

export type Row = Pick<Figure, 'name' | 'unit' | 'better'> & (Compared | Alone);

interface Compared {
  readonly kind: 'compared';
  readonly comparison: Comparison;
}

/** A figure that only one of the commits has. */
interface Alone {
  readonly kind: 'alone';
  readonly side: Side;
  readonly value: number;
}

/** Something that could not be measured. It is reported once, however many rounds tried. */
export interface Problem {
  readonly side: Side;
  /** The name of the figure. '' is the bench as a whole. */
  readonly name: string;
  /** The message of the first round that reported it. */
  readonly problem: string;
  readonly roundCount: number;
}

/** A spread needs two rounds. */
const roundsMin = 2;

/** In the order in which the figures were first reported. */
export function rowsOf(reported: readonly ReportedLine[]): readonly Row[] {
  const figures = new Map<string, { readonly figure: Figure; readonly values: Record<Side, number[]> }>();
  for (const { side, line } of reported) {
    if ('problem' in line) continue;
    const known = figures.get(line.name) ?? { figure: line, values: { old: [], new: [] } };
    figures.set(line.name, known);
    known.values[side].push(line.value);
  }
  return [...figures.values()].map(({ figure: { name, unit, better }, values }): Row => {
    if (values.old.length >= roundsMin && values.new.length >= roundsMin)
      return { name, unit, better, kind: 'compared', comparison: compare(values, better) };
    const side = values.new.length > 0 ? 'new' : 'old';
    return { name, unit, better, kind: 'alone', side, value: Math.min(...values[side]) };
  });
}

export function problemsOf(reported: readonly ReportedLine[]): readonly Problem[] {
  const problems = new Map<string, Problem>();
  for (const { side, line } of reported) {
    if (!('problem' in line)) continue;
    const key = `${side} ${line.name}`;
    const before = problems.get(key) ?? { side, name: line.name, problem: line.problem, roundCount: 0 };
    problems.set(key, { ...before, roundCount: before.roundCount + 1 });
  }
  return [...problems.values()];
}
