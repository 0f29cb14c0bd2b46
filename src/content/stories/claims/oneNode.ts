/** The sentence of its article that each story of locks on one node shows. Loaded with the sheet that shows a claim and its proof. */
import type { Claim } from '../../../core/model/scenario/story';

export const oneNode: Readonly<Record<string, Claim>> = {
  // Story 1.
  'set-work-release': {
    source: 'debate',
    quote:
      '上面的命令如果执行成功，则客户端成功获取到了锁，接下来就可以访问共享资源了；而如果上面的命令执行失败，则说明获取锁失败。',
    says: {
      en: 'If the command succeeds, the client has got the lock and may go on to use the shared resource. If it fails, the client has not got the lock.',
    },
  },
  // Story 2.
  'no-expiry': {
    source: 'debate',
    quote:
      '这个锁必须要设置一个过期时间。否则的话，当一个客户端获取锁成功之后，假如它崩溃了，或者由于发生了网络分割（network partition）导致它再也无法和 Redis 节点通信了，那么它就会一直持有这个锁，而其它客户端永远无法获得锁了。',
    says: {
      en: 'The lock must have an expiry. Otherwise a client that has got the lock and then crashes, or can never reach the Redis node again because of a network partition, holds the lock forever, and no other client can get it.',
    },
  },
  // Story 3.
  'setnx-expire': {
    source: 'debate',
    quote: '如果客户端在执行完SETNX后崩溃了，那么就没有机会执行EXPIRE了，导致它一直持有这个锁。',
    says: { en: 'If the client crashes after SETNX, it has no chance to run EXPIRE, so it holds the lock forever.' },
  },
  // Story 4.
  'fixed-value': {
    source: 'debate',
    quote:
      '假如获取锁时SET的不是一个随机字符串，而是一个固定值，那么可能会发生下面的执行序列： … 客户端 1 从阻塞中恢复过来，释放掉了客户端 2 持有的锁。',
    says: {
      en: 'If SET stores a fixed value instead of a random string when the lock is acquired, this may happen: … Client 1 is no longer blocked, and releases the lock that client 2 holds.',
    },
  },
  // Story 5.
  'get-compare-del': {
    source: 'debate',
    quote:
      "释放锁其实包含三步操作：'GET'、判断和'DEL'，用 Lua 脚本来实现能保证这三步的原子性。否则，如果把这三步操作放到客户端逻辑中去执行的话，就有可能发生与前面第三个问题类似的执行序列",
    says: {
      en: 'A release has three steps: GET, compare and DEL. A Lua script makes them atomic. If the client runs the three steps itself, the same may happen as in the third problem: it releases the lock that client 2 holds.',
    },
  },
  // Story 6.
  'late-del': {
    source: 'debate',
    quote:
      '实际上，在上述第三个问题和第四个问题的分析中，如果不是客户端阻塞住了，而是出现了大的网络延迟，也有可能导致类似的执行序列发生。',
    says: {
      en: 'In the third and the fourth problem, a long network delay instead of the blocked client can lead to a similar sequence.',
    },
  },
  // Story 7.
  'setnx-getset': {
    source: 'notes',
    quote:
      '判断 currentExpireTime 与 oldExpireTime 是否相等，如果相等，说明当前 getset 设置成功，获取到了锁。如果不相等，说明这个锁又被别的请求获取走了，那么当前请求可以直接返回失败，或者继续重试。',
    says: {
      en: 'Compare currentExpireTime with oldExpireTime. If they are equal, this GETSET has succeeded and the lock is acquired. If not, another request has taken the lock, and this request can fail or try again.',
    },
  },
  // Story 8.
  'how-long': {
    source: 'debate',
    quote:
      '如果设置太短的话，锁就有可能在客户端完成对于共享资源的访问之前过期，从而失去保护；如果设置太长的话，一旦某个持有锁的客户端释放锁失败，那么就会导致所有其它客户端都无法获取锁，从而长时间内无法正常工作。',
    says: {
      en: 'If it is too short, the lock may expire before the client has finished with the shared resource, which is then unprotected. If it is too long and a holder fails to release the lock, no other client can get it, and nobody can work for a long time.',
    },
  },
  // Story 9.
  failover: {
    source: 'debate',
    quote: '但由于 Redis 的主从复制（replication）是异步的，这可能导致在 failover 过程中丧失锁的安全性。',
    says: { en: 'But replication in Redis is asynchronous, so the lock may lose its safety during a failover.' },
  },
  // Story 74.
  'empty-master': {
    source: 'redis.io',
    quote:
      'However since persistence is turned off, the node restarts with an empty data set. … Nodes B and C will replicate from node A, which is empty, so they’ll effectively destroy their copy of the data. … For example the master can restart fast enough for Sentinel to not detect a failure',
    says: {
      zh: '由于没有开启持久化，节点重启后数据是空的。 … B 和 C 会从空的 A 复制，等于毁掉了自己的那份数据。 … 例如，主节点可能重启得够快，Sentinel 没有发现故障',
    },
  },
  // Story 84.
  'sentinel-failover': {
    source: 'redisson',
    quote:
      '在Master将这个新的键值对同步到Slave之前,Master节点突然崩溃宕机。 … 哨兵(Sentinel)或集群机制触发故障转移,将一个Slave节点提升为新的Master。 … 结果是灾难性的:客户端A和客户端B同时持有了本应是互斥的锁。',
    says: {
      en: 'Before the master has sent the new key and its value to the replica, the master crashes. … Sentinel or the cluster starts a failover and promotes a replica to master. … The result is a disaster: clients A and B both hold a lock that should be exclusive.',
    },
  },
};
