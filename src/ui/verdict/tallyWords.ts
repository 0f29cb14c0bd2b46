/** The words that count runs, in both languages. They come with the line of the seeds, which no page needs at once. */
import type { Both } from '../../model/text';
import { tally as english } from '../../texts/en/tally';
import { tally as chinese } from '../../texts/zh/tally';

export const tallyWords: Both<typeof english> = { en: english, zh: chinese };
