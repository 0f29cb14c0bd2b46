/** The deadline of a caller ends its acquire half way, and the clean-up has the same deadline: the keys stay for a TTL. */
import { redsync } from '../../../core/locks/redlock/libraries/redsync';
import type { Fault } from '../../../core/model/scenario/fault';
import type { ProcessId } from '../../../core/model/scenario/processId';
import { choiceOfProfile } from '../../../core/model/scenario/profile';
import { defaultSettings, type Patch } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

/** The first answer of this node travels for longer than the caller waits. */
const slowAnswer = (node: ProcessId): Fault => ({
  kind: 'delay',
  message: { from: node, to: 'client1', leg: 'reply', nth: 1 },
  by: 400,
});

const noDelays = { 'slow-c': null, 'slow-d': null, 'slow-e': null };

/** The deadline passes while client 1 works. */
const atWork = { work: 600, connection: { deadline: 500 } } as const;

/** The second request of client 2 to a node gives its first attempt back. */
const slowRelease = (node: ProcessId): Fault => ({
  kind: 'delay',
  message: { from: 'client2', to: node, leg: 'request', nth: 2 },
  by: 750,
});

const lateCleanup = (owner: 'try' | null): Patch => ({
  lock: { settings: { owner } },
  settings: {
    clients: 3,
    work: 500,
    own: { client2: { start: 250 }, client3: { start: 1080 } },
    connection: null,
    duration: 5000,
  },
  faults: {
    ...noDelays,
    'slow-release-a': slowRelease('nodeA'),
    'slow-release-b': slowRelease('nodeB'),
    'slow-release-c': slowRelease('nodeC'),
  },
});

