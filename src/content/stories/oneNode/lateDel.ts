/** Nobody pauses. A DEL is under way for longer than the lock lives, and deletes the next holder's key. */
import type { Fault } from '../../../core/model/scenario/fault';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

/** The nth request of client 1 is under way for longer than the TTL. */
const late = (nth: number): Fault => ({
  kind: 'delay',
  message: { from: 'client1', to: 'nodeA', leg: 'request', nth },
  by: 2100,
});

export const story: StoryBody = {
  lead: text(
    'Client 1 does everything right and in time. Its DEL is held up in a slow network for longer than the TTL, and when it arrives, the key is client 2’s.',
    '客户端 1 每一步都做对了，也都及时。可它的 DEL 在缓慢的网络里走得比 TTL 还久，等它到达时，键已经是客户端 2 的了。',
  ),
  beats: [
    opening(
      'As in the story of the pause between check and DEL, the release is GET, compare, DEL. But here no process ever stops.',
      '和“看与删之间的停顿”一样，释放分为 GET、比较、DEL。但这里没有任何进程停顿过。',
      text(
        'The release is GET, compare, DEL again. But no process ever stops here.',
        '释放仍是 GET、比较、DEL，但没有进程停顿。',
      ),
    ),
    beat(
      once('releasing', 'client1'),
      'Client 1 is done well within its TTL. It asks for the value, finds its own, and sends DEL.',
      '客户端 1 在 TTL 之内做完了。它取出键的值，确认是自己的，发出 DEL。',
      text(
        'Client 1 is done in time. It finds its own value, and sends DEL.',
        '客户端 1 及时做完，看到是自己的值，发出 DEL。',
      ),
    ),
    beat(
      once('entryGone', 'nodeA'),
      'The DEL is still on its way when the key expires by itself.',
      'DEL 还在路上，键已经自己过期了。',
    ),
    beat(once('acquired', 'client2'), 'Client 2 gets the lock, as its only holder.', '客户端 2 拿到锁，只有它持锁。'),
    beat(
      once('entryGone', 'nodeA', 2),
      'Now the DEL arrives. The node does not know how old it is, and deletes the key of client 2.',
      '这时 DEL 到了。节点不知道它有多旧，删掉了客户端 2 的键。',
      text('The DEL arrives late, and deletes the key of client 2.', 'DEL 迟迟才到，删掉了客户端 2 的键。'),
    ),
    beat(
      once('acquired', 'client3'),
      'Client 3 gets the lock while client 2 works: two holders at once.',
      '客户端 2 还在工作，客户端 3 也拿到锁：两个同时持锁。',
    ),
  ],
  sources: ['debate'],
  modelled: text(
    'One request that takes longer than the TTL; all others are quick. The storage compares versions, so that the run shows the lock alone.',
    '有一个请求在路上的时间超过 TTL，其余都很快。存储会比较版本，好让这次运行只显出锁的问题。',
  ),
  notModelled: text(
    'TCP, which would retransmit the DEL until it arrives: that is one way in which a request can be so late.',
    'TCP 会一再重传 DEL 直到送达：请求之所以会迟到这么久，这是原因之一。',
  ),
  scenario: {
    version: 2,
    seed: 6,
    lock: {
      id: 'single-node',
      settings: { ttl: 2000, release: 'get-del', nodeTimeout: 400, tries: 30, retryDelay: 200, retryJitter: 30 },
    },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      clients: 3,
      work: 1450,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      own: { client2: { start: 2750 }, client3: { start: 3300 } },
      duration: 6500,
      patience: 5000,
    },
    faults: { late: late(3) },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'deleted-another', 'rejected', 'rightful-rejected', 'entry-left'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Compare where you delete', '在节点上比较并删除'),
      text: text(
        'The script compares and deletes in one step, on the node. However late it arrives, it finds a value that is not its own, and leaves it alone.',
        '脚本在节点上一步完成比较和删除。无论到得多晚，它看到的值不是自己的，就不会去动。',
      ),
      patch: { lock: { settings: { release: 'script' } }, faults: { late: late(2) } },
      lock: 'held',
      data: 'safe',
      facts: ['entry-left'],
      beats: [
        beat(
          once('releasing', 'client1'),
          'The script is sent, and is as late as the DEL was.',
          '客户端 1 发出脚本，脚本在路上同样会耽搁。',
        ),
        beat(
          once('acquired', 'client2'),
          'The key has expired, and client 2 has the lock.',
          '键已过期，客户端 2 拿到锁。',
        ),
        beat(
          once('received', 'nodeA', 3),
          'The script arrives, compares, and deletes nothing.',
          '脚本到达，一比较，什么也不删。',
        ),
        beat(
          once('acquired', 'client3'),
          'Client 3 gets the lock after client 2, not at the same time.',
          '客户端 2 做完之后，客户端 3 才拿到锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('The same value for everybody', '人人都用同一个值'),
      text: text(
        'With a fixed value the script is no help: it compares 1 with 1. A slow network does here what the pause did in the story of the fixed value.',
        '所有客户端都用同一个值 1，由脚本先比较再删除。和“锁的值为什么要各不相同？”的故事一样，只是停顿换成了缓慢的网络。',
      ),
      patch: { lock: { settings: { release: 'script', value: 'fixed' } }, faults: { late: late(2) } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'deleted-another', 'rejected', 'rightful-rejected', 'entry-left'],
      beats: [
        beat(
          once('acquired', 'client2'),
          'Client 1 is long done, but its release is still on its way.',
          '客户端 1 早已做完，它的释放还在路上。',
        ),
        beat(
          once('entryGone', 'nodeA', 2),
          'The release arrives, compares 1 with 1, and deletes the key of client 2.',
          '释放请求到了，1 等于 1，于是删掉了客户端 2 的键。',
        ),
        beat(
          once('acquired', 'client3'),
          'Client 3 gets the lock while client 2 works: two holders at once.',
          '客户端 2 还在工作，客户端 3 也拿到锁：两个同时持锁。',
        ),
      ],
    },
  ],
};
