/** The words of the questions that people ask, and of their pages. */
const en = {
  title: 'Questions that people ask about locks',
  short: 'Questions people ask',
  lead: 'Each answered in one sentence, with a run that you can play, drag and break, and the limits of the answer.',
  groups: { choosing: 'Before you choose', trouble: 'When something has gone wrong' },
  limits: 'Limits of this answer',
  beside: 'See also',
  run: 'The run',
  all: 'All questions',
  which: 'Which lock do I need?',
};

const zh: typeof en = {
  title: '关于锁，大家常问的问题',
  short: '大家常问的问题',
  lead: '每个问题一句话回答，附一次可以播放、拖动、弄坏的运行，以及这个回答的限度。',
  groups: { choosing: '选择之前', trouble: '出了问题' },
  limits: '这个回答的限度',
  beside: '可以对照着看',
  run: '这次运行',
  all: '全部问题',
  which: '我需要哪一种锁？',
};

export const questionWords = { en, zh };
