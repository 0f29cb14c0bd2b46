/** An extension whose answers came too late. It counts as failed, and the library deletes the keys of a lock in use. */
import { nodeRedlock4 } from '../../../core/locks/redlock/libraries/nodeRedlock4';
import { nodeRedlock5 } from '../../../core/locks/redlock/libraries/nodeRedlock5';
import { redlockRb } from '../../../core/locks/redlock/libraries/redlockRb';
import { redlockUniversal } from '../../../core/locks/redlock/libraries/redlockUniversal';
import type { Fault } from '../../../core/model/scenario/fault';
import { patchBetween } from '../../../core/model/scenario/patch';
import type { ProcessId } from '../../../core/model/scenario/processId';
import { choiceOfProfile, type Profile } from '../../../core/model/scenario/profile';
import { defaultSettings, type Patch } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

/** The second answer of a node: the first is to the SET. */
const late = (node: ProcessId): Fault => ({
  kind: 'delay',
  message: { from: node, to: 'client1', leg: 'reply', nth: 2 },
  by: 250,
});

type Own = Parameters<typeof choiceOfProfile>[1];

const lock = choiceOfProfile(redlockRb, { ttl: 3000, extensions: 1 });
const insteadOf = (library: Profile, own: Own): Patch =>
  patchBetween({ lock }, { lock: choiceOfProfile(library, own) });

const ofNodeRedlock4 = (own?: Own): Patch =>
  insteadOf(nodeRedlock4, { ttl: 3000, extensions: 1, nodeTimeout: 100, ...own });

const ofRedlockUniversal = (own?: Own): Patch => ({
  ...insteadOf(redlockUniversal, { ttl: 3000, nodeTimeout: 200, ...own }),
  settings: { work: 2700 },
});

/** Without a fault: what counts is how long client 2 has waited. */
const ofNodeRedlock5 = (own?: Own): Patch => ({
  ...insteadOf(nodeRedlock5, { ttl: 1000, ...own }),
  settings: { work: 1500 },
  faults: { lateA: null, lateB: null, lateC: null },
});