export const story: StoryBody = {
  lead: text(
    'Client 1’s caller has a deadline of 0.3 s. It passes when A and B have agreed and three answers are still on their way. The clean-up has the same deadline and is never sent, so five keys stay for 8 s, for a lock that nobody holds.',
    '客户端 1 的调用者只给 0.3 秒。时间到时，A 和 B 已经同意，另外三个应答还在路上。清理请求受同一截止时间约束，根本没有发出，于是五个键为一把没人持有的锁留了 8 秒。',
  ),
  beats: [
    opening(
      'In Go, a deadline travels with the context, such as that of a web request or a job. redsync’s LockContext asks all nodes under the caller’s context, and under the same context it gives back what a failed attempt has left.',
      '在 Go 里，截止时间随 context 传递：一次网页请求，一个任务。redsync 的 LockContext 在调用者的 context 下请求所有节点；尝试失败后，也在同一个 context 下归还它留下的东西。',
      text(
        'In Go a deadline travels with the context, from lock to clean-up.',
        '在 Go 里，截止时间随 context 从加锁传到清理。',
      ),
    ),
    beat(
      once('received', 'client1', 2),
      'A and B have agreed. The answers of C, D and E are slow.',
      'A 和 B 同意了。C、D、E 的应答走得很慢。',
    ),
    beat(
      once('timedOut', 'client1'),
      'The deadline passes. The driver obeys it, and every request without an answer fails at once. The cancelled requests were carried out anyway: C, D and E have set the key, too.',
      '截止时间到了。驱动遵守它，还没有应答的请求立刻失败。取消了的请求其实都已执行：C、D、E 也设置了键。',
      text('The deadline passes. C, D and E set the key anyway.', '截止时间到了，C、D、E 照样设置了键。'),
    ),
    beat(
      once('refused', 'client1'),
      'Two votes are no majority, so the attempt has failed. The requests that should give the keys back have the same context, which is done: they are not sent, not even to A and B.',
      '两票不是多数，这次尝试失败。归还用的是同一个 context，而它已经结束：归还请求没有发出，连 A 和 B 也没有收到。',
      text(
        'The attempt failed, and the clean-up is cancelled before it is sent.',
        '尝试失败，归还请求还没发出就被取消了。',
      ),
    ),
    beat(
      once('refused', 'client2'),
      'Client 2 gives up at its own deadline. Five nodes say no, and nobody has the lock.',
      '客户端 2 到了自己的截止时间也放弃了。五个节点都说不，而锁其实没有人持有。',
      text(
        'Client 2 gives up too. Five nodes say no, and nobody has the lock.',
        '客户端 2 也放弃了：五个节点都拒绝，锁却没人持有。',
      ),
    ),
    beat(
      once('entryGone', 'nodeC'),
      'Only their expiry after 8 s clears the keys away.',
      '只有 8 秒的过期时间能清掉这些键。',
    ),
    beat(
      once('acquired'),
      'Now a client gets the lock. Its deadline passes while it works, so its release is not sent either (variant b).',
      '这才有人拿到锁。它干活时截止时间又到了，于是连它的释放也没有发出（见变体 b）。',
      text('A client gets the lock at last, and its release is cancelled too.', '终于有人拿到锁，它的释放又被取消了。'),
    ),
  ],
  sources: ['beyond'],
  modelled: text(
    'redsync 4.17, after its source: expiry 8 s, up to 32 attempts with waits of 50 to 250 ms, 5 % of the expiry per node, drift 1 %, one value for all attempts, a release on all nodes after a failed one; on a driver that obeys deadlines and closes a connection after a timeout.',
    '按源码模拟 redsync 4.17：过期 8 秒，最多尝试 32 次，间隔 50 到 250 毫秒，每个节点的时限为过期时间的 5%，漂移 1%，各次尝试用同一个值，失败后向所有节点释放；驱动遵守截止时间，超时后关闭连接。',
  ),
  notModelled: text(
    'go-redis 9 obeys the deadline while it reads only with ContextTimeoutEnabled; once the context is done, it sends nothing in either case. It closes the connection of a request that was cancelled, so a release can overtake a SET that is slow itself, and the fix does not help then (“No reply is not a no”, variant c).',
    'go-redis 9 只有设置了 ContextTimeoutEnabled 才在读取时遵守截止时间；而 context 一旦结束，两种情况下都不再发送。请求一取消，它就关闭那条连接；若慢的是 SET 本身，释放请求会跑到它前面，那时这个改法也没用（见“没有应答，不等于没有加锁”的变体 c）。',
  ),
  scenario: {
    version: 2,
    seed: 60,
    lock: choiceOfProfile(redsync),
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 700,
      think: 200,
      work: 400,
      latency: { min: 5, p50: 12, p99: 25, max: 30 },
      connection: { deadline: 300, releaseUnderDeadline: true },
      duration: 12_000,
      patience: 5000,
    },
    faults: { 'slow-c': slowAnswer('nodeC'), 'slow-d': slowAnswer('nodeD'), 'slow-e': slowAnswer('nodeE') },
  },
  lock: 'unavailable',
  data: 'safe',
  facts: ['entry-left', 'starved'],
  scene: { answers: ['fix', 'b', 'c'] },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('A context of its own for the clean-up', '清理用自己的 context'),
      short: text('A context for the clean-up', '清理另用 context'),
      text: text(
        'The same deadline for acquiring, and none for giving back (in Go: context.WithoutCancel, or a fresh context with a limit of its own). The release goes to all nodes and finds a key on each.',
        '请求照样受截止时间约束，归还则不受。Go 里用 context.WithoutCancel，或另建一个有自己时限的 context。释放请求发往所有节点，每个节点上都有键可删。',
      ),
      patch: { settings: { connection: { releaseUnderDeadline: false } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('timedOut', 'client1'), 'The deadline passes, as before.', '截止时间照样到了。'),
        beat(
          once('entryGone', 'nodeE'),
          'This time client 1 gives back what it may have taken, everywhere, including C, D and E.',
          '这一次，客户端 1 向所有节点归还它可能拿到的东西，包括 C、D、E。',
          text('Client 1 gives back what it may have taken, at every node.', '客户端 1 向所有节点归还它可能拿到的。'),
        ),
        beat(once('acquired', 'client1'), 'The next acquire succeeds.', '下一次加锁就成功了。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock after client 1.',
          '客户端 1 释放之后，客户端 2 也拿到锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('The deadline passes during the work', '干活时截止时间到了'),
      short: text('A deadline during the work', '工作中途到期限'),
      text: text(
        'No message is slow. Client 1 works past the deadline of its caller, and UnlockContext is given the same context: the release is not sent. (Open Match had this problem: its issue 1578.) Unlock() without a context does not have this problem.',
        '消息都很快，但工作比截止时间还长。客户端 1 干活超过了调用者的截止时间，而 UnlockContext 用的是同一个 context：释放请求没有发出。（Open Match 的 issue 1578 就是这样。）不带 context 的 Unlock() 没有这个问题。',
      ),
      patch: { settings: atWork, faults: noDelays },
      lock: 'unavailable',
      data: 'safe',
      facts: ['entry-left', 'starved'],
      beats: [
        beat(
          once('acquired', 'client1'),
          'Client 1 has the lock well before its deadline.',
          '客户端 1 早在截止时间之前就拿到了锁。',
        ),
        beat(
          once('released', 'client1'),
          'Client 1’s work took longer. The release fails without a single request.',
          '截止时间已过，释放失败，一个请求也没有发出。',
        ),
        beat(
          once('refused', 'client2'),
          'Client 2 finds five keys that belong to nobody.',
          '客户端 2 碰上五个不属于任何人的键。',
        ),
        beat(
          once('entryGone', 'nodeA'),
          'The keys stay until they expire. Until then, nobody gets the lock.',
          '键一直留到过期，在此之前谁也拿不到锁。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('A release without the deadline', '释放不受截止时间约束'),
      short: text('Release without a deadline', '释放不设截止'),
      text: text(
        'Client 1 releases under a context of its own, however late it is.',
        '不管多晚，客户端 1 都用自己的 context 释放。',
      ),
      patch: {
        settings: { ...atWork, connection: { ...atWork.connection, releaseUnderDeadline: false } },
        faults: noDelays,
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('releasing', 'client1'),
          'The deadline has passed, and the release is sent anyway.',
          '截止时间已过，释放请求照发。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 1’s release went through: client 2 gets the lock.',
          '客户端 1 的释放发出去了，客户端 2 拿到锁。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('The clean-up comes late', '清理来得太晚'),
      short: text('A late clean-up', '清理来得太晚'),
      text: text(
        'No deadline this time. Client 2’s first attempt fails, and three of the requests that clean up after it are slow. After 0.4 s the driver closes those connections, and client 2 asks again, on new ones and with the same value. It gets the lock, and then the old requests delete its keys.',
        '这次没有截止时间，但每次尝试都用同一个值。客户端 2 第一次尝试失败，归还用的请求有三个走得很慢。0.4 秒后驱动关掉那些连接，客户端 2 用新的连接、同样的值再来。它拿到了锁，随后旧的请求把它的键删了。',
      ),
      patch: lateCleanup(null),
      lock: 'overlap',
      data: 'lost',
      facts: ['lost-update', 'overlap'],
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has the lock.', '客户端 1 拿到了锁。'),
        beat(
          once('timedOut', 'client2'),
          'Client 2 was refused, and gives back what it might have taken. A, B and C do not answer in time.',
          '客户端 2 被拒绝，归还可能拿到的东西。A、B、C 没有及时应答。',
          text(
            'Client 2 was refused, and gives back. A, B and C are slow.',
            '客户端 2 被拒绝后释放，发往 A、B、C 的请求很慢。',
          ),
        ),
        beat(once('acquired', 'client2'), 'Client 2’s second attempt gets the lock.', '第二次尝试拿到了锁。'),
        beat(
          once('entryGone', 'nodeA', 2),
          'Now the first attempt’s release arrives. The value is the same, so it deletes the key.',
          '这时第一次尝试的释放请求才到。值是同一个，键就被删了。',
          text(
            'The old release arrives, and deletes the key: the value is the same.',
            '旧的释放请求这才到，值相同，键就被删了。',
          ),
        ),
        beat(
          once('acquired', 'client3'),
          'A, B and C are free: client 3 gets the lock too.',
          'A、B、C 都空了：客户端 3 也拿到了锁。',
        ),
        beat(
          overwrite('client3', 'client2', 3),
          'Client 3 writes what it computed from the old value. The change of client 2 is gone.',
          '客户端 3 写入按旧值算出的结果。客户端 2 的修改没了。',
          text(
            'Client 3 writes what it computed before: client 2’s change is gone.',
            '客户端 3 写下按旧值算的结果：客户端 2 的修改没了。',
          ),
        ),
      ],
    },
    {
      id: 'cfix',
      fix: true,
      title: text('A new value for each attempt', '每次尝试都用新的值'),
      short: text('New values each time', '每次用新的值'),
      text: text(
        'redlock-rb, Pottery and redlock-universal do this. The late requests ask for a value that is no longer there, and delete nothing.',
        '每次尝试都用新的值：redlock-rb、Pottery、redlock-universal 就是这样做的。迟到的请求找的是已经不在的值，什么也删不掉。',
      ),
      patch: lateCleanup('try'),
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('timedOut', 'client2'), 'The same slow requests.', '客户端 2 的释放请求同样走得很慢。'),
        beat(once('acquired', 'client2'), 'The second attempt has a value of its own.', '第二次尝试有自己的值。'),
        beat(
          once('acquired', 'client3'),
          'The late release did no harm. Client 3 waits for its turn.',
          '迟到的释放没有删掉键，客户端 3 等到锁空了才拿到。',
        ),
      ],
    },
  ],
};
