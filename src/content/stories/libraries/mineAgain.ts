/** An extension that takes a free key: after a pause it revives a lock that another client has had meanwhile. */
import { redlockNet } from '../../../core/locks/redlock/libraries/redlockNet';
import { choiceOfProfile } from '../../../core/model/scenario/profile';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'Client 1 pauses until its lock has expired. Client 2 locks, writes and releases. Then client 1’s timer extends, finds the keys free, and takes them: its lock counts as acquired again, as if nobody had been there.',
    '客户端 1 停顿到锁已过期。客户端 2 加锁、写入、释放。随后客户端 1 的定时器来续期，发现键空着，就占了下来：它的锁又算“已获得”，仿佛没人来过。',
  ),
  beats: [
    opening(
      'RedLock.net extends on a timer, every half expiry. Where its script finds no key it sets it again, so a node that forgot the key gets it back. Client 1 checks the status of its lock before it writes.',
      'RedLock.net 每过半个 TTL 由定时器续期。它的脚本发现键不在就重新设上，好让失忆的节点补回来。客户端 1 写之前会看一眼锁的状态。',
      text(
        'RedLock.net extends on a timer, and sets missing keys again.',
        'RedLock.net 由定时器续期，键不在就重新设上。',
      ),
    ),
    beat(
      once('paused', 'client1'),
      'Client 1 has read the value, and pauses before it works.',
      '客户端 1 读了值，还没开始干活就停顿了。',
    ),
    beat(once('entryGone', 'nodeA'), 'Client 1’s keys expire.', '客户端 1 的键过期了。'),
    beat(once('acquired', 'client2'), 'Client 2 gets the lock, as it should.', '客户端 2 名正言顺地拿到了锁。'),
    beat(once('wrote', 'storage'), 'Client 2 writes its change and releases.', '客户端 2 写入修改，然后释放。'),
    beat(
      once('resumed', 'client1'),
      'Client 1 wakes up. Its timer is due and extends, no matter how much time has passed.',
      '客户端 1 醒来。到点的定时器不管过了多久，照样续期。',
      text(
        'Client 1 wakes up. Its timer extends without checking the time.',
        '客户端 1 醒来，定时器不看时间，照样续期。',
      ),
    ),
    beat(
      once('extended', 'client1'),
      'The keys are free, because client 2 has released them. Every node sets them for client 1, and the status is “acquired”.',
      '客户端 2 已归还，键都空着。每个节点都为客户端 1 设上了键，状态是“已获得”。',
      text(
        'The keys are free: they are set for client 1, status “acquired”.',
        '键都空着，于是又为客户端 1 设上，状态是“已获得”。',
      ),
    ),
    beat(
      overwrite('client1', 'client2'),
      'The status says that everything is fine, and client 1 writes what it computed from the old value. Client 2’s change is gone.',
      '状态说一切正常，客户端 1 就把按旧值算出的结果写了进去。客户端 2 的修改没了。',
      text(
        'Client 1 writes what it computed before: client 2’s change is gone.',
        '客户端 1 写下按旧值算的结果：客户端 2 的修改没了。',
      ),
    ),
  ],
  sources: ['beyond'],
  modelled: text(
    'RedLock.net 2.3.2: asks all nodes and waits for all, extends every half expiry until the lock is disposed, with a script that sets a missing key. So its status may go from “acquired” to “conflicted” and back; issue #48, open since 2018, is about this. The same happens with the extension of redlock-rb, unless extend_only_if_locked is set (#36), with aioredlock, with redsync’s option WithSetNXOnExtend, and with ContinueLock of redlock-cpp.',
    'RedLock.net 2.3.2：请求所有节点并等齐应答，每过半个 TTL 续一次直到锁被释放，脚本会补设缺失的键。于是状态可能从“已获得”变成“冲突”，又变回来；2018 年提出、至今未结的 #48 号问题说的就是它。redlock-rb 的续期（除非设了 extend_only_if_locked，见 #36）、aioredlock、redsync 的 WithSetNXOnExtend 选项、redlock-cpp 的 ContinueLock 也会如此。',
  ),
  notModelled: text(
    'The reason for such a script, which is a good one: a node that restarted empty gets its key back (“Should an extension refill a forgetful node?”). The library’s own retrying until a wait time is over.',
    '这种脚本的用意，而且是好意：空着重启的节点能补回键（见“续期时，要不要补上失忆的节点？”）。这个库自带的、等到限时为止的反复尝试也没有。',
  ),
  scenario: {
    version: 2,
    seed: 55,
    lock: choiceOfProfile(redlockNet, { ttl: 2000 }),
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 250,
      work: 700,
      whenLost: 'at-next-look',
      latency: { min: 5, p50: 10, p99: 25, max: 35 },
      duration: 7000,
    },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
        for: 4000,
      },
    },
  },
  lock: 'overlap',
  data: 'lost',
  facts: ['lost-update', 'overlap'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Extend only what is there', '只续还在的键'),
      short: text('Extend only existing keys', '只续还在的键'),
      text: text(
        'The script extends only a key that still has the client’s value, and the first no is final. Two clients held the lock, and client 1 learns in time that it is no longer one of them.',
        '脚本只给仍是自己那个值的键续期，一次被拒就到此为止。曾有两个客户端同时持锁，但客户端 1 及时得知锁已不是自己的。',
      ),
      patch: { lock: { settings: { extendsWhat: 'mine', whenExtensionFails: 'ends' } } },
      lock: 'overlap',
      data: 'lucky',
      facts: ['overlap'],
      beats: [
        beat(once('paused', 'client1'), 'The same pause.', '同样的停顿。'),
        beat(once('acquired', 'client2'), 'Client 2 gets the lock.', '客户端 2 拿到了锁。'),
        beat(
          once('lockLost', 'client1'),
          'Client 1 wakes up and extends: no node has its value. The status changes.',
          '客户端 1 醒来续期：没有一个节点上还是它的值，状态变了。',
        ),
        beat(
          once('stopped', 'client1'),
          'Client 1 checks the status before it writes, and stops. A pause after that would go unnoticed: nothing at the storage guards against it.',
          '客户端 1 写之前看了状态，停了下来。要是停顿发生在这之后就发现不了了：存储那里没有任何防备。',
          text('Client 1 checks the status before it writes, and stops.', '客户端 1 写之前看了状态，停了下来。'),
        ),
      ],
    },
  ],
};
