/** The words for links in both languages; loaded with the line that says them. */
import type { Both } from '../../model/text';
import { link as english } from '../../texts/en/link';
import { link as chinese } from '../../texts/zh/link';

export const linkWords: Both<typeof english> = { en: english, zh: chinese };
