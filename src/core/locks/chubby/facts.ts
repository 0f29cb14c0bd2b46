/** What is known about this lock without its program. */

import type { LockFacts } from '../../model/scenario/lockFacts';
import { ofOne, ofThree } from '../shared/rowWords';

export const chubbyFacts: LockFacts = {
  id: 'chubby',
  title: { en: 'Chubby', zh: 'Chubby' },
  service: 'chubby',
  table: {
    family: 'chubby',
    isNeverRecommended: true,
    rows: [
      { id: 'chubby', variant: ofOne },
      { id: 'chubby-3', settings: { members: '3' }, variant: ofThree },
    ],
  },
};
