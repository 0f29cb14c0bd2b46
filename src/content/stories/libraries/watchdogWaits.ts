/** A watchdog without a time limit: one node that it cannot hear keeps it from the next renewal. */
import { aioredlock } from '../../../core/locks/redlock/libraries/aioredlock';
import { redlockUniversal } from '../../../core/locks/redlock/libraries/redlockUniversal';
import { redsync } from '../../../core/locks/redlock/libraries/redsync';
import { patchBetween } from '../../../core/model/scenario/patch';
import { choiceOfProfile } from '../../../core/model/scenario/profile';
import { defaultSettings, type Patch } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

type Own = Parameters<typeof choiceOfProfile>[1];

const lock = choiceOfProfile(aioredlock, { ttl: 3000 });

/** The caller extends, half way. */
const ofRedsync = (own?: Own): Patch =>
  patchBetween(
    { lock },
    { lock: choiceOfProfile(redsync, { ttl: 3000, nodeTimeout: 150, extensions: 10_000, ...own }) },
  );

const ofRedlockUniversal = (nodeTimeout: number): Patch => ({
  ...patchBetween({ lock }, { lock: choiceOfProfile(redlockUniversal, { ttl: 6000, nodeTimeout }) }),
  settings: { stagger: 11_000, work: 14_000, duration: 34_000, patience: 18_000 },
});

