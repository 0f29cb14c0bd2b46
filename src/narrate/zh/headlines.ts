/** Outcomes as headings, in Chinese. */
import type { headlines as english } from '../en/headlines';

export const headlines: typeof english = {
  'lost-update': '一次更新丢失了',
  overlap: '两个客户端同时在锁内',
  stuck: '锁卡死了',
  unavailable: '谁也没能完成',
  held: '锁守住了',
  unlocked: '什么也没丢',
  unknown: '无法断定',
  failed: '运行失败了',
};
