/** What is said of a link that was opened, or that could not be, in Chinese. */
import type { link as english } from '../en/link';

export const link: typeof english = {
  endedAs: (headline) => `分享时的结果是：${headline}。`,
  otherRun: '这个链接由另一个版本的试验场生成，同一场景在这里算出的运行与分享时不同。',
  first: '已改为打开第一个故事。',
  told: '已改为打开这个故事的原样。',
  text: '原链接',
};
