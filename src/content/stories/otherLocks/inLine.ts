/** A queue of sequential znodes: one release wakes one client, in order. Variants skip a line of the recipe. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

/** Client 1 has its number before client 2 asks for one, although it has to create the parent first. */
const lined = { clients: 3, stagger: 350, work: 2900, duration: 9000, patience: 8000 } as const;

export const story: StoryBody = {
  lead: text(
    'Every client takes a number and waits only for the one before it. The lowest has the lock; each of the others watches only the one before it, so that a release wakes one client, the right one.',
    '每个客户端取一个号，只等排在前面的那一个。号最小的持有锁，其余的只监听前一个，于是一次释放只叫醒一个，而且正是该轮到的那个。',
  ),
  beats: [
    opening(
      'The znodes are ephemeral and sequential: ZooKeeper itself appends a number that grows.',
      'znode 是临时且有序的：编号由 ZooKeeper 自己递增地加上。',
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has the lowest number, and so the lock.',
      '客户端 1 的编号最小，于是拿到锁。',
    ),
    beat(
      once('waiting', 'service', 3),
      'The others stand in line; each watches the znode before its own.',
      '其余的排起队来，各自 watch 前面那个 znode。',
    ),
    beat(
      once('woken', 'service'),
      'Client 1 leaves. One client wakes, no herd.',
      '客户端 1 释放锁，只有下一个被叫醒，没有惊群。',
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2 looks again, finds that it is the lowest, and gets the lock.',
      '客户端 2 再检查一遍，确认自己的号最小，于是拿到锁。',
    ),
    beat(
      once('finished', undefined, 4),
      'Every client had the lock, in the order in which they came.',
      '每个客户端都拿到了锁，按到来的先后。',
    ),
  ],
  sources: ['notes'],
  modelled: text(
    'ZooKeeper’s lock recipe: sequential znodes, a watch on the predecessor, and the check after waking.',
    'ZooKeeper 官方文档中的锁方案（lock recipe）：顺序节点，监听前驱，醒来后再检查一遍。',
  ),
  notModelled: text(
    'The ensemble behind the service, which is one process here: in truth every change goes through a leader to its followers, and costs accordingly. Nor is re-entrance: one of the articles says that ZooKeeper solves it, but the recipe does not. A client that asks twice has two znodes and waits behind itself, unless its library counts in its own memory, as Curator does.',
    '服务背后的集群，在这里是一个进程：实际上每次变更都要经过 Leader 再同步给 Follower，代价也随之而来。可重入也不模拟：有一篇文章说 ZooKeeper 解决了不可重入问题，但锁方案本身并没有。同一个客户端来两次就有两个 znode，会排在自己后面；像 Curator 那样由客户端库在内存里计数才行。',
  ),
  scenario: {
    version: 2,
    seed: 41,
    lock: { id: 'zookeeper-sequential', settings: { sessionTimeout: 1500, tickTime: 250 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      clients: 4,
      stagger: 150,
      think: 100,
      work: 400,
      latency: { min: 15, p50: 25, p99: 45, max: 50 },
      duration: 8000,
      patience: 6000,
    },
    faults: {},
  },
  lock: 'held',
  data: 'safe',
  variants: [
    {
      id: 'b',
      title: text('Without looking again', '醒来不再检查一遍'),
      short: text('No second look', '醒来不再检查'),
      text: text(
        'Client 2 dies while it waits in line, and its znode disappears. Client 3, which watched it, thinks that it is its turn, does not check whether it is the lowest, and takes the lock that client 1 still holds. The storage checks versions, so that the run shows the lock alone. (Beyond the articles.)',
        '客户端 2 排队时崩溃，客户端 3 排在它后面。监听它的客户端 3 没有再检查自己的号是不是最小，就以为轮到自己，与客户端 1 同时持锁。存储会检查版本，好让这次运行只显出锁的问题。（文章之外。）',
      ),
      patch: {
        lock: { settings: { recheck: false } },
        storage: { id: 'version' },
        settings: lined,
        faults: {
          crash: {
            kind: 'crash',
            process: 'client2',
            when: { kind: 'step', process: 'client3', step: 'watch', nth: 1, plus: 100 },
            restartAfter: 'never',
          },
        },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        opening(
          'Client 1 will get the lock; clients 2 and 3 will stand in line.',
          '客户端 1 会拿到锁，客户端 2 和 3 会排队。',
        ),
        beat(once('crashed', 'client2'), 'Client 2 dies while it waits in line.', '客户端 2 在排队时崩溃了。'),
        beat(
          once('woken', 'service'),
          'Client 2’s session ends, its znode disappears, and client 3 is woken.',
          '客户端 2 的会话结束，znode 消失，客户端 3 被叫醒。',
        ),
        beat(
          once('acquired', 'client3'),
          'Client 3 does not look again: two holders at once.',
          '客户端 3 没有再检查一遍：两个客户端同时持锁。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('Looking again', '再检查一遍'),
      short: text('A second look', '醒来再检查一遍'),
      text: text(
        'Client 2 dies in line again. Client 3 looks again, sees client 1 before it, and watches that one.',
        '客户端 2 同样在排队时崩溃，客户端 3 醒来再检查一遍。它发现前面还有客户端 1，便改为监听它。',
      ),
      patch: {
        storage: { id: 'version' },
        settings: lined,
        faults: {
          crash: {
            kind: 'crash',
            process: 'client2',
            when: { kind: 'step', process: 'client3', step: 'watch', nth: 1, plus: 100 },
            restartAfter: 'never',
          },
        },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'client2'), 'Client 2 dies while it waits in line.', '客户端 2 在排队时崩溃了。'),
        beat(
          once('acquired', 'client3'),
          'Client 3 looked again, and waited for client 1.',
          '客户端 3 再检查一遍，等到了客户端 1 离开。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('Waiting behind itself', '排在自己后面'),
      short: text('A lost answer', '应答丢了'),
      text: text(
        'The answer to client 1’s create is lost. It tries again, gets a second number, and waits for the first, which is its own: as long as its session lives, nobody gets the lock. (Beyond the articles.)',
        '客户端 1 创建 znode 的应答丢了。它重试，拿到第二个号，然后等前一个号，而那正是它自己的：只要会话还在，谁也拿不到锁。（文章之外。）',
      ),
      patch: {
        lock: { settings: { nodeName: 'plain' } },
        settings: { clients: 2, stagger: 700, duration: 6000, patience: 3000 },
        faults: {
          lost: { kind: 'lose', message: { from: 'service', to: 'client1', leg: 'reply', nth: 4 } },
        },
      },
      lock: 'stuck',
      data: 'safe',
      facts: ['stuck-entry', 'starved'],
      beats: [
        opening(
          'Every client asks for a number, then waits for those before it.',
          '每个客户端先取号，再等排在前面的。',
        ),
        beat(once('lost', 'service'), 'The answer is lost. The znode is there.', '应答丢了，znode 却建好了。'),
        beat(
          once('waiting', 'service'),
          'Client 1 waits behind its own first znode, and everybody else waits behind client 1.',
          '客户端 1 排在自己的第一个 znode 后面，其余的又排在它后面。',
          text(
            'Client 1 waits behind its own first znode, and everybody behind client 1.',
            '客户端 1 排在自己的 znode 后面，别人又排在它后面。',
          ),
        ),
      ],
    },
    {
      id: 'cfix',
      fix: true,
      title: text('An id in the name', '名字里带 id'),
      text: text(
        'With an id in its znode’s name a client that has lost the answer finds its znode again and keeps its place.',
        'znode 的名字里带上 id，丢了应答的客户端就能找回自己的 znode，守住自己的位置。',
      ),
      patch: {
        settings: { clients: 2, stagger: 700, duration: 6000, patience: 3000 },
        faults: {
          lost: { kind: 'lose', message: { from: 'service', to: 'client1', leg: 'reply', nth: 4 } },
        },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('lost', 'service'), 'The answer is lost.', '应答丢了。'),
        beat(
          once('acquired', 'client1'),
          'Client 1 finds its znode by its id, and has the lock.',
          '客户端 1 凭 id 找回 znode，拿到锁。',
        ),
      ],
    },
  ],
};
