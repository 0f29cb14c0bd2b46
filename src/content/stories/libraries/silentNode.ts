/** One node of five takes requests and never answers, and a library that waits for all answers waits for it. */
import { aioredlock } from '../../../core/locks/redlock/libraries/aioredlock';
import { nodeRedlock5 } from '../../../core/locks/redlock/libraries/nodeRedlock5';
import { pottery } from '../../../core/locks/redlock/libraries/pottery';
import { redsync } from '../../../core/locks/redlock/libraries/redsync';
import { patchBetween } from '../../../core/model/scenario/patch';
import { choiceOfProfile } from '../../../core/model/scenario/profile';
import { defaultSettings, type Patch } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

const lock = choiceOfProfile(redsync, { ttl: 5000, nodeTimeout: 250 });
const insteadOf = (...library: Parameters<typeof choiceOfProfile>): Patch =>
  patchBetween({ lock }, { lock: choiceOfProfile(...library) });

/** It keeps its keys between attempts, and does not wait for its last release. A read without a limit is its own. */
const ofAioredlock = (own?: { readonly nodeTimeout: number }): Patch => ({
  ...insteadOf(aioredlock, { ttl: 5000, ...own }),
  settings: { connection: null },
  faults: {
    silent: null,
    lost1: { kind: 'lose', message: { from: 'nodeE', to: 'client1', leg: 'reply', nth: 1 } },
    lost2: { kind: 'lose', message: { from: 'nodeE', to: 'client2', leg: 'reply', nth: 1 } },
  },
});

/** The answer of node E to client 2’s release after three attempts is lost, and nothing else. */
const releaseUnanswered: Patch = {
  settings: { connection: null, work: 2000 },
  faults: {
    silent: null,
    lost: { kind: 'lose', message: { from: 'nodeE', to: 'client2', leg: 'reply', nth: 4 } },
  },
};

const ofNodeRedlock5: Patch = {
  ...insteadOf(nodeRedlock5, { ttl: 5000 }),
  settings: { connection: null, rounds: 2, stagger: 2000 },
};

/** redis-py keeps the limit, so the driver’s own plays no part. */
const ofPottery = (own?: { readonly nodeTimeout: number }): Patch => ({
  ...insteadOf(pottery, own),
  settings: { connection: null },
});

