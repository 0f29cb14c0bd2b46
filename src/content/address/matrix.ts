/** The address of the table “What breaks what”: `#redlock/pause`, or `#which/…` with answers. */

import { whichMark } from './pageAddress';
import type { Page } from './parameters';
import { common } from './parameters';

export const matrix: Page<typeof common> = {
  page: 'matrix',
  parameters: common,
  runOf: (_query, hash) => {
    if (hash === '') return { kind: 'none' };
    // The questions without an answer also have a short address.
    if (`${hash}/` === whichMark) return { kind: 'which', words: '' };
    if (hash.startsWith(whichMark)) return { kind: 'which', words: hash.slice(whichMark.length) };
    return { kind: 'cell', words: hash };
  },
};
