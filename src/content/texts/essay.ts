/** The words of the essay's page besides its steps. */
const en = {
  title: 'Is Redlock safe? Ten years on, who was right?',
  lead: 'In 2016 Martin Kleppmann and antirez argued about it in public. Here is their argument in fifteen steps, each beside a run that you can drag.',
  picture: 'The run beside the text',
  open: 'Open this run',
  original: 'Back to the run of the text',
  sources: 'Sources',
  sourcesText:
    'Both posts of February 2016, Kleppmann’s and the answer of antirez, as quoted and discussed in an article on zhangtielei.com (with a second part; in Chinese; reposted by wendajiang in 2021); their exchange on Twitter; the comments on Hacker News, under the post and under the answer; the post of Julia Evans, Flavio Junqueira’s note and the paper on Chubby; and ZooKeeper’s documentation. What is said of 2026 comes from the libraries’ own code, the documentation of Redis and Valkey, and two public reports about agents (lightdash 22372, tomcounsell/ai 2446).',
  noScript: 'Here the pictures do not move. With JavaScript each is a run that you can play, drag and break.',
  readOn: 'Read on',
};

const zh: typeof en = {
  title: 'Redlock 安全吗？十年之后，谁说对了？',
  lead: '2016 年，Martin Kleppmann 和 antirez 为此公开争论。这里把争论分成十五步，每一步旁边都有一次可以拖动的运行。',
  picture: '正文旁的运行',
  open: '打开这次运行',
  original: '回到正文里的运行',
  sources: '出处',
  sourcesText:
    '2016 年 2 月的两篇文章，即 Kleppmann 的原文和 antirez 的回应，据 zhangtielei.com 一文的引述、翻译和讨论（另有下篇；wendajiang 2021 年转载）；两人在 Twitter 上的对话；Hacker News 的评论，分别在原文之下和回应之下；Julia Evans 的文章、Flavio Junqueira 的文章和 Chubby 的论文；还有 ZooKeeper 的文档。关于 2026 年的说法，来自各个库自己的代码、Redis 的文档、Valkey 的文档，以及两份关于 agent 的公开报告（lightdash 22372、tomcounsell/ai 2446）。',
  noScript: '这里的图不会动。开启 JavaScript 之后，每幅图都是一次可以播放、拖动、弄坏的运行。',
  readOn: '继续读',
};

export const essayWords = { en, zh };
