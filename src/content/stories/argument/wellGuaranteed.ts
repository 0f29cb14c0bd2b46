/**
 * “Redlock’s correctness is well guaranteed”, an article concludes, and advises its clients to stop when their time is over. Each
 * client here follows that advice. The variants show what it does not depend on the client to prevent.
 */
import type { Fault } from '../../../core/model/scenario/fault';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

const fromTheStart = { kind: 'time', at: 0 } as const;

const pauseAt = (step: string, ms = 2900): Fault => ({
  kind: 'pause',
  process: 'client1',
  when: { kind: 'step', process: 'client1', step, nth: 1 },
  for: ms,
});

/** All nodes are up. Client 1 has A, B and C, well within its time, and client 2 asks then. */
const threeOfFive = {
  settings: { work: 1100, own: { client2: { start: 900 } } },
  lock: { settings: { ttl: 2500, tries: 5, retryDelay: 300 } },
} as const;

const lostRequests = {
  downD: null,
  downE: null,
  slow: null,
  loseD: { kind: 'lose', message: { from: 'client1', to: 'nodeD', leg: 'request', nth: 1 } },
  loseE: { kind: 'lose', message: { from: 'client1', to: 'nodeE', leg: 'request', nth: 1 } },
} as const;

const forgets = (restartAfter: number): Fault => ({
  kind: 'crash',
  process: 'nodeC',
  when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 100 },
  restartAfter,
});

const jump: Fault = {
  kind: 'clock-jump',
  process: 'nodeC',
  when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 100 },
  by: 1800,
};

