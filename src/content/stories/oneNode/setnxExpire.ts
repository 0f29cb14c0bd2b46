/** A crash between SETNX and EXPIRE leaves a key that never goes away. One SET that does both cannot do that. */
import type { Fault } from '../../../core/model/scenario/fault';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, briefly, once, opening, text } from '../beats';

/** Client 1 has written, and is held up before it sends what gives the lock back. */
const blockedBefore = (step: 'del' | 'delete'): Fault => ({
  kind: 'pause',
  process: 'client1',
  when: { kind: 'step', process: 'client1', step, nth: 1 },
  for: 1400,
});

const threeClients = {
  clients: 3,
  work: 1600,
  own: { client2: { start: 1900 }, client3: { start: 3000 } },
  duration: 7000,
  patience: 6000,
} as const;

export const story: StoryBody = {
  lead: text(
    'SETNX takes the lock, EXPIRE sets its expiry. Client 1 crashes between the two, and the lock never expires.',
    'SETNX 抢锁，EXPIRE 给锁一个期限。客户端 1 恰好在两条命令之间崩溃，于是锁没有了期限。',
  ),
  beats: [
    opening(
      'Before 2.6.12 Redis could not combine NX and an expiry in one command, so everybody sent two: SETNX, then EXPIRE.',
      'Redis 2.6.12 之前，“键不存在才设置”和过期时间不能放在一条命令里，大家只好发两条：先 SETNX，再 EXPIRE。',
      text(
        'Before 2.6.12, locking took two commands: SETNX, then EXPIRE.',
        'Redis 2.6.12 之前，加锁要两条命令：SETNX 和 EXPIRE。',
      ),
    ),
    beat(
      once('entrySet', 'nodeA'),
      'Client 1’s SETNX succeeds: the key exists. It has no expiry yet.',
      '客户端 1 的 SETNX 成功了：键已经存在，只是还没有过期时间。',
    ),
    briefly(
      beat(
        once('crashed', 'client1'),
        'Client 1 crashes before it sends EXPIRE. It has not even begun to work.',
        '客户端 1 还没发出 EXPIRE 就崩溃了。它甚至没来得及开始工作。',
        text('Client 1 crashes before it sends EXPIRE.', '客户端 1 还没发出 EXPIRE 就崩溃了。'),
      ),
      'Client 1 crashes before its EXPIRE.',
      '客户端 1 没发 EXPIRE 就崩了。',
    ),
    briefly(
      beat(
        once('received', 'client2'),
        'Client 2 finds the key and is refused. That is right, so far.',
        '客户端 2 发现键存在，被拒绝。到此为止还算正常。',
      ),
      'The key is in the way of client 2.',
      '键挡住了客户端 2。',
    ),
    beat(
      once('received', 'client2', 4),
      'Client 2 asks again and again. Nobody holds the lock, nobody will delete the key, and nothing ever told the node when to delete it.',
      '客户端 2 问了一遍又一遍。没有人持锁，没有人会来删键，也没有人告诉过节点何时该删。',
      text(
        'Client 2 asks again and again. No one will ever delete the key.',
        '客户端 2 问了一遍又一遍。没有谁会来删这个键。',
      ),
    ),
  ],
  sources: ['notes', 'debate', 'python'],
  modelled: text(
    'SETNX and EXPIRE as two requests to one simulated node, and a client process that dies between them.',
    'SETNX 和 EXPIRE 是发往同一个模拟节点的两个请求，客户端进程死在两者之间。',
  ),
  notModelled: text(
    'The usual repair at the time: a client that finds a key without an expiry sets one for it.',
    '当年常见的补救：客户端发现键没有过期时间，就替它补上一个。',
  ),
  scenario: {
    version: 2,
    seed: 3,
    lock: { id: 'setnx-expire', settings: { expire: 2, nodeTimeout: 400, tries: 20, retryDelay: 500 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 400,
      work: 500,
      latency: { min: 20, p50: 40, p99: 80, max: 100 },
      duration: 5000,
      patience: 4500,
    },
    faults: {
      crash: {
        kind: 'crash',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'expire', nth: 1 },
        restartAfter: 'never',
      },
    },
  },
  lock: 'stuck',
  data: 'safe',
  facts: ['stuck-entry', 'starved'],
  scene: { opening: text('SETNX takes the lock, EXPIRE limits it.', 'SETNX 加锁，EXPIRE 限时。') },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('One SET with NX and PX', '一条 SET，带 NX 和 PX'),
      short: text('One SET, NX and PX', '一条 SET NX PX'),
      text: text(
        'Since Redis 2.6.12 one SET takes both options. Client 1 crashes as soon as its SET is sent; there is no second command that it could leave out, and client 2 waits only for the rest of the TTL.',
        '从 Redis 2.6.12 起，一条 SET 就能同时带上两个选项。客户端 1 刚发出 SET 就崩溃了。但已经没有第二条命令可以遗漏，客户端 2 只需等完剩下的 TTL。',
      ),
      patch: {
        lock: { id: 'single-node', settings: { expire: null, ttl: 2000 } },
        faults: {
          crash: null,
          crashAfterSet: {
            kind: 'crash',
            process: 'client1',
            when: { kind: 'request', from: 'client1', to: 'nodeA', side: 'after', nth: 1 },
            restartAfter: 'never',
          },
        },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('crashed', 'client1'),
          'Client 1 has sent its SET and crashes before it reads the reply.',
          '客户端 1 发出 SET，还没读到应答就崩溃了。',
        ),
        beat(
          once('entrySet', 'nodeA'),
          'The key is set together with its expiry: the node knows when to delete it.',
          '键和过期时间一起设好：节点知道该在何时删掉它。',
          text(
            'Key and expiry are set together: the node knows when to delete it.',
            '键和过期时间一起设好：节点知道何时删除。',
          ),
        ),
        beat(
          once('entryGone', 'nodeA'),
          'The TTL is over, and the node deletes the key of a client that no longer exists.',
          'TTL 到了，节点删掉了那个已不存在的客户端的键。',
          text('The TTL is over, and the node deletes the dead client’s key.', 'TTL 到了，节点删掉已死客户端的键。'),
        ),
        beat(
          once('acquired', 'client2'),
          'The key has expired: client 2 gets the lock.',
          '键已过期：客户端 2 拿到了锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('The third step deletes anybody’s key', '第三步谁的键都删'),
      short: text('DEL without a check', '不比较，直接 DEL'),
      text: text(
        'One of the articles has three steps: SETNX, EXPIRE, and finally DEL. Nobody crashes here. Client 1 is held up before its DEL until its key has expired and client 2 has the lock. The key has the same value for every client, so DEL deletes whatever it finds, and client 3 gets the lock as well as client 2.',
        '有一篇文章分三步：SETNX、EXPIRE，最后 DEL。这里谁也没崩溃。客户端 1 在 DEL 之前耽搁了，键过了期，客户端 2 拿到锁。键的值人人都一样，于是 DEL 见什么删什么，客户端 3 也拿到了锁。',
      ),
      patch: {
        lock: { settings: { retryDelay: 200 } },
        storage: { id: 'version' },
        settings: threeClients,
        faults: { crash: null, block: blockedBefore('del') },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'deleted-another', 'rejected', 'rightful-rejected'],
      beats: [
        beat(
          once('paused', 'client1'),
          'Client 1 has done its work and is held up before its DEL.',
          '客户端 1 干完了活，在 DEL 之前耽搁了。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 1’s key expires, and client 2 gets the lock.',
          '客户端 1 的键过期，客户端 2 拿到锁。',
        ),
        beat(
          once('resumed', 'client1'),
          'Client 1 sends its DEL. The key it deletes is client 2’s.',
          '客户端 1 发出 DEL，删掉的是客户端 2 的键。',
          text('Client 1 sends DEL and deletes client 2’s key.', '客户端 1 发出 DEL，删掉了客户端 2 的键。'),
        ),
        beat(
          once('acquired', 'client3'),
          'Client 3 gets the lock while client 2 works: two holders at once.',
          '客户端 2 还在工作，客户端 3 也拿到锁：两个同时持锁。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('A value of its own, compared before DEL', '各用各的值，删之前先比较'),
      short: text('Its own value, compared', '各用各的值，先比较'),
      text: text(
        'SET with NX, PX and a random value, and a script that compares before it deletes. Client 1 wakes up too late and deletes nothing. Client 3 has to wait.',
        'SET 带 NX、PX 和随机值，用脚本先比较再删除。客户端 1 醒得太晚，但什么也没删。客户端 3 只能等。',
      ),
      patch: {
        lock: { id: 'single-node', settings: { expire: null, ttl: 2000, retryDelay: 200 } },
        storage: { id: 'version' },
        settings: threeClients,
        faults: { crash: null, block: blockedBefore('delete') },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('acquired', 'client2'),
          'Client 2 has the lock, with a value of its own.',
          '客户端 2 拿到锁，键里是它自己的值。',
        ),
        beat(
          once('released', 'client1'),
          'Client 1’s script finds another value and leaves the key alone.',
          '客户端 1 的脚本发现值不是自己的，就没有动这个键。',
        ),
        beat(
          once('acquired', 'client3'),
          'Client 2’s key stayed in place, so client 3 had to wait.',
          '客户端 2 的键没有被别人删掉，客户端 3 只能等它做完。',
        ),
      ],
    },
  ],
};
