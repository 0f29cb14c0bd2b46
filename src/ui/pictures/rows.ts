// Two compared runs as the rows of one picture.
import type { Run } from '../../model/run';
import { explain } from '../../narrate/explain';
import type { Speech } from '../../narrate/speech';
import type { SvgRow } from './svgVerdict';

/** Both with their titles, in the order of the page; empty while nothing is compared. */
export type Compared = readonly { readonly run: Run; readonly title: string }[];

export const rowsOf = (compared: Compared, speech: Speech): readonly SvgRow[] =>
  compared.map((one) => ({ ...one, told: { verdict: one.run.verdict, ...explain(one.run.verdict, speech) } }));

/** The end of the longer run, in µs. */
export const endOf = (rows: Compared): number => Math.max(0, ...rows.map(({ run }) => run.trace.header.endedAt));
