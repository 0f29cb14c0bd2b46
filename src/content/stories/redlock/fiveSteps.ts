/** Redlock as it should be: each of its five steps by name, and a node that does not answer. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

export const story: StoryBody = {
  next: 'node-forgets',
  lead: text(
    'Five Redis nodes that know nothing of each other, and two clients. A client that gets a majority of the nodes, with time to spare, has the lock.',
    '五个互不相识的 Redis 节点，两个客户端。谁拿到多数节点，并且还有剩余时间，锁就归谁。',
  ),
  beats: [
    opening(
      'All five nodes are masters, without any replication. A majority of five is three: any two majorities share a node, and that node says yes only once. (One article writes “more than three”; three are enough.)',
      '五个节点都是主节点，之间没有复制。五个的多数是三个：任意两个多数必有一个共同的节点，而那个节点只会同意一次。（有的文章写“超过 3 个”，其实是至少 3 个。）',
      text(
        'Five masters without replication: any two majorities share a node.',
        '五个主节点，互不复制：任意两个多数必有共同节点。',
      ),
    ),
    beat(once('step', 'client1', 3), 'Step 1. Client 1 notes the time: t1.', '第一步：客户端 1 记下当前时间 t1。'),
    beat(
      once('sent', 'client1'),
      'Step 2. Client 1 sends the same SET with NX and PX, with the same random value, to one node after the other, and waits at most 100 ms for each: far less than the TTL (the articles say 5 to 50 ms for a TTL of 10 s).',
      '第二步：它用同一个随机值，依次向各节点发送同样的带 NX 和 PX 的 SET，每个节点最多等 100 毫秒，远小于 TTL（文章里 TTL 为 10 秒时是 5 到 50 毫秒）。',
      text(
        'Step 2: client 1 sends SET NX PX to one node after the other.',
        '第二步：依次向各节点发送同样的 SET NX PX。',
      ),
    ),
    beat(
      once('timedOut', 'client1'),
      'D has not answered in time: the request was lost. Whatever the failure is, a silent node or a lock that somebody else has, the client moves on to the next node at once.',
      'D 没有及时应答：请求丢了。不管是哪种失败，节点没有应答，还是锁在别人手里，客户端都立即转向下一个节点。',
      text('D does not answer in time. Client 1 goes to the next node.', 'D 没有及时应答，客户端 1 转向下一个节点。'),
    ),
    beat(
      once('step', 'client1', 5),
      'Step 3. All nodes have been asked. Client 1 reads the clock again: t2. Four nodes have agreed, and three would have been enough.',
      '第三步：都问过了，再取一次时间 t2。四个节点同意，而三个就够。',
      text(
        'Step 3: client 1 reads the clock again. Four agreed, three suffice.',
        '第三步：再看时钟。四个节点同意，三个就够。',
      ),
    ),
    beat(
      once('acquired', 'client1'),
      'Step 4. What is left is the TTL minus t2 − t1, minus an allowance for clocks that run unevenly. For that long client 1 may work.',
      '第四步：剩余有效时间 = TTL −（t2 − t1）− 为时钟漂移预留的一点余量。客户端 1 只能在这段时间内工作。',
      text(
        'Step 4: what is left of the TTL is the validity of the lock.',
        '第四步：TTL 减去已用的时间，就是锁的有效时间。',
      ),
    ),
    beat(
      once('step', 'client2', 5),
      'Step 5. Client 2 has asked all of them too, and only D said yes. One of five is no majority, so it releases at every node at once, and tries again after a random delay.',
      '第五步：客户端 2 也问了一圈，只有 D 同意。五个里拿到一个不是多数，于是它立即向所有节点发出释放，随机等一会儿再试。',
      text(
        'Step 5: client 2 got only D. It releases everywhere, and waits.',
        '第五步：客户端 2 只拿到 D，向所有节点释放，稍后再试。',
      ),
    ),
    beat(
      once('releasing', 'client1'),
      'Client 1 is done, and releases at all five nodes: at D too, where its SET might have arrived although no answer came.',
      '客户端 1 做完了，向五个节点都发出释放：D 也不例外，因为没有收到应答不等于 SET 没有到。',
      text(
        'Client 1 releases at all five nodes, also where no answer came.',
        '客户端 1 向五个节点都释放，没应答的也不例外。',
      ),
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2 gets its majority, and reads what client 1 has written.',
      '客户端 2 拿到多数，读到客户端 1 写下的值。',
    ),
  ],
  sources: ['design', 'notes', 'debate', 'redisson'],
  modelled: text(
    'The five steps in the order of the articles, with the usual allowance for drift (1 % of the TTL and 2 ms), and the timeout for each node.',
    '按文章的顺序执行五个步骤，时钟漂移余量取通常的值（TTL 的 1% 加 2 毫秒），每个节点有各自的超时。',
  ),
  notModelled: text(
    'Setting up connections: they are open when the run begins.',
    '建立连接的过程：运行开始时连接已经就绪。',
  ),
  scenario: {
    version: 2,
    seed: 10,
    lock: {
      id: 'redlock',
      settings: { ttl: 2000, ask: 'sequence', nodeTimeout: 100, tries: 10, retryDelay: 500, retryJitter: 100 },
    },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 500,
      work: 700,
      latency: { min: 10, p50: 20, p99: 35, max: 45 },
      duration: 2800,
      patience: 2800,
    },
    faults: {
      loseD: { kind: 'lose', message: { from: 'client1', to: 'nodeD', leg: 'request', nth: 1 } },
    },
  },
  lock: 'held',
  data: 'safe',
  scene: { question: text('What if it asked in a different way?', '换一种问法会怎样？') },
  variants: [
    {
      id: 'b',
      title: text('All nodes at once', '同时请求所有节点'),
      short: text('Ask all nodes at once', '同时请求所有节点'),
      text: text(
        'As redis.io has advised since November 2025, the requests go out together. There, all the answers are read; this client goes on as soon as a majority has decided, as node-redlock 5 does. That takes one round trip instead of five, and a silent node costs nothing.',
        'redis.io 自 2025 年 11 月起的建议：同时发出请求，再读全部应答。这里的客户端则像 node-redlock 5 那样，多数一有结果就继续：一个来回代替五个，没有应答的节点也不拖慢它。',
      ),
      patch: { lock: { settings: { ask: 'parallel' } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('sent', 'client1'), 'Client 1 asks all five nodes at once.', '客户端 1 同时向五个节点发出请求。'),
        beat(
          once('acquired', 'client1'),
          'Three have agreed, and it goes on. It does not even notice that D is silent.',
          '三个同意，它就继续往下走，甚至没有察觉 D 没有应答。',
          text(
            'Three have agreed. Client 1 does not notice that D is silent.',
            '三个同意，客户端 1 没察觉 D 没有应答。',
          ),
        ),
        beat(
          once('step', 'client2', 5),
          'Three have refused client 2: a majority is no longer possible. It releases everywhere and will try again.',
          '三个节点拒绝了客户端 2：已不可能拿到多数。它向所有节点释放，稍后再试。',
          text(
            'Three refused client 2: no majority is left, so it releases everywhere.',
            '三个拒绝了客户端 2：多数无望，它全部释放。',
          ),
        ),
        beat(
          once('acquired', 'client2'),
          'After client 1 has released, client 2 gets its turn.',
          '客户端 1 释放之后，轮到客户端 2。',
        ),
      ],
    },
  ],
};
