/** A resource that checks versions is correct without a lock. The lock saves work that would be thrown away. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'There is no lock here, only a storage that checks versions. Three clients read, work and write whenever they like. Nothing is ever lost, but much work is wasted: the client that comes second has worked for nothing.',
    '这里没有锁，只有会检查版本的存储。三个客户端想读就读、想写就写。什么也不会丢，但许多工作白做了：谁慢一步，谁就白忙。',
  ),
  beats: [
    opening(
      'Each of the three has its own amount to add, three times. “Acquire” succeeds for everyone at once.',
      '三个客户端各有自己的数要加，各做三次。这里的“加锁”对谁都立即放行。',
      text(
        'Three clients add to a number, three times each. Nobody ever waits.',
        '三个客户端各加三次数，谁都不必等待。',
      ),
    ),
    beat(
      once('read', 'storage', 3),
      'All three have read the same version and are working on it.',
      '三个客户端都读到同一个版本，各自计算。',
    ),
    beat(once('wrote', 'storage'), 'The first to write gets through.', '先写的客户端成功了。'),
    beat(
      once('rejected', 'storage'),
      'The others’ version is no longer current. Their work was wasted: that round has failed, and they go on to the next.',
      '对其余的来说，版本已不是当前的。它们的工作白做了：这一轮算失败，接着做下一轮。',
      text(
        'The others come with an old version: their work was wasted.',
        '另外两个的版本已旧，写入被拒绝：这一轮白做了。',
      ),
    ),
    beat(
      once('finished', 'client1', 3),
      'The number is right in the end: each accepted write was based on the one before. Only some work was wasted.',
      '最后的数总是对的：每次被接受的写入都以上一个为依据。只是有些工作白做了。',
      text('The number is right in the end. Only some work was wasted.', '最后的数是对的，只是有些工作白做了。'),
    ),
  ],
  sources: ['notes', 'debate'],
  argument: text(
    'antirez asked: if your resource can reject outdated writes, what do you need a lock for? For correctness, you don’t. The lock is then what Kleppmann calls a matter of efficiency: it keeps clients from doing the same work at once, and it may fail now and then. One of the articles retells antirez further: people mostly lock because there is no transaction and nothing else that could protect the resource, so it is the lock or nothing. True; but then nothing protects against the pause of “A pause outlives the lock”.',
    'antirez 问：既然资源能拒绝过时的写入，还要锁做什么？若只求正确，确实不需要。这时的锁属于 Kleppmann 说的“为了效率”：免得几个客户端同时做同一件事，偶尔失灵也无妨。有一篇文章还这样转述 antirez：多数时候之所以用锁，正是因为没有事务，也没有别的办法控制共享资源，只能靠锁。确实如此；那么“停顿比锁的有效时间还长”里的停顿也就无从防范。',
  ),
  modelled: text(
    'Optimistic writes: compare the version and write in one step. A client whose write is rejected counts that round as failed and goes on to its next.',
    '乐观写：比较版本与写入是一步。写被拒的客户端这一轮算失败，接着做下一轮。',
  ),
  notModelled: text(
    'What the wasted work costs. For adding a number it is nothing; for an hour of computing, or a bill that has been printed, it is not.',
    '白做的工作值多少。加一个数算不了什么；一小时的计算，或者已经打印的账单，就另当别论了。',
  ),
  scenario: {
    version: 2,
    seed: 34,
    lock: { id: 'no-lock' },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      clients: 3,
      rounds: 3,
      stagger: 60,
      think: 120,
      work: 320,
      latency: { min: 15, p50: 25, p99: 45, max: 50 },
      duration: 2000,
      patience: 2500,
    },
    faults: {},
  },
  lock: 'held',
  data: 'refused',
  facts: ['rejected'],
  scene: { question: text('What would save the wasted work?', '怎样才能少做无用功？') },
  variants: [
    {
      id: 'b',
      title: text('With a lock in front of it', '前面加一把锁'),
      short: text('A lock in front', '前面加一把锁'),
      text: text(
        'The same storage, and a lock on one Redis node. Hardly any work is wasted now: a client that waits for the lock has not started working. Each client takes longer, and the storage-side check rejects nothing, but it is still what makes the result right.',
        '同样的存储，外加一个 Redis 节点上的锁。现在几乎没有白做的工作：等锁的客户端还没动手。每个客户端花的时间更长，存储端的检查一次也没有拒绝，但结果正确靠的仍然是它。',
      ),
      patch: {
        lock: {
          id: 'single-node',
          settings: { ttl: 2500, nodeTimeout: 300, tries: 30, retryDelay: 260, retryJitter: 120 },
        },
        settings: { duration: 9000, patience: 4000 },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired'), 'One of the three gets the lock.', '三个客户端中的一个拿到了锁。'),
        beat(
          once('wrote', 'storage'),
          'What it read is still current when it writes.',
          '它写的时候，读到的版本仍是当前版本：接受。',
        ),
        beat(once('acquired', undefined, 2), 'Only then does the next begin to read.', '然后下一个才开始读。'),
        beat(
          once('wrote', 'storage', 9),
          'Nine rounds, nine writes: no write was rejected.',
          '九轮，九次写入，没有一次被拒绝。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('Neither lock nor check', '既没有锁，也没有检查'),
      short: text('No lock, no check', '没有锁，也不检查'),
      text: text(
        'The same three clients and a storage that accepts every write, such as a file or an email server. Nothing protects it now, and most updates overwrite one another. According to one of the articles, antirez says that distributed locks are for exactly this: updates without transactions, where nothing else can control the resource.',
        '还是三个客户端，存储来者不拒，就像一个普通文件。没有什么保护它，更新互相覆盖。有一篇文章这样转述 antirez：分布式锁一般用于没有其他方式控制共享资源、又没有事务的更新，说的就是这种情形。',
      ),
      patch: { storage: { id: 'no-check' } },
      lock: 'held',
      data: 'lost',
      facts: ['lost-update'],
      beats: [
        beat(once('read', 'storage', 3), 'All three have read the same value.', '三个客户端都读到同一个值。'),
        beat(once('wrote', 'storage'), 'The first writes.', '第一个写入。'),
        beat(
          overwrite('client2', 'client1'),
          'The second client overwrites the first one’s write: an update is lost.',
          '第二个客户端覆盖了第一个的写入：丢了一次更新。',
        ),
      ],
    },
    {
      id: 'cfix',
      fix: true,
      title: text('A lock, and still no check', '有锁，仍没有检查'),
      short: text('A lock, no check', '有锁，不检查'),
      text: text(
        'With a lock in front, each reads what the one before has written, and nothing is lost as long as nobody is late. Here the lock is all there is. It protects what nothing else can protect, but not against a pause that outlasts it.',
        '前面加一把锁，每个客户端都读到前一个写下的值；只要谁也不迟到，就什么也不丢。这里全靠锁：没有别的办法时只能用它，但它防不住比有效时间还长的停顿。',
      ),
      patch: {
        lock: {
          id: 'single-node',
          settings: { ttl: 2500, nodeTimeout: 300, tries: 30, retryDelay: 260, retryJitter: 120 },
        },
        storage: { id: 'no-check' },
        settings: { duration: 9000, patience: 4000 },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired'), 'One of the three gets the lock.', '三个客户端中的一个拿到了锁。'),
        beat(
          once('wrote', 'storage'),
          'The holder writes, then releases the lock for the next.',
          '持有者写入，然后释放锁，轮到下一个。',
        ),
        beat(
          once('wrote', 'storage', 9),
          'Nine writes, each based on the one before: nothing is lost.',
          '九次写入，每次都以上一次为依据：什么也没丢。',
        ),
      ],
    },
  ],
};
