/** Fencing tokens come from a Redis that forgets. The numbers begin anew, and the storage remembers larger ones. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

/** Client 1 has long finished, and client 2 is about to begin. */
const between = { kind: 'step', process: 'client2', step: 'think', nth: 1 } as const;

export const story: StoryBody = {
  next: 'who-counts',
  lead: text(
    'The Redis node that keeps the lock also counts the tokens. It restarts empty, and counts from 1 again. The storage remembers higher numbers, and rejects the rightful holder until the counter has caught up.',
    'token 由保管锁的那个 Redis 节点来计数。它重启后空空如也，又从 1 数起。存储记得更大的数，于是一再拒绝合法持有者，直到计数器追上来。',
  ),
  beats: [
    opening(
      'A fencing token is only as good as its counter, which must never go back, not even in a crash.',
      'fencing token 是否可靠，全看计数器：它绝不能倒退，崩溃了也不行。',
      text(
        'A fencing token’s counter must never go back, not even in a crash.',
        'fencing token 的计数器绝不能倒退，崩溃了也不行。',
      ),
    ),
    beat(once('wrote', 'storage'), 'Client 1 writes with token 1.', '客户端 1 带着 token 1 写入。'),
    beat(
      once('wrote', 'storage', 4),
      'After four locks and four writes the storage has seen token 4.',
      '四轮之后，存储见过的最大 token 是 4。',
    ),
    beat(
      once('started', 'nodeA'),
      'Nobody holds the lock when the node restarts. Its log on disk is off, so the counter is gone.',
      '节点重启时谁也没持有锁。它没开启 AOF，所以计数器没了。',
      text(
        'The node restarts while nobody holds the lock. Its counter is gone.',
        '节点重启，当时谁也没持有锁。计数器没了。',
      ),
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2 rightly gets the lock, as its only holder, and token 1.',
      '客户端 2 名正言顺地独自拿到锁，同时拿到 token 1。',
    ),
    beat(
      once('rejected', 'storage'),
      'The storage takes it for a late writer: 1 is older than 4. Rejected.',
      '存储以为写入迟到了：1 比 4 旧，拒绝。',
    ),
    beat(
      once('rejected', 'storage', 3),
      'Tokens 2 and 3 fare no better. Each acquisition raises the counter by one, and nothing else does.',
      'token 2 和 3 也被拒绝。计数器只有在加锁时才加一，没有别的办法追上来。',
      text(
        'Tokens 2 and 3 are rejected, too. Only acquisitions raise the counter.',
        'token 2 和 3 也被拒绝。只有加锁才让计数器加一。',
      ),
    ),
    beat(
      once('wrote', 'storage', 5),
      'With token 4 the counter has caught up, and the storage accepts again.',
      '到 token 4，计数器追上来了，存储重新接受写入。',
    ),
  ],
  sources: ['notes', 'design'],
  argument: text(
    'One article notes that the service which makes the tokens must itself be reliable. Another admits that its author’s lock on one Redis node may lose lock data when the node recovers, and says that checking the token at the resource makes up for this. It does so only while the counter survives. Here the check rejects the rightful holder. In variant b it lets both clients write, and so it does in “The counter forgets too”, a variant of “What if the lock’s value is a token?”. That is worse than an outage: everything seems to work.',
    '有一篇文章指出：生成 token 的服务自身也必须可靠。另一篇承认，自己设计的单节点锁在 Redis 故障恢复后可能丢失锁数据，但认为在资源侧校验 token 就能弥补。只有计数器没丢，这话才成立。这里，校验拒绝了合法持有者；在变体 b 里，它让两个客户端都写了进去，“用 token 当锁的值，会怎样？”的变体“计数器也失忆”也是如此。这比宕机更糟：看上去一切正常。',
  ),
  modelled: text(
    'A counter (INCR) next to the lock, without persistence, lost in a restart or in a failover; a storage that remembers the highest token.',
    '锁旁边有一个没有持久化的计数器（INCR），重启或故障转移时丢失；存储记住最大的 token。',
  ),
  notModelled: text(
    'An operator who notices, and sets the counter to a higher value by hand.',
    '运维人员发现问题，手工把计数器调高。',
  ),
  scenario: {
    version: 2,
    seed: 32,
    lock: { id: 'single-node', settings: { ttl: 2500, nodeTimeout: 400, tries: 1, token: 'counter' } },
    storage: { id: 'fencing' },
    settings: {
      ...defaultSettings,
      rounds: 4,
      think: 150,
      work: 80,
      own: { client2: { start: 2600 } },
      latency: { min: 10, p50: 20, p99: 35, max: 40 },
      duration: 6000,
      patience: 950,
    },
    faults: { restart: { kind: 'restart', process: 'nodeA', when: between } },
  },
  lock: 'unavailable',
  data: 'safe',
  facts: ['token-fell', 'rejected', 'rightful-rejected', 'starved', 'token-repeated'],
  variants: [
    {
      id: 'b',
      title: text('The same token twice', '同一个 token 发两次'),
      text: text(
        'The node forgets while client 1 holds the lock, so it forgets the lock as well. Client 2 gets the lock and the same token 1. “Not smaller” lets both of them write.',
        '节点失忆时客户端 1 还持有锁，于是锁也一起忘了。客户端 2 拿到锁和同样的 token 1。“不小于”的检查让两个客户端都写了进去。',
      ),
      patch: {
        settings: { rounds: 1, own: { client2: { start: 900 } }, duration: 4500, patience: 4000 },
        faults: {
          pause: {
            kind: 'pause',
            process: 'client1',
            when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
            for: 1700,
          },
        },
      },
      lock: 'overlap',
      data: 'lost',
      facts: ['token-repeated', 'overlap', 'lost-update'],
      beats: [
        beat(
          once('paused', 'client1'),
          'Client 1 has the lock and token 1. It has read 42, and is stopped.',
          '客户端 1 持有锁和 token 1，读到 42，停顿了。',
          text(
            'Client 1 has the lock and token 1, has read 42, and is paused.',
            '客户端 1 持有锁和 token 1，读到 42，停顿了。',
          ),
        ),
        beat(once('started', 'nodeA'), 'The node restarts: no lock, no counter.', '节点重启：锁没了，计数器也没了。'),
        beat(once('acquired', 'client2'), 'Client 2 gets the lock, and token 1.', '客户端 2 拿到锁和 token 1。'),
        beat(once('wrote', 'storage'), 'Client 2 writes 52 with token 1.', '客户端 2 带着 token 1 写下 52。'),
        beat(
          overwrite('client1', 'client2'),
          'Client 1 wakes and writes with its own token 1. It is not smaller: accepted. The write of client 2 is gone.',
          '客户端 1 醒来，带着自己的 token 1 写入。1 不小于 1：接受。客户端 2 的写入就此丢失。',
          text(
            'Client 1 wakes and writes with token 1, too. The 52 is gone.',
            '客户端 1 醒来，也带着 token 1 写入。52 就此丢失。',
          ),
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('Token and owner together', 'token 加上持有者'),
      text: text(
        'The client sends the lock’s random value along with the token. An equal number is accepted only from the client that sent it first, so two holders with the same token cannot be mistaken for one. This does not help against a counter that fell below what the storage has seen.',
        '客户端除了 token，还出示锁的随机值。数字相等时，只认先出示的那一个，于是持有同一 token 的两个客户端不会被当成一个。但计数器若退到见过的值以下，这也帮不上忙。',
      ),
      patch: {
        storage: { settings: { compare: 'same-holder' } },
        settings: { rounds: 1, own: { client2: { start: 900 } }, duration: 4500, patience: 4000 },
        faults: {
          pause: {
            kind: 'pause',
            process: 'client1',
            when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
            for: 1700,
          },
        },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['token-repeated', 'overlap', 'rejected'],
      beats: [
        beat(once('acquired', 'client2'), 'Both clients have token 1.', '两个客户端都拿着 token 1。'),
        beat(
          once('wrote', 'storage'),
          'Client 2 writes with it, and the storage remembers the number and whose it is.',
          '客户端 2 用它写入，存储记住了这个数，也记住了它是谁的。',
          text(
            'Client 2 writes. The storage remembers token 1 and whose it is.',
            '客户端 2 写入，存储记住 token 1 和它的随机值。',
          ),
        ),
        beat(
          once('rejected', 'storage'),
          'Client 1 has the same number, but another value: its write is rejected.',
          '客户端 1 的 token 相同，随机值不同：被拒绝。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('Failover does the same', '故障转移也一样'),
      short: text('A failover, no restart', '故障转移，没有重启'),
      text: text(
        'No restart, but a replica that is a few seconds behind becomes master. Whatever the old master counted in those seconds is counted again.',
        '没有重启，而是一个落后好几秒的副本升为主节点。旧主节点在这几秒里数过的，它又重数一遍。',
      ),
      patch: {
        settings: { nodes: { replicas: 1, replicaLag: 5000 } },
        faults: { restart: null, failover: { kind: 'failover', process: 'nodeA', when: between } },
      },
      lock: 'unavailable',
      data: 'safe',
      facts: ['token-fell', 'rightful-rejected', 'starved', 'rejected', 'token-repeated'],
      beats: [
        beat(
          once('promoted', 'replicaA1'),
          'The replica takes over. It has not heard of client 1’s rounds yet.',
          '副本接替主节点。客户端 1 那几轮的事，它还没听说。',
          text(
            'The replica takes over. It has not heard of client 1’s rounds.',
            '副本接替主节点，还没收到客户端 1 那几轮。',
          ),
        ),
        beat(
          once('rejected', 'storage'),
          'The new master hands out tokens that were handed out before. The storage rejects the rightful holder.',
          '新主节点数出来的 token 早就发出去过。存储拒绝了合法持有者。',
          text(
            'The new master hands out old tokens again. The storage rejects client 2.',
            '新的主节点又发出旧 token。存储拒绝了客户端 2。',
          ),
        ),
        beat(
          once('wrote', 'storage', 5),
          'The tokens are high enough again, and client 2’s write is accepted.',
          'token 重新够大，客户端 2 的写入才被接受。',
        ),
      ],
    },
  ],
  scene: { question: text('What else does a lost counter do?', '计数器丢了，还会怎样？'), answers: ['b', 'c'] },
};
