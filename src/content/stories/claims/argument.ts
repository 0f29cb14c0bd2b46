/** The sentence of its article that each story of the argument shows. Loaded with the sheet that shows a claim and its proof. */
import type { Claim } from '../../../core/model/scenario/story';

export const argument: Readonly<Record<string, Claim>> = {
  // Story 20.
  'pause-before-write': {
    source: 'debate',
    quote:
      '当客户端 1 从 GC pause 中恢复过来的时候，它不知道自己持有的锁已经过期了，它依然向共享资源（上图中是一个存储服务）发起了写数据请求，而这时锁实际上被客户端 2 持有，因此两个客户端的写请求就有可能冲突（锁的互斥作用失效了）。',
    says: {
      en: 'After its GC pause, client 1 does not know that its lock has expired. It still sends its write to the shared resource (a storage service), though client 2 now holds the lock. So the writes of the two clients may conflict: the lock no longer ensures mutual exclusion.',
    },
  },
  // Story 21.
  'fencing-tokens': {
    source: 'debate',
    quote:
      '客户端 1 从 GC pause 中恢复过来之后，依然是向存储服务发送访问请求，但是带了 fencing token = 33。存储服务发现它之前已经处理过 34 的请求，所以会拒绝掉这次 33 的请求。',
    says: {
      en: 'After its GC pause, client 1 still sends its request to the storage service, but with fencing token 33. The storage service has already handled a request with 34, so it rejects the one with 33.',
    },
  },
  // Story 22.
  'slow-network': {
    source: 'debate',
    quote: '即使不考虑进程 pause 的情况，网络延迟也仍然会造成类似的结果。',
    says: { en: 'Even if no process pauses, a network delay leads to a similar result.' },
  },
  // Story 23.
  'clock-jump': {
    source: 'debate',
    quote:
      '节点 C 上的时钟发生了向前跳跃，导致它上面维护的锁快速过期。 … 客户端 2 从 Redis 节点 C, D, E 成功获取了同一个资源的锁（多数节点）。',
    says: {
      en: 'The clock of node C jumps forward, so the lock on it expires early. … Client 2 acquires the lock for the same resource from nodes C, D and E, a majority.',
    },
  },
  // Story 24.
  'step-or-slew': {
    source: 'debate',
    quote:
      '使用一个不会进行“跳跃”式调整系统时钟的 ntpd 程序（可能是通过恰当的配置），对于时钟的修改通过多次微小的调整来完成。',
    says: {
      en: 'Use an ntpd that does not step the system clock (the right configuration may be needed), but corrects it by many small adjustments.',
    },
  },
  // Story 25.
  'pause-noticed': {
    source: 'debate',
    quote:
      '而不管在第 1 步和第 3 步之间由于什么原因（进程停顿或网络延迟等）导致了大的延迟出现，在第 4 步都能被检查出来，不会让客户端拿到一个它认为有效而实际却已经过期的锁。',
    says: {
      en: 'Whatever causes a long delay between steps 1 and 3, such as a pause or the network, step 4 detects it. The client never gets a lock that it thinks is valid although it has expired.',
    },
  },
  // Story 26.
  'every-lease': {
    source: 'notes',
    quote: '上面说到的任何一个分布式锁，只要自带了超时释放的特性，都会出现这样的问题。',
    says: { en: 'Every distributed lock named above has this problem if it is released automatically after a time.' },
  },
  // Story 27.
  'if-still-mine': {
    source: 'debate',
    quote:
      '如果对 X 进行修改的时候，X.currlock 仍然和当初设置进去的 token 相等，那么才进行修改；如果这时 X.currlock 已经是其它值了，那么说明有另外一方也在试图进行修改操作，那么放弃当前的修改，从而避免冲突。',
    says: {
      en: 'X is changed only if X.currlock still equals the token that was set at the beginning. If it has another value, somebody else is trying to change X too, so this change is given up and a conflict is avoided.',
    },
  },
  // Story 28.
  'two-step-mark': {
    source: 'debate',
    quote: '到了最后两步，两个客户端 A 和 B 同时进行写操作，冲突了。',
    says: { en: 'In the last two steps, the clients A and B both write, which is a conflict.' },
  },
  // Story 29.
  'both-late': {
    source: 'debate',
    quote: '但是如果两个写操作恰好按序到达了，而且它们在对同一个值进行修改，那会发生什么呢？',
    says: { en: 'But what if the two writes arrive in order, and both change the same value?' },
  },
  // Story 30.
  'who-came-first': {
    source: 'debate',
    quote:
      '两个客户端（其实是 Web 服务器）执行“添加名字”的操作，A 本来是排在 B 前面的，但获得锁的顺序却是 B 排在 A 前面。因此，antirez 说，锁的 ID 的大小顺序跟那些操作真正想执行的顺序，是没有什么关系的。',
    says: {
      en: 'Two clients (web servers) add a name. A was ahead of B, but B got the lock before A. So antirez says that the order of the lock IDs has nothing to do with the order in which the operations were meant to happen.',
    },
  },
  // Story 31.
  'many-parts': {
    source: 'notes',
    quote:
      '如果token 34的客户端写入过程中发送GC导致锁超时，另外的客户端可能获得token 35的锁，并再次开始写入，导致锁冲突。',
    says: {
      en: 'If the client with token 34 pauses for GC in the middle of its write and its lock expires, another client may get the lock with token 35 and begin to write as well, which is a conflict.',
    },
  },
  // Story 32.
  'counter-fell-back': {
    source: 'design',
    quote: '值得注意的是，当锁服务所在的redis节点宕机时，会导致锁服务不可用，数据恢复之后可能会丢失部分锁数据。',
    says: {
      en: 'Note that the lock service is unavailable while its Redis node is down, and that part of the lock data may be lost after the recovery.',
    },
  },
  // Story 33.
  'one-mail-too-many': {
    source: 'debate',
    quote: '即使锁偶尔失效了，只是可能把某些操作多做一遍而已，不会产生其它的不良后果。比如重复发送了一封同样的 email。',
    says: {
      en: 'If the lock fails now and then, some operation may be done once more, with no other harm. The same email may be sent twice, for example.',
    },
  },
  // Story 34.
  'why-lock': {
    source: 'debate',
    quote:
      '既然在锁失效的情况下已经存在一种 fencing 机制能继续保持资源的互斥访问了，那为什么还要使用一个分布式锁并且还要求它提供那么强的安全性保证呢？',
    says: {
      en: 'If a fencing mechanism already keeps access to the resource exclusive when the lock fails, why use a distributed lock at all, and demand such strong safety of it?',
    },
  },
  // Story 46.
  'marked-replicas': {
    source: 'debate',
    quote:
      '最简单的做标记的方式，就是在对资源进行任何操作之前，先把 epoch number 标记到各个资源节点上去。这样，各个节点就保证了旧的（也就是小的）epoch number 无法操作数据。',
    says: {
      en: 'The simplest mark is to put the epoch number on every node of the resource before anything is done with it. Each node then keeps older (smaller) epoch numbers from changing data.',
    },
  },
  // Story 48.
  'stop-in-time': {
    source: 'notes',
    quote:
      'Redlock的算法，在客户端获取锁后，会返回客户端能占用的锁时间，客户端必须处理该时间，让任务在超过该时间后停止下来',
    says: {
      en: 'After acquiring, Redlock returns how long the client may hold the lock. The client must watch this time, and stop its task when it is over.',
    },
  },
  // Story 69.
  'who-counts': {
    source: 'notes',
    quote: '对于token的生成，为保证不同客户端获得的token的可靠性，生成token的服务还是需要分布式锁保证服务的可靠性。',
    says: {
      en: 'The service that makes the tokens needs a distributed lock too, so that it is reliable and each client can rely on the token it gets.',
    },
  },
  // Story 70.
  'lost-lock-data': {
    source: 'design',
    quote: 'redis节点故障恢复导致锁数据丢失的问题； … 对于第二点，可以通过必要的校验token操作来保证。',
    says: {
      en: 'When a Redis node recovers, lock data may be lost. … Checking the token where necessary covers this second point.',
    },
  },
  // Story 71.
  'well-guaranteed': {
    source: 'notes',
    quote:
      '由此看来，Redlock的正确性是能得到很好的保证的。仔细分析Redlock，相比于一个节点的redis，Redlock提供的最主要的特性是可靠性更高',
    says: {
      en: 'So the correctness of Redlock is well guaranteed. Compared with one Redis node, the main thing that Redlock offers is higher reliability.',
    },
  },
  // Story 72.
  'two-names': {
    source: 'debate',
    quote:
      '关键是能排出一个顺序来，能互斥访问就行了。那么，至于锁的 ID 是递增的，还是一个 random token，自然就不那么重要了。',
    says: {
      en: 'What matters is that there is some order and that access is exclusive. Whether the lock’s ID grows or is a random token is then less important.',
    },
  },
};
