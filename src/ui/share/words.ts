/** The words of the sharing dialog in both languages; loaded with the dialog. */
import type { Both } from '../../model/text';
import { share as english } from '../../texts/en/share';
import { share as chinese } from '../../texts/zh/share';

export const shareWords: Both<typeof english> = { en: english, zh: chinese };
