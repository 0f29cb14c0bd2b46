/** What is known about this lock without its program. */
import type { LockFacts } from '../../model/scenario/lockFacts';

export const jsonLeaseFacts: LockFacts = {
  id: 'json-lease',
  title: { en: 'Lease in a JSON file', zh: 'JSON 文件里的租约' },
  service: 'file-system',
  table: {
    family: 'files',
    renewEvery: (own) => (own['renewedBy'] === 'nobody' ? null : Number(own['renewEvery'])),
    rows: [{ id: 'json-lease' }],
  },
};
