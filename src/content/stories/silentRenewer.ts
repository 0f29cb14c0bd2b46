/** A client of Consul that is cut off: what renews its session fails in silence, and what watches its key hangs. */
import { defaultSettings } from '../../core/model/scenario';
import type { StoryBody } from '../../core/model/story';
import { beat, once, opening, text } from './beats';

export const story: StoryBody = {
  formerly: [text('The channel closes minutes later', '几分钟后通道才关')],
  lead: text(
    'Consul’s Go client has two helpers: one renews the session, one watches the key. When the network swallows every packet, the first fails and tells nobody, and the second waits for an answer that does not come. Another client gets in long before the first one learns that its lock is gone.',
    'Consul 的 Go 客户端有两个协程：一个给会话续期，一个盯着键。网络把数据包全吞掉时，前者失败却谁也不告诉，后者一直等一个不来的答复。等第一个客户端得知锁没了，别人早就进去了。',
  ),
  beats: [
    opening(
      'All settings are those of the Go client: a session TTL of 15 s, a lock-delay of 15 s, and no time limit for an answer.',
      '全部采用 Go 客户端的默认值：会话 TTL 15 秒，lock-delay 15 秒，等答复不设时限。',
      text('The session’s TTL is 15 s. An answer may take any time.', '会话 TTL 是 15 秒，等答复却不设时限。'),
    ),
    beat(
      once('faultStruck', 'client1'),
      'Client 1 is inside and is cut off from Consul. Its connection stays open: nobody says that it is broken.',
      '客户端 1 在锁内，与 Consul 断开。连接还开着：没有谁说它断了。',
      text('Client 1 is cut off from Consul. Its connection stays open.', '客户端 1 与 Consul 断开，连接却还开着。'),
    ),
    beat(
      once('entrySet', 'service', 2),
      'Two TTLs after the last renewal the leader ends its session. The key is closed for the lock-delay.',
      '最后一次续期后过了两个 TTL，leader 结束会话，键进入 lock-delay。',
      text(
        'After two TTLs the leader ends its session: the lock-delay begins.',
        '过了两个 TTL，leader 结束会话，进入 lock-delay。',
      ),
    ),
    beat(
      once('acquired', 'client2'),
      'The lock-delay is over, and client 2 gets in. Client 1 is still at work.',
      'lock-delay 结束，客户端 2 进来。客户端 1 还在干活。',
      text('Client 2 gets in. Client 1 is still at work.', '客户端 2 进来，客户端 1 还在干活。'),
    ),
    beat(
      once('lockLost', 'client1'),
      'The network is whole again. Only now the answer arrives for which the watch has waited, and client 1 stops.',
      '网络恢复。盯着键的协程等的那个答复这才到，客户端 1 停下。',
      text(
        'The network is whole again: only now client 1 learns it, and stops.',
        '网络恢复，客户端 1 这才得知，停下。',
      ),
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'Consul issue #18271, “api.Lock fails to notice lock has been lost for minutes when partitioned”, by one of its maintainers, open when this was written',
    'Consul issue #18271（标题大意：网络分区时 api.Lock 几分钟都察觉不到锁已丢失），由维护者之一提出，写作时仍未关闭',
  ),
  modelled: text(
    'The Go client’s Lock as its source has it (api/lock.go, api/session.go): the renewer ends in silence, the watch is a long read without a time limit of its own. The documentation says that the lock-delay is there so that a lost client can stop in time.',
    'Go 客户端的 Lock，按源码（api/lock.go、api/session.go）：续期的协程静静结束，盯着键的是一个自身没有时限的长轮询。文档说，lock-delay 正是留给失联的客户端及时停下的。',
  ),
  notModelled: text(
    'Health checks, by which a session may end sooner. The operating system’s probes of a silent connection, which end it after some minutes: here the network heals sooner, to fit the picture.',
    '健康检查（会话可能因此更早结束）；操作系统对沉默连接的探测，几分钟后会断开它；这里网络恢复得早些，好放进画面。',
  ),
  scenario: {
    version: 2,
    seed: 64,
    lock: { id: 'consul' },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 1000,
      think: 500,
      work: 60_000,
      whenLost: 'at-once',
      latency: { min: 15, p50: 28, p99: 60, max: 75 },
      duration: 120_000,
      patience: 110_000,
    },
    faults: {
      cut: {
        kind: 'cut',
        from: ['client1'],
        to: ['service'],
        bothWays: true,
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 2000 },
        for: 52_000,
      },
    },
  },
  outcome: 'overlap',
  data: 'lucky',
  facts: ['overlap'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Counts for itself', '自己也计时'),
      short: text('Count for itself', '自己也计时'),
      text: text(
        'A timer of the client’s own says that the lock is lost when no renewal has gone well for a TTL. The leader lets a session live for two, so client 1 is out in time.',
        '客户端自设一个定时器：一个 TTL 内没有续期成功，就当锁已丢失。leader 要过两个 TTL 才结束会话，所以客户端 1 及时退出。',
      ),
      patch: { lock: { settings: { stopsAfterTtl: true } } },
      outcome: 'held',
      data: 'safe',
      beats: [
        beat(
          once('lockLost', 'client1'),
          'A TTL has passed since the last renewal: client 1 stops, cut off as it is.',
          '距最后一次续期已过一个 TTL：客户端 1 虽然断着，仍自己停下。',
          text('A TTL has passed without renewal: client 1 stops by itself.', '一个 TTL 没有续期：客户端 1 自己停下。'),
        ),
        beat(
          once('entrySet', 'service', 2),
          'Only later does the leader end its session.',
          '之后 leader 才结束它的会话。',
        ),
        beat(once('acquired', 'client2'), 'Client 2 gets in, alone.', '客户端 2 进来，锁内只有它。'),
      ],
    },
    {
      id: 'b',
      title: text('It writes before it is told', '得知之前已经写了'),
      short: text('A write before the news', '得知之前已写'),
      text: text(
        'The partition lasts longer than the work. The storage can be reached all the time, so client 1 writes, and client 2 writes over it what it computed from an older value.',
        '分区比工作还久，而客户端 1 一直能访问存储。',
      ),
      patch: { faults: { cut: { for: 80_000 } } },
      outcome: 'lost-update',
      data: 'lost',
      facts: ['lost-update', 'overlap'],
      beats: [
        beat(
          once('acquired', 'client2'),
          'Client 2 gets in and reads. Client 1 knows nothing of it.',
          '客户端 2 进来，读取。客户端 1 对此一无所知。',
        ),
        beat(once('wrote', 'storage'), 'Client 1 writes.', '客户端 1 写入。'),
        beat(once('wrote', 'storage', 2), 'Client 2 writes over it.', '客户端 2 用旧值算出的结果覆盖了它。'),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('The LockIndex as fencing token', '以 LockIndex 作 fencing token'),
      short: text('The LockIndex as token', 'LockIndex 作 token'),
      text: text(
        'The storage compares the LockIndex of each writer, and client 2 leaves its own when it reads. Two are inside as before, and the old write is refused.',
        '存储比较每个写者的 LockIndex，客户端 2 读取时就留下自己的。照样有两个同时在锁内，但旧的写被拒绝。',
      ),
      patch: {
        storage: { id: 'fencing', settings: { readsLeaveToken: true } },
        faults: { cut: { for: 80_000 } },
      },
      outcome: 'overlap',
      data: 'refused',
      facts: ['rejected', 'overlap'],
      beats: [
        beat(once('acquired', 'client2'), 'Client 2 gets in with LockIndex 2.', '客户端 2 进来，LockIndex 是 2。'),
        beat(
          once('rejected', 'storage'),
          'Client 1 writes with LockIndex 1: refused.',
          '客户端 1 带着 LockIndex 1 来写：拒绝。',
        ),
      ],
    },
  ],
};
