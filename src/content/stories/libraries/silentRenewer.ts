/** A client of Consul that is cut off: what renews its session fails in silence, and what watches its key hangs. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'Consul’s Go client has two goroutines: one renews the session, the other watches the key. When the network swallows every packet, the first fails without telling anyone, and the second waits for a reply that does not come. Another client gets the lock long before the first learns that its lock is gone.',
    'Consul 的 Go 客户端有两个协程：一个给会话续期，一个盯着键。网络把数据包全吞掉时，前者失败却谁也不告诉，后者一直等一个不来的答复。等第一个客户端得知锁没了，别人早就拿到了锁。',
  ),
  beats: [
    opening(
      'All settings are those of the Go client: a session TTL of 15 s, a lock-delay of 15 s, and no time limit for a reply.',
      '全部采用 Go 客户端的默认值：会话 TTL 15 秒，lock-delay 15 秒，等答复不设时限。',
      text('The session’s TTL is 15 s. A reply may take forever.', '会话 TTL 是 15 秒，等答复却不设时限。'),
    ),
    beat(
      once('faultStruck', 'client1'),
      'Client 1 holds the lock and is cut off from Consul. Its connection stays open: nothing says that it is broken.',
      '客户端 1 持有锁，与 Consul 断开。连接还开着：没有谁说它断了。',
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
      'The lock-delay is over, and client 2 gets the lock. Client 1 is still at work.',
      'lock-delay 结束，客户端 2 拿到锁。客户端 1 还在干活。',
      text('Client 2 gets the lock. Client 1 is still at work.', '客户端 2 拿到锁，客户端 1 还在干活。'),
    ),
    beat(
      once('lockLost', 'client1'),
      'The network is whole again. Only now does the reply arrive that the watch has been waiting for, and client 1 stops.',
      '网络恢复。盯着键的协程等的那个答复这才到，客户端 1 停下。',
      text(
        'The network is whole again: only now does client 1 learn it, and stop.',
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
    'The Go client’s Lock as in its source (api/lock.go, api/session.go): the renewer ends silently, the watch is a long poll without a time limit of its own. The documentation says that the lock-delay is there so that a lost client can stop in time.',
    'Go 客户端的 Lock，按源码（api/lock.go、api/session.go）：续期的协程静静结束，盯着键的是一个自身没有时限的长轮询。文档说，lock-delay 正是留给失联的客户端及时停下的。',
  ),
  notModelled: text(
    'Health checks, which may end a session sooner. The operating system’s probes of a silent connection, which close it after some minutes: here the network heals sooner, to fit the picture.',
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
  lock: 'overlap',
  data: 'lucky',
  facts: ['overlap'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('It keeps time itself', '自己也计时'),
      short: text('Its own timer', '自己也计时'),
      text: text(
        'The client’s own timer counts the lock as lost when no renewal has succeeded for a TTL. The leader keeps a session alive for two, so client 1 stops in time.',
        '客户端自设一个定时器：一个 TTL 内没有续期成功，就当锁已丢失。leader 要过两个 TTL 才结束会话，所以客户端 1 及时停手。',
      ),
      patch: { lock: { settings: { stopsAfterTtl: true } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('lockLost', 'client1'),
          'A TTL has passed since the last renewal: client 1 stops, although it is still cut off.',
          '距最后一次续期已过一个 TTL：客户端 1 虽然断着，仍自己停下。',
          text('A TTL has passed without renewal: client 1 stops by itself.', '一个 TTL 没有续期：客户端 1 自己停下。'),
        ),
        beat(
          once('entrySet', 'service', 2),
          'Only later does the leader end its session.',
          '之后 leader 才结束它的会话。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 1 had stopped: client 2 alone holds the lock.',
          '客户端 1 早已停下：只有客户端 2 持锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('It writes before it knows', '得知之前已经写了'),
      short: text('A write before the news', '得知之前已写'),
      text: text(
        'The partition lasts longer than the work. Client 1 can reach the storage all the time, so it writes, and client 2 overwrites that with what it computed from an older value.',
        '分区比工作还久，而客户端 1 一直能访问存储，于是它写了；客户端 2 又用由旧值算出的结果把它覆盖。',
      ),
      patch: { faults: { cut: { for: 80_000 } } },
      lock: 'overlap',
      data: 'lost',
      facts: ['lost-update', 'overlap'],
      beats: [
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock and reads. Client 1 knows nothing about it.',
          '客户端 2 拿到锁，读取。客户端 1 对此一无所知。',
        ),
        beat(once('wrote', 'storage'), 'Client 1 writes.', '客户端 1 写入。'),
        beat(
          overwrite('client2', 'client1'),
          'Client 2 overwrites client 1’s write: an update is lost.',
          '客户端 2 用旧值算出的结果覆盖了客户端 1 的写入。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('The LockIndex as fencing token', '以 LockIndex 作 fencing token'),
      short: text('The LockIndex as token', 'LockIndex 作 token'),
      text: text(
        'The storage compares each writer’s LockIndex, and client 2 leaves its own when it reads. There are two holders at once as before, but the old write is rejected.',
        '存储比较每个写者的 LockIndex，客户端 2 读取时就留下自己的。照样有两个同时持锁，但旧的写入被拒绝。',
      ),
      patch: {
        storage: { id: 'fencing', settings: { readsLeaveToken: true } },
        faults: { cut: { for: 80_000 } },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['rejected', 'overlap'],
      beats: [
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock with LockIndex 2.',
          '客户端 2 拿到锁，LockIndex 是 2。',
        ),
        beat(
          once('rejected', 'storage'),
          'Client 1 writes with LockIndex 1: rejected.',
          '客户端 1 带着 LockIndex 1 来写：拒绝。',
        ),
      ],
    },
  ],
};
