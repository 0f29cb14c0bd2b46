/** The lock on one Redis node as it should be, when nothing goes wrong. All other stories are measured against it. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'Two clients take turns with one lock on one Redis node. Nothing goes wrong, and nothing is lost.',
    '两个客户端轮流使用一个 Redis 节点上的一把锁。没有任何故障，也没有任何丢失。',
  ),
  beats: [
    opening(
      'The resource is a number in a storage service. A client reads it, works, adds its own amount and writes it back: client 1 adds 1, client 2 adds 10. The lock is a key in Redis that keeps others from doing the same at the same time.',
      '资源是存储服务里的一个数。客户端读出它，工作一会儿，加上自己的数再写回：客户端 1 加 1，客户端 2 加 10。锁是 Redis 里的一个键，为的是不让别人同时做同样的事。',
      text(
        'Each client reads a number, adds its own amount, and writes it back.',
        '客户端读出一个数，加上自己的，再写回。',
      ),
    ),
    beat(
      once('sent', 'client1'),
      'Client 1 sends SET with a random value, NX and PX: set the key only if it does not exist, and let it expire after the TTL.',
      '客户端 1 发送带随机值、NX 和 PX 的 SET：键不存在才设置，并在 TTL 之后过期。',
      text(
        'Client 1 sends SET with NX and PX: only if no key exists.',
        '客户端 1 发送 SET NX PX：键不存在才设置，到时过期。',
      ),
    ),
    beat(
      once('acquired', 'client1'),
      'OK means that it has the lock. From now on it thinks the rest of the TTL is its own.',
      '返回 OK，锁就是它的了。从现在起，它认为 TTL 剩下的时间都归它。',
      text('The reply is OK: client 1 has the lock until its TTL is over.', '返回 OK：TTL 结束之前，锁归客户端 1。'),
    ),
    beat(
      once('received', 'client2'),
      'Client 2 asks too and gets nil: the key exists. It will ask again after a short random delay.',
      '客户端 2 也来问，得到 nil：键已存在。它会随机等一小会儿再问。',
      text('Client 2 asks too. The key exists, so it will ask again.', '客户端 2 也请求加锁：键已存在，它稍后再问。'),
    ),
    beat(once('wrote', 'storage'), 'Client 1 has done its work and writes.', '客户端 1 做完工作，写回结果。'),
    beat(
      once('entryGone', 'nodeA'),
      'Client 1 releases the lock with a script, which deletes the key only if the value is still its own. Comparing and deleting are one step.',
      '客户端 1 用脚本释放锁：只有键的值还是自己的，才删除它。比较和删除是一步完成的。',
      text('Client 1 deletes the key, but only if it still has its value.', '客户端 1 释放锁：值还是自己的，才删键。'),
    ),
    beat(
      once('acquired', 'client2'),
      'The key is gone, and client 2’s next SET succeeds. It reads what client 1 wrote.',
      '键空出来了，客户端 2 的下一次 SET 成功。它读到的正是客户端 1 写下的值。',
      text(
        'The key is gone: client 2 gets the lock and reads the new value.',
        '键没有了：客户端 2 拿到锁，读到新的值。',
      ),
    ),
    beat(
      once('finished', 'client2'),
      'Both clients have finished, one after the other: the second built on what the first had written.',
      '两个都做完了：一前一后，后者接着前者的结果。',
      text(
        'Both have finished, and client 2 built on what client 1 wrote.',
        '两个都做完了：客户端 2 接着客户端 1 的结果。',
      ),
    ),
  ],
  sources: ['design', 'debate'],
  modelled: text(
    'One Redis node with SET, expiry and scripts as in the real one; messages that each take a different time; a storage that accepts every write.',
    '一个 Redis 节点，SET、过期和脚本都与真实的一样；消息需要时间，且每条长短不同；存储接受每一次写入。',
  ),
  notModelled: text(
    'The load of a real node, and what a command itself costs: it is executed the instant it arrives.',
    '真实节点的负载，以及命令本身的耗时：命令到达的那一刻就执行完毕。',
  ),
  scenario: {
    version: 2,
    seed: 1,
    lock: { id: 'single-node', settings: { ttl: 2000, tries: 20, retryDelay: 300, nodeTimeout: 300 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 200,
      work: 700,
      latency: { min: 20, p50: 40, p99: 80, max: 100 },
      duration: 2800,
      patience: 2600,
    },
    faults: {},
  },
  lock: 'held',
  data: 'safe',
  variants: [],
};
