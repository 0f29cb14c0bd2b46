/** The words of the page of one's own lock in both languages. */
import type { Both } from '../../model/text';
import { own as english } from '../../texts/en/own';
import { own as chinese } from '../../texts/zh/own';
import { useText } from '../words/i18n';

const ownWords: Both<typeof english> = { en: english, zh: chinese };

export const useOwnWords = (): typeof english => useText()(ownWords);
