/** Comparing the run on screen with another one. */
import { chineseNames, englishNames } from '../../core/model/links/pageNames';

const apart = {
  node: englishNames.node,
  part: (at: string, name: string, what: string) => `${name}, ${at}: ${what}`,
  only: (name: string, what: string) => `Only in “${innerQuotes(name)}”: ${what}.`,
  list: (what: readonly string[], more: number) => what.join(', ') + (more > 0 ? `, and ${more} more` : ''),
  halves: (halves: readonly string[]) => halves.join(' '),
};

const en = {
  label: 'Compare with',
  open: 'Compare',
  nothing: 'nothing',
  original: 'original',
  before: 'before my change',
  pinned: (name: string) => `pinned: ${name}`,
  pinnedAt: (time: string) => `at ${time}`,
  more: (name: string, count: number) => `${name} + ${count}`,
  pin: 'Pin this',
  isPinned: 'Pinned',
  unpin: 'Unpin',
  pinsFull: (count: number) => `${count} runs are pinned. Unpin one first.`,
  titles: {
    before: 'Before my change',
    after: 'After my change',
    pinned: (name: string) => `Pinned: ${name}`,
  },
  swap: 'Swap',
  swapHelp: 'Puts the other run on screen',
  full: 'Both in full',
  differing: 'Only what differs',
  facts: 'What differs',
  lanes: {
    none: 'All lanes look the same.',
    one: (at: string) => `Only this lane differs, from ${at} on. All others are the same.`,
    some: (count: number, at: string) => `Only these ${count} lanes differ, from ${at} on. All others are the same.`,
    all: (at: string) => `All lanes differ, from ${at} on.`,
  },
  apart,
};

const zh: typeof en = {
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

export const compareWords = { en, zh };

/** Quotation marks inside quotation marks, as English and Chinese write them. */
const innerQuotes = (text: string): string => text.replaceAll('“', '‘').replaceAll('”', '’');
