/** What a page for chat previews says to a reader without JavaScript. */
const en = {
  tag: 'en',
  name: 'English',
  locale: 'en_US',
  needed: 'The run itself is a simulation in the browser and needs JavaScript.',
  opened: 'Open it in the playground',
  variant: (story: string, variant: string) => `${story}: ${variant}`,
  changed: (story: string) => `${story}, changed`,
  sentCode: 'A lock to try, with its code',
  codeLines: (count: number) => `${count} lines of code. They run in a sandbox in your browser, when you click or tap.`,
  openCode: 'Open',
  codeShown: 'Here you can only read the code. “Open” leads to the page that runs it, in a sandbox in your browser.',
  more: (count: number) => `and ${count} more lines`,
  broken: 'This link cannot be opened',
  unknown: 'A run of distributed locks on a timeline, to change and to break.',
};

const zh: typeof en = {
  tag: 'zh-CN',
  name: '中文',
  locale: 'zh_CN',
  needed: '运行在浏览器里模拟，需要 JavaScript。',
  opened: '在试验场中打开',
  variant: (story, variant) => `${story}：${variant}`,
  changed: (story) => `${story}（改动过）`,
  sentCode: '一把可以试的锁，附代码',
  codeLines: (count) => `共 ${count} 行代码。点一下，它才在你浏览器的沙箱里运行。`,
  openCode: '打开',
  codeShown: '这里只能阅读代码。点“打开”，就到能在你浏览器的沙箱里运行它的页面。',
  more: (count) => `另有 ${count} 行`,
  broken: '此链接无法打开',
  unknown: '分布式锁的一次运行：在时间线上改动它，看它出错。',
};

export const linkPreviewWords = { en, zh };
