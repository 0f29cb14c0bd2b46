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
    ifUnreachable: [
      'gives-up',
      'https://github.com/hashicorp/terraform/blob/464d948f2051570f4fe0f0d3918739953f3c775b/internal/states/statemgr/locker.go',
    ],
    isNeverRecommended: true,
    rows: [{ id: 'state-lock' }],
  },
};
