/** Nodes that forget, one after the other: the extension gives no key back to them, until two of three are free. */
import { redsync } from '../../../core/locks/redlock/libraries/redsync';
import type { Fault } from '../../../core/model/scenario/fault';
import type { ProcessId } from '../../../core/model/scenario/processId';
import { choiceOfProfile } from '../../../core/model/scenario/profile';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

const restart = (process: ProcessId, at: number): Fault => ({
  kind: 'crash',
  process,
  when: { kind: 'time', at },
  restartAfter: 150,
});

export const story: StoryBody = {
  lead: text(
    'Three nodes keep nothing on disk, and client 1 extends its lock again and again. Two of them restart, one at a time, and in between a majority grants an extension. But the extension does not put the key back on an empty node, so client 2 finds two free nodes.',
    '三个节点都不落盘，客户端 1 一再续期。其中两个先后重启，中间有一次多数同意的续期。可续期不会给空节点补上键，于是客户端 2 找到了两个空闲的节点。',
  ),
  beats: [
    opening(
      'Client 1 works for a long time and extends again and again. The script sets a new time where the key exists, and does nothing where it does not.',
      '客户端 1 要干很久，一再续期。键还在，脚本就更新它的时间；键不在，就什么也不做。',
      text(
        'An extension renews the key where it exists, and does nothing elsewhere.',
        '续期只更新还在的键，键不在就什么也不做。',
      ),
    ),
    beat(once('acquired', 'client1'), 'Client 1 has the lock on A, B and C.', '客户端 1 在 A、B、C 上都拿到了锁。'),
    beat(
      once('crashed', 'nodeA'),
      'Node A restarts and has forgotten its key. B and C are still a majority.',
      '节点 A 重启，忘了它的键。B 和 C 仍是多数。',
      text('Node A restarts, and has forgotten its key. Two are left.', '节点 A 重启，忘了它的键，还剩两个。'),
    ),
    beat(
      once('extended', 'client1', 2),
      'B and C extend, so the extension is granted. A stays empty.',
      'B 和 C 续上了，续期算成功。A 还是空的。',
    ),
    beat(
      once('crashed', 'nodeB'),
      'Now node B restarts. There was never more than one node down, and client 1 has one key left.',
      '这回是节点 B 重启。任何时候坏的都不超过一个，可客户端 1 只剩一个键了。',
      text('Now node B restarts: client 1 has only one key left.', '节点 B 也重启了：客户端 1 只剩一个键。'),
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2 takes A and B: two holders at once.',
      '客户端 2 拿下 A 和 B：两个客户端同时持锁。',
    ),
    beat(
      once('rejected', 'storage'),
      'The storage checks versions and rejects the second write. Unchecked, it would have overwritten the first.',
      '存储会检查版本，第二次写入被拒绝。若无检查，前一次写入就被覆盖了。',
      text('The storage checks versions and rejects the second write.', '存储检查版本，拒绝了第二次写入。'),
    ),
  ],
  sources: ['beyond'],
  modelled: text(
    'redsync 4.17 on three nodes: it asks all and waits for all, has a time limit only for the acquire, takes 1 % for drift, and extends when the program asks for it, here at half the time. Its option WithSetNXOnExtend (#149) is meant for nodes that restarted.',
    '三个节点上的 redsync 4.17：请求所有节点并等齐答复，只有加锁有时限，漂移扣 1%，程序在时间过半时要求续期。它的选项 WithSetNXOnExtend（#149）就是为重启过的节点准备的。',
  ),
  notModelled: text(
    'Nodes that keep their keys: with an AOF that is always synced, nothing is forgotten. Delaying the restart for a TTL, as the author of Redlock advises, helps as well.',
    '不丢键的节点：AOF 每次都落盘就不会忘。像 Redlock 作者建议的那样推迟一个 TTL 再重启，也管用。',
  ),
  scenario: {
    version: 2,
    seed: 56,
    lock: choiceOfProfile(redsync, { ttl: 3000, nodeTimeout: 150, extensions: 10_000 }),
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      stagger: 4100,
      think: 50,
      work: 5200,
      latency: { min: 5, p50: 10, p99: 25, max: 35 },
      nodes: { ...defaultSettings.nodes, count: 3 },
      duration: 13_000,
      patience: 9000,
    },
    faults: { restartA: restart('nodeA', 2200), restartB: restart('nodeB', 3600) },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected', 'rightful-rejected'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('An extension that sets missing keys', '续期时补上空缺的键'),
      short: text('Refill free keys', '补上空缺的键'),
      text: text(
        'WithSetNXOnExtend: where there is no key, the extension sets it. Node A has its key back before B forgets. For what this costs after a pause, see “An extension may take back a lost lock”.',
        'WithSetNXOnExtend：键不在，续期就设上。B 失忆之前，A 已经补了回来。停顿之后这样做的代价，见“续期，把丢了的锁又抢了回来”。',
      ),
      patch: { lock: { settings: { extendsWhat: 'mine-or-free' } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'nodeA'), 'Node A forgets its key.', '节点 A 忘了它的键。'),
        beat(
          once('extended', 'client1', 2),
          'The extension finds node A free and sets the key there.',
          '续期时发现 A 空着，就把键设了上去。',
        ),
        beat(once('crashed', 'nodeB'), 'Node B forgets. A and C have the key.', '节点 B 失忆。A 和 C 上有键。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 waits until client 1 has done its work.',
          '客户端 2 一直等到客户端 1 干完活。',
        ),
      ],
    },
  ],
};