export const story: StoryBody = {
  lead: text(
    'A watchdog renews the lock of client 1 on five nodes. One node’s reply does not come, and there is no time limit. The watchdog waits for it, the other four keys expire, and nothing tells client 1.',
    '看门狗在五个节点上为客户端 1 续期。有一个节点的答复不来，又没有时限。看门狗就等着它，另外四个键过期了，谁也没告诉客户端 1。',
  ),
  beats: [
    opening(
      'In aioredlock a watchdog renews when 0.6 of the TTL is over. Each renewal waits for all nodes. Client 1 checks the lock’s flag, “valid”, before it writes.',
      'aioredlock 由看门狗在 TTL 过去 0.6 时续期，每次都等齐所有节点。客户端 1 写之前会看锁的 valid 标志。',
      text(
        'A watchdog renews at 0.6 of the TTL, and waits for all nodes.',
        'TTL 过去 0.6 时看门狗续期，要等齐所有节点。',
      ),
    ),
    beat(once('acquired', 'client1'), 'Client 1 has the lock on all five nodes.', '客户端 1 拿到了全部五个节点。'),
    beat(
      once('faultStruck'),
      'The link between client 1 and node E is cut: nothing gets through, and nothing says so.',
      '客户端 1 与节点 E 之间断了：什么都传不过去，也没有任何提示。',
      text('The link to node E is cut, and nothing says so.', '到节点 E 的路断了，没有任何提示。'),
    ),
    beat(
      once('received', 'client1', 10),
      'The watchdog renews: A, B, C and D reply. It waits for E.',
      '看门狗续期：A、B、C、D 答复了。它在等 E。',
    ),
    beat(
      once('entryGone', 'nodeA'),
      'There is no further renewal, and the keys expire. The flag still says that the lock is valid.',
      '再没有下一次续期，键过期了。标志仍说锁有效。',
      text(
        'No renewal comes, and the keys expire. The flag still says “valid”.',
        '没有下一次续期，键过期了，标志仍说有效。',
      ),
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2, which all nodes answer, gets the lock while client 1 works.',
      '客户端 2 也拿到锁，而客户端 1 还在工作。',
    ),
    beat(
      once('rejected', 'storage'),
      'Both clients work on the same value. The storage checks versions and rejects the second write.',
      '两个客户端在同一个值上工作。存储检查版本，拒绝了第二次写入。',
      text('The storage checks versions and rejects the second write.', '存储检查版本，拒绝了第二次写入。'),
    ),
  ],
  sources: ['beyond'],
  modelled: text(
    'aioredlock 0.7.3: one script for lock and extension, which takes a free key or its own; three attempts; no time limit per node; a flag that has to be polled. We tried it: after the keys have expired, “valid” is still True. Variant b is redsync 4.17, whose caller extends at half the time, and c is “using” of redlock-universal 0.8.5.',
    'aioredlock 0.7.3：加锁和续期用同一个脚本，键空闲或属于自己都算成功；试三次；对节点没有时限；有一个要自己去看的标志。我们实测过：键过期之后 valid 仍为 True。变体 b 是 redsync 4.17，由调用者在时间过半时续期；c 是 redlock-universal 0.8.5 的 using。',
  ),
  notModelled: text(
    'A connection that the operating system gives up after a quarter of an hour or so. Then the watchdog carries on, long after the keys are gone. In variant b, go-redis would give up on E earlier: after 5 s, and then three more times.',
    '操作系统大约一刻钟后会放弃这条连接，看门狗才继续，那时键早没了。变体 b 里 go-redis 会早些放弃 E：等 5 秒，之后再试三次。',
  ),
  scenario: {
    version: 2,
    seed: 59,
    lock,
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      work: 6000,
      whenLost: 'at-next-look',
      latency: { min: 5, p50: 10, p99: 25, max: 35 },
      duration: 16_000,
      patience: 12_000,
    },
    faults: {
      cut: {
        kind: 'cut',
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 500 },
        from: ['client1'],
        to: ['nodeE'],
        bothWays: true,
        for: 'ever',
      },
    },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected', 'starved', 'rightful-rejected'],
  scene: { answers: ['fix', 'b', 'c'] },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('A time limit for each node', '给每个节点一个时限'),
      short: text('A limit for each node', '每个节点一个时限'),
      text: text(
        'After 0.2 s node E counts as failed. Four nodes have renewed, which is a majority, and the next renewal comes in time.',
        '0.2 秒后节点 E 就算失败。四个节点续上了，已是多数，下一次续期也按时到来。',
      ),
      patch: { lock: { settings: { nodeTimeout: 200 } }, settings: { duration: 20_000 } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('faultStruck'), 'Client 1 cannot reach node E.', '客户端 1 联系不到节点 E。'),
        beat(
          once('timedOut', 'client1'),
          'The watchdog gives up on node E and continues with the majority.',
          '看门狗放弃节点 E，靠多数继续。',
        ),
        beat(once('extended', 'client1', 3), 'The watchdog does the same each time.', '之后每次续期都只靠这四个节点。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock when client 1 has released it.',
          '客户端 1 归还之后，客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('The way redsync does it', '换成 redsync'),
      short: text('As in redsync', '换成 redsync'),
      text: text(
        'redsync limits the requests of an acquire to 5 % of the expiry. Its Extend has no limit except the context from its caller, which has no deadline here. The extension waits for E, and client 1 keeps working. Nothing tells it: redsync has no flag and no signal, only the result of a call. The same goes for node-redlock 4.2, Pottery, redlock-rb, redlock-cpp and redlock-php.',
        'redsync 只给加锁的请求设时限，为 TTL 的 5%。Extend 等多久，只看调用者给的 context，而这里没有设截止时间。续期就等着 E，客户端 1 继续干活。没有谁告诉它：redsync 没有标志，也没有信号，只有调用的返回值。node-redlock 4.2、Pottery、redlock-rb、redlock-cpp、redlock-php 也是如此。',
      ),
      patch: ofRedsync(),
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'starved', 'rightful-rejected'],
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has the lock on all five nodes.', '客户端 1 拿到了全部五个节点。'),
        beat(
          once('received', 'client1', 10),
          'Halfway through it extends: A, B, C and D reply. The call waits for E.',
          '过半时它来续期：A、B、C、D 应答了。调用还在等 E。',
          text('A, B, C and D have extended. The call waits for E.', 'A、B、C、D 都续上了，调用还在等 E。'),
        ),
        beat(
          once('entryGone', 'nodeA'),
          'The keys expire. Extend has not returned, and nothing else says so.',
          '键过期了。Extend 还没返回，客户端 1 不知情。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock while client 1 is still at work.',
          '客户端 2 也拿到锁，而客户端 1 还在工作。',
        ),
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
      title: text('A deadline for each extension', '每次续期都有截止时间'),
      short: text('A deadline for each extension', '续期设截止时间'),
      text: text(
        'ExtendContext takes a context with a deadline, as short as that of the acquire, on a driver that respects it. Four nodes have extended, and the next extension comes in time.',
        '给 ExtendContext 一个带截止时间的 context，和加锁时一样短，驱动也遵守它。四个节点续上了，下一次续期也按时到来。',
      ),
      patch: { ...ofRedsync({ timeoutOn: null }), settings: { duration: 20_000 } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('timedOut', 'client1'),
          'The deadline passes, and four replies are enough.',
          '截止时间到了，四个应答就够了。',
        ),
        beat(once('extended', 'client1', 3), 'It is the same each time.', '之后每次续期都只靠这四个节点。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock when client 1 has released it.',
          '客户端 1 归还之后，客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'bfix2',
      fix: true,
      title: text('The program watches Until()', '程序自己看 Until()'),
      short: text('Watch Until()', '程序自己看 Until()'),
      text: text(
        'redsync says how long the lock is valid. A program that ends its work by then, for example with a context that has this deadline, needs nobody to tell it. Its work is not finished, but nobody else holds the lock.',
        'redsync 会说锁有效到什么时候。程序若到时就停止工作，比如用这个时刻作 context 的截止时间，就不必等谁来告诉它。活没干完，但也没有别人同时持锁。',
      ),
      patch: { ...ofRedsync({ toldBy: null }), settings: { whenLost: 'at-once' } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('received', 'client1', 10),
          'The same extension waits for E. Until it returns, Until() says what it said before.',
          '同样的续期在等 E。只要它没返回，Until() 说的还是原来的时刻。',
          text(
            'The extension waits for E. Until() still gives the old time.',
            '续期在等 E，Until() 说的还是原来的时刻。',
          ),
        ),
        beat(
          once('stopped', 'client1'),
          'At that time client 1 stops and releases the lock.',
          '到了那一刻，客户端 1 停下来，归还锁。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock after client 1 has stopped.',
          '客户端 1 停下之后，客户端 2 拿到锁。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('The way redlock-universal does it', '换成 redlock-universal'),
      short: text('As in redlock-universal', '换成 redlock-universal'),
      text: text(
        'redlock-universal has a limit per node, and spends it twice: “using” first reads all nodes with GET and then extends. And it counts the next lease from the time it returns. With E silent, the keys expire a second before the client expects. All times are a fifth of the library’s: 6 s and 1 s for 30 s and 5 s.',
        'redlock-universal 给单个节点设了时限，却要等两遍。using 先用 GET 读所有节点，再续期；新的租约又从返回时算起。E 不吭声，键就比客户端以为的早一秒过期。这里的时间都是默认值的五分之一：30 秒和 5 秒，这里是 6 秒和 1 秒。',
      ),
      patch: ofRedlockUniversal(1000),
      lock: 'overlap',
      data: 'safe',
      facts: ['overlap', 'starved'],
      beats: [
        beat(
          once('timedOut', 'client1'),
          'At 80 % of the TTL the first extension reads the nodes. E costs a second, and 0.2 s are left for the nodes to extend.',
          'TTL 过去 80% 时第一次续期，先读各节点。E 耗掉一秒，节点还剩 0.2 秒可以续。',
          text('Reading E costs a second. The other keys have 0.2 s left.', '读 E 等了一秒，其他节点的键只剩 0.2 秒。'),
        ),
        beat(
          once('extended', 'client1'),
          'The nodes extend, and E costs another second. The library counts 6 s from here. The keys have 5 s.',
          '续上了，E 又耗掉一秒。库从此刻起算 6 秒，键却只剩 5 秒。',
          text(
            'The nodes extend, and E costs another second. Six seconds count from now.',
            '键续上了，等 E 又用一秒，库却从此刻起算 6 秒。',
          ),
        ),
        beat(
          once('entryGone', 'nodeA'),
          'The second extension is still reading when the keys expire.',
          '第二次续期还在读，键就过期了。',
        ),
        beat(once('acquired', 'client2'), 'Client 2 gets the lock.', '客户端 2 拿到了锁。'),
        beat(
          once('lockLost', 'client1'),
          'The extension finds no key and fires the abort signal, nearly two seconds too late. Client 1 stops before it writes.',
          '续期没找到键，触发了中止信号，但已晚了近两秒。客户端 1 在写之前停下。',
          text(
            'The extension finds no key: client 1 stops, nearly two seconds late.',
            '续期没找到键：客户端 1 停下，已晚了近两秒。',
          ),
        ),
      ],
    },
    {
      id: 'cfix',
      fix: true,
      title: text('A shorter limit for a node', '缩短单个节点的时限'),
      short: text('A shorter limit', '缩短时限'),
      text: text(
        'The limit is an option of the library’s adapters. At 0.2 s, two rounds plus the late counting still fit into the remaining 20 %.',
        '这个时限是库的 adapter 的一个选项。设成 0.2 秒，两轮请求加上从返回时算起的误差，仍在剩下的 20% 之内。',
      ),
      patch: ofRedlockUniversal(200),
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('timedOut', 'client1'), 'E costs 0.2 s in each round.', 'E 每轮只耗 0.2 秒。'),
        beat(once('extended', 'client1', 2), 'The second extension is in time as well.', '第二次续期也赶上了。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock when client 1 has released it.',
          '客户端 1 归还之后，客户端 2 才拿到锁。',
        ),
      ],
    },
  ],
};
