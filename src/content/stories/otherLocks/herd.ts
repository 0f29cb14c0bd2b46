/** One znode for all clients. It is freed when its holder's session ends, and every waiting client wakes at once. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'Four clients want one znode. Whoever creates it has the lock; the others watch it, and one release wakes them all for a lock that only one of them can have.',
    '四个客户端争一个 znode。谁创建成功谁就拿到锁，其余的都 watch 它；一次释放把它们全部叫醒，而锁只有一把。',
  ),
  beats: [
    opening(
      'The znode is ephemeral: it stays for as long as its creator’s session lives, and no TTL has to be chosen.',
      'znode 是临时的：创建者的会话在，它就在，不需要选一个 TTL。',
      text(
        'The znode lasts as long as its creator’s session: no TTL to choose.',
        '创建者的会话在，znode 就在，不用选 TTL。',
      ),
    ),
    beat(once('acquired', 'client1'), 'Client 1 creates it and holds the lock.', '客户端 1 创建成功，持有锁。'),
    beat(
      once('waiting', 'service', 3),
      'The other three learn that it exists, and set a watch. Nobody polls: as with a local lock, a client can just wait. The articles miss that in Redlock.',
      '另外三个得知 znode 已存在，于是设下 watch，不再轮询：像本地锁一样，可以等到锁空出来。Redlock 没有这一点。',
      text('The others set a watch, and wait. Nobody polls.', '其余客户端设下 watch 等着，不再轮询。'),
    ),
    beat(
      once('woken', 'service', 3),
      'Client 1 deletes it. All three wake: the herd.',
      '客户端 1 删除 znode，三个全被叫醒：这就是惊群。',
    ),
    beat(once('acquired', undefined, 2), 'One of them is first.', '其中一个抢先拿到。'),
    beat(
      once('finished', undefined, 4),
      'In the end every client had the lock, one after another.',
      '最后每个客户端都轮到了一次，一个接一个。',
    ),
  ],
  sources: ['notes', 'debate'],
  modelled: text(
    'Ephemeral znodes, one-shot watches, sessions. “Metrics” counts the waiters that each release wakes.',
    '临时 znode、一次性 watch、会话。“指标”里列出每次释放叫醒了几个等待者。',
  ),
  notModelled: text(
    'The load of a herd of thousands: here every message takes a while, but none waits for a processor. In the article an ordinary znode has the ephemeral one below it, and the others watch the upper one; here all watch one ephemeral znode. The herd is the same.',
    '成千上万个等待者带来的负载：这里每条消息都要花时间，但不会排队等 CPU。文章里是在普通 znode 之下建临时节点，其余客户端监听上面那个；这里大家监听同一个临时 znode，惊群是一样的。',
  ),
  scenario: {
    version: 2,
    seed: 40,
    lock: { id: 'zookeeper-node', settings: { sessionTimeout: 1500, tickTime: 250 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      clients: 4,
      stagger: 90,
      think: 100,
      work: 300,
      latency: { min: 15, p50: 30, p99: 60, max: 80 },
      duration: 6000,
      patience: 4000,
    },
    faults: {},
  },
  lock: 'held',
  data: 'safe',
  scene: { question: text('What if something else happens?', '换个情形会怎样？') },
  variants: [
    {
      id: 'b',
      title: text('The holder crashes', '持有者崩溃'),
      text: text(
        'Client 1 dies while it holds the lock. Nobody has to clean up: its heartbeats stop, the server ends its session and deletes the znode, and the others go on.',
        '客户端 1 持有锁时崩溃了。不需要谁来清理：心跳没有了，服务器结束会话、删除 znode，其余的继续。',
      ),
      patch: {
        faults: {
          crash: {
            kind: 'crash',
            process: 'client1',
            when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
            restartAfter: 'never',
          },
        },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'client1'), 'Client 1 crashes while it holds the lock.', '客户端 1 持锁时崩溃。'),
        beat(
          once('entryGone', 'service'),
          'Client 1’s session ends, and the znode with it.',
          '会话结束，znode 随之消失。',
        ),
        beat(once('acquired', undefined, 2), 'The next client gets the lock.', '下一个客户端创建 znode，拿到锁。'),
      ],
    },
    {
      id: 'c',
      title: text('Long work', '很长的工作'),
      text: text(
        'The work takes longer than any TTL you would have dared to choose. The lock lives as long as the session, so you need not choose between too short and too long.',
        '客户端 1 的工作要五秒，znode 没有 TTL。只要会话还在，锁就还在：不必为 TTL 太短还是太长为难。',
      ),
      patch: { settings: { clients: 2, work: 5000, duration: 15_000, patience: 9000 } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('acquired', 'client1'),
          'Client 1 has the lock and works for five seconds.',
          '客户端 1 拿到锁，工作了五秒。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock only when client 1 is done.',
          '客户端 1 做完之后，客户端 2 才拿到锁。',
        ),
      ],
    },
  ],
};
