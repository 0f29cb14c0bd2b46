/** The words of the legend in both languages. They come with the part that shows them. */
import type { LegendSort } from '../../layout/legend';
import type { Both, Text } from '../../model/text';
import { legend as english } from '../../texts/en/legend';
import { legend as chinese } from '../../texts/zh/legend';

export type LegendWords = typeof english;

export const legendWords: Both<LegendWords> = { en: english, zh: chinese };

/** What the legend calls the marks of one sort. */
export const markName = (sort: LegendSort): Text => ({ en: english[sort], zh: chinese[sort] });
