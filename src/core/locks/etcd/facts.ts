/** What is known about this lock without its program. */

import type { LockFacts } from '../../model/scenario/lockFacts';
import { ofOne, ofThree } from '../shared/rowWords';

export const etcdFacts: LockFacts = {
  id: 'etcd',
  title: { en: 'etcd', zh: 'etcd' },
  service: 'etcd',
  table: {
    family: 'etcd',
    conditions: [['lease-is-time', 'https://jepsen.io/analyses/etcd-3.4.3']],
    renewEvery: (own) => Number(own['lease']) / 3,
    rows: [
      { id: 'etcd', variant: ofOne, isNeverRecommended: true },
      { id: 'etcd-3', settings: { members: '3' }, variant: ofThree },
    ],
  },
};