export const story: StoryBody = {
  lead: text(
    '“Redlock’s correctness is well guaranteed”, one article says, if clients stop when their time is over. Here every client does, and with two of five nodes down nothing goes wrong. The variants put that sentence to the test.',
    '有一篇文章说“Redlock的正确性是能得到很好的保证的”，前提是时间一到就停。这里的客户端都照办，五个节点坏了两个也没出问题。变体来检验这句话。',
  ),
  beats: [
    opening(
      'The clients check their time before they read, while they work and before they write, and stop when it is over.',
      '客户端在读之前、工作中、写之前都检查时间，时间一过就停。',
      text('The clients check their time at every step, and stop in time.', '客户端在读之前、工作中、写之前都看时间。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Two nodes are down. A lock on a single node might be out of service now; Redlock still has a majority: A, B and C.',
      '两个节点宕机。换成单节点，锁服务可能已经停了；Redlock 还有 A、B、C 三个，够多数。',
      text('Two nodes are down. A, B and C are a majority.', '两个节点宕机，A、B、C 仍是多数。'),
    ),
    beat(
      once('stopped', 'client1'),
      'The reply to its read came late, and its work is not done. Client 1 stops: the lock is no longer its own.',
      '读的应答来得晚，活还没干完。客户端 1 停手，锁不再是它的。',
      text('A reply came late: client 1 stops, its work unfinished.', '应答来得晚：活没干完，客户端 1 停手。'),
    ),
    beat(once('acquired', 'client2'), 'Client 2 gets the lock, as its only holder.', '客户端 2 拿到锁，只有它持有。'),
    beat(
      once('wrote', 'storage'),
      'Only client 2 has written, and the value is right.',
      '只有客户端 2 写入，结果是对的。',
    ),
  ],
  sources: ['notes'],
  argument: text(
    'The article’s reasoning: the trouble with pauses is a trouble of every expiring lock, not of Redlock; Redlock tells the client how much time is left; so the client only has to stop, and then the lock is correct. What Redlock mainly adds to a single node is reliability. The last point is true, and the story shows it. The first is true as well, but no comfort: variant b follows the advice to the letter, and data is lost. The advice also takes two things for granted that no client can see, that no node forgets (variant d) and that the clocks of the nodes run evenly (variant e). So the guarantee is only as good as those three conditions; a check at the resource does not depend on them.',
    '文章的推理是：停顿的问题，凡是会超时释放的锁都有，不怪 Redlock；Redlock 会告诉客户端还剩多少时间；那么客户端到点就停，锁就是正确的；相比单节点，Redlock 的主要好处是可靠性更高。最后一点没错，这次运行就是证明。第一点也没错，却于事无补：变体 b 严格照着建议做，还是出了错。这个建议还默认了两件客户端看不见的事：节点不会失忆（变体 d），节点的时钟走得均匀（变体 e）。所以，保证有多好，要看这三个条件；不依赖它们的，是资源侧的校验。',
  ),
  modelled: text(
    'Clients that ask their lock how much time is left, and neither work nor wait for a reply longer than that. Five nodes without persistence, and a storage that checks nothing.',
    '客户端向锁询问还剩多少时间，工作不超过它，等待应答也不超过它。五个没有持久化的节点，存储什么也不检查。',
  ),
  notModelled: text(
    'A write that is still on its way when the time is over: that is variant d of “Is it enough to stop in time?”.',
    '时间到了、写入还在路上的情形：见“按时停手就够了吗？”的变体 d。',
  ),
  scenario: {
    version: 2,
    seed: 72,
    lock: { id: 'redlock', settings: { ttl: 2000, nodeTimeout: 300, tries: 1 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 1600,
      think: 500,
      work: 1000,
      storageTimeout: 5000,
      check: 'each-step',
      latency: { min: 15, p50: 28, p99: 60, max: 75 },
      duration: 5000,
      patience: 5000,
    },
    faults: {
      downD: { kind: 'crash', process: 'nodeD', when: fromTheStart, restartAfter: 'never' },
      downE: { kind: 'crash', process: 'nodeE', when: fromTheStart, restartAfter: 'never' },
      slow: { kind: 'delay', message: { from: 'storage', to: 'client1', leg: 'reply', nth: 1 }, by: 1300 },
    },
  },
  lock: 'held',
  data: 'safe',

  scene: { answers: ['b', 'd', 'e', 'c'] },
  variants: [
    {
      id: 'b',
      title: text('The pause after the last check', '最后一次检查之后停顿'),
      short: text('A pause after the check', '检查之后停顿'),
      text: text(
        'A full GC, which the same article calls inevitable with every expiring lock. Client 1 checked before its write and had time left. Then it pauses, and the next thing it does is write. There is no later check that could stop it.',
        '客户端 1 检查过时间，接着遇到一次 full GC。同一篇文章也说，锁只要会超时释放，FGC 问题就必定存在。客户端 1 写之前检查过，时间够用，然后停顿了；醒来时正要写入。后面再没有哪次检查能拦住它。',
      ),
      patch: { settings: { work: 300 }, faults: { slow: null, pause: pauseAt('write') } },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(
          once('paused', 'client1'),
          'Client 1 has checked three times, each time in time. Now it pauses.',
          '客户端 1 检查过三次，每次都没有超时。现在它停顿了。',
        ),
        beat(
          once('wrote', 'storage'),
          'Client 1’s lock expires. Client 2 gets it and writes.',
          '客户端 1 的锁过期了。客户端 2 拿到锁，写了进去。',
        ),
        beat(
          overwrite('client1', 'client2'),
          'Client 1 carries on, and overwrites client 2’s write.',
          '客户端 1 接着写入，覆盖了客户端 2 的写入。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('A fencing token', '加上 fencing token'),
      text: text(
        'The same pause, and a resource that checks tokens. The late write is rejected when it arrives, whatever was checked before. The token is counted on the nodes and written back to a majority.',
        '同样的停顿，但资源会校验 token。不管谁检查过什么，迟到的写入都会被拒绝。token 由各节点计数，并写回多数节点。',
      ),
      patch: {
        lock: { settings: { token: 'quorum' } },
        storage: { id: 'fencing' },
        settings: { work: 300 },
        faults: { slow: null, pause: pauseAt('write', 3300) },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(once('wrote', 'storage'), 'Client 2 writes with the newer token.', '客户端 2 带着更新的 token 写入。'),
        beat(
          once('rejected', 'storage'),
          'Client 1 writes with the older token: rejected.',
          '客户端 1 带着更旧的 token 到来：被拒绝。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('The pause comes earlier', '停顿来得早一些'),
      short: text('An earlier pause', '早一些停顿'),
      text: text(
        'The same pause during the work. When client 1 wakes up it checks, finds its time over, and writes nothing. Here the advice saves the data, but not the lock: while client 1 was paused in the middle of its work, client 2 held the lock as well. The verdict still calls it luck, because a pause one step later does harm: that is variant b.',
        '同样的停顿落在工作期间。客户端 1 醒来后检查，发现时间已过，就什么也不写。这里，建议保住了数据，却保不住锁：客户端 1 停在工作中间的时候，客户端 2 也持有锁。判定仍说是侥幸，因为停顿再晚一步就会出事，那就是变体 b。',
      ),
      patch: { settings: { work: 300 }, faults: { slow: null, pause: pauseAt('work') } },
      lock: 'overlap',
      data: 'lucky',
      facts: ['overlap'],
      beats: [
        beat(once('paused', 'client1'), 'Client 1 pauses in the middle of its work.', '客户端 1 在工作中间停顿了。'),
        beat(once('wrote', 'storage'), 'Client 2 gets the lock and writes.', '客户端 2 拿到锁，写了进去。'),
        beat(
          once('stopped', 'client1'),
          'Client 1 wakes up, checks its clock, and stops. It has written nothing.',
          '客户端 1 醒来，看了看时钟，就停下了。它什么也没写。',
        ),
      ],
    },
    {
      id: 'd',
      title: text('A node forgets', '一个节点失忆'),
      text: text(
        'All five nodes are up here, and only client 1’s requests to D and E are lost. Nobody pauses, and client 1 is well within its time. C crashes, comes back empty, and votes for client 2. The time tells a client nothing about this: from everything it can see, its lock is fine.',
        '这里五个节点都在，只有客户端 1 发给 D 和 E 的请求丢了。没有谁停顿，客户端 1 离超时还早。C 崩溃后重启，数据全空，又把票投给了客户端 2。时间在这里什么也告诉不了客户端：从它这边看，锁一切正常。',
      ),
      patch: { ...threeOfFive, faults: { ...lostRequests, forget: forgets(200) } },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has A, B and C.', '客户端 1 拿到 A、B、C。'),
        beat(once('started', 'nodeC'), 'C is back, but empty.', 'C 重启，里面是空的。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 has C, D and E. Both hold the lock, and both are in time.',
          '客户端 2 拿到 C、D、E。两个客户端同时持锁，也都没有超时。',
          text(
            'Client 2 has C, D and E: two holders at once, both in time.',
            '客户端 2 拿到 C、D、E：两个同时持锁，都没超时。',
          ),
        ),
        beat(
          overwrite('client2', 'client1'),
          'Each client checks its time and writes: one update is lost.',
          '两个客户端各自看过时间，各自写入：丢了一次更新。',
        ),
      ],
    },
    {
      id: 'dfix',
      fix: true,
      title: text('Back after a TTL', '过了一个 TTL 再回来'),
      short: text('Stay away for a TTL', '过一个 TTL 再回来'),
      text: text(
        'C stays away for longer than the TTL, as antirez asks. As long as client 1 holds the lock, client 2 finds no majority.',
        'C 过了一个 TTL 以上才回来，这是 antirez 的要求。客户端 1 还持锁时，客户端 2 凑不出多数。',
      ),
      patch: { ...threeOfFive, faults: { ...lostRequests, forget: forgets(2700) } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('crashed', 'nodeC'),
          'C is down. A and B still have client 1’s key; D and E are free.',
          'C 宕机。A 和 B 上还有客户端 1 的键，D 和 E 空着。',
          text('C is down. A and B have the key, D and E are free.', 'C 宕机。A、B 上有客户端 1 的键，D、E 空着。'),
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets a majority after client 1 has released.',
          '客户端 1 释放之后，客户端 2 才拿到多数。',
        ),
      ],
    },
    {
      id: 'e',
      title: text('The clock of a node jumps', '一个节点的时钟跳变'),
      short: text('A node’s clock jumps', '节点的时钟跳变'),
      text: text(
        'Again all five nodes are up. The advice tells the client to watch its own clock. But the nodes’ clocks decide when a lock expires, and C’s clock jumps.',
        '五个节点都在，节点的时钟却不一定准。建议让客户端看自己的时钟。可锁什么时候到期，是节点的时钟说了算，而 C 的时钟跳变了。',
      ),
      patch: { ...threeOfFive, faults: { ...lostRequests, jump } },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(
          once('clockSet', 'nodeC'),
          'C’s clock jumps forward by 1.8 s, so the lock expires on C that much too early.',
          'C 的时钟向前跳了 1.8 秒，C 上的锁就早过期了 1.8 秒。',
          text('C’s clock jumps 1.8 s: its key expires too early.', 'C 的时钟跳了 1.8 秒：它的键提早过期。'),
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 has C, D and E. By its own clock client 1 has plenty of time.',
          '客户端 2 拿到 C、D、E。按客户端 1 自己的时钟，时间还多得很。',
          text(
            'Client 2 has C, D and E. Client 1 thinks it has time.',
            '客户端 2 拿到 C、D、E，客户端 1 以为时间还多。',
          ),
        ),
        beat(
          overwrite('client2', 'client1'),
          'Both clients write in time, and one update is lost.',
          '两次写入都没有超时，却丢了一次更新。',
        ),
      ],
    },
    {
      id: 'efix',
      fix: true,
      title: text('No jump: slewed at 500 ppm', '不跳变：按 500 ppm 慢慢校'),
      short: text('Slewed, not set', '不跳变，慢慢校'),
      text: text(
        'A time service that never steps corrects the clock by half a millisecond per second, however far off it is. Over one TTL that makes little more than 1 ms, which Redlock’s allowance covers.',
        '校时程序从不一步拨准，不管时钟差多少，每秒只校半毫秒。一个 TTL 里只差 1 毫秒多一点，Redlock 的余量容得下。',
      ),
      patch: {
        ...threeOfFive,
        faults: {
          ...lostRequests,
          slew: { kind: 'clock-slew', process: 'nodeC', when: jump.when, by: 300, over: 600_000 },
        },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('clockSet', 'nodeC'),
          'C’s clock begins to run fast, by half a thousandth.',
          'C 的时钟开始走快，快万分之五。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock after client 1 has released.',
          '客户端 1 释放之后，客户端 2 才拿到锁。',
        ),
      ],
    },
  ],
};
