/** The DynamoDB Lock Client after a pause: its thread of heartbeats learns that the lock is gone, and the worker not. */
import { defaultSettings, type Patch } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

/** The worker asks isExpired before it writes, and the machine stands still before that question. */
const asksAfterwards: Patch = {
  settings: { check: 'before-write' },
  faults: { pause: { when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 3800 } } },
};

const asksBefore: Patch = { settings: { check: 'before-write' } };

export const story: StoryBody = {
  lead: text(
    'The lock client of DynamoDB has a thread that renews the lock every 3 s. The machine freezes for longer than the lease, and another client takes the lock over. The thread notices it afterwards. It writes a line to its debug log, and nobody tells the worker.',
    'DynamoDB 的锁客户端有一个线程，每 3 秒续一次锁。机器停顿得比租约还长，另一个客户端接管了锁。事后线程发现了，只写一行 debug 日志，谁也不告诉工作线程。',
  ),
  beats: [
    opening(
      'The lease is 10 s. The item in the table has no time in it, only an owner and a version, which each heartbeat replaces.',
      '租约 10 秒。表里的这一项没有时间，只有持有者和版本，每次心跳换一个新版本。',
      text('The lease is 10 s. Each heartbeat gives the item a new version.', '租约 10 秒，每次心跳换一个版本。'),
    ),
    beat(once('acquired', 'client1'), 'Client 1 has the lock, reads and works.', '客户端 1 拿到锁，读取，开始工作。'),
    beat(
      once('extended', 'client1'),
      'A heartbeat after 3 s: the item has a new version.',
      '3 秒后一次心跳：换上了新版本。',
    ),
    beat(
      once('paused', 'client1'),
      'Client 1 is about to write, and its machine freezes: the worker and the heartbeats.',
      '客户端 1 正要写入，机器停住了：工作线程和心跳一起停。',
      text('Client 1 is about to write when its machine freezes.', '客户端 1 正要写入，机器停住了。'),
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2’s own stopwatch has seen one version for 10 s. It rightly takes the lock over.',
      '客户端 2 用自己的秒表看了 10 秒，版本没变。它名正言顺地接管。',
      text('Client 2 has seen one version for 10 s: it takes over.', '客户端 2 看到版本 10 秒没变，接管了锁。'),
    ),
    beat(once('wrote', 'storage'), 'Client 2 has done its work and writes.', '客户端 2 做完工作，写入。'),
    beat(
      once('resumed', 'client1'),
      'Client 1 goes on. Its thread of heartbeats finds the lease over and ends, with a line in the debug log. The worker asks nobody.',
      '客户端 1 继续运行。心跳线程发现租约已过，记一行 debug 日志就结束了。工作线程没有问任何人。',
      text('The heartbeat’s thread finds its lease over, and tells nobody.', '心跳线程发现租约已过，谁也没告诉。'),
    ),
    beat(
      overwrite('client1', 'client2'),
      'The worker writes what it computed from an old value. The write of client 2 is lost.',
      '工作线程按旧值写入，客户端 2 的写入丢失。',
      text('The worker writes. The write of client 2 is lost.', '工作线程写入，客户端 2 的写入丢失。'),
    ),
    beat(
      once('released', 'client1'),
      'Client 1’s release is refused: the item is no longer its own. But that comes after the write.',
      '释放被拒：这一项早已不是它的了。但写入已经完成。',
      text('Client 1’s release is refused, but after the write.', '释放被拒，但已经写完了。'),
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'the documentation of the lock client: the background thread keeps the lock valid, and the worker can call isExpired periodically to make sure that it still has the lock',
    '锁客户端的文档：后台线程让锁一直有效；工作线程可以不时调用 isExpired，确认锁还在手里',
  ),
  modelled: text(
    'The client with the numbers of its README: a lease of 10 s and a heartbeat every 3 s. The waiter reads every second. A SessionMonitor with a callback is not set, as is the default.',
    '客户端用 README 里的数字：租约 10 秒，心跳 3 秒一次。等待者每秒读一次。没有设置带回调的 SessionMonitor，这是默认情形。',
  ),
  notModelled: text(
    'Throttling, and a table in several regions. A SessionMonitor would call the worker back by the same stopwatch: after the pause, perhaps too late.',
    '限流，以及跨区域的表。SessionMonitor 靠同一个秒表回调工作线程：停顿之后才回调，也可能太迟。',
  ),
  scenario: {
    version: 2,
    seed: 97,
    lock: { id: 'dynamodb-lock' },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 3500,
      work: 3900,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      duration: 25_000,
      patience: 20_000,
    },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
        for: 16_000,
      },
    },
  },
  lock: 'overlap',
  data: 'lost',
  facts: ['overlap', 'lost-update'],
  scene: { answers: ['fix', 'b', 'c'] },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('The storage compares versions', '存储比较版本'),
      short: text('A version check', '版本检查'),
      text: text(
        'The client hands out no fencing token: its versions are random and have no order. But the storage can compare the version of its own data, and refuses a write that is based on an old one.',
        '这个客户端不给 fencing token：它的版本是随机的，没有先后。但存储可以比较自己数据的版本，拒绝依据旧版本的写入。',
      ),
      patch: { storage: { id: 'version' } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(once('wrote', 'storage'), 'Client 2 writes.', '客户端 2 写入。'),
        beat(once('resumed', 'client1'), 'Client 1 goes on.', '客户端 1 继续运行。'),
        beat(
          once('rejected', 'storage'),
          'Client 1’s write is based on an old version, and is rejected.',
          '客户端 1 的写入依据旧版本，被拒绝。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('The worker asks isExpired', '工作线程先问 isExpired'),
      short: text('Ask isExpired first', '先问 isExpired'),
      text: text(
        'The worker asks isExpired before it writes, as the documentation advises. It sends no request: the client’s own stopwatch knows that the lease is over. Here the machine froze before the question, and it helps.',
        '按文档的建议，工作线程写之前问一下 isExpired。这不发请求：客户端自己的秒表知道租约已过。这里停顿在发问之前，所以有用。',
      ),
      patch: asksAfterwards,
      lock: 'overlap',
      data: 'lucky',
      facts: ['overlap'],
      beats: [
        beat(once('paused', 'client1'), 'The machine freezes during the work.', '工作中途，机器停住。'),
        beat(once('wrote', 'storage'), 'Client 2 has the lock and writes.', '客户端 2 拿到锁并写入。'),
        beat(once('resumed', 'client1'), 'Client 1 goes on.', '客户端 1 继续运行。'),
        beat(
          once('stopped', 'client1'),
          'isExpired says yes. The worker writes nothing.',
          'isExpired 回答：过期了。工作线程没有写入。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('The machine freezes after the question', '问完之后才停顿'),
      short: text('Asked, then stopped', '问过再停顿'),
      text: text(
        'The worker asks, and the answer is true. Then the machine freezes, before the write leaves it. The gap between the question and the write is small, and a pause fits into it.',
        '工作线程问了，回答也是对的。随后机器停住，写入还没有发出。发问和写入之间的空隙很小，但容得下一次停顿。',
      ),
      patch: asksBefore,
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(
          once('paused', 'client1'),
          'isExpired has said no, and the machine freezes.',
          'isExpired 刚回答没有过期，机器就停住了。',
        ),
        beat(once('wrote', 'storage'), 'Client 2 has the lock and writes.', '客户端 2 拿到锁并写入。'),
        beat(
          overwrite('client1', 'client2'),
          'Client 1 writes after an answer that is 16 s old.',
          '客户端 1 写入，凭的是 16 秒前的回答。',
        ),
      ],
    },
    {
      id: 'cfix',
      fix: true,
      title: text('The storage compares versions', '存储比较版本'),
      short: text('Asked, versions checked', '问过，查版本'),
      text: text(
        'The storage looks at its own data in the very step that writes it. There is no gap.',
        '存储在写入的那一步里看自己的数据，没有空隙。',
      ),
      patch: { ...asksBefore, storage: { id: 'version' } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(once('wrote', 'storage'), 'Client 2 writes.', '客户端 2 写入。'),
        beat(once('resumed', 'client1'), 'Client 1 goes on.', '客户端 1 继续运行。'),
        beat(
          once('rejected', 'storage'),
          'Client 1’s write is based on an old version, and is rejected.',
          '客户端 1 的写入依据旧版本，被拒绝。',
        ),
      ],
    },
  ],
};
