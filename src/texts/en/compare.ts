/** Comparing the run on screen with another one. */
import { englishNames } from '../../model/pageNames';
import { innerQuotes } from '../innerQuotes';

const apart = {
  node: englishNames.node,
  part: (at: string, name: string, what: string) => `${name}, ${at}: ${what}`,
  only: (name: string, what: string) => `Only in “${innerQuotes(name)}”: ${what}.`,
  list: (what: readonly string[], more: number) => what.join(', ') + (more > 0 ? `, and ${more} more` : ''),
  halves: (halves: readonly string[]) => halves.join(' '),
};

export const compare = {
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
