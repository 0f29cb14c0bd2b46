/** 页面缺少一部分时说的话。 */
import type { reload as english } from '../en/reload';

export const reload: typeof english = {
  notBegun: '页面加载失败。',
  again: '重新加载页面',
  lost: '服务器上已经没有这个页面的某一部分，多半是因为网站更新了。你的改动会保留。',
  notLoaded: '页面的某一部分没有加载出来。',
  tryAgain: '再试一次',
  newVersion: '加载新版本',
};
