/** The words of live runs in both languages. They are short, so both come with the strip. */
import type { Both } from '../../model/text';
import { live as english } from '../../texts/en/live';
import { live as chinese } from '../../texts/zh/live';

export const liveWords: Both<typeof english> = { en: english, zh: chinese };
