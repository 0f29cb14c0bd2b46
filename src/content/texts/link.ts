/** What the page says about a link that was opened, or could not be. */
const en = {
  /** @param headline of the outcome; it begins with a capital letter */
  endedAs: (headline: string) =>
    `When this run was shared, it ended like this: ${headline.charAt(0).toLowerCase()}${headline.slice(1)}.`,
  otherRun: 'This link was made with another version of the playground; its scenario gives a different run here.',
  first: 'The first story is open instead.',
  original: 'The original story is open instead.',
  text: 'The original link',
  toCell: 'Back to the table',
};

const zh: typeof en = {
  endedAs: (headline) => `分享时的结果是：${headline}。`,
  otherRun: '这个链接由另一个版本的试验场生成，同一场景在这里算出的运行与分享时不同。',
  first: '已改为打开第一个故事。',
  original: '已改为打开这个故事的原样。',
  text: '原链接',
  toCell: '回到对照表',
};

export const linkWords = { en, zh };
