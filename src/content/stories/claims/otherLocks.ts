/** The sentence of its article that each story of other locks shows. Loaded with the sheet that shows a claim and its proof. */
import type { Claim } from '../../../core/model/scenario/story';

export const otherLocks: Readonly<Record<string, Claim>> = {
  // Story 35.
  'token-lock': {
    source: 'design',
    quote: 'client先获取一个fencing token，携带fencing token去获取资源相关的锁',
    says: { en: 'The client first gets a fencing token. With that token it asks for the resource’s lock.' },
  },
  // Story 36.
  watchdog: {
    source: 'redisson',
    quote:
      '看门狗是一个定时任务,它会每隔10秒(即默认锁过期时间的1/3)检查一次持有锁的客户端线程是否依然存在。 … 如果线程还活着(即业务还在执行),看门狗就会将该锁的过期时间重置为30秒',
    says: {
      en: 'The watchdog is a timer that checks every 10 seconds (a third of the default expiry) whether the client thread that holds the lock still exists. … If the thread is alive, because its work goes on, the watchdog sets the lock’s expiry back to 30 seconds.',
    },
  },
  // Story 37.
  reentrant: {
    source: 'redisson',
    quote: '如果锁已存在,且HGET出的线程ID是当前线程ID,则证明是锁重入。只需将计数加1即可。',
    says: {
      en: 'If the lock exists and the thread ID in the hash is that of this thread, the thread is entering again, and the count is raised by 1.',
    },
  },
  // Story 38.
  'signal-list': {
    source: 'python',
    quote:
      '当list重新push值的时候只有一个client能获得加setnx的机会(当然如果这个时候又有一个新的client setnx成功了,clientB也只能等着)。',
    says: {
      en: 'When a value is pushed to the list again, only one client gets the chance to try SETNX. If a new client has just succeeded with SETNX, client B has to keep waiting.',
    },
  },
  // Story 39.
  'redlock-py': {
    source: 'python',
    quote: 'if validity > 0 and n >= self.quorum: if redis_errors: raise MultipleRedlockException(redis_errors)',
    says: {
      en: 'The lock is still valid and a majority has granted it. If any node answered with an error, an exception is raised anyway.',
      zh: '锁仍有效，多数节点也已同意；但只要有节点出错，照样抛出异常。',
    },
  },
  // Story 40.
  herd: {
    source: 'notes',
    quote: '所有取锁失败的进程都监听父节点，很容易发生羊群效应，即当释放锁后所有等待进程一起来创建节点，并发量很大。',
    says: {
      en: 'All processes that failed to get the lock watch the parent node, so a herd effect is likely: after a release, all waiting processes try to create the node at once, which is a burst of requests.',
    },
  },
  // Story 41.
  'in-line': {
    source: 'notes',
    quote: '只有序号最小的可以拥有锁，如果这个节点序号不是最小的则 watch 序号比本身小的前一个节点 (公平锁)。',
    says: {
      en: 'Only the node with the lowest number may hold the lock. A node with a higher number watches the one just before it (a fair lock).',
    },
  },
  // Story 42.
  'session-expired': {
    source: 'debate',
    quote:
      '客户端 1 连接到 ZooKeeper 的 Session 过期了。znode 节点/lock被自动删除。 … 最后，客户端 1 和客户端 2 都认为自己持有了锁，冲突了。',
    says: {
      en: 'Client 1’s ZooKeeper session expires, and the znode /lock is deleted automatically. … In the end, client 1 and client 2 both think they hold the lock, which is a conflict.',
    },
  },
  // Story 43.
  'check-sequencer': {
    source: 'debate',
    quote:
      '调用 Chubby 提供的 API，CheckSequencer()，将整个 sequencer 传进去进行检查。这个检查是为了保证客户端持有的锁在进行资源访问的时候仍然有效。',
    says: {
      en: 'Call CheckSequencer(), an API of Chubby, with the whole sequencer. This makes sure that the client’s lock is still valid when the resource is accessed.',
    },
  },
  // Story 44.
  'newest-sequencer': {
    source: 'debate',
    quote: '将客户端传来的 sequencer 与资源服务器当前观察到的最新的 sequencer 进行对比检查。',
    says: { en: 'Compare the client’s sequencer with the newest sequencer that the resource server has seen so far.' },
  },
  // Story 45.
  'lock-delay': {
    source: 'debate',
    quote:
      '当 Chubby 发现客户端被动失去联系的时候，并不会立即释放锁，而是会在 lock-delay 指定的时间内阻止其它客户端获得这个锁。',
    says: {
      en: 'When Chubby loses contact with a client, it does not release the lock at once. It keeps other clients from getting it for the time set as lock-delay.',
    },
  },
  // Story 75.
  'readers-and-writer': {
    source: 'debate',
    quote: '它由三部分组成： … 锁的获取模式（排他锁还是共享锁）。',
    says: { en: 'It consists of three parts: … the mode in which the lock was acquired (exclusive or shared).' },
  },
  // Story 47.
  'unique-row': {
    source: 'python',
    quote: '使用MySQL,基于唯一索引。',
    says: { en: 'Use MySQL, with a unique index.' },
  },
  // Story 80.
  'leader-dies': {
    source: 'notes',
    quote: '有效的解决单点问题，不可重入问题，非阻塞问题以及锁无法释放的问题。实现起来较为简单。',
    says: {
      en: 'It effectively solves the single point of failure, and the problems of locks that are not re-entrant, that do not block and that cannot be released. It is rather simple to implement.',
    },
  },
  // Story 82.
  'old-leader': {
    source: 'design',
    quote: '对于第二点而言，则需要借助更严肃的分布式协调系统（如zookeeper，etcd，consul等等）。',
    says: {
      en: 'For the second purpose, correctness, you need a more serious distributed coordination system (such as ZooKeeper, etcd or Consul).',
    },
  },
};
