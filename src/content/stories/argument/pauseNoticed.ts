/**
 * The pause that Redlock does notice, because it comes before the second look at the clock. Variants fool that look.
 */
import { defaultSettings, type Patch } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, text } from '../beats';

/** As Kleppmann tells it: the nodes have answered, and client 1 stops before it receives the answers. */
const beforeAnswers: Patch['faults'] = {
  pause: null,
  'before-answers': {
    kind: 'pause',
    process: 'client1',
    when: { kind: 'request', to: 'nodeE', from: 'client1', side: 'after', nth: 1 },
    for: 2600,
  },
};

export const story: StoryBody = {
  lead: text(
    'Client 1 gets its majority, and pauses before it looks at the clock again. When it wakes up, client 2 holds the lock. Redlock’s own check says no, and nothing breaks.',
    '客户端 1 拿到多数，却在再次看时钟之前停顿。它醒来时，锁已在客户端 2 手里。Redlock 自己的检查说“不行”，什么也没坏。',
  ),
  beats: [
    beat(
      once('paused', 'client1'),
      'All five nodes have said yes, and a majority of the replies is in. Before client 1 reads the clock a second time, its process pauses.',
      '五个节点都同意了，多数应答已经收到。客户端 1 还没第二次读时钟，进程就停顿了。',
      text(
        'Five nodes agreed. Client 1 pauses before it reads the clock again.',
        '五个节点都同意了。客户端 1 还没再看时钟，就停顿了。',
      ),
    ),
    beat(once('refused', 'client2'), 'Client 2 is refused for now.', '客户端 2 暂时被拒绝。'),
    beat(once('entryGone', 'nodeA'), 'The keys expire on all nodes.', '所有节点上的键都过期了。'),
    beat(once('acquired', 'client2'), 'Client 2 gets the lock.', '客户端 2 拿到了锁。'),
    beat(
      once('resumed', 'client1'),
      'Client 1 wakes up with its majority. Now it computes the TTL minus the time since it first looked at the clock.',
      '客户端 1 醒来，手里攥着多数。现在它计算有效时间：TTL 减去第一次看时钟以来经过的时间。',
      text(
        'Client 1 wakes up with its majority and computes how much time is left.',
        '客户端 1 醒来，手里有多数，计算还剩多少时间。',
      ),
    ),
    beat(
      once('refused', 'client1'),
      'None is left. Client 1 treats the lock as not acquired and releases everywhere, which touches only its own keys.',
      '一点不剩。它当作没拿到锁，向所有节点释放；而释放只会动它自己的键。',
      text(
        'No time is left: client 1 gives up and releases on all nodes.',
        '时间一点不剩：客户端 1 放弃，向所有节点释放。',
      ),
    ),
    beat(
      once('finished', 'client1'),
      'Client 1 asks again later: both get the lock, one after the other.',
      '客户端 1 稍后再来：两个客户端先后拿到了锁。',
    ),
  ],
  sources: ['debate'],
  argument: text(
    'In Kleppmann’s second example the client wakes up and trusts a lock that expired long ago. antirez pointed out that steps 3 and 4 of the algorithm exist for exactly this: whatever happens between the two clock readings is noticed at the second. Here antirez is right. Kleppmann held that this detail makes no essential difference to Redlock’s safety. On Twitter he agreed about delays between a client and the lock servers; a delay between the client and the resource, he held, is still a problem. The article draws the line between the two pauses: before the client has the replies, the lock itself would fail, and the check saves it; after that the lock is sound, and the resource is at stake. The check also needs a clock that is not set back in the meantime: variant b.',
    'Kleppmann 的第二个例子里，客户端醒来后相信了一把早已过期的锁。antirez 指出，算法的第 3、4 步正是为此而设：两次看时钟之间无论发生什么，第二次都看得出来。这一点 antirez 是对的；Kleppmann 则认为这个细节对 Redlock 的安全性没有本质影响。在 Twitter 上，他同意客户端与锁服务器之间的延迟没有危害，但认为客户端与资源之间的延迟仍有问题。文章把两种停顿分开来看：停顿在收到应答之前，出问题的是锁本身，而这个检查救得了它；停顿在拿到锁之后，锁没有问题，问题在资源那边。此外，这个检查要求时钟在此期间没有被拨回：见变体 b。',
  ),
  modelled: text(
    'A pause between the last reply that counts and the second reading of the clock, longer than the TTL; wall and monotonic clocks of the client. The storage checks versions, so the run shows only what the lock does.',
    '停顿发生在最后一个有效应答之后、第二次读时钟之前，且长于 TTL；客户端有挂钟和单调时钟。存储会检查版本，好让这次运行只显出锁的问题。',
  ),
  notModelled: text(
    'A monotonic clock that stops while the whole machine sleeps. The setting “both, the longer time” guards against that.',
    '整台机器休眠时，单调时钟会停走。“两者取较长”这一设置就是防它的。',
  ),
  scenario: {
    version: 2,
    seed: 25,
    lock: { id: 'redlock', settings: { ttl: 2000, nodeTimeout: 250, tries: 1 } },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      stagger: 1400,
      think: 600,
      work: 650,
      latency: { min: 15, p50: 32, p99: 80, max: 100 },
      duration: 6000,
      patience: 5000,
    },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 't2', nth: 1 },
        for: 2550,
      },
    },
  },
  lock: 'held',
  data: 'safe',
  variants: [
    {
      id: 'b',
      title: text('Its clock is set back in the meantime', '期间时钟被拨回'),
      short: text('Client 1’s clock set back', '时钟被拨回'),
      text: text(
        'Client 1 measures with its wall clock, and while it is paused that clock is set back by more than the length of the pause. The second reading is earlier than the first, and the validity seems longer than ever. (Beyond the articles.)',
        '客户端 1 用挂钟计时，而在停顿期间，挂钟被往回拨了，拨得比停顿还久。第二次看到的时间比第一次还早，有效时间看上去绰绰有余。（文章之外的情形。）',
      ),
      patch: {
        lock: { settings: { clock: 'wall' } },
        faults: {
          'set-back': {
            kind: 'clock-jump',
            process: 'client1',
            when: { kind: 'step', process: 'client1', step: 't2', nth: 1, plus: 1200 },
            by: -2800,
          },
        },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(
          once('paused', 'client1'),
          'The same pause before the second look at the clock.',
          '同样的停顿，发生在第二次看时钟之前。',
        ),
        beat(
          once('clockSet', 'client1'),
          'The time service sets the clock of client 1 back.',
          '校时服务把客户端 1 的时钟往回拨了。',
        ),
        beat(
          once('acquired', 'client2'),
          'The keys expire, and client 2 gets the lock.',
          '键过期了，客户端 2 拿到了锁。',
        ),
        beat(
          once('acquired', 'client1'),
          'By its wall clock client 1 has not even asked yet. It thinks it has the lock.',
          '看挂钟，客户端 1 仿佛还没开始请求。于是它相信自己拿到了锁。',
          text(
            'By its wall clock, client 1 has the lock, too: two holders.',
            '按自己的挂钟，客户端 1 也有锁：两个同时持锁。',
          ),
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('Measured with the monotonic clock', '改用单调时钟计时'),
      text: text(
        'Client 1 measures with its monotonic clock, which nobody sets. It has counted the pause, and client 1 gives up the lock as before. antirez agreed that this is the clock to use.',
        '客户端 1 用单调时钟计时，这个时钟谁也拨不动。它把停顿也数了进去，客户端 1 照样放弃。antirez 也同意应当用这种时钟。',
      ),
      patch: {
        lock: { settings: { clock: 'mono' } },
        faults: {
          'set-back': {
            kind: 'clock-jump',
            process: 'client1',
            when: { kind: 'step', process: 'client1', step: 't2', nth: 1, plus: 1200 },
            by: -2800,
          },
        },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('clockSet', 'client1'), 'The wall clock is set back as before.', '挂钟照样被往回拨了。'),
        beat(
          once('refused', 'client1'),
          'Client 1 does not use it. By its monotonic clock the TTL is over.',
          '客户端 1 没看它。按单调时钟，TTL 已经过了。',
          text(
            'By its monotonic clock the TTL is over: client 1 gives up.',
            '按单调时钟，TTL 已经过了：客户端 1 放弃。',
          ),
        ),
      ],
    },
    {
      id: 'c',
      title: text('Without the check', '没有这个检查'),
      text: text(
        'Kleppmann’s second example, in his six steps. Client 1 has asked all five nodes, and is paused before it receives an answer. All five reply in the meantime. When it wakes up, it receives the replies, counts five votes and thinks it has the lock: this client never looks at the clock again. It also waits 4 s for each node. With the short timeout of step 2 it would wake up to find every node too slow, and the example would not work even without the check.',
        'Kleppmann 的第二个例子，照他的六步。客户端 1 问过五个节点，还没收到应答就停顿了，其间五个节点都应答了。醒来后它收到应答，数了五票，便认为自己拿到了锁：它不再看时钟。每个节点它都肯等 4 秒；若照第 2 步用很短的超时，它一醒来就会认定各节点都超时，即使没有这个检查，例子也不成立。',
      ),
      patch: { lock: { settings: { validityCheck: false, nodeTimeout: 4000 } }, faults: beforeAnswers },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(
          once('paused', 'client1'),
          'Client 1 has asked all five nodes. Before it receives a reply, its process pauses.',
          '客户端 1 已向五个节点发出请求，还没收到应答，进程就停顿了。',
          text(
            'Client 1 has asked five nodes, and pauses before it receives a reply.',
            '客户端 1 问过五个节点，还没收到应答就停顿了。',
          ),
        ),
        beat(
          once('entryGone', 'nodeA'),
          'All nodes have said yes. Now the keys expire on all of them.',
          '各节点都应答了“同意”。现在所有节点上的键都过期了。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock on the same nodes.',
          '客户端 2 在同样的节点上拿到了锁。',
        ),
        beat(
          once('acquired', 'client1'),
          'Client 1 wakes up, receives the replies, and thinks it has the lock. So does client 2.',
          '客户端 1 醒来，收到应答，认为自己拿到了锁。两个客户端都这样认为。',
          text(
            'Client 1 wakes up and receives the replies: two holders at once.',
            '客户端 1 醒来收到应答，两个客户端同时持锁。',
          ),
        ),
      ],
    },
    {
      id: 'cfix',
      fix: true,
      title: text('The same pause, with the check', '同样的停顿，有这个检查'),
      short: text('With the check', '有这个检查'),
      text: text(
        'The same pause before the replies are received, and the same long timeout. Steps 3 and 4 of Redlock compare the clock with the first reading: the TTL is over, and client 1 releases everywhere. This is what antirez replied.',
        '同样在收到应答之前停顿，超时也同样长。Redlock 的第 3、4 步把时钟与第一次读数相减：TTL 已过，客户端 1 于是向所有节点释放。antirez 的答复正是这一点。',
      ),
      patch: { lock: { settings: { nodeTimeout: 4000 } }, faults: beforeAnswers },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('paused', 'client1'),
          'Client 1 pauses before it receives a reply.',
          '客户端 1 还没收到应答就停顿了。',
        ),
        beat(once('acquired', 'client2'), 'The keys expire, and client 2 gets the lock.', '键过期，客户端 2 拿到锁。'),
        beat(
          once('refused', 'client1'),
          'Client 1 receives five votes, checks the clock, and gives up.',
          '客户端 1 收到五票，看了时钟，放弃了。',
        ),
      ],
    },
    {
      id: 'e',
      title: text('Redisson’s RedLock', 'Redisson 的 RedLock'),
      text: text(
        'A library that counts its votes. Redisson’s RedLock asks the nodes one after another, and once a majority has granted the lock it sets a whole new lease wherever the key still exists, even if the key is another client’s. With tryLock() and no wait time, as here, it does not look at the clock; with lock() or a wait time it would find the time used up, and give the keys back. node-redlock 5 returns the right expiration, which may already have passed; the program has to check it. (Beyond the articles, one of which calls Redisson the best Redlock for Java.)',
        '这个库数够票就交出锁。Redisson 的 RedLock 逐个节点加锁，凑够多数后重设完整的租约；只要键还在就设，哪怕是别人的键。这里用的是不带等待时间的 tryLock()，它不看时钟；换成 lock() 或带等待时间，它会发现时间已用完，把键都还回去。node-redlock 5 返回的到期时刻是对的，但可能已经过去，程序得自己去看。（文章之外的情形；有一篇文章称 Redisson 是 Java 中最好的 Redlock 实现。）',
      ),
      patch: {
        lock: {
          id: 'redisson-redlock',
          settings: {
            ttl: null,
            nodeTimeout: 4000,
            tries: null,
            leaseTime: 2000,
            waits: 'not',
          },
        },
        faults: beforeAnswers,
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(
          once('paused', 'client1'),
          'Client 1 asked the last node, and pauses before it receives the reply.',
          '客户端 1 问到了最后一个节点，还没收到应答就停顿了。',
        ),
        beat(
          once('acquired', 'client2'),
          'The first leases end, and client 2 gets the lock.',
          '先前的租约到期，客户端 2 拿到锁。',
        ),
        beat(
          once('acquired', 'client1'),
          'Client 1 wakes up and counts five votes: two holders at once.',
          '客户端 1 醒来数到五票：两个客户端同时持锁。',
        ),
      ],
    },
    {
      id: 'd',
      title: text('Slow replies instead of a pause', '不是停顿，而是应答慢'),
      short: text('Slow replies, no pause', '应答慢，没有停顿'),
      text: text(
        'The timeout per node is far too long, and the replies take longer than the TTL. To the check that is the same as a pause. It sees that the time is up, and gives up the lock.',
        '每个节点的超时设得太长，应答比 TTL 还慢。对这个检查来说，这和停顿没有区别。它看得出时间已过，于是拒绝。',
      ),
      patch: {
        lock: { settings: { nodeTimeout: 10_000 } },
        faults: {
          pause: null,
          slow: {
            kind: 'slow',
            from: ['nodeA', 'nodeB', 'nodeC', 'nodeD', 'nodeE'],
            to: ['client1'],
            bothWays: false,
            when: { kind: 'step', process: 'client1', step: 'ask', nth: 1 },
            by: 2550,
            for: 150,
          },
        },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('entrySet', 'nodeA'),
          'The nodes set the key at once. Their replies take longer than it will last.',
          '节点立刻设置了键，但应答在路上的时间比键活得还久。',
          text(
            'The nodes set the key. Their replies take longer than it lasts.',
            '节点设了键，应答在路上的时间比 TTL 还长。',
          ),
        ),
        beat(once('acquired', 'client2'), 'By now client 2 has the lock.', '这时锁已经在客户端 2 手里。'),
        beat(
          once('refused', 'client1'),
          'All five say yes, but their replies reach client 1 too late. It looks at the clock and gives up.',
          '“同意”接连到达客户端 1，却已经太晚。它看了看时钟，放弃了。',
          text(
            'By its clock the replies are too late: client 1 gives up.',
            '客户端 1 看了时钟，发现应答来得太晚，放弃了。',
          ),
        ),
      ],
    },
  ],
  scene: { answers: ['b', 'c', 'd', 'e'] },
};
