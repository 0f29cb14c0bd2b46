/** The words of live runs in both languages. Both come with the strip: they are short. */
import type { Both } from '../../model/text';
import { live as english } from '../../texts/en/live';
import { live as chinese } from '../../texts/zh/live';

export const liveWords: Both<typeof english> = { en: english, zh: chinese };
