/**
 * The argument between Kleppmann and antirez about Redlock, in steps, each with the runs that show what it says.
 * Sources: the five articles, mostly "On distributed locks" (2021), which quotes both posts of February 2016, their
 * exchange afterwards, Hacker News, Junqueira's note and Burrows' paper on Chubby.
 */
import type { Severity } from '../../core/model/trace/severity';
import { answers } from './answers';
import { argument } from './argument';
import { firstLook } from './firstLook';
import type { Block, Step } from './step';

export const essay: readonly Step[] = [...firstLook, ...argument, ...answers];

export interface Paragraph extends Block {
  readonly step: string;
  /** The run beside it, and how that ends: its own, or the one of the paragraph before. */
  readonly beside: string;
  readonly shows: Severity;
}

/** All paragraphs, in the order of the page, which numbers them. */
export const paragraphs: readonly Paragraph[] = essay.flatMap(({ id, blocks }) => {
  let [beside, shows]: readonly [string, Severity] = ['', 'held'];
  return blocks.map((block): Paragraph => {
    if (block.run !== undefined) [beside, shows] = [block.run, block.shows ?? shows];
    return { ...block, step: id, beside, shows };
  });
});
