/** 演示时的文字。 */
import type { present as english } from '../en/present';

export const present: typeof english = {
  notes: '讲稿',
  faults: '加入故障',
  blank: '黑屏',
  full: '全屏',
  place: (at, of) => `${at} / ${of}`,
  answer: (at, of) => `答案 ${at} / ${of}`,
  notesTitle: '讲稿',
  now: '现在',
  next: '接下来',
  story: (title) => `下一个故事：${title}`,
  nextAnswer: (title) => `答案：${title}`,
  last: '这是最后一个故事。',
  argument: '论点',
  noArgument: '这次运行没有自己的论点。',
  clock: '已用时间',
  refused: '浏览器没有打开讲稿窗口。请允许本页弹出窗口。',
  again: '重新计时',
};
