/** The result of a run in English: a heading, and the two facts in a few words. */
import { formatLength } from '../../model/format';
import { notOver } from '../../model/trace';
import type { Headlines, PairWords } from '../verdictWords';

export const headlines: Headlines = {
  'lost-update': 'An update was lost',
  torn: 'A half-written object stays',
  twice: 'It was done twice',
  'deleted-another': 'A client deleted another’s key',
  'changed-another': 'A client overwrote or extended another’s key',
  overlap: 'Two were inside the lock at once',
  two: 'Two were inside',
  stuck: 'The lock is stuck',
  unavailable: 'Nobody got through',
  rightful: 'The storage refused the rightful holder',
  held: 'The lock held',
  unlocked: 'Nothing was lost',
  unknown: 'Undecided',
  failed: 'The run failed',
  refused: (headline) => `${headline}; the late write was refused`,
  reader: (headline) => `${headline}; a reader’s write was refused`,
  outdated: (headline) => `${headline}; an outdated write was refused`,
  lucky: (headline) => `${headline}; only luck saved the data`,
  safe: (headline) => `${headline}; the data was safe`,
};

export const pair: PairWords = {
  lock: (text) => `Lock: ${text}`,
  data: (text) => `Data: ${text}`,
  locks: {
    overlap: (micros) => (micros === notOver ? 'two inside' : `two inside, ${formatLength(micros)}`),
    stuck: () => 'stuck',
    unavailable: (micros) => `unavailable for ${formatLength(micros)}`,
    rightful: () => 'unavailable, holder refused',
    held: () => 'held',
    unlocked: () => 'none',
    unknown: () => 'undecided',
  },
  datas: {
    torn: 'a half-written object stays',
    twice: 'done twice',
    lost: 'an update was lost',
    refused: 'kept, late write refused',
    reader: 'kept, reader’s write refused',
    outdated: 'kept, outdated write refused',
    lucky: 'kept, by luck alone',
    safe: 'kept',
    unknown: 'undecided',
  },
};
