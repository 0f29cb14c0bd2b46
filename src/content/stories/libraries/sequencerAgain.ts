/** Consul deletes the key with its session, and the LockIndex begins at 1 again: a fencing token that repeats itself. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'Consul’s LockIndex grows each time a key is acquired, so it can serve as a fencing token. But it is stored in the key. If sessions have the behavior “delete”, the key goes with the session, and the next key counts from 1 again. The old holder’s 1 is as good as the new holder’s.',
    'Consul 的 LockIndex 随键的每次获取而增大，可作 fencing token。但它记在键里。会话行为设为 delete 时，键随会话一起删掉，下一个键又从 1 数起。旧持有者的 1 和新持有者的 1 一样管用。',
  ),
  beats: [
    opening(
      'The storage rejects a write whose token is smaller than the greatest it has seen.',
      '写请求的 token 若比存储见过的最大值小，就被拒绝。',
      text('The storage rejects tokens smaller than the greatest it has seen.', '存储拒绝比见过的最大值小的 token。'),
    ),
    beat(
      once('paused', 'client1'),
      'Client 1 has LockIndex 1. About to write, it pauses.',
      '客户端 1 的 LockIndex 是 1。正要写，停顿了。',
    ),
    beat(
      once('entrySet', 'service', 2),
      'Client 1’s session ends. The key is deleted, and the LockIndex with it; the name stays closed for the lock-delay.',
      '会话结束，键被删除，LockIndex 也跟着没了；这个名字在 lock-delay 内仍关着。',
      text('The session ends: the key is deleted, and its LockIndex too.', '会话结束，键被删除，LockIndex 也没了。'),
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2 gets a new key, with LockIndex 1 again.',
      '客户端 2 得到一个新的键，LockIndex 又是 1。',
    ),
    beat(once('wrote', 'storage'), 'Client 2 writes with token 1.', '客户端 2 带着 token 1 写入。'),
    beat(
      overwrite('client1', 'client2'),
      'Client 1 goes on, and writes with token 1, which is not smaller than 1: accepted. Client 2’s write is gone.',
      '客户端 1 继续，带着 token 1 来写。1 不小于 1：接受。客户端 2 的写入没了。',
      text(
        'Client 1 writes, also with token 1: client 2’s write is gone.',
        '客户端 1 也带着 token 1 来写，覆盖了客户端 2 的写入。',
      ),
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'Consul’s documentation of sessions: key, LockIndex and session together are the sequencer. An old holder’s session is a different one, so the whole sequencer would be enough; the number alone is not',
    'Consul 的会话文档：键、LockIndex 和会话三者合起来才是 sequencer。旧持有者的会话不同，三者齐全就够用；只拿其中的数则不够',
  ),
  modelled: text(
    'Sessions with the behavior “delete”, which Consul offers besides its default “release”, and a storage that compares only the LockIndex.',
    '行为为 delete 的会话（Consul 的默认是 release），以及只比较 LockIndex 的存储。',
  ),
  notModelled: text(
    'A storage that asks Consul whether the sequencer is still valid, as the documentation suggests.',
    '存储去问 Consul 这个 sequencer 是否仍有效，文档建议这样做。',
  ),
  scenario: {
    version: 2,
    seed: 67,
    lock: { id: 'consul', settings: { behavior: 'delete' } },
    storage: { id: 'fencing' },
    settings: {
      ...defaultSettings,
      stagger: 1000,
      think: 500,
      work: 2000,
      latency: { min: 15, p50: 28, p99: 60, max: 75 },
      duration: 80_000,
      patience: 70_000,
    },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
        for: 60_000,
      },
    },
  },
  lock: 'overlap',
  data: 'lost',
  facts: ['lost-update', 'token-repeated', 'overlap'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('The ModifyIndex at acquire', '用获取时的 ModifyIndex'),
      short: text('Use the ModifyIndex', '用 ModifyIndex'),
      text: text(
        'The key’s ModifyIndex counts every change in the cluster and never starts over. There are two holders at once as before, but the old write is rejected.',
        '键的 ModifyIndex 数的是整个集群的变更，从不重来。照样有两个同时持锁，但旧的写入被拒绝。',
      ),
      patch: { lock: { settings: { token: 'modify-index' } } },
      lock: 'overlap',
      data: 'refused',
      facts: ['rejected', 'overlap'],
      beats: [
        beat(
          once('acquired', 'client2'),
          'Client 2 gets a new key and a greater ModifyIndex.',
          '客户端 2 得到一个新的键，ModifyIndex 更大。',
        ),
        beat(once('wrote', 'storage'), 'Client 2 writes with it.', '客户端 2 带着它写入。'),
        beat(
          once('rejected', 'storage'),
          'Client 1’s write has the smaller ModifyIndex: rejected.',
          '客户端 1 带着更小的 ModifyIndex 来写：被拒绝。',
        ),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('The behavior “release”', '行为设为 release'),
      short: text('Behavior “release”', '行为设为 release'),
      text: text(
        'Consul’s default takes the session out of the key and keeps the key. Client 2 gets LockIndex 2.',
        '会话结束时，Consul 默认只去掉键上的会话，键还在。客户端 2 得到 LockIndex 2。',
      ),
      patch: { lock: { settings: { behavior: 'release' } } },
      lock: 'overlap',
      data: 'refused',
      facts: ['rejected', 'overlap'],
      beats: [
        beat(once('acquired', 'client2'), 'Client 2 has LockIndex 2.', '客户端 2 的 LockIndex 是 2。'),
        beat(once('wrote', 'storage'), 'Client 2 writes.', '客户端 2 写入。'),
        beat(
          once('rejected', 'storage'),
          'Client 1 writes with LockIndex 1: rejected.',
          '客户端 1 带着 LockIndex 1 来写：被拒绝。',
        ),
      ],
    },
  ],
};
