/** What is known about this lock without its program. */
import type { LockFacts } from '../../model/scenario/lockFacts';

export const stateLockFacts: LockFacts = {
  id: 'state-lock',
  title: { en: 'State lock (Terraform, OpenTofu)', zh: '状态锁（Terraform、OpenTofu）' },
  asLibrary: true,
  service: 'object-store',
  dropsAtTimeout: true,
  table: {
    family: 'records',
    isNeverRecommended: true,
    rows: [{ id: 'state-lock' }],
  },
};
