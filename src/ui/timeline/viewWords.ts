/** The words of what moves the view, in both languages. They come with it. */
import type { Both } from '../../model/text';
import { view as english } from '../../texts/en/view';
import { view as chinese } from '../../texts/zh/view';

export const viewWords: Both<typeof english> = { en: english, zh: chinese };
