/** A client library sends a command again that had no answer. A SET with NX that was carried out meets its own key. */
import { nodeRedlock5 } from '../../../core/locks/redlock/libraries/nodeRedlock5';
import { patchBetween } from '../../../core/model/scenario/patch';
import { choiceOfProfile } from '../../../core/model/scenario/profile';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

const lock = {
  id: 'single-node',
  settings: { expiry: 'none', tries: 10, retryDelay: 100, retryJitter: 0, nodeTimeout: 300 },
} as const;

const oneNode = { nodes: { count: 1 } } as const;

export const story: StoryBody = {
  lead: text(
    'The reply to client 1’s SET is lost with its connection. Its client library resends the SET, and now its own key is in the way. The key has no expiry, so nobody ever gets the lock.',
    '客户端 1 的 SET 的应答随连接一起丢了。它的客户端库把 SET 又发了一遍，挡路的正是它自己的键。这个键没有过期时间，于是谁也拿不到锁。',
  ),
  beats: [
    opening(
      'The Lock of redis-py sets a key without an expiry unless it is given a timeout. And when a command gets no reply, a redis-py client made by Redis() resends it by itself: up to 3 times in versions 6 and 7, up to 10 times in version 8. For most commands that helps.',
      'redis-py 的 Lock 若不指定 timeout，设置的键就没有过期时间。而一条命令没有等到应答时，用 Redis() 创建的 redis-py 客户端会自己重发：6 和 7 版最多 3 次，8 版最多 10 次。对多数命令来说，这是好事。',
      text('redis-py resends a command by itself when no reply comes.', '没有等到应答，redis-py 会自己把命令重发。'),
    ),
    beat(
      once('entrySet', 'nodeA'),
      'Node A sets the key for client 1. The reply gets lost.',
      '节点 A 为客户端 1 设置了键，应答却丢了。',
    ),
    beat(
      once('timedOut', 'client1'),
      'The client library gives up the connection and sends the same SET again. The lock built on it hears nothing about that.',
      '客户端库放弃这条连接，把同一个 SET 又发了一遍。上层的锁对此一无所知。',
      text(
        'The library resends the same SET. The lock hears nothing about that.',
        '客户端库把同一个 SET 又发一遍，上层的锁不知道。',
      ),
    ),
    beat(
      once('received', 'client1'),
      'nil: the key exists. It is client 1’s own, but SET with NX does not check whose it is.',
      '应答是 nil：键已经存在。那正是客户端 1 自己的键，而带 NX 的 SET 不看键是谁的。',
      text(
        'The reply is nil: the key is client 1’s own, but nobody checks.',
        '应答是 nil：键正是自己的，可没有谁去看。',
      ),
    ),
    beat(once('received', 'client2'), 'Client 2 gets nil as well.', '客户端 2 也得到 nil。'),
    beat(
      once('refused', 'client1'),
      'Client 1 gives up waiting. Later it asks again with a new value, so not even the key’s owner can delete it now. The lock is stuck until somebody deletes the key by hand.',
      '客户端 1 不再等。它之后再来时用的是新的值，所以现在连键的主人也删不掉它。除非有人手动删键，这把锁就卡死了。',
      text(
        'Client 1 gives up. Its key has no expiry: the lock is stuck.',
        '客户端 1 放弃了。键没有过期时间：锁卡死了。',
      ),
    ),
  ],
  sources: ['beyond'],
  modelled: text(
    'redis-py’s Lock with timeout=None, following its source: one random value per acquire, SET with NX, a check every 0.1 s, a release that compares and deletes. The library’s retry: up to 10 resends, as by a client that Redis() made; one made from a URL resends nothing (variant c). Measured with redis-py 8 and a Redis server: its Lock then keeps polling against its own key.',
    '按源码模拟 redis-py 的 Lock（timeout=None）：每次加锁一个随机值，带 NX 的 SET，每 0.1 秒看一次，释放时比较后删除；以及客户端库的重试：最多重发 10 次，即用 Redis() 创建的客户端；由 URL 创建的不重发（变体 c）。用 redis-py 8 和真实的 Redis 服务器测过：它的 Lock 之后就守着自己的键不停轮询。',
  ),
  notModelled: text(
    'The wait before a resend. A library notices a lost connection at once; here a time limit of 0.3 s stands for that. By default the Lock waits forever; here it checks ten times, as with a blocking_timeout, and then the program asks for the lock again.',
    '重发之前的等待。连接断开时客户端库立刻就知道，这里用 0.3 秒的超时代替。Lock 默认会一直等；这里只看十次，相当于设置了 blocking_timeout，之后程序再次请求加锁。',
  ),
  scenario: {
    version: 2,
    seed: 54,
    lock,
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 900,
      think: 200,
      latency: { min: 10, p50: 24, p99: 60, max: 80 },
      connection: { resends: 10 },
      duration: 6000,
      patience: 4000,
    },
    faults: {
      'lost-reply': { kind: 'lose', message: { from: 'nodeA', to: 'client1', leg: 'reply', nth: 1 } },
    },
  },
  lock: 'stuck',
  data: 'safe',
  facts: ['stuck-entry', 'starved'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('A failed attempt releases its key', '失败的尝试归还自己的键'),
      short: text('Release after a failed attempt', '失败了也释放'),
      text: text(
        'The same resend, but an attempt that was refused releases: it deletes the key if the key has its own value. The Redlock algorithm does this, here on a single node. The next attempt finds the key free, without waiting for the TTL of 8 s.',
        '同样重发，但被拒绝的尝试会释放：键里若是自己的值就删掉。Redlock 算法就是这样做的，这里只用一个节点。下一次尝试时键已经空出来了，用不着等 8 秒的 TTL。',
      ),
      patch: { lock: { id: 'redlock', settings: { expiry: null, ttl: 8000 } }, settings: oneNode },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('received', 'client1'),
          'The resend is refused, as before. Client 1 counts that as a failed attempt.',
          '重发的 SET 照样被拒绝。客户端 1 认为这次尝试失败了。',
        ),
        beat(
          once('entryGone', 'nodeA'),
          'Client 1 releases what the attempt may have left. The key has its own value, so it is deleted.',
          '客户端 1 归还这次尝试可能留下的东西：键里正是自己的值，于是删掉了。',
          text(
            'Client 1 releases what its attempt may have left: the key goes.',
            '客户端 1 释放：键里是自己的值，键被删掉。',
          ),
        ),
        beat(once('acquired', 'client1'), 'The next attempt gets the lock.', '下一次尝试拿到了锁。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock after client 1.',
          '客户端 1 释放之后，客户端 2 也拿到了锁。',
        ),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('A script that accepts its own key', '脚本认自己的键'),
      short: text('A script knows its key', '脚本认得自己的键'),
      text: text(
        'The script of aioredlock and redlock-rb sets a key that is free or has the client’s own value. The resend meets its own key, which counts as a yes. Here it is Redlock on a single node, with a TTL of 8 s.',
        'aioredlock 和 redlock-rb 的脚本：键空闲，或里面就是自己的值，都会设置。重发碰上自己的键，应答就是同意。这里是只有一个节点的 Redlock，TTL 为 8 秒。',
      ),
      patch: {
        lock: { id: 'redlock', settings: { expiry: null, ttl: 8000, takes: 'free-or-mine' } },
        settings: oneNode,
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('timedOut', 'client1'), 'The same reply is lost.', '同样丢了一个应答。'),
        beat(
          once('acquired', 'client1'),
          'The resend finds client 1’s own value, sets the key again, and client 1 has the lock.',
          '重发的脚本看到客户端 1 自己的值，重新设置了键，客户端 1 拿到锁。',
          text(
            'The resent script finds client 1’s own value, and client 1 has the lock.',
            '重发的脚本见到自己的值，客户端 1 拿到锁。',
          ),
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock after client 1.',
          '客户端 1 释放之后，客户端 2 也拿到了锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('With a timeout of 8 s', '设置 8 秒的 timeout'),
      short: text('A timeout of 8 s', '8 秒的 timeout'),
      text: text(
        'Lock(timeout=8): the key has an expiry. redis-py says that it leaves deadlocks to its users, and this is the setting for that. The resend still meets its own key, and everyone waits until the key is gone, although nobody holds the lock.',
        'Lock(timeout=8)：键有了过期时间。redis-py 的文档说，死锁问题留给使用者解决，这就是为此准备的设置。重发照样碰上自己的键；没有人持锁，大家却都得等键过期。',
      ),
      patch: { lock: { settings: { expiry: 'px', ttl: 8000 } }, settings: { duration: 12_000 } },
      lock: 'unavailable',
      data: 'safe',
      facts: ['starved', 'entry-left'],
      beats: [
        beat(
          once('received', 'client1'),
          'nil again: client 1’s own key is in its way.',
          '又是 nil：客户端 1 的键挡住了它自己。',
        ),
        beat(once('entryGone', 'nodeA'), 'Eight seconds later the node deletes the key.', '八秒之后，节点删掉了键。'),
        beat(once('acquired'), 'The key is gone: only now does a client get the lock.', '键没了，这才有客户端拿到锁。'),
      ],
    },
    {
      id: 'c',
      title: text('Without a resend', '不重发'),
      text: text(
        'Client 1’s library resends nothing, and the acquire returns an error. That is more honest, but no cure: the key is still there, without an expiry, and its client does not know about it.',
        '客户端 1 的库不重发，加锁时得到一个错误。这样更诚实，但治不了病：键还在，没有过期时间，它的主人也不知道有这个键。',
      ),
      patch: { settings: { connection: { resends: 0 } } },
      lock: 'stuck',
      data: 'safe',
      facts: ['stuck-entry', 'starved'],
      beats: [
        beat(
          once('timedOut', 'client1'),
          'No reply. Client 1 does not know whether the SET was carried out.',
          '没有应答。客户端 1 不知道 SET 执行了没有。',
        ),
        beat(
          once('received', 'client1'),
          'When client 1 asks again, its own key is in the way.',
          '客户端 1 再来问时，自己的键挡在那里。',
        ),
        beat(
          once('refused', 'client2'),
          'The key never expires: from now on, nobody gets the lock.',
          '键不会过期：从此谁也拿不到锁。',
        ),
      ],
    },
    {
      id: 'd',
      title: text('node-redlock on ioredis', 'node-redlock 加 ioredis'),
      text: text(
        'When ioredis reconnects, it resends commands that got no reply, and node-redlock 5 releases only after its last attempt. It asks eleven times, is blocked by its own key each time, fails after about two seconds, and only then deletes the key.',
        'ioredis 重连后会重发没有应答的命令，而 node-redlock 5 只在最后一次尝试之后才归还。它问了十一次，次次被自己的键挡住，约两秒后失败，这时才删掉键。',
      ),
      patch: {
        ...patchBetween({ lock }, { lock: choiceOfProfile(nodeRedlock5, { ttl: 8000, nodeTimeout: 300 }) }),
        settings: { ...oneNode, connection: { resends: 1 }, patience: 2000 },
      },
      lock: 'unavailable',
      data: 'safe',
      facts: ['starved'],
      beats: [
        beat(
          once('received', 'client1'),
          'The resend is refused: the key has client 1’s own value.',
          '重发被拒绝：键里就是客户端 1 自己的值。',
        ),
        beat(once('received', 'client1', 11), 'The eleventh attempt was the last.', '第十一次尝试是最后一次。'),
        beat(once('entryGone', 'nodeA'), 'Only now does client 1 release, and the key goes.', '这时它才归还，键没了。'),
        beat(once('acquired'), 'The key is gone: only now does a client get the lock.', '键没了，这才有客户端拿到锁。'),
      ],
    },
  ],
};
