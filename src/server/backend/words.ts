/** What a page is told whose run the backend does not begin, in both languages. */
import type { Text } from '../../model/text';

export const unfit: Text = { en: 'This scenario is not valid.', zh: '这个场景不合要求。' };

export const tooManyWait: Text = {
  en: 'Too many runs are waiting already. Please try again later.',
  zh: '排队的人太多了，请稍后再试。',
};

export const leftTheLine: Text = { en: 'Removed from the queue.', zh: '已退出排队。' };
