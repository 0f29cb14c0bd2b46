/**
 * A node that keeps lock and counter comes back with part of its data. Whether the check of the token at the resource
 * makes up for the lost lock depends on what became of the counter, and on whose write comes first.
 */
import type { Fault } from '../../../core/model/scenario/fault';
import type { ProcessId } from '../../../core/model/scenario/processId';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

const pauseAt = (process: ProcessId, step: string, ms: number): Fault => ({
  kind: 'pause',
  process,
  when: { kind: 'step', process, step, nth: 1 },
  for: ms,
});

/** The power of the lock's node fails while client 1 is at work. */
const dark: Fault = {
  kind: 'power-loss',
  process: 'nodeA',
  when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 50 },
  restartAfter: 100,
};

/** Without the sleep, INCR and lock stand in the same second, so that the power loss takes both. */
const inOneSecond = { settings: { own: { client2: { start: 700 } } }, faults: { sleep: null } } as const;

/** Client 1 takes token 1 in the first second and 2 to 4 in the next; then the power fails, and client 2 comes. */
const fourRounds = {
  settings: {
    rounds: 4,
    think: 60,
    work: 40,
    own: { client2: { start: 1950 } },
    latency: { min: 5, p50: 8, p99: 12, max: 15 },
    duration: 3400,
    patience: 450,
  },
  faults: {
    sleep: { when: { step: 'think', nth: 2 }, for: 900 },
    pause: null,
    dark: { when: { step: 'release', nth: 4, plus: 100 } },
  },
} as const;

const always = { nodes: { persistence: 'always' } } as const;

