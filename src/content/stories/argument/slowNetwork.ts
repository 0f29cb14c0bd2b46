/** Nobody pauses and nobody is wrong about the time. A write that travels for longer than the lock lives is enough. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  next: 'step-or-slew',
  lead: text(
    'Client 1 watches its lease and stops exactly when it ends. But its write is already on its way, and arrives after client 2 has written. There were never two holders at once.',
    '客户端 1 盯着自己的租约，到点就停。可它的写入已经在路上，等客户端 2 写完之后才到。从来没有两个客户端同时持锁。',
  ),
  beats: [
    opening(
      'Here clients check their lease before they write, and wait for the reply only as long as the lock is valid.',
      '这里的客户端写之前会看租约，等待应答也不超过锁的有效时间。',
      text(
        'Clients check their lease before they write, and stop when it is over.',
        '客户端写之前看租约，租约一到就停。',
      ),
    ),
    beat(once('acquired', 'client1'), 'Client 1 has the lock and enough time.', '客户端 1 拿到了锁，时间充裕。'),
    beat(
      once('faultStruck', 'client1'),
      'Client 1 has checked its lease and sends its write. Somewhere on the way to the storage the write gets stuck.',
      '客户端 1 检查过租约，发出了写请求。这个请求卡在了去存储的路上。',
      text('Client 1 sends its write, and the message gets stuck on the way.', '客户端 1 发出写请求，请求卡在了路上。'),
    ),
    beat(
      once('stopped', 'client1'),
      'The lock’s validity, the time for which client 1 may use it, is over. Client 1 gives up, as it should: from now on it no longer holds the lock.',
      '有效时间到了。客户端 1 按规矩放弃：从此锁不再是它的。',
      text('The lock’s time is over. Client 1 gives up the lock.', '有效时间到了，客户端 1 放弃了锁。'),
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2 gets the lock. It is the only holder.',
      '客户端 2 拿到了锁，只有它持有。',
    ),
    beat(once('wrote', 'storage'), 'Client 2 has read 42, and writes 52.', '客户端 2 读到 42，写下 52。'),
    beat(
      overwrite('client1', 'client2'),
      'Client 1’s old write arrives only now. To the storage it looks like any other, and client 2’s write is gone. A message cannot be recalled.',
      '这时旧的写请求才到。在存储看来它与别的请求没什么两样，于是客户端 2 的写入就没了。消息一旦发出，就叫不回来。',
      text(
        'The old write finally arrives: 43 replaces client 2’s 52.',
        '旧的写请求这时才到：43 覆盖了客户端 2 的 52。',
      ),
    ),
  ],
  sources: ['debate'],
  argument: text(
    'Kleppmann: even without a pause, a network delay does the same. On Twitter antirez asked whether they could at least agree that delays do no harm; Kleppmann agreed about those between client and lock server, but not about those between client and resource. Both are here: the story is the second, its variant b the first. antirez has a point too: this happens to every lock, not just to Redlock.',
    'Kleppmann 指出：就算没有停顿，网络延迟也会造成同样的结果。antirez 在 Twitter 上问，双方能否至少同意消息延迟没有害处；Kleppmann 回答：客户端与锁服务之间的延迟，同意；客户端与资源之间的，不同意。两种情形这里都有：故事本身是后者，变体 b 是前者。antirez 的话也成立：这是所有锁的问题，不是 Redlock 独有的。',
  ),
  modelled: text(
    'One message that is held up for a while on its connection; a client that stops when, by its own clock, its lease is over.',
    '连接上的一条消息被耽搁了一阵；客户端按自己的时钟，租约一到就停手。',
  ),
  notModelled: text(
    'Why packets are late. Minute-long delays have been seen in practice, in a switch or in a queue.',
    '数据包为何迟到。现实中，交换机或队列里的延迟曾达到分钟级。',
  ),
  scenario: {
    version: 2,
    seed: 22,
    lock: { id: 'redlock', settings: { ttl: 2000, nodeTimeout: 250, tries: 1 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 1450,
      think: 550,
      work: 300,
      storageTimeout: 5000,
      check: 'before-write',
      latency: { min: 15, p50: 32, p99: 80, max: 100 },
      duration: 4400,
      patience: 5000,
    },
    faults: {
      delay: {
        kind: 'delay',
        message: { from: 'client1', to: 'storage', leg: 'request', nth: 2 },
        by: 2700,
      },
    },
  },
  lock: 'held',
  data: 'lost',
  facts: ['lost-update', 'late-write'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('With fencing tokens', '使用 fencing token'),
      text: text(
        'Redlock gets tokens from counters on a quorum, and the storage checks them. Client 2 has written with the newer token before the old write arrives, so the old one is rejected.',
        'Redlock 用多数节点上的计数器取得 token，存储负责检查。旧的写入到达之前，客户端 2 已经带着更大的 token 写过了，于是旧的写入被拒绝。',
      ),
      patch: { lock: { settings: { token: 'quorum' } }, storage: { id: 'fencing' } },
      lock: 'held',
      data: 'refused',
      facts: ['rejected', 'late-write'],
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has the lock and token 1.', '客户端 1 拿到了锁和 token 1。'),
        beat(
          once('stopped', 'client1'),
          'Client 1’s validity ends while its write is under way: it gives up.',
          '写入还在路上，有效时间就到了，它放弃了。',
        ),
        beat(
          once('wrote', 'storage'),
          'Client 2 has the lock and token 2, and writes.',
          '客户端 2 拿到锁和 token 2，写了进去。',
        ),
        beat(
          once('rejected', 'storage'),
          'The old write arrives with token 1 and is rejected.',
          '旧的写入带着 token 1 到达，被拒绝。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('Slow replies from the lock nodes', '锁节点的应答很慢'),
      short: text('Slow replies from lock nodes', '锁节点的应答很慢'),
      text: text(
        'Now the replies of the lock nodes are late, by more than a TTL. Client 1 gives up on them after the timeout per node and releases. What arrives afterwards changes nothing. Here the two men agreed.',
        '这回是锁节点的应答迟到，迟了一个多 TTL。客户端 1 等到每个节点的超时过了，便放弃并释放；之后再到的应答改变不了什么。这一点双方意见一致。',
      ),
      patch: {
        lock: { settings: { reconnectOnTimeout: true } },
        settings: { check: 'none' },
        faults: {
          delay: null,
          slow: {
            kind: 'slow',
            from: ['nodeA', 'nodeB', 'nodeC', 'nodeD', 'nodeE'],
            to: ['client1'],
            bothWays: false,
            when: { kind: 'step', process: 'client1', step: 'ask', nth: 1 },
            by: 2400,
            for: 150,
          },
        },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('entrySet', 'nodeA'),
          'The nodes set the key for client 1, but their replies take a very long time.',
          '各节点为客户端 1 设置了键，应答却在路上走了很久。',
          text(
            'The nodes set the key for client 1, but their replies are slow.',
            '节点为客户端 1 设了键，应答却迟迟不到。',
          ),
        ),
        beat(
          once('timedOut', 'client1'),
          'Client 1 waits for each node no longer than the timeout. Without replies there is no majority.',
          '客户端 1 对每个节点都不会等过超时时间。没有应答，就没有多数。',
          text(
            'Client 1 waits no longer than the timeout and has no majority.',
            '客户端 1 等到超时，没有应答，也就没有多数。',
          ),
        ),
        beat(
          once('refused', 'client1'),
          'Client 1 has released everywhere, even where it knew of no key.',
          '客户端 1 向所有节点释放，没有应答的也不例外。',
        ),
        beat(
          once('acquired', 'client1'),
          'Asked again, the nodes reply in time, and client 1 gets the lock like anyone else.',
          '再问一次，节点按时应答了，客户端 1 像往常一样拿到了锁。',
          text(
            'Client 1 asks again. The nodes reply in time, and it has the lock.',
            '客户端 1 再问一次，节点按时应答，它拿到了锁。',
          ),
        ),
        beat(
          once('late', 'client1'),
          'The old replies finally arrive, but nobody is waiting for them anymore.',
          '旧的应答终于到了，已经没人在等它们。',
          text(
            'The old replies finally arrive. Nobody is waiting for them anymore.',
            '旧的应答终于到了，已经没人在等它们。',
          ),
        ),
      ],
    },
  ],
};
