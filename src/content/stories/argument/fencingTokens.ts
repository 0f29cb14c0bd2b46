/**
 * A number that grows with each holder lets the storage refuse a client that comes late. This is the answer to the
 * pause.
 */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'A client pauses before its write, but every holder carries a number that grows. The storage keeps the highest it has seen. The late client still thinks it has the lock, but its write is rejected.',
    '客户端在写之前停顿，但每个持有者都带着一个递增的编号，存储记住见过的最大编号。迟到的客户端仍以为自己持有锁，但它的写入被拒绝了。',
  ),
  beats: [
    opening(
      'One Redis node keeps the lock and, next to it, a counter. The counter continues from 32, so the next two tokens are 33 and 34, as in the articles.',
      '一个 Redis 节点上放着锁，旁边放着一个计数器。计数器从 32 接着数，所以接下来的两个 token 和文章里一样，是 33 和 34。',
      text('Redis keeps the lock and a counter, which stands at 32.', 'Redis 节点上有锁，旁边的计数器数到了 32。'),
    ),
    beat(once('acquired', 'client1'), 'Client 1 gets the lock and token 33.', '客户端 1 拿到了锁和 token 33。'),
    beat(
      once('paused', 'client1'),
      'Client 1 has read, and is paused just before its write, for longer than the lock lasts.',
      '客户端 1 读完数据，就在写之前停顿了，停得比锁活得还久。',
      text(
        'Client 1 has read, and is paused for longer than the lock lasts.',
        '客户端 1 读完就停顿了，停得比 TTL 还长。',
      ),
    ),
    beat(
      once('entryGone', 'nodeA'),
      'The lock expires. The counter does not: it must outlive every lock.',
      '锁过期了。计数器不能过期，否则编号会重来。',
    ),
    beat(once('acquired', 'client2'), 'Client 2 gets the lock and token 34.', '客户端 2 拿到了锁和 token 34。'),
    beat(
      once('wrote', 'storage'),
      'Client 2’s write is the first with token 34 that the storage sees. From now on, nothing older is accepted.',
      '这是存储第一次见到 token 34。从现在起，更旧的一概不收。',
      text(
        'The storage accepts the write of client 2 and remembers token 34.',
        '存储接受客户端 2 的写入，记住了 token 34。',
      ),
    ),
    beat(
      once('rejected', 'storage'),
      'Client 1 has woken up and writes with token 33. Rejected: compare and write are one step at the storage, so nothing can slip in between.',
      '客户端 1 醒来，带着 token 33 来写。被拒：在存储那里，比较和写入是一步，中间插不进任何东西。',
      text('Client 1 wakes up and writes with token 33: rejected.', '客户端 1 醒来，带着 token 33 写入：被拒绝。'),
    ),
    beat(
      once('finished', 'client1'),
      'Two clients held the lock at once, and nothing was lost.',
      '两个客户端曾同时持锁，但什么也没丢。',
    ),
  ],
  sources: ['design', 'debate'],
  argument: text(
    'Kleppmann’s remedy, and what he misses in Redlock: its random values say whose lock it is, but not who came later. antirez answered that a unique value can serve a check-and-set just as well, and asked why you would still want a strong lock if the resource can check. What remains: the check has to be at the resource, it has to be one step with the write, and it only knows of tokens that have arrived. Had token 33 come before token 34’s write, it would have been accepted. One of the articles recalls Lamport here: distributed systems put events in order by logical clocks, which count, and not by physical clocks. A fencing token is such a count: it says “later” and needs no clock.',
    '这是 Kleppmann 的补救办法，也是他认为 Redlock 欠缺的：随机值只能说明锁是谁的，说不出谁先谁后。antirez 答复说，唯一的值同样可以用来做 check-and-set；他还反问，既然资源自己能检查，为什么还需要一把很强的锁。留下的结论是：检查必须在资源那里，必须与写入是一步，而且它只知道已经到达的 token。假如 token 33 的写入先于 token 34 到达，它会被接受。有一篇文章在这里提到 Lamport：分布式系统用逻辑时钟（计数）而不是物理时钟来衡量事件的先后。fencing token 就是这样的计数：不看时钟，也说得出谁在后。',
  ),
  modelled: text(
    'A lock on one node, whose token comes from a counter (INCR) on the same node; a storage that compares and writes in one step.',
    '单节点上的锁，同一节点上的计数器（INCR）提供 token；存储一步完成比较与写入。',
  ),
  notModelled: text(
    'A resource made of several servers, which would have to agree on the newest token; and a counter that is lost with its node, which has a story of its own.',
    '由多台服务器组成的资源（它们得先就最新的 token 达成一致），以及计数器随节点一起丢失的情形。',
  ),
  scenario: {
    version: 2,
    seed: 33,
    lock: { id: 'single-node', settings: { ttl: 2000, nodeTimeout: 400, token: 'counter', counterStart: 32 } },
    storage: { id: 'fencing' },
    settings: {
      ...defaultSettings,
      stagger: 1600,
      think: 500,
      work: 150,
      latency: { min: 15, p50: 28, p99: 60, max: 75 },
      own: { storage: { latency: { min: 100, p50: 120, p99: 145, max: 150 } } },
      duration: 6000,
      patience: 5000,
    },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
        for: 2350,
      },
    },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected'],
  variants: [],
};
