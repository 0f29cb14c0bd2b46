/** What is known about this lock without its program. */

import type { LockFacts } from '../../model/scenario/lockFacts';
import { ofOne, ofThree } from '../shared/rowWords';

export const consulFacts: LockFacts = {
  id: 'consul',
  title: { en: 'Consul', zh: 'Consul' },
  service: 'consul',
  table: {
    family: 'etcd',
    conditions: [['lock-delay', 'https://developer.hashicorp.com/consul/docs/dynamic-app-config/sessions']],
    renewEvery: (own) => Number(own['ttl']) / 2,
    rows: [
      { id: 'consul', variant: ofOne, isNeverRecommended: true },
      { id: 'consul-3', settings: { members: '3' }, variant: ofThree },
    ],
  },
};
