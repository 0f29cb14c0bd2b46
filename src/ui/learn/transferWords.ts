/** The words of the test before and after the exercises, in both languages. */
import type { Both } from '../../model/text';
import { transfer as english } from '../../texts/en/transfer';
import { transfer as chinese } from '../../texts/zh/transfer';

export const transferWords: Both<typeof english> = { en: english, zh: chinese };
