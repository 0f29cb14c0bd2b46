/** The words of live runs in the language of the page. Both languages come with the strip: they are short. */
import { live as english } from '../../texts/en/live';
import { live as chinese } from '../../texts/zh/live';
import { useLanguage } from '../words/i18n';

export const useLiveWords = () => (useLanguage() === 'zh' ? chinese : english);
