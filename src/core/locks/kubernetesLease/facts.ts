/** What is known about this lock without its program. */
import type { LockFacts } from '../../model/scenario/lockFacts';

export const kubernetesLeaseFacts: LockFacts = {
  id: 'kubernetes-lease',
  title: { en: 'Kubernetes Lease', zh: 'Kubernetes Lease' },
  service: 'kubernetes',
  table: {
    family: 'records',
    conditions: [['late-news', 'https://pkg.go.dev/k8s.io/client-go/tools/leaderelection']],
    renewEvery: (own) => Number(own['retryPeriod']),
    rows: [{ id: 'kubernetes-lease' }],
  },
};
