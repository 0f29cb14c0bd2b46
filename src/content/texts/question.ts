/** The question about a run. */
const en = {
  saved: (value: string) => `What would have saved ${value}?`,
  savedUpdate: 'What would have saved the update?',
  twice: 'What would have made it happen only once?',
  torn: 'What would have kept the object whole?',
  /** Two holders, and nothing that prevented a loss. */
  lucky: 'What would have kept the data safe?',
  apart: 'What would have kept them apart?',
  letIn: 'What would have made the lock available?',
  breaks: 'What breaks it?',
  other: 'What else can happen?',
  /** After the question: all answers were played, and each did the same harm. */
  none: (count: number) => ` None of the ${count}.`,
  heldWithout: 'Here nothing goes wrong without it either.',
  changed: 'This run differs from the story’s.',
};

const zh: typeof en = {
  saved: (value) => `怎样才能保住 ${value}？`,
  savedUpdate: '怎样才能保住那次更新？',
  twice: '怎样才能只做一次？',
  torn: '怎样才不会只写一半？',
  lucky: '怎样才能保住数据？',
  apart: '怎样才不会有两个客户端同时持锁？',
  letIn: '怎样才能让锁可用？',
  breaks: '什么情况会让锁出问题？',
  other: '还会发生什么？',
  none: (count) => `${count} 种都不行。`,
  heldWithout: '在这里，没有它也不会出错。',
  changed: '这次运行与故事里的不同。',
};

export type QuestionWords = typeof en;

export const questionWords = { en, zh };
