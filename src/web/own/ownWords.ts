/** The words of the page of a reader's own lock, in both languages. */

import { own as english } from '../../content/texts/en/own';
import { own as chinese } from '../../content/texts/zh/own';
import type { Both } from '../../core/model/values/text';
import { useText } from '../words/i18n';

export const ownWords: Both<typeof english> = { en: english, zh: chinese };

export const useOwnWords = (): typeof english => useText()(ownWords);
