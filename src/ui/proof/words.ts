/** The words of the sheet that shows why the page claims what it claims, in both languages; loaded with the sheet. */
import type { Both } from '../../model/text';
import { proof as english } from '../../texts/en/proof';
import { proof as chinese } from '../../texts/zh/proof';

export type ProofWords = typeof english;

export const proofWords: Both<ProofWords> = { en: english, zh: chinese };
