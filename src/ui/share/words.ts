/** The words of the sharing dialog in the person's language; loaded with the dialog. */
import type { Language } from '../../model/text';
import { share as english } from '../../texts/en/share';
import { share as chinese } from '../../texts/zh/share';
import { useLanguage } from '../words/i18n';

export type ShareWords = typeof english;

const byLanguage: Readonly<Record<Language, ShareWords>> = { en: english, zh: chinese };

export const useShareWords = (): ShareWords => byLanguage[useLanguage()];
