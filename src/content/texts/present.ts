/** The words of a run that is presented in a room. */
const en = {
  notes: 'Notes',
  faults: 'Throw in a fault',
  blank: 'Blank screen',
  full: 'Full screen',
  position: (at: number, of: number) => `${at} of ${of}`,
  answer: (at: number, of: number) => `Answer ${at} of ${of}`,
  notesTitle: 'Notes',
  now: 'Now',
  next: 'Next',
  story: (title: string) => `The next story: ${title}`,
  nextAnswer: (title: string) => `The answer: ${title}`,
  last: 'This is the last story.',
  argument: 'The argument',
  noArgument: 'This run has no argument of its own.',
  clock: 'Since the start',
  refused: 'The browser did not open a window for the notes. Allow pop-ups for this page.',
  again: 'Restart the clock',
};

const zh: typeof en = {
  notes: '讲稿',
  faults: '加入故障',
  blank: '黑屏',
  full: '全屏',
  position: (at, of) => `${at} / ${of}`,
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

export const presentWords = { en, zh };
