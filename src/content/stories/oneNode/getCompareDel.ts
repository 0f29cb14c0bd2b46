/** The release in three steps, with a pause between the comparison and the DEL. The right value no longer helps. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'Client 1 reads the key, sees that it is its own, and wants to delete it. Between the check and the DEL it is stopped, and the lock changes hands.',
    '客户端 1 读出键，确认是自己的，正要删除。就在“看”与“删”之间它停顿了，而锁已经易手。',
  ),
  beats: [
    opening(
      'The values are random, so everybody can tell whose key it is. But the release is three steps in the client: GET, compare, DEL.',
      '值是随机的，谁的键一看便知。但释放由客户端分三步完成：GET、比较、DEL。',
      text(
        'The values are random, but the release is three steps: GET, compare, DEL.',
        '值是随机的，但释放分三步：GET、比较、DEL。',
      ),
    ),
    beat(
      once('releasing', 'client1'),
      'Client 1 has written and is done. It begins to release the lock, and no longer counts as its holder. First it asks for the value.',
      '客户端 1 已写完，开始释放锁，从此它不算持有者。它先去取键的值。',
      text(
        'Client 1 is done, and begins its release: it asks for the value.',
        '客户端 1 做完了，开始释放：先取键的值。',
      ),
    ),
    beat(
      once('paused', 'client1'),
      'The value is its own. Right then the process is stopped; the DEL is not yet sent.',
      '值是自己的。偏偏这时进程停顿了，DEL 还没发出。',
      text(
        'The value is its own. Right then client 1 is stopped, before DEL.',
        '值是自己的。偏偏这时它停顿了，DEL 还没发。',
      ),
    ),
    beat(once('entryGone', 'nodeA'), 'The TTL runs out, and the node frees the lock.', 'TTL 到了，节点释放了锁。'),
    beat(
      once('acquired', 'client2'),
      'Client 2 gets it, as its only holder: client 1 finished long ago.',
      '客户端 2 拿到锁。只有它持锁：客户端 1 的工作早已完成。',
    ),
    beat(
      once('entryGone', 'nodeA', 2),
      'Client 1 wakes up and does what it had decided: DEL. It deletes the key of client 2.',
      '客户端 1 醒来，照先前的决定执行 DEL。删掉的却是客户端 2 的键。',
      text(
        'Client 1 wakes up and sends DEL. It deletes the key of client 2.',
        '客户端 1 醒来发出 DEL，删掉了客户端 2 的键。',
      ),
    ),
    beat(
      once('acquired', 'client3'),
      'Client 3 gets the lock while client 2 is still at work.',
      '客户端 3 拿到了锁，而客户端 2 还在工作。',
    ),
    beat(
      once('rejected', 'storage'),
      'Only the storage saves the day here: it compares versions and rejects client 3’s write.',
      '这里全靠存储兜底：它比较版本，拒绝了客户端 3 的写入。',
      text('The storage compares versions, and rejects client 3’s write.', '存储比较版本，拒绝了客户端 3 的写入。'),
    ),
  ],
  sources: ['debate'],
  modelled: text(
    'GET and DEL as two requests, and a pause that falls exactly between them. The storage checks versions, so that the run shows the lock alone.',
    'GET 和 DEL 是两个请求，停顿恰好落在两者之间。存储会检查版本，好让这次运行只显出锁的问题。',
  ),
  notModelled: text(
    'How rare it is. The gap between the two requests is a few milliseconds wide; but many clients, over a long time, will hit it.',
    '它有多罕见。两个请求之间的空隙只有几毫秒；但客户端多了、时间长了，总会碰上。',
  ),
  scenario: {
    version: 2,
    seed: 5,
    lock: {
      id: 'single-node',
      settings: { ttl: 2200, release: 'get-del', tries: 30, retryDelay: 250, retryJitter: 50, nodeTimeout: 300 },
    },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      clients: 3,
      work: 1200,
      latency: { min: 20, p50: 40, p99: 80, max: 100 },
      own: { client2: { start: 1300 }, client3: { start: 2750 } },
      duration: 5500,
      patience: 5000,
    },
    faults: {
      block: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'delete', nth: 1 },
        for: 1400,
      },
    },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'deleted-another', 'rejected', 'rightful-rejected'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Compare and delete in a script', '用 Lua 脚本比较并删除'),
      short: text('Compare and DEL in one', '比较与删除合为一步'),
      text: text(
        'Redis runs a script without interruption: comparison and DEL are one step at the node. However long client 1 is stopped before it, the script finds another value and leaves it alone. Whether the script is sent each time (EVAL), or loaded once and called by its hash (SCRIPT LOAD, EVALSHA), makes no difference. Since Redis 8.4 a command does the same: DELEX with IFEQ.',
        'Redis 执行脚本时不会插入别的命令：比较和 DEL 在节点上是一步。不论客户端 1 在此之前停多久，脚本发现值已不同，就不会去动它。脚本每次发送（EVAL），还是先导入、再按哈希值调用（SCRIPT LOAD、EVALSHA），都是一样。Redis 8.4 起，一条带 IFEQ 的 DELEX 命令也能做到。',
      ),
      patch: { lock: { settings: { release: 'script' } }, settings: { duration: 6000 } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('paused', 'client1'),
          'The same pause at the same place: before the deletion is sent.',
          '客户端 1 停在同样的地方：脚本还没发出。',
        ),
        beat(
          once('acquired', 'client2'),
          'The key has expired, and client 2 has the lock.',
          '键已过期，客户端 2 拿到了锁。',
        ),
        beat(
          once('released', 'client1'),
          'Client 1 wakes up and sends its script. The value is that of client 2: nothing is deleted.',
          '客户端 1 醒来，发出脚本。值是客户端 2 的：什么也不删。',
          text(
            'Client 1 wakes up. Its script finds client 2’s value, and deletes nothing.',
            '客户端 1 醒来，脚本见值是客户端 2 的，什么也不删。',
          ),
        ),
        beat(
          once('acquired', 'client3'),
          'Client 3 has to wait until client 2 is done.',
          '客户端 3 得等客户端 2 做完才能拿到锁。',
        ),
      ],
    },
  ],
};
