/** A lock without an expiry outlives its holder. After a crash, or a cut that never heals, nobody gets in again. */
import type { Fault } from '../../../core/model/scenario/fault';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

/** In the middle of client 1's work. */
const when = { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 150 } as const;

const cut: Fault = { kind: 'cut', when, from: ['client1'], to: ['nodeA'], bothWays: true, for: 'ever' };

export const story: StoryBody = {
  next: 'setnx-expire',
  lead: text(
    'Client 1 takes a lock that never expires. Then it dies holding it, and nobody else will ever get the lock.',
    '客户端 1 拿到一把永不过期的锁。然后它带着锁崩溃了，从此谁也拿不到锁。',
  ),
  beats: [
    opening(
      'One Redis node keeps the lock as a plain key. SET with NX succeeds only while there is no such key, and nothing here says when the key should go away.',
      '锁就是一个 Redis 节点上的一个普通的键。带 NX 的 SET 只有在键不存在时才成功；而这里没有任何东西规定键什么时候消失。',
      text(
        'The lock is a plain key. Nothing says when it should go away.',
        '锁是一个普通的键，没有规定它什么时候消失。',
      ),
    ),
    beat(once('acquired', 'client1'), 'Client 1 has the lock and starts working.', '客户端 1 获得锁，开始工作。'),
    beat(
      once('crashed', 'client1'),
      'Client 1 crashes in the middle of its work. Nobody else would ever delete the key.',
      '客户端 1 在工作途中崩溃。只有客户端 1 会去删这个键，而它已经不在了。',
      text('Client 1 crashes. Nobody else would delete its key.', '客户端 1 崩溃了。除了它，没有谁会删这个键。'),
    ),
    beat(
      once('acquiring', 'client2'),
      'Client 2 wants the lock. The key is there, so the node says no.',
      '客户端 2 请求加锁。键还在，节点拒绝了。',
    ),
    beat(
      once('received', 'client2', 4),
      'Client 2 asks again and again. However long it waits, the answer stays the same: the lock is stuck until somebody deletes the key by hand.',
      '客户端 2 一次又一次地问。等多久答案都一样：这把锁卡死了，除非有人手动删掉那个键。',
      text('Client 2 asks again and again: the lock is stuck for good.', '客户端 2 一问再问：这把锁永远卡死了。'),
    ),
  ],
  sources: ['debate'],
  modelled: text(
    'SET with NX and without PX on one simulated Redis node; a client process that is killed, or cut off; a client that keeps asking.',
    '在一个模拟的 Redis 节点上执行带 NX、不带 PX 的 SET；一个被杀死（或失联）的客户端；一个不断重试的客户端。',
  ),
  notModelled: text(
    'Somebody who notices and deletes the key, or a client that comes back and still knows the value it had set.',
    '有人发现问题并手动删键；或者客户端重启后还记得自己当初设置的值。',
  ),
  scenario: {
    version: 2,
    seed: 2,
    lock: {
      id: 'single-node',
      settings: { ttl: 2000, expiry: 'none', tries: 20, retryDelay: 700, nodeTimeout: 300 },
    },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 500,
      work: 400,
      latency: { min: 20, p50: 40, p99: 80, max: 100 },
      duration: 4500,
      patience: 4000,
    },
    faults: { crash: { kind: 'crash', process: 'client1', when, restartAfter: 'never' } },
  },
  lock: 'stuck',
  data: 'safe',
  facts: ['stuck-entry', 'starved'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('With an expiry (PX)', '加上过期时间（PX）'),
      short: text('An expiry (PX)', '过期时间（PX）'),
      text: text(
        'SET with NX and PX: the node deletes the key by itself when the TTL runs out. Client 1 crashes as before; client 2 waits for the rest of the TTL, then gets the lock. That wait is the price.',
        '用带 NX 和 PX 的 SET：TTL 一到，节点自己删掉键。客户端 1 照样崩溃；客户端 2 等完剩下的 TTL 就拿到了锁。这段等待就是代价。',
      ),
      patch: { lock: { settings: { expiry: 'px' } } },
      lock: 'held',
      data: 'safe',
      beats: [
        opening(
          'The same crash, but the key is set with PX: the node itself deletes it when the TTL runs out.',
          '同样的崩溃，但键是带 PX 设置的：TTL 一到，节点自己把它删掉。',
          text(
            'Now the key has a TTL: when it runs out, Redis deletes the key.',
            '这次键带着 TTL：到时 Redis 自己删掉它。',
          ),
        ),
        beat(
          once('crashed', 'client1'),
          'Client 1 crashes while it holds the lock. Its key stays, and the TTL runs down.',
          '客户端 1 持锁崩溃。键还在，但 TTL 在走。',
          text(
            'Client 1 crashes with the lock. Its key stays, and the TTL runs down.',
            '客户端 1 持锁崩溃。键还在，但 TTL 在走。',
          ),
        ),
        beat(
          once('entryGone', 'nodeA'),
          'The TTL runs out: the node deletes the key of a client that no longer exists.',
          'TTL 到了：节点删掉了一个已经不存在的客户端的键。',
          text('The TTL runs out: the node deletes the dead client’s key.', 'TTL 到了：节点删掉已死客户端的键。'),
        ),
        beat(
          once('acquired', 'client2'),
          'The next time client 2 asks, it gets the lock.',
          '客户端 2 下一次来问，就拿到了锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('Cut off forever', '没崩溃，只是断网'),
      text: text(
        'Client 1 does not crash: the network between it and Redis breaks and never heals. It finishes its work, but its release never arrives. To everyone else that looks the same.',
        '客户端 1 没有崩溃：它与 Redis 之间的网络断了，再也没有恢复。它做完了工作，释放锁的请求却永远到不了。在别人看来，这和崩溃没有区别。',
      ),
      // TCP usually goes on trying for a quarter of an hour, which no story waits for.
      patch: { settings: { connectionLife: 1000 }, faults: { crash: null, cut } },
      lock: 'stuck',
      data: 'safe',
      facts: ['stuck-entry', 'starved'],
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has the lock and starts working.', '客户端 1 获得锁，开始工作。'),
        beat(
          once('faultStruck'),
          'The network between client 1 and Redis breaks for good. It can still reach the storage.',
          '客户端 1 与 Redis 之间的网络断了，而且不再恢复。它仍然能访问存储。',
          text(
            'The network between client 1 and Redis breaks for good.',
            '客户端 1 与 Redis 之间的网络断了，不再恢复。',
          ),
        ),
        beat(
          once('releasing', 'client1'),
          'Client 1’s work is done and written. It sends its release, which does not get through. TCP resends it again and again.',
          '工作做完了，也写好了。它发出释放请求，却送不过去。TCP 一再重发。',
          text(
            'Client 1 has done its work. Its release does not get through.',
            '客户端 1 做完了工作，释放请求却送不过去。',
          ),
        ),
        beat(
          once('released', 'client1'),
          'Client 1 stops waiting for an answer. A second later TCP gives up the connection (in real life it takes about fifteen minutes), and the release is lost. Client 1 did nothing wrong, and yet its key stays forever.',
          '客户端 1 不再等应答。一秒后 TCP 放弃了这条连接（现实中大约要十五分钟），释放请求就此丢失。客户端 1 什么也没做错，它的键却永远留下了。',
          text(
            'Client 1 gives up. It did nothing wrong, and its key stays forever.',
            '客户端 1 只好放弃。它没有做错，键却永远留下了。',
          ),
        ),
        beat(
          once('received', 'client2', 4),
          'Client 2 asks in vain: the key never expires.',
          '客户端 2 一问再问都落空：键永远不过期。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('Cut off, with an expiry', '断网，但有过期时间'),
      text: text(
        'With PX, a release that never arrives costs the others no more than the rest of the TTL.',
        '有了 PX，到不了的释放请求顶多让别人等完剩下的 TTL。',
      ),
      patch: { lock: { settings: { expiry: 'px' } }, faults: { crash: null, cut } },
      lock: 'held',
      data: 'safe',
      facts: ['entry-left'],
      beats: [
        beat(
          once('released', 'client1'),
          'Client 1’s release does not get through, as before.',
          '客户端 1 的释放请求照样送不过去。',
        ),
        beat(
          once('entryGone', 'nodeA'),
          'This time the node itself deletes the key when the TTL runs out.',
          '这一次，TTL 一到，节点自己删掉了键。',
        ),
        beat(
          once('acquired', 'client2'),
          'The key has expired: client 2 gets the lock.',
          '键已过期：客户端 2 拿到了锁。',
        ),
      ],
    },
  ],
};
