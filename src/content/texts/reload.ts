/** What a page says if a part of it is missing, and that it can be reloaded. */
const en = {
  notBegun: 'The page could not be loaded.',
  again: 'Reload the page',
  lost: 'A part of this page is no longer on the server, probably because there is a new version. What you have changed is kept.',
  notLoaded: 'A part of this page could not be loaded.',
  tryAgain: 'Try again',
  newVersion: 'Load the new version',
};

const zh: typeof en = {
  notBegun: '页面加载失败。',
  again: '重新加载页面',
  lost: '服务器上已经没有这个页面的某一部分，多半是因为网站更新了。你的改动会保留。',
  notLoaded: '页面的某一部分没有加载出来。',
  tryAgain: '再试一次',
  newVersion: '加载新版本',
};

export const reloadWords = { en, zh };
