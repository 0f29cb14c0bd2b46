/** All words of a page in Chinese, in one file: it is loaded as soon as a page opens. */
import { chinese } from '../../narrate/zh/words';
import { page, timeline } from '../../texts/zh/page';

export const inChinese = { shared: page, page, timeline, speech: chinese };
