/**
 * What the scenario's own settings are for, and the settings with it. The published schema says it; the page opens
 * without it (`help.ts`).
 */
import { explained, type HelpOf } from './help';
import { latencyToField, ownFields, seedField, settingsFields } from './settingsFields';

const settings: HelpOf<typeof settingsFields> = {
  clients: { en: 'How many clients want the lock.', zh: '有多少个客户端想要这把锁。' },
  rounds: {
    en: 'How many rounds each client wants to finish: acquire, read, work, write, release.',
    zh: '每个客户端要完成的轮数：加锁、读、工作、写、释放。',
  },
  stagger: {
    en: 'Client n starts this long after client n − 1.',
    zh: '客户端 n 比客户端 n − 1 晚这么久开始。',
  },
  think: { en: 'How long a client waits between two rounds.', zh: '客户端在两轮之间等待多久。' },
  work: {
    en: 'How long a client works between its read and its write.',
    zh: '客户端在读与写之间工作多久。',
  },
  adds: {
    en: 'What a client adds to the value that it has read. By client: client 1 adds 1, client 2 adds 10, client 3 adds 100, so that the value shows whose changes are in it. Client 7 begins with 1 again.',
    zh: '客户端在读到的值上加多少。按客户端：客户端 1 加 1，客户端 2 加 10，客户端 3 加 100，从值上就看得出里面有谁的修改。客户端 7 又从 1 开始。',
  },
  check: {
    en: 'Whether a client checks its own lease before it writes, or before each step, and gives up when the lease ends. “At each step” also stops its work when the lease ends.',
    zh: '客户端是否在写之前或每一步之前检查租约；租约到期就放弃。若每一步都检查，工作也会到点停下。',
  },
  whenLost: {
    en: 'A session or connection that ends tells the client, or its own timer does when its validity is over. A pause or slow replies delay this; another client may have the lock by then.',
    zh: '会话或连接结束时，客户端会得到通知；也可以由它自己的定时器在有效时间结束时通知。暂停或缓慢的应答会推迟这个通知，那时锁可能已在别的客户端手里。',
  },
  storageTimeout: {
    en: 'How long a client waits for a reply from the storage.',
    zh: '客户端等待存储应答多久。',
  },
  'nodes.count': {
    en: 'Independent nodes, of which a majority must agree. The articles take five.',
    zh: '相互独立的节点，需要多数同意。文章中用五个。',
  },
  'nodes.persistence': {
    en: 'When a node writes its log to disk. Redis does not log by default.',
    zh: '节点何时把日志写到磁盘。Redis 默认不开 AOF。',
  },
  'nodes.disk': {
    en: 'With “every second”, power loss costs a healthy disk about a second of writes, a slow one up to two. A disk that lies says that it has written what is still in its cache.',
    zh: '选“每秒”时，断电会丢约一秒的写入，磁盘慢时最多两秒。谎报 fsync 的磁盘：数据还在缓存里，却说已经写好。',
  },
  'nodes.replicas': {
    en: 'Asynchronous replicas; one of them takes over in a failover.',
    zh: '异步副本；故障转移时由其中一个接替。',
  },
  'nodes.replicaLag': {
    en: 'How long a write takes to reach a replica, or that it never does.',
    zh: '一次写到达副本要多久；或者永远到不了。',
  },
  'sentinels.count': {
    en: 'Processes that watch the masters and replace one that is down by one of its replicas, if it has any. Redis advises at least three. 0: nobody watches.',
    zh: '监视主节点的进程：主节点下线后，由它们把一个副本（如果有）升为主节点。Redis 建议至少三个。0：没有哨兵。',
  },
  'sentinels.downAfter': {
    en: 'A sentinel takes a server to be down (subjectively) when it has not answered for this long.',
    zh: '服务器超过这么久没有应答，哨兵就认为它主观下线（+sdown）。',
  },
  'sentinels.quorum': {
    en: 'How many sentinels must find the master down, so that it is down objectively and one of them asks for votes. To be elected takes the votes of a majority of all sentinels, and of no fewer than this. With a quorum above the number of sentinels there is no failover.',
    zh: '有多少个哨兵认为主节点下线，才算客观下线（+odown），由其中一个发起选举。当选需要全部哨兵的多数票，且票数不少于这个数。quorum 大于哨兵数时，不会发生故障转移。',
  },
  'sentinels.failoverTimeout': {
    en: 'A step of a failover that takes longer is given up. After twice this time a sentinel may try again.',
    zh: '故障转移的某一步超过这个时间就放弃；过了它的两倍，哨兵才可以再试。',
  },
  'sentinels.parallelSyncs': {
    en: 'How many of the other replicas are told of the new master at a time.',
    zh: '同时让多少个其他副本改为跟随新主节点。',
  },
  'minReplicas.toWrite': {
    en: 'A master refuses writes (NOREPLICAS) unless so many replicas have been heard from lately. 0: it never refuses. More than it has replicas: it always refuses.',
    zh: '最近有消息的副本少于这个数，主节点就拒绝写入（NOREPLICAS）。0：从不拒绝；大于副本数：总是拒绝。',
  },
  'minReplicas.maxLag': {
    en: 'How many seconds ago that may be. Replicas report once a second.',
    zh: '“最近”是几秒以内。副本每秒汇报一次。',
  },
  latency: {
    en: 'How long a message travels: always the same, or spread over four quantiles.',
    zh: '一条消息路上要多久：固定值，或由四个分位数给出的分布。',
  },
  loss: { en: 'The chance that a message is lost, 0 to 1.', zh: '一条消息丢失的概率，0 到 1。' },
  connectionLife: {
    en: 'TCP sends again what a cut link held up, so it arrives late. After this long the connection ends, and what was held up is lost.',
    zh: '链路断开时没送到的内容，TCP 会重发，于是它会迟到。过了这段时间连接结束，内容丢失。',
  },
  'connection.resends': {
    en: 'How often the client library sends a command to Redis again that had no answer: after a timeout, or when its connection has ended. A SET with NX that was carried out meets its own key then. redis-py 6 and 7 send again 3 times, redis-py 8 10 times, go-redis 9 3 times; ioredis does it when it reconnects. Here it is sent again at once; the pause that libraries make in between (8 ms to 10 s) is not modelled.',
    zh: '一条发给 Redis 的命令没有等到应答时（超时，或连接断开），客户端库最多再发几次。带 NX 的 SET 若其实已经执行，重发时就会碰上自己的键。redis-py 6 和 7 重发 3 次，redis-py 8 重发 10 次，go-redis 9 重发 3 次；ioredis 在重连后重发。这里立即重发，没有模拟各库重发之前的等待（8 毫秒到 10 秒）。',
  },
  'connection.readTimeout': {
    en: 'How long the client library waits for an answer of Redis, where it does not keep the time limit of the lock; 0: forever. go-redis 9 reads under its ReadTimeout (5 s, before 3 s) and not under a deadline, unless ContextTimeoutEnabled is set; redis-py 6 and 7 have none.',
    zh: '客户端库不理会锁自己的时间限制时，等 Redis 的应答多久；0 表示一直等。go-redis 9 读取时只看自己的 ReadTimeout（5 秒，以前是 3 秒），不看截止时间，除非设置 ContextTimeoutEnabled；redis-py 6 和 7 没有读超时。',
  },
  'connection.deadline': {
    en: 'The caller of an acquire gives up after this long; 0: never. What is under way then fails at once, unless the read timeout above has taken the place of all limits. What would come later is not sent. In Go this is the context.',
    zh: '加锁的调用者最多等这么久，之后放弃；0 表示不限。到时正在进行的请求立刻失败（除非上面的读超时取代了所有限制），之后的请求不再发出。在 Go 里就是 context。',
  },
  'connection.releaseUnderDeadline': {
    en: 'The requests that give the lock back have the same deadline: the clean-up of a failed acquire, and the release after the work. Once it has passed, they are not sent.',
    zh: '归还锁的请求也受同一截止时间约束：加锁失败后的清理，以及工作之后的释放。截止时间一过，这些请求就不会发出。',
  },
  duration: { en: 'The run ends after this time at the latest.', zh: '运行最迟到此结束。' },
  patience: {
    en: 'When somebody wants to finish a round and nobody does for longer than this, the service is unavailable.',
    zh: '有客户端想完成一轮，而超过这个时间仍没有客户端完成，就算不可用。',
  },
};

const own: Partial<HelpOf<typeof ownFields>> = {
  start: { en: 'When this client starts, in place of its stagger.', zh: '这个客户端何时开始，不再按“错开”计算。' },
  'clock.offset': {
    en: 'How far its wall clock is ahead at the start; negative when it is behind.',
    zh: '开始时它的挂钟快多少；慢则为负。',
  },
  latency: { en: 'Of every message to and from this process.', zh: '进出这个进程的每条消息。' },
};

export const explainedSettings = {
  ...explained(
    { seed: seedField, latencyTo: latencyToField },
    {
      seed: {
        en: 'Everything random in a run follows from it: the same seed gives the same run.',
        zh: '运行中的一切随机都由它决定：种子相同，运行就相同。',
      },
      latencyTo: { en: 'Of every message from this process to that one.', zh: '从这个进程发往那个进程的每条消息。' },
    },
  ),
  settings: explained(settingsFields, settings),
  own: explained(ownFields, own),
};
