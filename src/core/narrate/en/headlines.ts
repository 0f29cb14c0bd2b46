/** The result of a run in English: a heading, and the two facts in a few words. */

import { notOver } from '../../model/trace/trace';
import type { Times } from '../../model/values/format';
import type { Headlines, PairWords } from '../verdictWords';

export const headlines: Headlines = {
  lost: 'An update was lost',
  torn: 'An object was left half-written',
  twice: 'It was done twice',
  'deleted-another': 'A client deleted another’s key',
  'changed-another': 'A client overwrote or extended another’s key',
  overlap: 'Two clients held the lock at once',
  two: 'Two holders at once',
  beside: 'Two at work, at least one without the lock',
  stuck: 'The lock is stuck',
  unavailable: 'Nobody got through for a while',
  'late-refused': 'A late write was rejected',
  expired: 'The lock ended before the work was done',
  rightful: 'The storage rejected the rightful holder',
  held: 'The lock worked',
  unlocked: 'Nothing was lost',
  unknown: 'Undecided',
  failed: 'The run failed',
  refused: (headline) => `${headline}; the late write was rejected`,
  reader: (headline) => `${headline}; a reader’s write was rejected`,
  outdated: (headline) => `${headline}; an outdated write was rejected`,
  lucky: (headline) => `${headline}; only luck saved the data`,
  safe: (headline) => `${headline}; the data stayed intact`,
};

export const pair = ({ formatLength }: Times): PairWords => ({
  lock: (text) => `Lock: ${text}`,
  data: (text) => `Data: ${text}`,
  locks: {
    overlap: (micros) =>
      micros === notOver ? 'two holders at once' : `two holders at once, for ${formatLength(micros)}`,
    beside: (micros) =>
      micros === notOver
        ? 'two at work, at least one without it'
        : `two at work for ${formatLength(micros)}, at least one without it`,
    stuck: () => 'stuck',
    unavailable: (micros) => `unavailable for ${formatLength(micros)}`,
    expired: () => 'ended before the work was done',
    rightful: () => 'unavailable, holder rejected',
    held: () => 'worked',
    unlocked: () => 'none',
    unknown: () => 'undecided',
  },
  datas: {
    torn: 'an object left half-written',
    twice: 'done twice',
    lost: 'an update was lost',
    refused: 'intact, late write rejected',
    reader: 'intact, reader’s write rejected',
    outdated: 'intact, outdated write rejected',
    lucky: 'intact, by luck alone',
    safe: 'intact',
    unknown: 'undecided',
  },
});