export const story: StoryBody = {
  lead: text(
    'Client 1 asks for more time with half of its time left. The nodes grant it, but three answers are late. The library treats that as a failure and deletes the keys everywhere, while client 1 is still working.',
    '客户端 1 还剩一半时间时要求续期。节点都同意了，但有三个答复来迟。库就当续期失败，把键全部删掉，而客户端 1 还在干活。',
  ),
  beats: [
    opening(
      'redlock-rb asks one node after the other, and waits 0.1 s for each. The program knows how long its lock is valid, and extends it once, halfway.',
      'redlock-rb 依次请求各节点，每个最多等 0.1 秒。程序知道锁的有效时间，过半时续期一次。',
      text('The lock is extended once, halfway. Each node gets 0.1 s.', '过半时续期一次，每个节点最多等 0.1 秒。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has the lock, and knows how long it is valid.',
      '客户端 1 拿到了锁，也知道有效多久。',
    ),
    beat(
      once('timedOut', 'client1'),
      'Halfway, it extends. Node A has extended its key, but its answer comes too late.',
      '过半时它来续期。节点 A 已经延长了键，只是答复太迟。',
      text('Node A has extended its key, but its answer comes too late.', '节点 A 已延长了键，答复却来得太迟。'),
    ),
    beat(
      once('timedOut', 'client1', 3),
      'The same with B and C: two answers in time are too few.',
      'B 和 C 也一样：及时的答复只有两个，不够。',
    ),
    beat(
      once('entryGone', 'nodeA'),
      'A failed extension is cleaned up like a failed acquire: the keys are deleted on all nodes. Client 1 keeps working, and thinks it has nearly half of its time left.',
      '续期失败就像加锁失败一样清理：所有节点上的键都被删掉。客户端 1 继续干活，它以为还剩将近一半的时间。',
      text(
        'The extension failed, so all keys are deleted. Client 1 keeps working.',
        '续期失败，所有键都被删掉。客户端 1 还在干活。',
      ),
    ),
    beat(once('acquired', 'client2'), 'Client 2 finds the lock free.', '客户端 2 发现锁是空的。'),
    beat(
      once('rejected', 'storage'),
      'Both clients have read the same value. The storage checks versions and rejects the second write.',
      '两个客户端读到的是同一个值。存储检查版本，拒绝了第二次写入。',
      text('The storage checks versions, and rejects the second write.', '存储检查版本，拒绝了第二次写入。'),
    ),
  ],
  sources: ['beyond'],
  modelled: text(
    'redlock-rb 2.0.6: 0.1 s per node, one after the other, 1 % and 2 ms for the drift, and a manual extension. Its lock and its extension share one piece of code, so both end with the same clean-up when they fail. Variant b is node-redlock 4.2, where ioredis has a commandTimeout; c is redlock-universal 0.8.5 and d is node-redlock 5.0.0-beta.2, each with “using”.',
    'redlock-rb 2.0.6：依次请求，每个节点 0.1 秒，漂移扣 1% 再加 2 毫秒，由程序自己续期。它的加锁和续期是同一段代码，失败后都做同样的清理。变体 b 是 node-redlock 4.2（给 ioredis 设了 commandTimeout），c 是 redlock-universal 0.8.5，d 是 node-redlock 5.0.0-beta.2，后两个都用 using。',
  ),
  notModelled: text(
    'What the program does with the answer “not extended”. It could stop, but the lock is already free when it hears of it. In variants c and d, the program stops before its next step once the signal is aborted.',
    '程序得知“没有续上”之后怎么做。它可以停下，但在它听说之前，锁已经空了。变体 c 和 d 里，信号触发后程序在下一步之前停下。',
  ),
  scenario: {
    version: 2,
    seed: 57,
    lock,
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      work: 2300,
      latency: { min: 5, p50: 10, p99: 25, max: 35 },
      duration: 9000,
      patience: 6000,
    },
    faults: { lateA: late('nodeA'), lateB: late('nodeB'), lateC: late('nodeC') },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected', 'rightful-rejected'],
  scene: { answers: ['fix', 'b', 'c', 'd'] },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('A failed extension keeps the keys', '续期失败也留着键'),
      short: text('Keep the keys', '失败也留着键'),
      text: text(
        'An extension that failed changes nothing: the old validity still holds, and the keys last at least as long. A program that wants to give the lock back can release it.',
        '续期失败时什么也不删，键留到原来的有效时间结束。想归还的话，自己归还就是。',
      ),
      patch: { lock: { settings: { whenExtensionFails: 'keeps' } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('timedOut', 'client1', 3), 'The same three answers are late.', '同样三个答复来迟。'),
        beat(
          once('wrote', 'storage'),
          'Client 1 finishes within the time that it had at first.',
          '客户端 1 在最初得知的有效时间内干完了活。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock only after client 1.',
          '客户端 1 做完，客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('As node-redlock 4.2 does it', '换成 node-redlock 4.2'),
      short: text('As in node-redlock 4.2', '换成 node-redlock 4.2'),
      text: text(
        'This library asks all nodes at once, and its ioredis gives up on a command after 0.1 s (commandTimeout). An extension that fails is given back like a lock that failed, and then tried ten more times, when there is nothing left to extend.',
        '这个库同时请求所有节点，ioredis 等 0.1 秒就放弃一条命令（commandTimeout）。续期失败也像加锁失败一样归还，然后再试十次，可那时已没有什么可续的了。',
      ),
      patch: ofNodeRedlock4(),
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has the lock.', '客户端 1 拿到了锁。'),
        beat(
          once('timedOut', 'client1', 3),
          'Halfway, it extends. Three of five answers come too late.',
          '过半时它来续期，五个答复有三个太迟。',
        ),
        beat(
          once('entryGone', 'nodeA'),
          'The keys are deleted everywhere, with nearly half of the time left.',
          '键在所有节点上被删掉，时间还剩将近一半。',
        ),
        beat(once('acquired', 'client2'), 'Client 2 finds the lock free.', '客户端 2 发现锁是空的。'),
        beat(
          once('rejected', 'storage'),
          'The storage checks versions and rejects the second write.',
          '存储检查版本，拒绝了第二次写入。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('A failed extension keeps the keys', '续期失败也留着键'),
      short: text('node-redlock, keys kept', 'node-redlock，留着键'),
      text: text(
        'Nothing is deleted, and the next attempt extends, since there is still time.',
        '续期失败时，库什么也不删。时间还没用完，下一次尝试就续上了。',
      ),
      patch: ofNodeRedlock4({ whenExtensionFails: 'keeps' }),
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('timedOut', 'client1', 3), 'The same three answers are late.', '同样三个答复来迟。'),
        beat(once('extended', 'client1'), 'The next attempt extends the lock.', '下一次尝试续上了锁。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock after client 1.',
          '客户端 1 用完后，客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('As redlock-universal does it', '换成 redlock-universal'),
      short: text('As in redlock-universal', '换成 redlock-universal'),
      text: text(
        'redlock-universal’s “using” extends at 80 % of the TTL, and the program gives each node 0.2 s. One failed extension ends it all: no key is deleted, but the signal is aborted, and client 1 stops before it writes, with 0.3 s left. node-redlock 5’s “using” aborts, too, after up to eleven attempts.',
        'redlock-universal 的 using 在 TTL 过去 80% 时续期，程序给每个节点 0.2 秒。一次续期失败就到此为止：键不删，但触发中止信号，客户端 1 没写就停了，而时间还剩 0.3 秒。node-redlock 5 的 using 也会中止，不过最多尝试十一次。',
      ),
      patch: ofRedlockUniversal(),
      lock: 'held',
      data: 'safe',
      facts: ['false-alarm'],
      beats: [
        beat(
          once('timedOut', 'client1', 3),
          'The extension asks all nodes with GET first. Three of the answers are late.',
          '续期先用 GET 问所有节点，三个应答来迟。',
        ),
        beat(
          once('lockLost', 'client1'),
          'That was the only attempt. The signal tells client 1, and the keys are still its own.',
          '只试这一次。信号告诉了客户端 1，而键仍是它的。',
          text('The signal tells client 1. The keys are still its own.', '续期失败，信号通知客户端 1，键仍是它的。'),
        ),
        beat(
          once('stopped', 'client1'),
          'Client 1 stops within its time, and gives the lock back. Its work is lost.',
          '客户端 1 在有效时间内停下，归还锁。活白干了。',
          text('Client 1 stops in time, and gives the lock back.', '客户端 1 及时停下，归还了锁。'),
        ),
        beat(
          once('acquired', 'client2'),
          'No other client held the lock. Client 2 is next.',
          '没有别的客户端持锁，客户端 2 随后拿到。',
        ),
      ],
    },
    {
      id: 'c2',
      title: text('Keep working while time is left', '还有时间就接着干'),
      short: text('Use the time left', '还有时间就接着干'),
      text: text(
        'A failed extension takes no time away. Client 1 would extend again after 80 % of the rest, but is done before that.',
        '续期失败，原有的时间并不会少。剩余时间再过去 80% 时客户端 1 会重试，而它在那之前就干完了。',
      ),
      patch: ofRedlockUniversal({ whenExtensionFails: null }),
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('timedOut', 'client1', 3), 'The same three answers are late.', '同样三个应答来迟。'),
        beat(once('wrote', 'storage'), 'Client 1 keeps working, and writes in time.', '客户端 1 继续干活，及时写入。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock only after client 1.',
          '客户端 1 做完，客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'd',
      title: text('Expired when it begins', '拿到时已经过期'),
      short: text('Long attempts', '试得太久'),
      text: text(
        'node-redlock 5 counts the validity from the first of its attempts. Client 2 waits for client 1 longer than a TTL, so its lock has expired when it gets it: “using” finds that there is nothing left to extend and aborts the signal at once. Yet the keys have just been set. @sesamecare-oss/redlock 1.4, which continues this code, counts from the last attempt.',
        'node-redlock 5 从第一次尝试算起有效时间。客户端 2 等客户端 1 等得比 TTL 还久，锁刚到手就已过期：using 发现没有什么可续的，立刻触发中止信号。而键才刚刚设上。延续这份代码的 @sesamecare-oss/redlock 1.4 从最后一次尝试算起。',
      ),
      patch: ofNodeRedlock5(),
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('extended', 'client1'),
          'Client 1 works, and extends half a second before each end.',
          '客户端 1 干着活，每次到期前半秒续期。',
        ),
        beat(
          once('acquired', 'client2'),
          'After more than a second of attempts, client 2 gets the lock. Its expiration is in the past.',
          '试了一秒多，客户端 2 拿到了锁，可它的 expiration 已经过去。',
          text(
            'Client 2 gets the lock after a second. Its expiration has passed.',
            '客户端 2 试了一秒多才拿到锁，按这个库的算法已经过期。',
          ),
        ),
        beat(
          once('lockLost', 'client2'),
          'The signal says that the lock is lost, though a majority of the nodes has just set its key.',
          '信号说锁已失去，而多数节点刚刚为它设上了键。',
          text(
            'The signal says “lost”, though a majority has just set the key.',
            '信号说锁已失去，多数节点却刚刚设上了键。',
          ),
        ),
        beat(once('stopped', 'client2'), 'Client 2 stops before its work.', '客户端 2 没干活就停了。'),
      ],
    },
    {
      id: 'd2',
      title: text('Counted from the attempt that succeeded', '从成功的那次尝试算起'),
      short: text('Count from the success', '从成功那次算起'),
      text: text(
        'The time that earlier attempts took says nothing about keys that were set in this one. Client 2 has nearly the whole TTL, and extends it in time.',
        '有效时间从成功的那次尝试算起，而不是从第一次。客户端 2 几乎有完整的 TTL，也按时续期。',
      ),
      patch: ofNodeRedlock5({ leaseFrom: null, validityCheck: null }),
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client2'), 'The same wait.', '同样的等待。'),
        beat(once('extended', 'client2'), 'Client 2 works, and extends.', '客户端 2 干活、续期。'),
        beat(once('wrote', 'storage', 2), 'Client 2 writes while it holds the lock.', '客户端 2 持锁写入。'),
      ],
    },
  ],
};
