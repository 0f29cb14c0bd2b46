/** Outcomes as headings, in English. */
import type { Outcome } from '../../model/verdict';

export const headlines: Readonly<Record<Outcome | 'unlocked' | 'failed', string>> = {
  'lost-update': 'An update was lost',
  overlap: 'Two were inside the lock at once',
  stuck: 'The lock is stuck',
  unavailable: 'Nobody got through',
  held: 'The lock held',
  unlocked: 'Nothing was lost',
  unknown: 'It cannot be told',
  failed: 'The run failed',
};
