/** Two crashes break Redlock: a client that dies while it asks leaves two keys, and a node forgets the third vote. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  next: 'delayed-restart',
  lead: text(
    'Client 1 dies when it has two of five nodes. Client 2 gets the other three: a majority with none to spare. Then the dead client’s two keys expire, one node forgets, and three votes are free.',
    '客户端 1 拿到五个节点中的两个就死了。客户端 2 拿到另外三个，刚好是多数，一个不多。等死者的两个键过期，又有一个节点失忆，就空出了三票。',
  ),
  beats: [
    opening(
      'Five nodes without persistence, asked one after another, as Redlock was first described.',
      '五个节点，都没有持久化，按 Redlock 最初的描述逐个询问。',
    ),
    beat(
      once('crashed', 'client1'),
      'Client 1 has set its key on A and B, and dies. It never had the lock.',
      '客户端 1 在 A 和 B 上设了键，随即死去。它从未拿到锁。',
      text('Client 1 dies with its key on A and B.', '客户端 1 在 A 和 B 上设了键，随即死去。'),
    ),
    beat(
      once('acquired', 'client2'),
      'A and B refuse client 2. C, D and E are a majority: it rightly has the lock.',
      'A 和 B 拒绝了客户端 2。C、D、E 是多数：它名正言顺地拿到锁。',
      text('Client 2 gets C, D and E: a majority, without A and B.', 'A、B 拒绝，客户端 2 拿到 C、D、E：够多数。'),
    ),
    beat(
      once('entryGone', 'nodeB'),
      'The dead client’s keys on A and B expire sooner than client 2’s: they were set earlier.',
      '死者在 A 和 B 上的键过期，比客户端 2 的早：它们设得更早。',
      text('Client 1’s keys on A and B expire.', '客户端 1 在 A 和 B 上的键过期了。'),
    ),
    beat(
      once('crashed', 'nodeC'),
      'Client 1 has been restarted and asks one node after another. Just when it is C’s turn, C restarts and comes back empty.',
      '客户端 1 重新启动，逐个询问节点。轮到 C 时，C 恰好重启，数据已空。',
      text(
        'Client 1 asks again. When it asks C, C restarts and comes back empty.',
        '客户端 1 重启后再问。轮到 C 时，C 恰好重启，数据已空。',
      ),
    ),
    beat(
      once('acquired', 'client1'),
      'A, B and C are a majority. Client 2 still holds the lock, and its validity is not over.',
      'A、B、C 是多数。客户端 2 仍持有锁，有效时间也没有结束。',
      text('Client 1 gets A, B and C. Client 2 still holds the lock.', '客户端 1 拿到 A、B、C，而客户端 2 仍持有锁。'),
    ),
    beat(
      overwrite('client1', 'client2'),
      'Both clients read 42: client 1 writes 43 over client 2’s 52.',
      '客户端 1 也读到 42，它写下 43，覆盖了客户端 2 的 52。',
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'nobody in these words: a search found it (`npm run -s cli -- explore 89 --faults crash --max 2 --harm overlap`). It put two crashes at every point of this run. Of 60,097 runs, three end with two holders at once; in each of them a client dies with two votes and a node forgets a third. A single crash never does it. The articles describe a node that forgets while two of the holder’s requests are lost, which takes three faults.',
    '没有人这样说过，是搜索找到的（`npm run -s cli -- explore 89 --faults crash --max 2 --harm overlap`）：在这次运行的所有位置放入两次崩溃，60,097 次运行里有三次出现两个客户端同时持锁，每次都是一个客户端带着两票死去，一个节点忘了第三票。只崩溃一次，从未出现。文章讲的是节点失忆，外加持有者的两个请求丢失，那需要三个故障。',
  ),
  modelled: text(
    'Redlock without its own retries, a TTL of 1 s, and a latency of 10 ms everywhere. A supervisor restarts client 1 after 0.9 s, and node C at once.',
    '不自行重试的 Redlock，TTL 为 1 秒，各处延迟都是 10 毫秒。守护程序 0.9 秒后重启客户端 1，而节点 C 立即重启。',
  ),
  notModelled: text(
    'A third client. It would serve in place of client 1, which need not come back. With all nodes asked at once, the same search found no such run among 29,467: then nobody dies between two votes.',
    '第三个客户端：它可以代替客户端 1，后者不必回来。同时询问所有节点时，同样的搜索在 29,467 次运行里没有找到：谁也不会死在两票之间。',
  ),
  scenario: {
    version: 2,
    seed: 0,
    lock: { id: 'redlock', settings: { ask: 'sequence', ttl: 1000, tries: 1 } },
    storage: { id: 'no-check' },
    settings: { ...defaultSettings, work: 800, duration: 3500 },
    faults: {
      client: {
        kind: 'crash',
        process: 'client1',
        when: { kind: 'effect', process: 'client1', nth: 13 },
        restartAfter: 900,
      },
      node: {
        kind: 'crash',
        process: 'nodeC',
        when: { kind: 'request', to: 'nodeC', side: 'before', nth: 2 },
        restartAfter: 1,
      },
    },
  },
  lock: 'overlap',
  data: 'lost',
  facts: ['overlap', 'lost-update'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('The nodes write an AOF', '节点开启 AOF'),
      text: text(
        'Each node writes a change to its AOF before it answers (appendfsync always). C comes back with client 2’s key and refuses. Client 1 has only the votes of A and B, as before it died. The same search found no such run among 60,094.',
        '节点先把每次修改写进 AOF 再应答（appendfsync always）。C 带着客户端 2 的键回来，予以拒绝。客户端 1 只有 A 和 B 两票，和死前一样。同样的搜索，60,094 次运行里没有找到。',
      ),
      patch: { settings: { nodes: { persistence: 'always' } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'nodeC'), 'C is killed.', 'C 被杀掉。'),
        beat(once('started', 'nodeC'), 'C comes back with its key.', 'C 恢复，键还在。'),
        beat(once('refused', 'client1'), 'Two votes are not a majority.', '客户端 1 只有 A 和 B 两票，不是多数。'),
        beat(once('released', 'client2'), 'Client 2 releases its lock.', '客户端 2 归还锁。'),
        beat(
          once('acquired', 'client1'),
          'Client 1 gets the lock only after client 2.',
          '客户端 2 释放之后，客户端 1 才拿到锁。',
        ),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('Back after a TTL', '一个 TTL 之后再回来'),
      text: text(
        'Nothing is written to disk, but C stays away for longer than the TTL, as antirez asks. In that time it votes for nobody.',
        '不写磁盘，但照 antirez 的要求，让 C 停机超过一个 TTL。这段时间它谁也不投。',
      ),
      patch: { faults: { node: { restartAfter: 1100 } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'nodeC'), 'C is killed, and stays away.', 'C 被杀掉，没有马上回来。'),
        beat(once('refused', 'client1'), 'Two votes are not a majority.', '客户端 1 只有 A 和 B 两票，不是多数。'),
        beat(once('released', 'client2'), 'Client 2 releases its lock.', '客户端 2 归还锁。'),
        beat(once('acquired', 'client1'), 'Client 1 gets a majority without C.', '没有 C，客户端 1 也拿到了多数。'),
      ],
    },
  ],
};
