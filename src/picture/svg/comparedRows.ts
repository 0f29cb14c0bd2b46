// Two compared runs as the rows of one picture.
import type { Run } from '../../core/model/trace/run';
import { readingOf } from '../../core/narrate/reading';
import type { Speech } from '../../core/narrate/speech';
import type { SvgRow } from './svgVerdict';

/** Both runs with their titles, in the order of the page; empty while nothing is compared. */
export type Compared = readonly { readonly run: Run; readonly title: string }[];

export const svgRowsOf = (compared: Compared, speech: Speech): readonly SvgRow[] =>
  compared.map((one) => ({ run: one.run, reading: readingOf(one.run.verdict, speech, one.title) }));

/** The end of the longer run, in µs. */
export const latestEnd = (rows: readonly { readonly run: Run }[]): number =>
  Math.max(0, ...rows.map(({ run }) => run.trace.header.endedAt));
