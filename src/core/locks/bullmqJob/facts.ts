/** What is known about this lock without its program. */
import type { LockFacts } from '../../model/scenario/lockFacts';

export const bullmqJobFacts: LockFacts = {
  id: 'bullmq-job',
  title: { en: 'BullMQ job', zh: 'BullMQ 任务' },
  asLibrary: true,
  service: 'job-queue',
  table: {
    family: 'jobs',
    language: 'node',
    ifUnreachable: ['asks-again', 'https://docs.bullmq.io/guide/going-to-production'],
    isNeverRecommended: true,
    renewEvery: (own) => Number(own['lockDuration']) / 2,
    rows: [{ id: 'bullmq-job' }],
  },
};
