/** All words of the narration in Chinese, typed against the English ones. */

import { faultsInChinese } from '../../faults/chinese';
import type { Speech } from '../speech';
import { causes } from './causes';
import { events } from './events';
import { headlines, pair } from './headlines';
import { names } from './names';
import { facts, outcomes } from './verdict';

const han = '\\u2e80-\\u2fff\\u3040-\\u9fff';
const sign = '\\u3000-\\u303f\\uff00-\\uffef“”';
const gapWithin = new RegExp(`([${han}${sign}]) +(?=[${han}${sign}])`, 'g');
const latinThenHan = new RegExp(`([0-9A-Za-z])(?=[${han}])`, 'g');
const hanThenLatin = new RegExp(`([${han}])(?=[0-9A-Za-z])`, 'g');

/** A space stands only between Chinese and digits or Latin letters. */
const begin = (sentence: string): string =>
  sentence.replace(gapWithin, '$1').replace(latinThenHan, '$1 ').replace(hanThenLatin, '$1 ').trim();

export const chinese: Speech = {
  names,
  causes,
  events,
  faults: faultsInChinese,
  facts,
  headlines,
  pair,
  outcomes,
  begin,
  verdict: (headline, sentence) => `${headline}。${sentence}`,
  moreLines: (count) => `… ${count} 行从略`,
};
