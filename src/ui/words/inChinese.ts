/** All words of a page in Chinese, in one file: it is loaded as soon as a page opens. */
import { firstInChinese } from '../../narrate/zh/first';
import { page, timeline } from '../../texts/zh/page';

export const inChinese = { shared: page, page, timeline, speech: firstInChinese };
