/** Comparing the run on screen with another one. */
import { chineseNames } from '../../model/pageNames';
import type { compare as english } from '../en/compare';
import { innerQuotes } from '../innerQuotes';

export const compare: typeof english = {
  label: '对比',
  open: '对比',
  nothing: '不对比',
  original: '原样',
  before: '我修改之前',
  pinned: (name) => `已固定：${name}`,
  pinnedAt: (time) => `${time} 固定`,
  more: (name, count) => `${name} 等 ${count + 1} 处`,
  pin: '固定这次运行',
  isPinned: '已固定',
  unpin: '取消固定',
  pinsFull: (count) => `已固定 ${count} 次运行。请先取消一个。`,
  titles: {
    before: '我修改之前',
    after: '我修改之后',
    pinned: (name) => `已固定：${name}`,
  },
  swap: '互换',
  swapHelp: '把另一次运行换到画面上',
  full: '两者完整显示',
  differing: '只看差异',
  facts: '差异',
  lanes: {
    none: '各行看起来都一样。',
    one: (at) => `只有这一行不同，从 ${at} 开始。其余各行都一样。`,
    some: (count, at) => `只有这 ${count} 行不同，从 ${at} 开始。其余各行都一样。`,
    all: (at) => `所有行都不同，从 ${at} 开始。`,
  },
  apart: {
    node: chineseNames.node,
    part: (at, name, what) => `${name}，${at}：${what}`,
    only: (name, what) => `仅“${innerQuotes(name)}”有：${what}。`,
    list: (what, more) => what.join('，') + (more > 0 ? `，另有 ${more} 处` : ''),
    halves: (halves) => halves.join(''),
  },
};
