/** All words of a page in Chinese, in one file: it is loaded as soon as a page opens. */

import { page, timeline } from '../../content/texts/zh/page';
import { chinese, chineseInScene } from '../../core/narrate/zh/words';

export const inChinese = { shared: page, page, timeline, speech: chinese, sceneSpeech: chineseInScene };
