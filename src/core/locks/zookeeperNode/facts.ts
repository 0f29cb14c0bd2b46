/** What is known about this lock without its program. */

import type { LockFacts } from '../../model/scenario/lockFacts';
import { ofOne, ofThree } from '../shared/rowWords';

export const zookeeperNodeFacts: LockFacts = {
  id: 'zookeeper-node',
  title: { en: 'ZooKeeper, one znode', zh: 'ZooKeeper：单个 znode' },
  service: 'zookeeper',
  dropsAtTimeout: true,
  table: {
    family: 'zookeeper',
    conditions: [['stop-when-disconnected', 'https://curator.apache.org/docs/recipes-shared-reentrant-lock']],
    renewEvery: (own) => (Number(own['heartbeat']) > 0 ? Number(own['heartbeat']) : Number(own['sessionTimeout']) / 3),
    rows: [
      { id: 'zookeeper-node', variant: ofOne, isNeverRecommended: true },
      { id: 'zookeeper-node-3', settings: { members: '3' }, variant: ofThree },
    ],
  },
};
