/** The sentence of its article that each story of Redlock shows. Loaded with the sheet that shows a claim and its proof. */
import type { Claim } from '../../../core/model/scenario/story';

export const redlock: Readonly<Record<string, Claim>> = {
  // Story 10.
  'five-steps': {
    source: 'debate',
    quote:
      '如果客户端从大多数 Redis 节点（>= N/2+1）成功获取到了锁，并且获取锁总共消耗的时间没有超过锁的有效时间 (lock validity time)，那么这时客户端才认为最终获取锁成功；否则，认为最终获取锁失败。',
    says: {
      en: 'The client counts the lock as acquired only if it got it from a majority of the Redis nodes (at least N/2+1) and acquiring took less than the lock’s validity time. Otherwise acquiring has failed.',
    },
  },
  // Story 11.
  'nodes-down': {
    source: 'redisson',
    quote: '若部署 N=5 台 (2*2 + 1),系统能容忍 X=2 台节点宕机。剩下的3台仍能构成多数派 (5/2 + 1 = 3)。',
    says: {
      en: 'With N=5 nodes (2*2 + 1), the system tolerates X=2 nodes that are down. The other 3 are still a majority (5/2 + 1 = 3).',
    },
  },
  // Story 12.
  'node-forgets': {
    source: 'debate',
    quote:
      '节点 C 崩溃重启了，但客户端 1 在 C 上加的锁没有持久化下来，丢失了。 … 节点 C 重启后，客户端 2 锁住了 C, D, E，获取锁成功。',
    says: {
      en: 'Node C crashes and restarts, but client 1’s lock on C was not persisted and is lost. … After C’s restart, client 2 locks C, D and E: it has acquired the lock.',
    },
  },
  // Story 13.
  'disk-kept': {
    source: 'debate',
    quote:
      '在默认情况下，Redis 的 AOF 持久化方式是每秒写一次磁盘（即执行 fsync），因此最坏情况下可能丢失 1 秒的数据。为了尽可能不丢数据，Redis 允许设置成每次修改数据都进行 fsync，但这会降低性能。当然，即使执行了 fsync 也仍然有可能丢失数据（这取决于系统而不是 Redis 的实现）。',
    says: {
      en: 'By default, the AOF of Redis is written to the disk once a second (fsync), so in the worst case one second of data is lost. To lose as little as possible, Redis can fsync at every change, which is slower. Even after fsync data may be lost; that depends on the system and not on Redis.',
    },
  },
  // Story 14.
  'delayed-restart': {
    source: 'debate',
    quote:
      '也就是说，一个节点崩溃后，先不立即重启它，而是等待一段时间再重启，这段时间应该大于锁的有效时间 (lock validity time)。这样的话，这个节点在重启前所参与的锁都会过期，它在重启后就不会对现有的锁造成影响。',
    says: {
      en: 'A node that has crashed is not restarted at once but after a while, which should be longer than the lock’s validity time. All locks that the node took part in before have then expired, so the node does not affect the present ones.',
    },
  },
  // Story 15.
  'lost-reply': {
    source: 'debate',
    quote: '也就是说，即使当时向某个节点获取锁没有成功，在释放锁的时候也不应该漏掉这个节点。',
    says: { en: 'Even a node from which the lock was not acquired must not be left out when the lock is released.' },
  },
  // Story 16.
  'little-validity': {
    source: 'debate',
    quote:
      '在算法第 4 步成功获取了锁之后，如果由于获取锁的过程消耗了较长时间，重新计算出来的剩余的锁有效时间很短了，那么我们还来得及去完成共享资源访问吗？',
    says: {
      en: 'Step 4 has acquired the lock, but acquiring took so long that little of the validity time is left. Is there still time to finish with the shared resource?',
    },
  },
  // Story 17.
  'uneven-clocks': {
    source: 'debate',
    quote:
      '比如，要记时 5 秒，但可能实际记了 4.5 秒，然后又记了 5.5 秒，有一定的误差。不过只要误差不超过一定范围，这对 Redlock 不会产生影响。',
    says: {
      en: 'A clock that should count 5 seconds may count 4.5 and then 5.5. As long as the error stays within a certain range, it does not affect Redlock.',
    },
  },
  // Story 18.
  'all-at-once': {
    source: 'redis.io',
    quote:
      'When a client is unable to acquire the lock, it should try again after a random delay in order to try to desynchronize multiple clients trying to acquire the lock for the same resource at the same time (this may result in a split brain condition where nobody wins).',
    says: {
      zh: '拿不到锁的客户端应当随机等待一会儿再试，好让同时争抢同一把锁的多个客户端彼此错开（否则可能出现谁也拿不到多数的局面）。',
    },
  },
  // Story 19.
  'what-it-costs': {
    source: 'design',
    quote:
      '一次RedLock加锁操作需要至少N次redis请求，如果加锁时间过程，则需要2*N次redis请求（N次加锁，N次解锁），而我的设计中，只需要2次redis请求（一次生成fencing token，一次加锁）。',
    says: {
      en: 'Acquiring a Redlock takes at least N Redis requests, and 2*N if acquiring takes too long (N to lock, N to unlock). My design takes only 2: one for the fencing token, one for the lock.',
    },
  },
  // Story 73.
  'replicated-nodes': {
    source: 'redisson',
    quote: 'Redlock的核心思想是放弃主从复制,转而采用N个完全独立的Redis Master节点。这些节点之间不进行任何数据同步。',
    says: {
      en: 'The core idea of Redlock is to give up replication and to use N entirely independent Redis masters. Nothing is copied between these nodes.',
    },
  },
};
