/**
 * What a node's log on disk is worth to the lock. The setting, the kind of crash, and the honesty of the disk decide.
 */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

/** Shortly after client 1 has begun to work. */
const when = { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 100 } as const;

export const story: StoryBody = {
  lead: text(
    'The nodes write a log and flush it to disk every second. Then C loses power: whatever was not yet on disk is gone, client 1’s lock included.',
    '节点把日志写进 AOF，每秒刷一次盘。然后 C 断电：还没落盘的都没了，客户端 1 的锁也在其中。',
  ),
  beats: [
    opening(
      'The nodes keep an append-only file. With “everysec” they flush it about once a second, and the flush itself may take as long again.',
      '节点开启了 AOF。everysec 大约每秒刷一次盘，而刷盘本身也可能再花上这么久。',
      text('With “everysec”, a node flushes its log about once a second.', 'everysec：节点大约每秒刷一次盘。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has A, B and C. Its requests to D and E were lost.',
      '客户端 1 拿到 A、B、C。发给 D 和 E 的请求丢了。',
      text('Client 1 has A, B and C. D and E were not reached.', '客户端 1 拿到 A、B、C，发给 D、E 的丢了。'),
    ),
    beat(
      once('crashed', 'nodeC'),
      'C loses power. Client 1’s key was in its memory and in the machine’s cache, but not yet on disk.',
      'C 断电。客户端 1 的键在它的内存里，也在操作系统的缓存里，却还没落到磁盘上。',
      text('C loses power before the key is on its disk.', 'C 断电时，键还没落到磁盘上。'),
    ),
    beat(
      once('started', 'nodeC'),
      'C comes back and reads its file. The lock is not in it.',
      'C 恢复后读取 AOF 文件，里面没有这把锁。',
    ),
    beat(
      once('acquired', 'client2'),
      'C, D and E agree: client 2 has a majority while client 1 is at work.',
      'C、D、E 同意：客户端 1 还在工作，客户端 2 已拿到多数。',
      text(
        'C, D and E agree: client 2 gets the lock while client 1 works.',
        'C、D、E 同意：客户端 1 还在工作，客户端 2 拿到锁。',
      ),
    ),
    beat(
      once('rejected', 'storage'),
      'Only the storage’s version check saves client 1’s update.',
      '全靠存储端的版本检查，客户端 1 的更新才没有丢。',
    ),
  ],
  sources: ['debate'],
  modelled: text(
    'For each node: what it has applied, what it has written to its file, and what is on disk. A killed process loses only the first; a power loss takes the second as well. A disk that lies keeps what it acknowledged in a cache for seconds.',
    '每个节点都区分三种数据：只执行过的、已写入文件的、已落盘的。进程被杀，只丢第一种；断电，前两种都丢。说谎的磁盘声称数据已写好，其实还在缓存里放了几秒。',
  ),
  notModelled: text(
    'Snapshots (RDB), and what “always” costs: each write waits for the disk, which takes far longer than the command.',
    '快照（RDB），以及 always 的代价：每次写入都要等磁盘，比命令本身慢得多。',
  ),
  scenario: {
    version: 2,
    seed: 13,
    lock: {
      id: 'redlock',
      settings: { ttl: 2500, nodeTimeout: 250, tries: 5, retryDelay: 400, retryJitter: 100 },
    },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      stagger: 700,
      work: 1200,
      nodes: { ...defaultSettings.nodes, persistence: 'everysec' },
      latency: { min: 15, p50: 32, p99: 80, max: 100 },
      duration: 2600,
      patience: 3300,
    },
    faults: {
      loseD: { kind: 'lose', message: { from: 'client1', to: 'nodeD', leg: 'request', nth: 1 } },
      loseE: { kind: 'lose', message: { from: 'client1', to: 'nodeE', leg: 'request', nth: 1 } },
      dark: { kind: 'power-loss', process: 'nodeC', when, restartAfter: 200 },
    },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected', 'rightful-rejected'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Flush at every write (always)', '每次写都刷盘（always）'),
      short: text('Flush at every write', '每次写都刷盘'),
      text: text(
        'With “always”, the node answers only when the write is on disk. C comes back with the key and refuses client 2. The price is a flush for every lock.',
        '用 always 时，写入落盘之后节点才应答。C 恢复时键还在，于是拒绝客户端 2。代价是每次加锁都要刷一次盘。',
      ),
      patch: { settings: { nodes: { persistence: 'always' }, duration: 3900 } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('synced', 'nodeC'), 'C has the key on disk before it answers.', 'C 先把键写到磁盘上，才作应答。'),
        beat(once('crashed', 'nodeC'), 'C loses power.', 'C 断电了。'),
        beat(
          once('started', 'nodeC'),
          'C comes back, and client 1’s key is there, with the rest of its TTL.',
          'C 恢复后，客户端 1 的键还在，TTL 接着走。',
          text('C comes back with the key, and with the rest of its TTL.', 'C 恢复后键还在，TTL 接着走。'),
        ),
        beat(
          once('step', 'client2', 5),
          'Client 2 gets only D and E. It gives them back and waits.',
          '客户端 2 只拿到 D 和 E。它还回去，继续等。',
        ),
        beat(
          once('acquired', 'client2'),
          'C still had the key, so client 2 gets the lock after client 1.',
          'C 上的键还在，客户端 1 释放之后，客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('Only the process is killed', '只是进程被杀'),
      text: text(
        '“everysec” again, but the machine keeps running. What the process had handed to the operating system still reaches the disk, and the node comes back with the key. Without a file, even a killed process would forget the key.',
        '同样是 everysec，但机器还活着。进程已经交给操作系统的数据照样会落盘，节点恢复时键还在。若没有 AOF，单是进程被杀就足以失忆。',
      ),
      patch: {
        settings: { duration: 3900 },
        faults: { dark: null, killed: { kind: 'crash', process: 'nodeC', when, restartAfter: 200 } },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'nodeC'), 'The process of C is killed; its machine is not.', 'C 的进程被杀，机器没事。'),
        beat(
          once('started', 'nodeC'),
          'C starts again, reads its file, and has client 1’s key.',
          'C 重新启动，读取文件，客户端 1 的键还在。',
        ),
        beat(
          once('acquired', 'client2'),
          'C still had the key, so client 2 had to wait.',
          'C 上的键还在，客户端 2 只能等客户端 1 释放。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('A disk that lies', '说谎的磁盘'),
      short: text('Its disk lies', '磁盘说了谎'),
      text: text(
        'The setting is “always”, and Redis does all that it can. But the disk claims to have written what is still in its cache, and the power loss wipes the cache. Even after fsync, data may be lost: that depends on the system, and Redis cannot know.',
        '设置了 always，Redis 做了它能做的一切。可磁盘把还在缓存里的数据说成已写好，断电时缓存也没了。即使执行了 fsync 仍可能丢数据：这取决于系统，Redis 无从知晓。',
      ),
      patch: { settings: { nodes: { persistence: 'always', disk: 'lies' } } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(
          once('synced', 'nodeC'),
          'C’s disk says that the key is written. It is still in the disk’s cache.',
          'C 的磁盘说键已写好。其实还在磁盘的缓存里。',
          text(
            'C’s disk says “written”, but the key is only in its cache.',
            'C 的磁盘说已写好，键其实还在它的缓存里。',
          ),
        ),
        beat(once('crashed', 'nodeC'), 'The power goes, and the cache with it.', '断电，缓存也没了。'),
        beat(
          once('started', 'nodeC'),
          'C comes back without the key, and with a clear conscience.',
          'C 恢复，键没有了，它自己却毫不知情。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 has C, D and E: two holders at once.',
          '客户端 2 拿到 C、D、E：两个客户端同时持锁。',
        ),
      ],
    },
  ],
};
