/** Laravel's lock in a database between two web servers, one of which has a clock that is ahead. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'Two web servers share one database, and Laravel’s Cache::lock keeps them apart. The row says until which second the lock lasts, by the clock of the server that took it. The other server compares it with its own clock, and that one is 12 s ahead.',
    '两台网站服务器共用一个数据库，由 Laravel 的 Cache::lock 互斥。行里写着锁到哪一秒为止，按加锁那台服务器的时钟。另一台拿自己的时钟来比，而它的时钟快了 12 秒。',
  ),
  beats: [
    opening(
      'The lock lasts for 10 s, and the work takes 3 s. Client 2’s clock is 12 s ahead.',
      '锁维持 10 秒，工作要 3 秒。客户端 2 的时钟快 12 秒。',
      text('The lock lasts for 10 s. Client 2’s clock is 12 s ahead.', '锁维持 10 秒，客户端 2 的时钟快 12 秒。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has inserted the row: over in 10 s, by its own clock.',
      '客户端 1 插入了行：按它的时钟，10 秒后到期。',
    ),
    beat(
      once('acquired', 'client2'),
      'By client 2’s clock the row was over 2 s ago. Client 2 takes it, less than a second after client 1.',
      '按客户端 2 的时钟，这一行 2 秒前就过期了。不到一秒，它就抢走了锁。',
      text('By client 2’s clock the row is over: it takes it at once.', '按客户端 2 的时钟，行已过期：马上抢到。'),
    ),
    beat(once('wrote', 'storage'), 'Client 1 is well in time, and writes.', '客户端 1 远没有超时，写入。'),
    beat(
      once('released', 'client1'),
      'Client 1’s release deletes no row and returns false. Nobody looks.',
      '释放没有删到行，返回 false，没有人看。',
    ),
    beat(
      overwrite('client2', 'client1'),
      'Client 2 writes what it computed from the old value. The write of client 1 is lost, and nothing was late.',
      '客户端 2 按旧值写入，客户端 1 的写入丢失。谁也没有迟到。',
      text('Client 2 writes. The write of client 1 is lost.', '客户端 2 写入，客户端 1 的写入丢失。'),
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'the documentation of Laravel: all servers must communicate with the same central cache server. It does not say that their clocks must agree',
    'Laravel 文档：所有服务器都要连到同一个中央缓存。它没有说各台的时钟必须一致',
  ),
  modelled: text(
    'The lock with the numbers of the documentation: 10 s, block(5), a new try each 250 ms. PHP’s time() has whole seconds. Two of 100 acquires also delete every row that is over by the asking server’s clock, so a fast server may free the locks of all others.',
    '数字取自文档：10 秒，block(5)，每 250 毫秒再试。PHP 的 time() 只有整秒。每 100 次加锁有两次，还会删掉按自己时钟已过期的所有行，所以一台时钟快的服务器可能放掉别人所有的锁。',
  ),
  notModelled: text(
    'Other locks in the same table. Time synchronization, which usually keeps servers within milliseconds, until it fails on one of them.',
    '同一张表里的其他锁。时间同步：通常能让各服务器只差几毫秒，直到其中一台失灵。',
  ),
  scenario: {
    version: 2,
    seed: 98,
    lock: { id: 'laravel-lock' },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 400,
      work: 3000,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      own: { client2: { clock: { offset: 12_000 } } },
      duration: 12_000,
      patience: 10_000,
    },
    faults: {},
  },
  lock: 'overlap',
  data: 'lost',
  facts: ['overlap', 'lost-update'],
  scene: { answers: ['fix', 'fix2', 'b'] },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('The database’s clock', '用数据库的时钟'),
      text: text(
        'The database writes the time and compares it. There is one clock, and how far the servers are off does not matter. Laravel’s database lock has no such option. With its Redis lock, Redis itself ends the key.',
        '由数据库写时刻，也由它比较。只有一个时钟，服务器差多少都无所谓。Laravel 的数据库锁没有这个选项；换成它的 Redis 锁，键由 Redis 自己判定过期。',
      ),
      patch: { lock: { settings: { clock: 'database' } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('wrote', 'storage'),
          'Client 1 writes. Client 2 is still waiting.',
          '客户端 1 写入，客户端 2 还在等。',
        ),
        beat(once('acquired', 'client2'), 'Client 2 gets the lock after the release.', '锁释放之后，客户端 2 才拿到。'),
        beat(
          once('wrote', 'storage', 2),
          'Client 2’s write is based on the latest value.',
          '客户端 2 的写入依据最新的值。',
        ),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('The storage compares versions', '存储比较版本'),
      short: text('A version check', '版本检查'),
      text: text(
        'The row that the work changes has a version, and an UPDATE says which version it is based on. Two servers still hold the lock at once, and the later write is rejected, although its server is the one that the row names.',
        '工作要改的那一行带版本，UPDATE 写明依据哪个版本。两台服务器仍会同时持锁，后来的写入被拒绝，尽管行里写的正是它的名字。',
      ),
      patch: { storage: { id: 'version' } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(once('acquired', 'client2'), 'Client 2 takes the lock at once.', '客户端 2 马上抢到锁。'),
        beat(once('wrote', 'storage'), 'Client 1 writes.', '客户端 1 写入。'),
        beat(
          once('rejected', 'storage'),
          'Client 2’s write is based on an old version, and is rejected.',
          '客户端 2 的写入依据旧版本，被拒绝。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('A clock that is 5 s ahead', '只快 5 秒'),
      short: text('Only 5 s ahead', '只快 5 秒'),
      text: text(
        'The lock lasts for 5 s less: the difference of the clocks is taken from it. The work of 3 s fits into the rest. Nobody notices, until the work takes longer.',
        '锁短了 5 秒：时钟差多少，它就少多少。3 秒的工作还装得下。谁也不会察觉，直到有一天工作变长。',
      ),
      patch: { settings: { own: { client2: { clock: { offset: 5000 } } } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('wrote', 'storage'), 'Client 1 writes after 3 s.', '3 秒后，客户端 1 写入。'),
        beat(
          once('acquired', 'client2'),
          'Client 1 has released the lock, and client 2 gets it.',
          '客户端 1 释放了锁，客户端 2 拿到。',
        ),
      ],
    },
  ],
};
