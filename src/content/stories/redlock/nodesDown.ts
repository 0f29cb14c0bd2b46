/** How many nodes may be down: a minority. And why an even number of nodes gains nothing. */
import type { Fault } from '../../../core/model/scenario/fault';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

const fromTheStart = { kind: 'time', at: 0 } as const;

/** The crash of one node too many. The node comes back, so that the run shows the lock come back with it. */
const downC: Fault = { kind: 'crash', process: 'nodeC', when: fromTheStart, restartAfter: 2800 };

/** A client that has to wait for long asks less often. */
const slowRetries = { retryDelay: 700, retryJitter: 300 } as const;

export const story: StoryBody = {
  next: 'clock-jump',
  lead: text(
    'Two of five nodes are down, one refusing connections, the other silent. Three are left, and three are a majority.',
    '五个节点坏了两个，一个拒绝连接，一个毫无声息。还剩三个，三个就是多数。',
  ),
  beats: [
    opening(
      'D has crashed: connections to it are refused at once. E has lost power: requests to it get no reply at all.',
      'D 的进程崩溃了：连接立刻被拒绝。E 断电了：发给它的请求毫无回音。',
      text('D refuses connections at once. E is silent.', 'D 立刻拒绝连接，E 毫无回音。'),
    ),
    beat(
      once('acquired', 'client1'),
      'A, B and C have agreed. Client 1 has the lock; D’s quick no costs nothing, and client 1 does not wait for E.',
      'A、B、C 同意了，客户端 1 拿到锁。D 立刻拒绝连接，并不碍事；E 的应答，它根本没有等。',
      text(
        'A, B and C agree: client 1 has the lock, without waiting for E.',
        'A、B、C 同意：客户端 1 不等 E，就拿到了锁。',
      ),
    ),
    beat(
      once('step', 'client2', 5),
      'A, B and C refuse client 2, as they should.',
      '客户端 2 被 A、B、C 拒绝，理应如此。',
    ),
    beat(
      once('acquired', 'client2'),
      'When client 1 has released them, client 2 gets the same three nodes.',
      '客户端 1 释放之后，客户端 2 拿到同样的三个节点。',
    ),
    beat(
      once('timedOut', 'client1'),
      'Client 1’s release still waits for E, until the timeout. That holds nobody up.',
      '客户端 1 的释放还在等 E，直到超时。这并不耽误任何人。',
      text('Client 1’s release still waits for E, which delays nobody.', '客户端 1 的释放还在等 E，却不耽误任何人。'),
    ),
  ],
  sources: ['notes', 'redisson'],
  modelled: text(
    'A crashed process, whose machine refuses connections, and a machine without power, from which nothing comes until the timeout for the node is over.',
    '进程崩溃时，机器会拒绝连接；机器断电时，什么也不回，客户端要等到该节点的超时。',
  ),
  notModelled: text(
    'Nodes that are down all at once for one reason: the same rack, the same power line, the same bad release.',
    '多个节点因同一个原因同时坏掉：同一机架、同一路供电、同一个有问题的版本。',
  ),
  scenario: {
    version: 2,
    seed: 14,
    lock: {
      id: 'redlock',
      settings: { ttl: 2000, nodeTimeout: 150, tries: 2, retryDelay: 500, retryJitter: 200 },
    },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 300,
      think: 200,
      work: 600,
      latency: { min: 15, p50: 30, p99: 60, max: 70 },
      duration: 2400,
      patience: 2200,
    },
    faults: {
      downD: { kind: 'crash', process: 'nodeD', when: fromTheStart, restartAfter: 'never' },
      downE: { kind: 'power-loss', process: 'nodeE', when: fromTheStart, restartAfter: 'never' },
    },
  },
  lock: 'held',
  data: 'safe',
  variants: [
    {
      id: 'b',
      title: text('Three of five down', '五个坏了三个'),
      text: text(
        'Two nodes are not a majority. Nobody gets the lock until one more node is back: safe, but useless. Every attempt gets the keys on A and B and has to release them.',
        '五个节点坏了三个，只剩两个。在又一个节点恢复之前，谁也拿不到锁：安全，但没法用。每次尝试都拿到 A 和 B 的键，又只好还回去。',
      ),
      patch: { lock: { settings: slowRetries }, settings: { think: 500, duration: 5400 }, faults: { downC } },
      lock: 'unavailable',
      data: 'safe',
      facts: ['starved'],
      beats: [
        opening('C is down as well. Only A and B are left.', 'C 也坏了，只剩 A 和 B。'),
        beat(
          once('refused', 'client1'),
          'Client 1 gives up an attempt: it got two nodes and needs three.',
          '客户端 1 放弃了一次尝试：拿到两个，而需要三个。',
        ),
        beat(
          once('refused', 'client2'),
          'The same happens to every client, again and again. Nobody holds the lock, and yet nobody can get it.',
          '谁来都一样，一次又一次。锁不在任何人手里，却谁也拿不到。',
          text('Nobody holds the lock, and nobody can get it.', '锁不在任何人手里，却谁也拿不到。'),
        ),
        beat(once('started', 'nodeC'), 'C is back, empty.', 'C 恢复了，里面是空的。'),
        beat(
          once('acquired'),
          'Three nodes make a majority again, and the work goes on.',
          '有了三个节点，多数又存在了，工作得以继续。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('One of three down', '三个坏了一个'),
      text: text('With three nodes the majority is two: one may be down.', '三个节点的多数是两个：可以坏一个。'),
      patch: {
        settings: { nodes: { count: 3 } },
        faults: { downD: null, downE: null, downC: { ...downC, restartAfter: 'never' } },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        opening('Three nodes, and C is down.', '三个节点，C 坏了。'),
        beat(once('acquired', 'client1'), 'A and B are a majority of three.', 'A 和 B 是三个中的多数。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets A and B after client 1 has released them.',
          '客户端 1 释放之后，客户端 2 也拿到 A 和 B。',
        ),
      ],
    },
    {
      id: 'd',
      title: text('One of four down', '四个坏了一个'),
      text: text(
        'With four nodes the majority is three: one may be down, just as with three nodes. The fourth node gains nothing, and can itself fail.',
        '四个节点的多数是三个：也只能坏一个，和三个节点一样。第四个节点什么好处也没带来，它自己还可能坏。',
      ),
      patch: { settings: { nodes: { count: 4 } }, faults: { downE: null } },
      lock: 'held',
      data: 'safe',
      beats: [
        opening('Four nodes, and D is down.', '四个节点，D 坏了。'),
        beat(
          once('acquired', 'client1'),
          'A, B and C are a majority of four: all three remaining nodes are needed.',
          'A、B、C 是四个中的多数：剩下的三个缺一不可。',
          text('A majority of four is three: every remaining node is needed.', '四个的多数是三个：剩下的缺一不可。'),
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets A, B and C after client 1 has released them.',
          '客户端 1 释放之后，客户端 2 也拿到 A、B、C。',
        ),
      ],
    },
    {
      id: 'e',
      title: text('Two of four down', '四个坏了两个'),
      text: text(
        'Two of four are not a majority. Five nodes tolerate two failures, four only one: that is why N is odd, N = 2X + 1 for X failures.',
        '四个节点坏了两个。五个节点能承受两个故障，四个只能承受一个：所以 N 取奇数，要容忍 X 个故障就用 N = 2X + 1 个节点。',
      ),
      patch: {
        lock: { settings: slowRetries },
        settings: { think: 500, nodes: { count: 4 }, duration: 5400 },
        faults: { downE: null, downC },
      },
      lock: 'unavailable',
      data: 'safe',
      facts: ['starved'],
      beats: [
        opening('Four nodes, C and D are down.', '四个节点，C 和 D 坏了。'),
        beat(
          once('refused', 'client1'),
          'A and B say yes, which is not enough: a majority of four is three.',
          'A 和 B 同意了，却不够：四个的多数是三个。',
          text('A and B say yes, but a majority of four is three.', 'A 和 B 同意，但四个的多数是三个。'),
        ),
        beat(
          once('acquired'),
          'C is back: with three nodes, the lock works again.',
          'C 恢复，有了三个节点，锁又能用了。',
        ),
      ],
    },
  ],
  // It goes on once another node is back.
  scene: { stopsAt: 'end' },
};
