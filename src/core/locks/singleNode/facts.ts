/** What is known about this lock without its program. */

import type { LockFacts } from '../../model/scenario/lockFacts';
import { plain, withFsync, withReplica } from '../shared/rowWords';

export const singleNodeFacts: LockFacts = {
  id: 'single-node',
  title: { en: 'One Redis node', zh: '单个 Redis 节点' },
  table: {
    family: 'single-node',
    rows: [
      { id: 'single-node', variant: plain },
      { id: 'single-node-replica', replicas: 1, variant: withReplica },
      {
        id: 'single-node-fsync',
        fsync: true,
        variant: withFsync,
        conditions: [['fsync-always', 'https://redis.io/docs/latest/operate/oss_and_stack/management/persistence/']],
      },
    ],
  },
};
