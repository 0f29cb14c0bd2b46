/** Clocks that do not jump but run at different speeds: what the allowance for drift covers, and what it does not. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'Node C counts 5 seconds when only 4.95 have passed. Redlock takes a little off the validity, the time for which a client may use its lock, because clocks run unevenly: 52 ms for a TTL of 5 s: client 1 stops before C grants the lock to anyone else.',
    '节点 C 数满 5 秒，其实只过了 4.95 秒。Redlock 为走速不一的时钟从有效时间里扣掉一点，5 秒的 TTL 扣 52 毫秒：C 还没把锁给别人，客户端 1 就已经停手了。',
  ),
  beats: [
    opening(
      'C’s clock runs 1 % fast. Client 1’s requests to D and E will get lost, so everything depends on C: with it, client 2 would have a majority.',
      'C 的时钟快 1%。客户端 1 发往 D 和 E 的请求会丢失，所以全看 C：有了它，客户端 2 就有多数。',
      text('C’s clock runs 1 % fast, and everything depends on C.', 'C 的时钟快 1%，而一切全看 C。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has the lock on A, B and C. Its validity is the TTL, minus the time this took, minus the allowance for drift: 1 % of the TTL plus 2 ms.',
      '客户端 1 在 A、B、C 上拿到锁。有效时间 = TTL − 花掉的时间 − 时钟漂移的余量（TTL 的 1% 再加 2 毫秒）。',
      text(
        'Client 1 has A, B and C. Its validity allows for drift: 1 %.',
        '客户端 1 拿到 A、B、C，有效时间预留了 1% 的漂移。',
      ),
    ),
    beat(
      once('wrote', 'storage'),
      'Client 1’s write arrives, but the reply is lost. It waits, and will not release the lock before it has to.',
      '客户端 1 的写入到达了，应答却丢了。它等着，不到最后一刻不会放手。',
      text('Client 1’s write is done, but the reply is lost. It waits.', '写入完成，应答却丢了，客户端 1 还在等。'),
    ),
    beat(
      once('acquiring', 'client2'),
      'Towards the end client 2 begins to ask, again and again. A, B and C still refuse.',
      '快到点时，客户端 2 开始要锁，一次又一次。A、B、C 仍然拒绝。',
      text('Client 2 asks again and again. A, B and C still refuse.', '客户端 2 一问再问，A、B、C 仍然拒绝。'),
    ),
    beat(
      once('stopped', 'client1'),
      'By its own clock client 1 is at the end of its validity. It stops, exactly then.',
      '按客户端 1 自己的时钟，有效时间到了。它分秒不差地停手。',
      text('By its own clock the validity is over: client 1 stops.', '按自己的时钟，有效时间到了：客户端 1 停手。'),
    ),
    beat(
      once('entryGone', 'nodeC'),
      'On C the key was still there, though not for much longer: C counts too fast, but not fast enough to let anyone else in.',
      'C 上的键直到这时还在，虽然也没剩多久了：C 数得快，但还没快到把锁给了别人。',
      text(
        'Only now does the key on C expire: fast, but not too fast.',
        'C 上的键到现在才过期：快了一点，但没有快过头。',
      ),
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2 gets the lock. Client 1 no longer holds it.',
      '客户端 2 拿到锁。客户端 1 已经放手。',
    ),
  ],
  sources: ['debate'],
  argument: text(
    'antirez: Redlock does not need exact clocks, only clocks that are about right. A clock may count 5 s when really 4.5 s have passed, and then 5.5 s; as long as the error stays within bounds, no harm is done. That is true, and the bound can be computed. If the nodes are fast by f and the client is slow by g, the allowance has to be at least TTL × (1 − (1 − g) / (1 + f)). With a TTL of 5 s the usual 52 ms cover 1.05 %. The 10 % of the example would need 455 ms (variants b and d are its two halves), and real quartz stays far below either.',
    'antirez：Redlock 不需要精确的时钟，差不多就行。要计时 5 秒，实际计了 4.5 秒，然后又计了 5.5 秒，只要误差不超过一定范围就没关系。这话没错，而且这个范围算得出来：若节点快 f，客户端慢 g，余量至少要有 TTL ×（1 −（1 − g）/（1 + f））。TTL 为 5 秒时，通常的 52 毫秒能应付 1.05%。例子里的 10% 则需要 455 毫秒（变体 b 和 d 是例子的两半）；而真实的石英钟远比这两者都准。',
  ),
  modelled: text(
    'Clocks of single processes that run fast or slow all the time; a client that stops exactly at the end of its validity.',
    '个别进程的时钟一直偏快或偏慢；客户端恰好在有效时间结束时停手。',
  ),
  notModelled: text(
    'Where such a drift comes from. A virtual machine with a bad time source, or a daemon that slews hard, can be off by several percent; a jump is another story.',
    '这样的漂移从何而来。时间源有问题的虚拟机、校得很猛的守护进程，都可能差上百分之几；时钟跳变则是另一个故事。',
  ),
  scenario: {
    version: 2,
    seed: 17,
    lock: { id: 'redlock', settings: { ttl: 5000, nodeTimeout: 60, tries: 40, retryDelay: 70, retryJitter: 10 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      think: 200,
      work: 300,
      storageTimeout: 10_000,
      check: 'before-write',
      latency: { min: 3, p50: 5, p99: 8, max: 9 },
      own: { client2: { start: 4350 }, nodeC: { clock: { ppm: 10_000 } } },
      duration: 6000,
      patience: 5500,
    },
    faults: {
      'request-d': { kind: 'lose', message: { from: 'client1', to: 'nodeD', leg: 'request', nth: 1 } },
      'request-e': { kind: 'lose', message: { from: 'client1', to: 'nodeE', leg: 'request', nth: 1 } },
      answer: { kind: 'lose', message: { from: 'storage', to: 'client1', leg: 'reply', nth: 2 } },
    },
  },
  lock: 'held',
  data: 'safe',
  variants: [
    {
      id: 'b',
      title: text('10 % fast: 4.5 s pass for 5 s', '快 10%：把 4.5 秒当成 5 秒'),
      short: text('A clock 10 % fast', '时钟快 10%'),
      text: text(
        'The same, but C’s clock is fast by a tenth. Its 5 s are over after about 4.5, and the allowance is 52 ms: for up to 403 ms client 1 still holds the lock, rightly by its own clock, while client 2 has C, D and E. One fast node is enough.',
        '同样的情形，但 C 的时钟快了一成。它的 5 秒，大约 4.5 秒就过完了，而余量只有 52 毫秒：最多有 403 毫秒，客户端 1 按自己的时钟还理直气壮地持有锁，客户端 2 却已拿到 C、D、E。一个走得快的节点就够了。',
      ),
      patch: { settings: { own: { nodeC: { clock: { ppm: 100_000 } } } } },
      lock: 'overlap',
      data: 'lucky',
      facts: ['overlap'],
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has A, B and C.', '客户端 1 拿到 A、B、C。'),
        beat(
          once('entryGone', 'nodeC'),
          'C has counted 5 s and deletes the key. A and B have about half a second to go.',
          'C 数满了 5 秒，删掉了键。A 和 B 还剩大约半秒。',
          text('C has counted 5 s too soon and deletes the key.', 'C 提早数满 5 秒，删掉了键。'),
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 asks just then and gets C, D and E.',
          '客户端 2 恰在此时请求加锁，拿到了 C、D、E。',
        ),
        beat(
          once('stopped', 'client1'),
          'By client 1’s own clock its validity ends only now, and its clock is right.',
          '按客户端 1 的时钟，有效时间到现在才结束，而它的时钟是准的。',
          text(
            'Client 1’s validity ends only now: there were two holders at once.',
            '客户端 1 的有效时间现在才到：曾有两个同时持锁。',
          ),
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('An allowance of 10 %', '把余量调到 10%'),
      short: text('Allow for 10 %', '预留 10% 的余量'),
      text: text(
        'The drift factor is set to 0.1. Client 1 now stops half a second earlier, before C’s key expires. Every lock is shorter by that much, whether clocks drift or not.',
        '把时钟漂移系数设为 0.1。现在客户端 1 提前半秒放弃，赶在 C 之前。代价是每一把锁都短了这么多，不管时钟漂不漂。',
      ),
      patch: {
        lock: { settings: { driftFactor: 0.1 } },
        settings: { own: { nodeC: { clock: { ppm: 100_000 } } } },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('acquired', 'client1'),
          'Client 1 has the lock, but half a second less of it.',
          '客户端 1 拿到锁，但有效时间少了半秒。',
        ),
        beat(once('stopped', 'client1'), 'Client 1 stops in good time.', '客户端 1 及时停手。'),
        beat(
          once('entryGone', 'nodeC'),
          'On C the key is still there, and client 1 releases it.',
          'C 上的键还在，由客户端 1 释放。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 1 had stopped early: client 2 is the only holder.',
          '客户端 1 早已停手：只有客户端 2 持锁。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('The client is slow', '慢的是客户端'),
      short: text('A slow client instead', '慢的是客户端'),
      text: text(
        'The nodes’ clocks are right, and client 1’s loses a tenth. What it counts as the 4.95 s of its validity really takes 5.5 s. It makes no difference whose clock is wrong, only how far apart they are.',
        '节点都准，客户端 1 的时钟慢了一成。在它看来是 4.95 秒的有效时间，其实有 5.5 秒。谁的时钟不准都一样，要紧的是差多少。',
      ),
      patch: {
        settings: {
          own: { nodeC: null, client1: { clock: { ppm: -100_000 } }, client2: { start: 4750 } },
          duration: 6300,
        },
      },
      lock: 'overlap',
      data: 'lucky',
      facts: ['overlap'],
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has A, B and C.', '客户端 1 拿到 A、B、C。'),
        beat(
          once('entryGone', 'nodeC'),
          'Five real seconds are over, and the key on C expires.',
          '真实的五秒过去了，C 上的键过期。',
        ),
        beat(once('acquired', 'client2'), 'Client 2 gets a majority.', '客户端 2 拿到多数。'),
        beat(
          once('stopped', 'client1'),
          'Client 1 thinks it stops in time, but there were two holders.',
          '客户端 1 以为停得正是时候，其实两个曾同时持锁。',
        ),
      ],
    },
    {
      id: 'd',
      title: text('10 % slow: 5.5 s pass for 5 s', '慢 10%：把 5.5 秒当成 5 秒'),
      short: text('A clock 10 % slow', '时钟慢 10%'),
      text: text(
        'The other half of antirez’s example: to count 5 s, C takes 5.5. Its key is still there when client 1 stops, so nobody gets the lock too early. A slow node costs waiting time when a holder dies, but no safety.',
        '这是 antirez 例子的另一半：C 数满 5 秒，其实过了 5.5 秒。客户端 1 停手时，C 上的键还在，谁也不会提早拿到锁。节点走得慢，只在持有者死掉时让别人多等，不损害安全。',
      ),
      patch: { settings: { own: { nodeC: { clock: { ppm: -100_000 } } } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has A, B and C.', '客户端 1 拿到 A、B、C。'),
        beat(once('stopped', 'client1'), 'Client 1’s validity is over, and it stops.', '有效时间到了，它停手。'),
        beat(
          once('entryGone', 'nodeC'),
          'C has not counted to 5 s yet: client 1 releases its key.',
          'C 还没数满 5 秒：键是客户端 1 释放的。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 1 had stopped in time: client 2 is the only holder.',
          '客户端 1 已按时停手：只有客户端 2 持锁。',
        ),
      ],
    },
  ],
};
