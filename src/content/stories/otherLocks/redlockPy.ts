/**
 * redlock-py raises when it should have gone on: it has the majority, one node answers with an error, and its keys stay
 * behind.
 */
import type { Fault } from '../../../core/model/scenario/fault';
import type { ProcessId } from '../../../core/model/scenario/processId';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

const down = (process: ProcessId): Fault => ({
  kind: 'crash',
  process,
  when: { kind: 'time', at: 50 },
  restartAfter: 'never',
});

export const story: StoryBody = {
  lead: text(
    'One of five nodes is down, which Redlock is designed to survive. redlock-py gets its majority, raises an exception anyway, and leaves its keys behind.',
    '五个节点坏了一个，这正是 Redlock 应当承受的故障。redlock-py 拿到了多数节点，却还是抛出异常，并把自己的键留在了节点上。',
  ),
  beats: [
    opening(
      'A hundred lines of Python: one node after another, three attempts, 0.2 s apart, and 1 % of the TTL plus 2 ms for clock drift.',
      '一百来行 Python：依次请求各个节点，最多试三次，间隔 0.2 秒，扣除 TTL 的 1% 加 2 毫秒作为时钟漂移。',
      text('Client 1 asks one node after another, three times at most.', '客户端 1 依次请求各个节点，最多三轮。'),
    ),
    beat(once('crashed', 'nodeC'), 'Node C is down.', '节点 C 宕机。'),
    beat(
      once('refused', 'client1'),
      'Client 1 has set its key on the other four and has enough time. But node C returned an error, and the library raises it: client 1 has no lock, and no way to release one.',
      '客户端 1 在另外四个节点上都设好了键，时间也够。但节点 C 报了错，库就抛出异常：客户端 1 没有锁，也没法归还锁。',
      text(
        'Four nodes agreed, but C returned an error: the library raises it.',
        '四个节点同意了，C 报了错：库抛出异常。',
      ),
    ),
    beat(
      once('refused', 'client2'),
      'Client 1’s keys stay on four nodes for a whole TTL. Client 2 tries three times in vain.',
      '客户端 1 的键在四个节点上要待满一个 TTL。客户端 2 试了三次，都是徒劳。',
      text(
        'Client 1’s keys stay for a TTL. Client 2 tries in vain.',
        '客户端 1 的键一直留到 TTL 结束，客户端 2 试了三次都不成。',
      ),
    ),
    beat(once('entryGone', 'nodeA'), 'The keys expire.', '键过期了。'),
    beat(
      once('entrySet', 'nodeA', 2),
      'The next client gets its majority and an error, and leaves its keys. And so on, for as long as node C is down.',
      '下一个客户端拿到多数，抛出异常，又留下键。只要节点 C 不恢复，就这样循环下去。',
      text('The next client gets an error, too, and leaves its keys.', '下一个客户端也抛出异常，又留下自己的键。'),
    ),
  ],
  sources: ['python'],
  modelled: text(
    'The library’s steps and its defaults for attempts, delay and drift. A crashed node refuses the connection, so no timeout is needed here.',
    '这个库的步骤，以及尝试次数、间隔、漂移的默认值。崩溃的节点会拒绝连接，所以这里用不着超时。',
  ),
  notModelled: text(
    'A node that stays silent instead of refusing: redis-py has no timeout by default up to version 7 and would wait; since version 8 it waits for 5 s. Variants b and c show a count of the servers that the article’s listing does not make: there, the constructor raises Warning at the first bad server, so it leaves none out, and CannotObtainLock can only come from an empty list. Besides, its connections are opened later, so even a server that is down raises nothing yet.',
    '不拒绝连接、只是不应答的节点：redis-py 7 及更早的版本默认不设超时，会一直等；8 起等 5 秒。变体 b、c 演示的清点，文章的代码里其实没有：构造函数遇到第一个坏的服务端就 raise Warning 结束，不会剔除谁；只有列表为空才会走到 CannotObtainLock。而且连接要到后来才建立，服务端宕机这时也不会报错。',
  ),
  scenario: {
    version: 2,
    seed: 39,
    lock: { id: 'redlock-py', settings: { ttl: 1800 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 250,
      think: 900,
      latency: { min: 5, p50: 10, p99: 25, max: 35 },
      duration: 6500,
      patience: 4500,
    },
    faults: { downC: down('nodeC') },
  },
  lock: 'unavailable',
  data: 'safe',
  facts: ['entry-left', 'starved'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('An error is a no', '出错也算拒绝'),
      short: text('Count an error as no', '出错也算拒绝'),
      text: text(
        'Redlock itself treats any failure of a node as a refusal and goes on: four of five nodes are a majority. Older versions of the library did that too.',
        'Redlock 的做法是：节点出任何错都当作拒绝，继续往下走。五个里有四个就是多数。这个库更早的版本也是这样。',
      ),
      patch: { lock: { settings: { raises: false } }, settings: { duration: 4500 } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'nodeC'), 'Node C is down.', '节点 C 宕机。'),
        beat(
          once('acquired', 'client1'),
          'Client 1 has four nodes, and with them the lock.',
          '客户端 1 有四个节点，也就有了锁。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 1 releases the lock, and client 2 gets it.',
          '客户端 1 释放之后，客户端 2 拿到锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('Too few servers at the start', '一开始就凑不成多数'),
      short: text('Down at the start', '一开始就坏了几个'),
      text: text(
        'The listing compares the number of its servers with the quorum before it locks, and would raise CannotObtainLock. It never gets that far: the first bad server raises Warning and ends the constructor. Here the count is made as its message suggests. With three of five down no majority is possible, and no key is set.',
        '五个节点在加锁之前就坏了三个。代码里会拿服务端个数与 quorum 比较，不足就抛 CannotObtainLock；但它走不到那一步：遇到第一个坏的服务端，raise Warning 就结束了构造函数。这里按那条消息的本意清点：五个坏了三个，多数已不可能，一个键也不设。',
      ),
      patch: {
        lock: { settings: { connectsFirst: true } },
        settings: { duration: 5500 },
        faults: { downA: down('nodeA'), downE: down('nodeE') },
      },
      lock: 'unavailable',
      data: 'safe',
      facts: ['starved'],
      beats: [
        beat(once('crashed', 'nodeC'), 'Three nodes are down.', '三个节点宕机。'),
        beat(
          once('refused', 'client1'),
          'Two servers answer, three are needed: CannotObtainLock.',
          '应答的有两个，需要三个：CannotObtainLock。',
        ),
        beat(
          once('refused', 'client2'),
          'Client 2 gets the same error: nobody gets the lock.',
          '客户端 2 得到同样的错误：谁也拿不到锁。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('If one were left out at the start', '假如一开始就剔除一个'),
      short: text('One dropped at the start', '开始就剔除一个'),
      text: text(
        'What if the constructor went on after a bad server? Node C is left out, no request fails later, and the lock works. The listing does not do this: its “raise Warning” ends the constructor at node C, so there is no lock object at all.',
        '假如构造函数遇到坏的服务端还继续，节点 C 就被剔除，之后的请求都不出错。文章的代码不是这样：到节点 C 就 raise Warning，构造函数到此结束，连锁对象都没有。',
      ),
      patch: { lock: { settings: { connectsFirst: true } }, settings: { duration: 4500 } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'nodeC'), 'Node C is down before anyone asks.', '还没有客户端请求加锁，节点 C 就宕机了。'),
        beat(
          once('acquired', 'client1'),
          'Client 1 asks only the other four, and gets the lock.',
          '客户端 1 只问另外四个，拿到了锁。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock after client 1.',
          '客户端 1 释放之后，客户端 2 拿到锁。',
        ),
      ],
    },
  ],
};