export const story: StoryBody = {
  lead: text(
    'Node E takes requests and never replies. Four nodes say yes at once, which is more than a majority. But the library waits for all five, and when it gives up on node E, the lock has no time left.',
    '节点 E 收下请求，却从不应答。另外四个立刻同意，已超过多数。可这个库要等齐五个，等到放弃节点 E 时，锁的时间已所剩无几。',
  ),
  beats: [
    opening(
      'redsync gives each node 5 % of the expiry. Its driver for go-redis ignores that limit: what applies is the driver’s own, 5 s. The expiry is 5 s too.',
      'redsync 给每个节点 TTL 的 5% 作时限。可 go-redis 驱动不理会它，起作用的是驱动自己的 5 秒，而锁的 TTL 也是 5 秒。',
      text(
        'Each node should get a quarter of a second; the driver waits 5 s.',
        '每个节点本该只等 0.25 秒，驱动却要等 5 秒。',
      ),
    ),
    beat(once('faultStruck'), 'Node E falls silent.', '节点 E 不再应答。'),
    beat(
      once('received', 'client1', 4),
      'A, B, C and D have said yes within a few milliseconds. Client 1 waits for E.',
      'A、B、C、D 几毫秒内就同意了。客户端 1 在等 E。',
      text('A, B, C and D have said yes. Client 1 waits for E.', 'A、B、C、D 已经同意，客户端 1 还在等 E。'),
    ),
    beat(once('timedOut', 'client1'), 'After 5 s client 1 waits no longer.', '5 秒后，它不再等了。'),
    beat(
      once('entryGone', 'nodeA'),
      'By now nothing is left of the lock’s validity, the time for which it may be used. The attempt has failed, and the next one will go the same way, for every client.',
      '此时有效时间已经一点不剩。这次尝试失败，下一次也是同样下场，谁来都一样。',
      text('No time is left: the attempt fails, and so will the next.', '有效时间一点不剩：这次失败，下一次也一样。'),
    ),
  ],
  sources: ['beyond'],
  modelled: text(
    'redsync 4.17 with go-redis 9, which ignores a context’s deadline while it reads unless ContextTimeoutEnabled is set. redsync’s issue #140 asked it to return once it has a majority; the option WithFailFast does that. Variants b and e are aioredlock 0.7.3, which has no time limit; Pottery’s AIORedlock waits for all too. Variant c is node-redlock 5.0.0-beta.2, and d is the Redlock of Pottery 3.0.1 with redis-py 8.',
    'redsync 4.17 配 go-redis 9：后者读取时不理会 context 的截止时间，除非设了 ContextTimeoutEnabled。redsync 的 #140 号问题要求凑齐多数就返回，选项 WithFailFast 做到了。变体 b 和 e 是没有时限的 aioredlock 0.7.3；Pottery 的 AIORedlock 也要等齐。变体 c 是 node-redlock 5.0.0-beta.2，d 是 Pottery 3.0.1 的 Redlock 配 redis-py 8。',
  ),
  notModelled: text(
    'A node that is down refuses the connection and costs no time. With an expiry well above 5 s some validity is left, and the lock is slow but works. On real Redis, variant b ends as “nobody got through for a while”: there, nobody can see that nothing more will ever come. In variant d, a redis-py 8 client made by Redis(), as in the examples of Pottery’s Redlock, would by itself ask E ten more times before it gives up. In variant c, node-redlock 5 would also wait for E if the four other nodes were split two against two; the clients here do not ask at the same time.',
    '宕机的节点会拒绝连接，不费时间。TTL 若远大于 5 秒，还能剩下一些时间：锁很慢，但能用。在真实 Redis 上，变体 b 只能判为“一段时间内谁也没能完成”：那里谁也无法确定再不会有应答。变体 d 里，用 Redis() 创建的 redis-py 8 客户端（Pottery 的 Redlock 示例就是这样）自己还会再问 E 十次才放弃。变体 c 里，若另外四个节点票数对半，node-redlock 5 也会一直等 E；这里的客户端没有同时请求加锁。',
  ),
  scenario: {
    version: 2,
    seed: 58,
    lock,
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 200,
      latency: { min: 5, p50: 10, p99: 25, max: 35 },
      connection: { readTimeout: 5000 },
      duration: 16_000,
      patience: 8000,
    },
    faults: {
      silent: {
        kind: 'cut',
        when: { kind: 'time', at: 50 },
        from: ['nodeE'],
        to: ['client1', 'client2'],
        bothWays: false,
        for: 'ever',
      },
    },
  },
  lock: 'unavailable',
  data: 'safe',
  facts: ['starved'],
  scene: { answers: ['fix', 'b', 'c', 'd'] },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Continue with a majority', '够多数就继续'),
      short: text('Continue with a majority', '够多数就继续'),
      text: text(
        'WithFailFast: three yeses decide the lock, and node E may reply whenever it likes.',
        'WithFailFast：三个节点同意，锁就到手，不再等节点 E。',
      ),
      patch: { lock: { settings: { goesOn: 'decided' } }, settings: { duration: 12_000 } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('faultStruck'), 'Node E falls silent.', '节点 E 不再应答。'),
        beat(once('acquired', 'client1'), 'Three nodes are enough for client 1.', '三个节点对客户端 1 来说就够了。'),
        beat(
          once('acquired', 'client2'),
          'The release waits for node E, but the keys are already gone: client 2 gets the lock.',
          '释放还在等节点 E，但键早已删掉：客户端 2 拿到锁。',
          text(
            'The release still waits for E, but client 2 gets the lock.',
            '释放还在等 E，键早已删掉：客户端 2 拿到锁。',
          ),
        ),
      ],
    },
    {
      id: 'b',
      title: text('Without any limit', '根本没有时限'),
      text: text(
        'aioredlock waits for every node, however long that takes. The connections stay open, nothing comes, and both clients wait forever.',
        'aioredlock 等每个节点，不论多久。连接一直开着，什么也不来，两个客户端就永远等下去。',
      ),
      patch: ofAioredlock(),
      lock: 'stuck',
      data: 'safe',
      facts: ['starved'],
      beats: [
        beat(
          once('received', 'client1', 4),
          'Four nodes have granted the lock to client 1.',
          '四个节点同意了客户端 1 的锁。',
        ),
        beat(
          once('received', 'client2', 4),
          'Those four refuse client 2, which waits for node E too.',
          '客户端 2 被这四个拒绝，也在等节点 E。',
        ),
        beat(
          once('entryGone', 'nodeA'),
          'The keys expire. Nobody takes the lock: both clients are waiting for a reply that does not come.',
          '键过期了。却没有谁来拿锁：两个客户端都在等一个不会来的应答。',
          text(
            'The keys expire. Both clients wait for a reply that never comes.',
            '键过期了，大家还在等一个不会来的应答。',
          ),
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('A time limit for each node', '给每个节点一个时限'),
      short: text('A limit for each node', '每个节点一个时限'),
      text: text(
        'A node that has not replied after 0.2 s counts as a failure, and the other four decide.',
        '0.2 秒没有应答的节点就算失败，由另外四个决定。',
      ),
      patch: { ...ofAioredlock({ nodeTimeout: 200 }), settings: { connection: null, duration: 7000 } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('timedOut', 'client1'), 'Client 1 gives up on node E.', '客户端 1 放弃了节点 E。'),
        beat(once('acquired', 'client1'), 'Four nodes are a majority.', '四个节点就是多数。'),
        beat(
          once('acquired', 'client2'),
          'Client 1 has released the lock: client 2 gets it, too.',
          '客户端 1 释放之后，客户端 2 也拿到锁。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('The way node-redlock 5 does it', '换成 node-redlock 5'),
      short: text('As in node-redlock 5', '换成 node-redlock 5'),
      text: text(
        'node-redlock 5 has no limit per node either, and needs none here. An acquire continues once it has a majority, and a release returns once a majority has deleted the key. A client whose release waited for all nodes would wait for E forever.',
        'node-redlock 5 对单个节点没有时限，但加锁和释放都只等多数节点。释放时若要等齐所有节点，就会一直等 E。',
      ),
      patch: ofNodeRedlock5,
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client1'), 'Three nodes have agreed. That is enough.', '三个节点同意了，这就够了。'),
        beat(
          once('released', 'client1'),
          'Three have deleted the key, and the release is over. Nobody waits for E.',
          '三个节点删掉了键，释放就完成了。没人等 E。',
        ),
        beat(
          once('acquired', 'client1', 2),
          'So client 1 can ask again and gets the lock a second time.',
          '于是客户端 1 能再来，第二次拿到了锁。',
        ),
        beat(once('released', 'client2', 2), 'Client 2 has had the lock twice, too.', '客户端 2 也拿到过两次锁。'),
      ],
    },
    {
      id: 'd',
      title: text('The way Pottery does it', '换成 Pottery'),
      short: text('As in Pottery', '换成 Pottery'),
      text: text(
        'Pottery’s Redlock continues once a majority has said yes. But to conclude no, it waits for every node, even when four of five have refused. So client 2 waits 5 s for E in its attempt, and again when it releases after that attempt. All that time the lock is free.',
        'Pottery 的 Redlock 凑齐多数同意就继续；不成功时却要等齐所有节点，哪怕五个里已有四个拒绝。于是客户端 2 加锁时等了 E 5 秒，归还这次尝试时又等一遍。而这段时间里，锁是空的。',
      ),
      patch: ofPottery(),
      lock: 'unavailable',
      data: 'safe',
      facts: ['starved'],
      beats: [
        beat(
          once('acquired', 'client1'),
          'Three nodes say yes to client 1: it continues at once.',
          '三个节点同意了客户端 1，它立刻继续。',
        ),
        beat(
          once('received', 'client2', 4),
          'Four nodes say no to client 2. A majority is no longer possible. Client 2 waits for E.',
          '四个节点拒绝了客户端 2，已不可能凑齐多数。客户端 2 还在等 E。',
          text('Four nodes refuse client 2, which still waits for E.', '四个节点拒绝了客户端 2，它照样等 E。'),
        ),
        beat(
          once('released', 'client1'),
          'Client 1 releases the lock. A majority has deleted the key, so its release does not wait for E.',
          '客户端 1 归还了锁。多数节点删掉了键，它的释放不等 E。',
          text('Client 1 releases the lock, without waiting for E.', '客户端 1 归还了锁，没有等 E。'),
        ),
        beat(
          once('timedOut', 'client2'),
          'After 5 s client 2 gives up on E, and asks all nodes to delete its key. No node has one: another no, and another wait for E.',
          '5 秒后客户端 2 放弃 E，请所有节点删掉自己的键。哪个节点上都没有：又是不成功，又要等 E。',
          text('After 5 s client 2 gives up on E. Its release waits too.', '5 秒后客户端 2 放弃 E，释放时又等 E。'),
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock nearly ten seconds after client 1 was done.',
          '客户端 1 用完近十秒，客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'dfix',
      fix: true,
      title: text('A socket_timeout of 1 s', '设 1 秒的 socket_timeout'),
      short: text('A socket_timeout of 1 s', 'socket_timeout 1 秒'),
      text: text(
        'The examples in Pottery’s own code give redis-py a socket_timeout of 1 s. Client 2 still waits for E twice, but only for a second each time.',
        'Pottery 代码里的示例给 redis-py 设了 1 秒的 socket_timeout。客户端 2 照样等 E 两次，但每次只有一秒。',
      ),
      patch: ofPottery({ nodeTimeout: 1000 }),
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('timedOut', 'client2'), 'Client 2 gives up on E after a second.', '一秒后客户端 2 放弃 E。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock after two seconds.',
          '客户端 2 一共等了两秒，拿到锁。',
        ),
      ],
    },
    {
      id: 'e',
      title: text('A clean-up that nobody waits for', '没人等的清理'),
      short: text('Clean up without waiting', '清理不等结果'),
      text: text(
        'aioredlock again, and node E replies to all but one request: client 2’s release after a failed acquire. aioredlock sends that release and does not wait for it, so client 2 asks again and gets its turn. Without a limit per node, a client that waited for it would never come back.',
        '还是 aioredlock，但 E 只有一个释放请求不应答：客户端 2 加锁失败之后的那个。aioredlock 发出它就不再等，于是客户端 2 能再来，轮到了它。没有时限却要等它的客户端，就再也回不来了。',
      ),
      patch: { ...ofAioredlock(), ...releaseUnanswered },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has the lock, and works.', '客户端 1 拿到锁，开始干活。'),
        beat(
          once('refused', 'client2'),
          'Client 2’s three attempts have failed. It releases any keys that they may have left, and does not wait for that.',
          '客户端 2 三次尝试都失败了。可能留下的键随后归还，但没人等结果。',
          text(
            'Client 2 failed three times. It releases, and does not wait for replies.',
            '客户端 2 三次都失败，归还键时没人等结果。',
          ),
        ),
        beat(
          once('lost', 'nodeE'),
          'Node E’s reply to that release gets lost. Client 2 does not need it.',
          '节点 E 对这次释放的应答丢了。客户端 2 并不需要它。',
          text('E’s reply to that release gets lost. Nobody needs it.', 'E 对释放的应答丢了，没有谁需要它。'),
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2’s next acquire gets the lock.',
          '客户端 2 后来的一次加锁拿到了锁。',
        ),
      ],
    },
  ],
};
