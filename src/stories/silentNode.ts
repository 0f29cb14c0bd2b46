/** One node of five takes requests and never answers, and a library that waits for all answers waits for it. */
import { defaultSettings, type Patch } from '../model/scenario';
import type { StoryBody } from '../model/story';
import { beat, once, opening, text } from './telling';

/** aioredlock keeps its keys between attempts, and does not wait for its last release. A read without a limit is its own. */
const aioredlock = (nodeTimeout: number): Patch => ({
  lock: {
    profile: 'aioredlock',
    settings: {
      takes: 'free-or-mine',
      nodeTimeout,
      timeoutOn: null,
      driftMs: null,
      tries: 3,
      retryDelay: 200,
      releaseBetweenTries: false,
      releaseAwaits: 'none',
      extensions: 10_000,
      extendAt: 0.6,
      extendTries: 3,
      extendsWhat: 'mine-or-free',
      extendsExpired: true,
      whenExtensionFails: 'deletes',
      toldBy: 'flag',
      reconnectOnTimeout: null,
    },
  },
  settings: { connection: null },
  faults: {
    silent: null,
    lost1: { kind: 'lose', message: { from: 'nodeE', to: 'client1', leg: 'reply', nth: 1 } },
    lost2: { kind: 'lose', message: { from: 'nodeE', to: 'client2', leg: 'reply', nth: 1 } },
  },
});

export const story: StoryBody = {
  title: { en: 'One silent node', zh: '一个不吭声的节点' },
  lead: text(
    'Node E takes requests and never answers. Four nodes say yes at once, which is more than a majority. But the library waits for all five, and when it gives node E up, the lock has no time left.',
    '节点 E 收下请求，却从不应答。另外四个立刻同意，已超过多数。可这个库要等齐五个，等到放弃节点 E 时，锁的时间已所剩无几。',
  ),
  beats: [
    opening(
      'redsync gives each node 5 % of the expiry. Its driver for go-redis does not keep that limit: what holds is the driver’s own, 5 s. The expiry is 5 s, too.',
      'redsync 给每个节点 TTL 的 5% 作时限。可 go-redis 驱动不理会它，起作用的是驱动自己的 5 秒，而锁的 TTL 也是 5 秒。',
    ),
    beat(once('faultStruck'), 'Node E falls silent.', '节点 E 不再应答。'),
    beat(
      once('received', 'client1', 4),
      'A, B, C and D have said yes within a few milliseconds. Client 1 waits for E.',
      'A、B、C、D 几毫秒内就同意了。客户端 1 在等 E。',
    ),
    beat(once('timedOut', 'client1'), 'After 5 s it waits no longer.', '5 秒后，它不再等了。'),
    beat(
      once('entryGone', 'nodeA'),
      'By now nothing of the validity is left. The attempt has failed, and the next one goes the same way, for everybody.',
      '此时有效时间已经一点不剩。这次尝试失败，下一次也是同样下场，谁来都一样。',
    ),
  ],
  sources: ['beyond'],
  modelled: text(
    'redsync 4.17 with go-redis 9, which ignores a context’s deadline while it reads unless ContextTimeoutEnabled is set. redsync’s issue #140 asked to return at the majority; the option WithFailFast does that. Variant b is aioredlock 0.7.3, which has no time limit; AIORedlock of Pottery waits for all, too.',
    'redsync 4.17 配 go-redis 9：后者读取时不理会 context 的截止时间，除非设了 ContextTimeoutEnabled。redsync 的 #140 号问题要求凑齐多数就返回，选项 WithFailFast 做到了。变体 b 是没有时限的 aioredlock 0.7.3；Pottery 的 AIORedlock 也要等齐。',
  ),
  notModelled: text(
    'A node that is down refuses the connection and costs no time. With an expiry well above 5 s some validity is left, and the lock is slow but works. On real Redis, variant b ends as “nobody got through”: nobody can see there that nothing will come any more.',
    '宕机的节点会拒绝连接，不费时间。TTL 若远大于 5 秒，还能剩下一些时间：锁很慢，但能用。在真实 Redis 上，变体 b 只能判为“谁也没能完成”：那里谁也无法确定再不会有应答。',
  ),
  scenario: {
    version: 2,
    seed: 58,
    lock: {
      id: 'redlock',
      profile: 'redsync',
      settings: {
        ttl: 5000,
        goesOn: 'all',
        nodeTimeout: 250,
        timeoutOn: 'acquire',
        driftMs: 0,
        tries: 32,
        retryDelay: 150,
        retryJitter: 100,
        clock: 'mono',
        toldBy: 'nothing',
        reconnectOnTimeout: true,
      },
    },
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
  outcome: 'unavailable',
  data: 'safe',
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Go on at the majority', '够多数就继续'),
      text: text(
        'WithFailFast: with three answers for it the lock is decided, and node E may answer when it likes.',
        'WithFailFast：三个同意，锁就定了，节点 E 爱什么时候应答都行。',
      ),
      patch: { lock: { settings: { goesOn: 'decided' } }, settings: { duration: 12_000 } },
      outcome: 'held',
      data: 'safe',
      beats: [
        beat(once('faultStruck'), 'Node E falls silent.', '节点 E 不再应答。'),
        beat(once('acquired', 'client1'), 'Three nodes are enough for client 1.', '三个节点对客户端 1 来说就够了。'),
        beat(
          once('acquired', 'client2'),
          'The release waits for node E, but the keys are gone by then: client 2 gets in.',
          '释放还在等节点 E，但键早已删掉：客户端 2 进来了。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('Without any limit', '根本没有时限'),
      text: text(
        'aioredlock awaits every node, however long that takes. The connections stay open, nothing comes, and both clients wait forever.',
        'aioredlock 等每个节点，不论多久。连接一直开着，什么也不来，两个客户端就永远等下去。',
      ),
      patch: aioredlock(0),
      outcome: 'stuck',
      data: 'safe',
      beats: [
        beat(
          once('received', 'client1', 4),
          'Four nodes have granted the lock to client 1.',
          '四个节点同意了客户端 1 的锁。',
        ),
        beat(
          once('received', 'client2', 4),
          'Client 2 is refused by those four, and waits for node E, too.',
          '客户端 2 被这四个拒绝，也在等节点 E。',
        ),
        beat(
          once('entryGone', 'nodeA'),
          'The keys expire. Nobody is there to take the lock: all are waiting for an answer that does not come.',
          '键过期了。却没有谁来拿锁：大家都在等一个不会来的应答。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('A time limit for each node', '给每个节点一个时限'),
      text: text(
        'A node that has not answered after 0.2 s counts as a failure, and the other four decide.',
        '0.2 秒没有应答的节点就算失败，由另外四个决定。',
      ),
      patch: { ...aioredlock(200), settings: { connection: null, duration: 7000 } },
      outcome: 'held',
      data: 'safe',
      beats: [
        beat(once('timedOut', 'client1'), 'Client 1 gives node E up.', '客户端 1 放弃了节点 E。'),
        beat(once('acquired', 'client1'), 'Four nodes are a majority.', '四个节点就是多数。'),
        beat(once('acquired', 'client2'), 'Then it is the turn of client 2.', '然后轮到客户端 2。'),
      ],
    },
  ],
};
