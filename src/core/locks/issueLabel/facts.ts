/** What is known about this lock without its program. */
import type { LockFacts } from '../../model/scenario/lockFacts';

export const issueLabelFacts: LockFacts = {
  id: 'issue-label',
  title: { en: 'A label on an issue', zh: 'issue 上的标签' },
  service: 'forge',
  dropsAtTimeout: true,
  table: {
    family: 'files',
    isNeverRecommended: true,
    rows: [{ id: 'issue-label' }],
  },
};
