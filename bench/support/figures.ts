/**
 * How a bench reports its measurements. By default it prints lines for people. When two commits are compared it gets
 * an order, prints nothing, and writes each figure as a line of JSON to descriptor 3.
 */
import { readFileSync, writeSync } from 'node:fs';
import type { Pages } from '../pages/pages';

export type Unit = 'ms' | 'ns' | 'B' | 'cycles/s' | 'times';

/** One of the two trees: the commit to compare with, or the working tree. */
export type Side = 'old' | 'new';

/** One measured number, in one round. */
export interface Figure {
  /** Unique in its bench. The figures of two commits are matched by it. */
  readonly name: string;
  readonly unit: Unit;
  readonly better: 'lower' | 'higher';
  readonly value: number;
}

/** A line on descriptor 3. The caller adds the side and the round, which a bench does not know itself. */
export type Line = (Figure | { readonly name: string; readonly problem: string }) & Partial<Measuring>;

/** Where a bench of pages measured a figure. Such a bench has both sites and does all rounds. */
export interface Measuring {
  readonly side: Side;
  readonly round: number;
}

/** A built site, and what to open in it. */
export interface Site {
  readonly side: Side;
  /** Relative to the root. */
  readonly folder: string;
  readonly pages: Pages;
}

/** What the caller asks of a bench. It is in a file whose path is the first argument. */
export interface Order {
  /** Whether figures are written for a comparison. One round then does less work, because there are several. */
  readonly isCompared: boolean;
  /** Whether the bench writes its page of results. */
  readonly isWritten?: boolean;
  /** For benches of pages. The others are started once for each round. */
  readonly rounds: number;
  readonly sites: readonly Site[];
}

const [orderFile] = process.argv.slice(2);

export const order: Order =
  orderFile === undefined
    ? { isCompared: false, rounds: 1, sites: [] }
    : (JSON.parse(readFileSync(orderFile, 'utf8')) as Order);

/** How a figure is printed when nothing is compared. */
interface Words {
  readonly label?: string;
  readonly measured: string;
  readonly target?: string;
}

/** Reports a figure. In a comparison NaN is left out, because `attempt` has reported it already. */
export function report(figure: Figure, { label = figure.name, measured, target = '' }: Words): void {
  if (!order.isCompared) say(label, measured, target);
  else if (!Number.isNaN(figure.value)) writeLine(figure);
}

/** The same for a bench of pages, which prints nothing by itself. */
export const reportAt = (measuring: Measuring, figure: Figure): void => writeLine({ ...figure, ...measuring });

/** Prints a line for people: a name, the measured value, and the target. */
export function say(name: string, measured: string, target = ''): void {
  if (!order.isCompared) console.log(`  ${name.padEnd(44)} ${measured.padStart(26)}  ${target}`.trimEnd());
}

export function heading(text: string): void {
  if (!order.isCompared) console.log(text);
}

/**
 * Measures something that an older commit may not support. If it fails, the figure is reported as missing, and the
 * others go on.
 */
export async function attempt<T>(
  name: string,
  act: () => T | Promise<T>,
  measuring?: Measuring,
): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (!order.isCompared) throw error;
    const problem = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    writeLine({ name, problem, ...measuring });
    return undefined;
  }
}

const writeLine = (line: Line): void => void writeSync(3, `${JSON.stringify(line)}\n`);