export const story: StoryBody = {
  lead: text(
    'One node keeps the lock and the counter of its tokens, and writes its file every second. It loses power, and comes back with the counter but without the lock. Now two clients hold it, and the token check at the resource rejects the older one.',
    '锁和 token 的计数器在同一个节点上，AOF 每秒刷一次盘。节点断电，恢复后计数器还在，锁没了。于是两个客户端同时持锁，资源侧校验 token，拒绝了较旧的那个。',
  ),
  beats: [
    opening(
      'The author of this lock grants that a node may lose lock data, and says that checking the token makes up for it. Here he is right.',
      '这把锁的作者承认节点恢复后可能丢失锁数据，并说可以靠校验 token 来保证。在这里他说得对。',
      text(
        'A node may lose its lock data; checking tokens should make up for it.',
        '节点可能丢锁数据，要靠校验 token 补救。',
      ),
    ),
    beat(
      once('paused', 'client1'),
      'Client 1 has token 1. It pauses before it locks, so about a second passes between the token and the lock.',
      '客户端 1 拿到 token 1，加锁之前停顿了，于是取 token 与加锁之间隔了一秒。',
      text('Client 1 has token 1, and pauses before it locks.', '客户端 1 拿到 token 1，加锁之前停顿了。'),
    ),
    beat(
      once('acquired', 'client1'),
      'By now the counter is on disk, but not yet the lock.',
      '计数器这时已经落盘，锁还没有。',
    ),
    beat(
      once('crashed', 'nodeA'),
      'The node loses power while client 1 is at work.',
      '客户端 1 正在工作，节点断电了。',
    ),
    beat(
      once('started', 'nodeA'),
      'The node comes back with only one of the two keys: the counter.',
      '恢复之后，两个键只剩一个：计数器。',
    ),
    beat(
      once('acquired', 'client2'),
      'The counting goes on from there: client 2 has the lock with token 2.',
      '客户端 2 接着数下去，带着 token 2 拿到锁。',
    ),
    beat(once('wrote', 'storage'), 'Client 2 writes with token 2.', '客户端 2 带着 token 2 写入。'),
    beat(
      once('rejected', 'storage'),
      'Client 1’s write is late, with token 1. Rejected: nothing is lost.',
      '客户端 1 迟到，带着 token 1。拒绝：什么也没丢。',
    ),
  ],
  sources: ['design'],
  argument: text(
    'The article names two drawbacks of its lock on one node: nobody gets the lock while the node is down, and a node that recovers may have lost lock data. For the second it relies on checking the token. Put to the test, this works under two conditions. The counter must not be lost with the lock: otherwise the new token is equal to the old one (variant b) or smaller than what was seen (variant c). And the new holder’s write must come first: the check knows only tokens that have arrived (variant d). The check protects the resource, not the lock: two clients held it either way.',
    '文章说自己的单节点锁有两个缺点：节点宕机时锁服务不可用；节点恢复后可能丢失锁数据。对第二点，它靠校验 token 来保证。试下来，这话要满足两个条件才成立。第一，计数器不能跟着锁一起丢，否则新 token 会与旧的相等（变体 b），或者比见过的还小（变体 c）。第二，新持有者的写入要先到，因为校验只认得已经到达的 token（变体 d）。校验保护的是资源，不是锁：无论如何，都有过两个客户端同时持锁。',
  ),
  modelled: text(
    'INCR and the lock’s script on one node with AOF (everysec): a power loss takes what was written since the last whole second. A resource that rejects tokens smaller than the newest it has seen.',
    '一个开启 AOF（everysec）的节点，上面有 INCR 和加锁脚本：断电会丢掉上一个整秒之后写下的内容。资源拒绝比见过的最新 token 更小的 token。',
  ),
  notModelled: text(
    'A counter on another node, which survives when this one does not: that is variant b of “What if the lock’s value is a token?”.',
    '放在另一个节点上的计数器，这个节点出事时它还在：见“用 token 当锁的值，会怎样？”的变体 b。',
  ),
  scenario: {
    version: 2,
    seed: 71,
    lock: {
      id: 'token-lock',
      settings: { ttl: 2000, nodeTimeout: 300, tries: 12, retryDelay: 250, retryJitter: 30 },
    },
    storage: { id: 'fencing' },
    settings: {
      ...defaultSettings,
      work: 300,
      nodes: { ...defaultSettings.nodes, persistence: 'everysec' },
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      own: { client2: { start: 1500 } },
      duration: 4200,
      patience: 4000,
    },
    faults: { sleep: pauseAt('client1', 'lock', 950), dark, pause: pauseAt('client1', 'write', 1500) },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected'],
  scene: { answers: ['b', 'c', 'd', 'fix'] },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Flush at every write (always)', '每次写都刷盘（always）'),
      short: text('Flush at every write', '每次写都刷盘'),
      text: text(
        'With “always” the node replies only once the write is on disk, so the lock comes back together with the counter. Client 2 waits, and the check has nothing to reject. The price is a flush for each lock.',
        '用 always 时，写入落盘之后节点才应答，所以锁和计数器一起恢复。客户端 2 等着，校验没有什么可拒绝的。代价是每次加锁都要刷盘。',
      ),
      patch: { settings: always },
      lock: 'held',
      data: 'safe',

      beats: [
        beat(once('started', 'nodeA'), 'The node comes back with both keys.', '节点恢复，两个键都在。'),
        beat(
          once('wrote', 'storage'),
          'Client 1 wakes up in time and writes, alone.',
          '客户端 1 及时醒来，写入时只有它持锁。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock only after client 1.',
          '客户端 1 释放之后，客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'b',

      title: text('The counter is lost too', '计数器也丢了'),
      short: text('The counter, too', '计数器也丢了'),
      text: text(
        'Client 1 does not pause, so it takes token and lock in the same second, and both are lost together. The counter starts over, client 2 gets token 1 as well, and 1 is not smaller than 1. The article’s claim fails here: nothing rejects the late write.',
        '客户端 1 没有停顿，取 token 和加锁在同一秒内，都还没刷盘。断电之后，计数器从头数起，客户端 2 也拿到 token 1，而 1 不小于 1。文章的说法在这里不成立：迟到的写入没有谁拒绝。',
      ),
      patch: inOneSecond,
      lock: 'overlap',
      data: 'lost',
      facts: ['lost-update', 'token-repeated', 'overlap'],
      beats: [
        beat(
          once('acquired', 'client1'),
          'Client 1 has token 1 and the lock, neither of them on disk.',
          '客户端 1 拿到 token 1 和锁，都还没落盘。',
        ),
        beat(once('started', 'nodeA'), 'The node comes back with nothing.', '节点恢复后一无所有。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 has the lock, and token 1 too.',
          '客户端 2 拿到锁，也拿到 token 1。',
        ),
        beat(once('wrote', 'storage'), 'Client 2 writes with token 1.', '客户端 2 带着 token 1 写入。'),
        beat(
          overwrite('client1', 'client2'),
          'Client 1 writes late, also with token 1: client 2’s write is gone.',
          '客户端 1 迟到，带的也是 token 1：客户端 2 的写入没了。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('In the same second, flushed at every write', '同一秒，但每次写都刷盘'),
      short: text('Same second, always flushed', '同一秒，每次刷盘'),
      text: text(
        'The same power loss with “always”: neither the counter nor the lock is lost.',
        '同样的断电，但每次写都刷盘（always）：计数器和锁都没有丢。',
      ),
      patch: { ...inOneSecond, settings: { ...inOneSecond.settings, ...always } },
      lock: 'held',
      data: 'safe',

      beats: [
        beat(once('started', 'nodeA'), 'The node comes back with both keys.', '节点恢复，两个键都在。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock after client 1.',
          '客户端 1 释放之后，客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'c',

      title: text('Smaller than what was seen', '比见过的还小'),
      short: text('A counter that lags', '计数器落在后面'),
      text: text(
        'Client 1 has locked, written and released four times, and nobody holds the lock when the power fails. The file has token 1 and no more. Client 2 is the rightful and only holder, and its tokens 2 and 3 are older than 4: the check that was meant to make up for lost data now locks out the rightful holder.',
        '客户端 1 已经做完四轮，断电时谁也没持有锁。文件里只有 token 1。客户端 2 是合法的、唯一的持有者，可它的 token 2 和 3 比 4 旧：本该弥补数据丢失的校验，现在把该放行的挡在了外面。',
      ),
      patch: fourRounds,
      lock: 'unavailable',
      data: 'safe',
      facts: ['token-fell', 'rightful-rejected', 'starved', 'rejected', 'token-repeated'],
      beats: [
        beat(once('wrote', 'storage', 4), 'The storage has seen token 4.', '存储见过的最大 token 是 4。'),
        beat(once('started', 'nodeA'), 'The node comes back, and its counter says 1.', '节点恢复，计数器是 1。'),
        beat(
          once('rejected', 'storage'),
          'Client 2 writes with token 2. Rejected.',
          '客户端 2 带着 token 2 写入。拒绝。',
        ),
        beat(
          once('wrote', 'storage', 5),
          'With token 4 the counter has caught up, and writes are accepted.',
          '到 token 4，计数器追上来了，写入重新被接受。',
        ),
      ],
    },
    {
      id: 'cfix',
      fix: true,
      title: text('The counter comes back whole', '计数器完整恢复'),
      short: text('A counter kept whole', '计数器完整恢复'),
      text: text(
        'The same power loss with “always”: the counter says 4, client 2 gets 5, and its write is accepted at once.',
        '同样的断电，但每次写都刷盘（always）：计数器恢复后是 4，客户端 2 拿到 5，写入马上被接受。',
      ),
      patch: { ...fourRounds, settings: { ...fourRounds.settings, ...always } },
      lock: 'held',
      data: 'safe',

      beats: [
        beat(once('started', 'nodeA'), 'The node comes back, and its counter says 4.', '节点恢复，计数器是 4。'),
        beat(
          once('wrote', 'storage', 5),
          'Client 2 writes with token 5, the newest: accepted.',
          '客户端 2 带着最新的 token 5 写入：被接受。',
        ),
      ],
    },
    {
      id: 'd',

      title: text('The old write comes first', '旧的写入先到'),
      short: text('The old write first', '旧的写入先到'),
      text: text(
        'The counter survives, and nobody pauses before the write. Client 1 simply goes on working. Client 2 has token 2 and has already read when client 1’s write arrives: the storage has seen no newer token yet and accepts. Then client 2 writes, based on what it read before. Both tokens were checked, and an update is lost.',
        '计数器没丢，写之前也没有谁停顿，客户端 1 只是照常工作。客户端 1 的写入到达时，客户端 2 拿着 token 2 已经读过：存储还没见过更大的 token，于是接受。接着客户端 2 依据先前读到的内容写入。两个 token 都校验过，还是丢了一次更新。',
      ),
      patch: { settings: { work: 750 }, faults: { pause: null } },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(
          once('acquired', 'client2'),
          'The lock was lost, and client 2 now has it, with token 2.',
          '锁丢了，客户端 2 带着 token 2 拿到它。',
        ),
        beat(once('read', 'storage', 2), 'Client 2 reads 42.', '客户端 2 读到 42。'),
        beat(
          once('wrote', 'storage'),
          'Client 1 writes with token 1, the newest that the storage has seen.',
          '客户端 1 带着 token 1 写入，这是存储见过的最新 token。',
        ),
        beat(
          overwrite('client2', 'client1'),
          'Client 2 writes with token 2. Client 1’s change is gone.',
          '客户端 2 带着 token 2 写入。客户端 1 的修改没了。',
        ),
      ],
    },
    {
      id: 'dfix',
      fix: true,
      title: text('The read leaves its token', '读也留下 token'),
      short: text('A token at the read', '读也留下 token'),
      text: text(
        'The storage counts the token of a read as seen, as Junqueira’s mark does. Client 2 has read, so token 1 is rejected although nobody has written yet.',
        '读的时候 token 也算见过，和 Junqueira 的标记一样。客户端 2 已经读过，所以虽然还没有谁写入，token 1 也被拒绝。',
      ),
      patch: { storage: { settings: { readsLeaveToken: true } }, settings: { work: 750 }, faults: { pause: null } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(once('read', 'storage', 2), 'Client 2 reads and leaves token 2.', '客户端 2 读数据，留下 token 2。'),
        beat(
          once('rejected', 'storage'),
          'Client 1 writes with token 1. Rejected.',
          '客户端 1 带着 token 1 写入。拒绝。',
        ),
        beat(
          once('wrote', 'storage'),
          'Client 2 writes with token 2: no change is lost.',
          '客户端 2 带着 token 2 写入：没有丢失修改。',
        ),
      ],
    },
  ],
};
