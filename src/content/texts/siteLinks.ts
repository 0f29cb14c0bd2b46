/** The names of the site's pages. */

const en = {
  label: 'Other pages',
  which: 'Which lock do I need?',
  essay: 'Is Redlock safe?',
  playground: 'Playground',
  exercises: 'Exercises',
  examples: 'Examples',
  matrix: 'What breaks what',
  own: 'Your own lock',
  library: 'Lock library',
};

const zh: typeof en = {
  label: '其他页面',
  which: '我需要哪一种锁？',
  essay: 'Redlock 安全吗？',
  playground: '试验场',
  exercises: '练习',
  examples: '示例文章',
  matrix: '哪种故障会弄坏哪种锁',
  own: '你自己的锁',
  library: '锁的库（英文）',
};

export const siteLinksWords = { en, zh };
