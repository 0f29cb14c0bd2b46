/** What a lock costs in requests, in waiting, and after a crash. The same two clients use one lock after another. */
import type { Fault } from '../../../core/model/scenario/fault';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

const crash: Fault = {
  kind: 'crash',
  process: 'client1',
  when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
  restartAfter: 'never',
};

export const story: StoryBody = {
  lead: text(
    'Redlock asks five nodes for each lock, and five again for each release. Other locks need two or three requests in all. Compare the metrics of the runs.',
    'Redlock 每次加锁要问五个节点，每次释放也要通知五个。别的锁只要两三次请求。比较各次运行的指标。',
  ),
  beats: [
    opening(
      'Two clients, one after the other; nothing goes wrong. “Metrics” shows how many requests each lock took, and how long the longest wait was.',
      '两个客户端，一前一后，什么也没出错。“指标”里写着每次加锁用了多少请求，最久等了多久。',
      text(
        'Two clients take the lock, one after the other. Nothing goes wrong.',
        '两个客户端一前一后加锁，什么也没出错。',
      ),
    ),
    beat(
      once('acquired', 'client1'),
      'Redlock asks all five nodes at once: five requests, but one round trip.',
      'Redlock 同时问了五个节点：五次请求，一个来回。',
    ),
    beat(
      once('released', 'client1'),
      'And five more to release. With N nodes it is N plus N.',
      '释放又是五次。N 个节点就是 N 加 N。',
    ),
    beat(
      once('finished', 'client2'),
      'Client 2 pays the same: ten requests for one lock.',
      '客户端 2 也要付同样的代价：一把锁十次请求。',
    ),
  ],
  sources: ['design', 'notes'],
  modelled: text(
    'Every request from a client to the lock’s servers is counted; requests to the resource are not.',
    '客户端发给锁服务器的每个请求都计数；发给资源的不算。',
  ),
  notModelled: text(
    'What a request costs the server: a commit in ZooKeeper or a database is much more expensive than a SET.',
    '一个请求让服务器花多少力气：ZooKeeper 或数据库的一次提交，比一次 SET 贵得多。',
  ),
  scenario: {
    version: 2,
    seed: 19,
    lock: { id: 'redlock', settings: { ttl: 2000, nodeTimeout: 150 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 900,
      work: 400,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      duration: 2200,
      patience: 2000,
    },
    faults: {},
  },
  lock: 'held',
  data: 'safe',
  variants: [
    {
      id: 'b',
      title: text('Redlock, refused', 'Redlock，被拒绝时'),
      text: text(
        'Client 2 comes while the lock is held. Each failed attempt asks all nodes and then releases on all of them: up to 2N requests for nothing.',
        '客户端 2 来的时候锁被占着。每次失败的尝试都要问遍所有节点，再到所有节点上释放：最多 2N 次请求，一无所获。',
      ),
      patch: { settings: { stagger: 150 } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has the lock.', '客户端 1 拿到锁。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock after attempts of up to ten requests each.',
          '客户端 2 也拿到了锁，之前每次尝试最多花十次请求。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('A token as the lock’s value', '以 token 为值的锁'),
      short: text('A lock with a token', '以 token 为值的锁'),
      text: text(
        'The article author’s own design: one request for the token, one for the lock, on one node. A third releases it. The author expects it to be faster than Redlock. It takes fewer requests; but its two run one after the other, so it waits for two round trips, and Redlock only for one if it asks all nodes at once. Compared with Redlock as the articles describe it, one node after another, the author is right (variant h).',
        '锁在单个节点上：取 token 一次请求，加锁一次请求。第三次用来释放。作者认为它性能比 Redlock 好。请求确实少；但两次一前一后，要等两个来回，而 Redlock 若同时问各节点只要一个来回。若像文章说的那样依次问，作者就是对的（变体 h）。',
      ),
      patch: { lock: { id: 'token-lock' } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client1'), 'Two requests, one after the other.', '两次请求，一前一后。'),
        beat(
          once('released', 'client1'),
          'A third request releases the lock: three in all.',
          '释放再花一次请求，一共三次。',
        ),
      ],
    },
    {
      id: 'd',
      title: text('ZooKeeper', 'ZooKeeper'),
      text: text(
        'One request creates the znode, one deletes it. The session costs two more, one to open and one to close it, and heartbeats while it lives; but one session can serve many locks.',
        '创建 znode 一次请求，删除一次。会话另需两次，一开一关，期间还有心跳；不过一个会话可以用于很多把锁。',
      ),
      patch: {
        lock: { id: 'zookeeper-node', settings: { ttl: null, nodeTimeout: null, sessionTimeout: 2000, tickTime: 250 } },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('acquired', 'client1'),
          'The znode is created, in a session that was opened earlier.',
          'znode 创建成功，会话是之前建立的。',
        ),
        beat(
          once('released', 'client1'),
          'Client 1 deletes the znode with one more request.',
          '客户端 1 再花一次请求删除 znode。',
        ),
      ],
    },
    {
      id: 'e',
      title: text('A row in SQL', 'SQL 里的一行'),
      text: text(
        'INSERT and DELETE: two requests, to a database that you have anyway. One of the articles says that a lock in a cache is no slower than one in a database, because Redis is fast. In round trips there is no difference here: the INSERT takes 33 ms, Redlock 37 ms, and 187 ms if it asks one node after another (variant h). Opening the connection takes another 37 ms, which a pool saves. How fast each server works is not modelled, nor the cost of a commit.',
        'INSERT 和 DELETE：两次请求，而数据库本来就有。有一篇文章说，由于 Redis 的高效性能，缓存锁的性能不比数据库锁差。单看往返，这里没有差别：INSERT 用了 33 毫秒，Redlock 加锁用了 37 毫秒，依次向各节点请求则要 187 毫秒（变体 h）。建立连接另要 37 毫秒，用连接池就能省下。两种服务器各有多快没有模拟，提交的开销也没有。',
      ),
      patch: { lock: { id: 'sql-row', settings: { ttl: null } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client1'), 'The row is inserted.', '客户端 1 插入一行，锁归它了。'),
        beat(
          once('released', 'client1'),
          'Client 1 deletes the row, and the lock is free.',
          '客户端 1 删除这一行，锁就空了。',
        ),
      ],
    },
    {
      id: 'f',
      title: text('Redlock after a crash', '崩溃之后：Redlock'),
      text: text(
        'The holder dies. Whatever the lock, the others wait: here for the rest of the TTL, and then until their next attempt.',
        '客户端 1 持有 Redlock 的锁时崩溃。无论哪种锁，别人都得等：这里要等完剩下的 TTL，再等到下一次尝试。',
      ),
      patch: { settings: { duration: 5000, patience: 4500 }, faults: { crash } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'client1'), 'Client 1 crashes while it holds the lock.', '客户端 1 持锁时崩溃。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 has waited out the TTL and paid for each attempt.',
          '客户端 2 等完了 TTL，期间每次尝试都要花请求。',
        ),
      ],
    },
    {
      id: 'g',
      title: text('ZooKeeper after a crash', '崩溃之后：ZooKeeper'),
      text: text(
        'The holder dies, and the others wait for the session timeout, which is as long as the TTL was. It need not be longer than the work, though: heartbeats keep the session alive. And a waiting client does not have to keep asking: it is woken.',
        '持有者死了，别人要等会话超时，它和之前的 TTL 一样长。不过它不必比工作更久：有心跳维持。而且等待者不必反复询问，锁空了会被叫醒。',
      ),
      patch: {
        lock: { id: 'zookeeper-node', settings: { ttl: null, nodeTimeout: null, sessionTimeout: 2000, tickTime: 250 } },
        settings: { duration: 5000, patience: 4500 },
        faults: { crash },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'client1'), 'Client 1 crashes while it holds the lock.', '客户端 1 持锁时崩溃。'),
        beat(once('entryGone', 'service'), 'Client 1’s session ends.', '客户端 1 的会话结束。'),
        beat(once('acquired', 'client2'), 'Client 2 was woken and has the lock.', '客户端 2 被叫醒，拿到锁。'),
      ],
    },
    {
      id: 'h',
      title: text('Redlock, one node after another', '依次询问的 Redlock'),
      short: text('One after the other', '依次询问'),
      text: text(
        'The algorithm as the articles describe it: one node after another. The number of requests is the same, but client 1 waits for five round trips instead of one: here 187 ms instead of 37. The lock with a token (variant c) takes 84 ms.',
        '文章描述的算法是依次向各节点请求。请求次数不变，但客户端 1 要等五个来回，而不是一个：这里是 187 毫秒，而不是 37 毫秒。以 token 为值的锁（变体 c）要 84 毫秒。',
      ),
      patch: { lock: { settings: { ask: 'sequence' } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('acquired', 'client1'),
          'Five requests, one after another: five round trips.',
          '五次请求一个接一个：五个来回。',
        ),
        beat(
          once('released', 'client1'),
          'Five more requests release the lock, and nobody waits for them.',
          '释放再花五次请求，没有谁等它们。',
        ),
      ],
    },
    {
      id: 'd2',
      title: text('ZooKeeper, three members', 'ZooKeeper：三个成员'),
      text: text(
        'Just as many requests, but each takes longer: only the leader creates and deletes znodes, and it replies only when a majority of the members has the change. One of the articles names this as the price of ZooKeeper.',
        '请求次数一样，但每次更久：创建和删除 znode 只能由 leader 执行，多数成员有了这次变更它才应答。有一篇文章说这就是 ZooKeeper 的代价。',
      ),
      patch: {
        lock: {
          id: 'zookeeper-node',
          settings: { ttl: null, nodeTimeout: null, sessionTimeout: 2000, tickTime: 250, members: '3' },
        },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('acquired', 'client1'),
          'The leader sent the znode to the others before it replied.',
          'leader 先把 znode 同步给其他成员，然后应答。',
        ),
        beat(
          once('released', 'client1'),
          'Client 1’s znode is deleted in the same way.',
          '客户端 1 的 znode 也这样删除。',
        ),
      ],
    },
  ],
  scene: {
    question: text('What costs less, and what costs more?', '哪种更省，哪种更费？'),
    answers: ['c', 'd', 'e', 'h', 'b', 'f', 'g'],
  },
};
