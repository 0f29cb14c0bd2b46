/** What is known about this lock without its program. */
import type { LockFacts } from '../../model/scenario/lockFacts';

export const kubernetesLeaseFacts: LockFacts = {
  id: 'kubernetes-lease',
  title: { en: 'Kubernetes Lease', zh: 'Kubernetes Lease' },
  service: 'kubernetes',
  table: {
    family: 'records',
    ifUnreachable: [
      'asks-again',
      'https://github.com/kubernetes/client-go/blob/9a8caafaa5b520682d68111828b297eab42bcab8/tools/leaderelection/leaderelection.go',
    ],
    conditions: [['late-news', 'https://pkg.go.dev/k8s.io/client-go/tools/leaderelection']],
    renewEvery: (own) => Number(own['retryPeriod']),
    rows: [{ id: 'kubernetes-lease' }],
  },
};
