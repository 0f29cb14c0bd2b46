/** Vault on DynamoDB: two active nodes, since one clock is ahead, and a leader that takes an expired lock back. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'Vault keeps its active node in DynamoDB: an item with a name and the time when it is over, 15 s ahead by the holder’s clock. A standby compares that time with its own clock, and its clock is 16 s fast. It takes the lock at once, and the first node stays active until it looks whose the lock is.',
    'Vault 用 DynamoDB 记下谁是 active 节点：一项里写着名字和到期时刻，即持有者的时钟往后 15 秒。备用节点拿自己的时钟来比，而它的时钟快 16 秒。它马上抢到锁；原来的节点要等到去看锁是谁的，才会退出。',
  ),
  beats: [
    opening(
      'Client 2’s clock is 16 s fast. Nobody pauses, no message is lost, and nothing dies.',
      '客户端 2 的时钟快 16 秒。没有停顿，没有丢消息，也没有谁死掉。',
      text('Client 2’s clock is 16 s fast. Nothing fails.', '客户端 2 的时钟快 16 秒，其他都正常。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 writes its name, and that its lock is over in 15 s by its own clock.',
      '客户端 1 写下自己的名字，以及按自己的时钟 15 秒后到期。',
      text('Client 1 takes the lock, for 15 s by its own clock.', '客户端 1 拿到锁，按自己的时钟 15 秒。'),
    ),
    beat(
      once('acquired', 'client2'),
      'By client 2’s clock that time is past already. The condition holds, so it takes the lock.',
      '按客户端 2 的时钟，那个时刻已经过了。条件成立，它拿到了锁。',
      text('By client 2’s clock that time is past. It takes over.', '按客户端 2 的时钟已经到期，它接管了。'),
    ),
    beat(
      once('wrote', 'storage'),
      'Client 1 does not know yet: its watch looks every 5 s. It writes.',
      '客户端 1 还不知道：它每 5 秒才看一次。它写了进去。',
      text('Client 1 looks every 5 s. It does not know, and writes.', '客户端 1 每 5 秒才看，还不知道，写了。'),
    ),
    beat(
      overwrite('client2', 'client1'),
      'Client 2 writes what it computed from the number that it had read before.',
      '客户端 2 写下从先前读到的数算出的结果。',
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'Vault’s source, physical/dynamodb/dynamodb.go at 0327e194: TTL 15 s, a renewal every 5 s, a watch every 5 s; the renewal has the condition of a standby',
    'Vault 源码 physical/dynamodb/dynamodb.go（0327e194）：TTL 15 秒，每 5 秒续期，每 5 秒 watch 一次；续期用的是备用节点的条件',
  ),
  modelled: text(
    'Vault’s own lock with its times: the item, its conditions, renewals whose errors are only logged, and the watch.',
    'Vault 自己的锁和它的各个时间：那一项、写入的条件、出错只记日志的续期，以及 watch。',
  ),
  notModelled: text(
    'What Vault does with its data: here each active node reads a number and writes it back.',
    'Vault 怎样处理数据：这里每个 active 节点只是读一个数再写回。',
  ),
  scenario: {
    version: 2,
    seed: 101,
    lock: { id: 'vault-dynamodb', settings: {} },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 1000,
      work: 4000,
      latency: { min: 5, p50: 10, p99: 20, max: 25 },
      own: { client2: { clock: { offset: 16_000 } } },
      duration: 30_000,
      patience: 25_000,
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
      title: text('Clocks within a second of each other', '时钟相差不到一秒'),
      short: text('Clocks that agree', '时钟一致'),
      text: text(
        'Client 2’s clock is 0.9 s fast. The lock has 10 s or more left at any time, so such a difference takes nothing away.',
        '客户端 2 的时钟快 0.9 秒。锁任何时候都至少还剩 10 秒，这点偏差无所谓。',
      ),
      patch: { settings: { own: { client2: { clock: { offset: 900 } } } } },
      lock: 'held',
      data: 'safe',
    },
    {
      id: 'fix2',
      fix: true,
      title: text('The storage compares versions', '存储比较版本'),
      short: text('A version check', '版本检查'),
      text: text(
        'Both are active, but the second write is based on an old version and is rejected.',
        '两个都是 active，但第二次写入基于旧版本，被拒绝。',
      ),
      patch: { storage: { id: 'version' } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
    },
    {
      id: 'b',
      title: text('A leader that slept takes its lock back', '睡过头的 leader 把锁抢回来'),
      short: text('A sleeper comes back', '睡过头的回来了'),
      text: text(
        'All clocks agree. Client 1 sleeps for 45 s; client 2 takes over and dies. Its lock is over, too, when client 1 wakes: the renewal finds an expired lock and takes it, and client 1 goes on as if nothing had happened.',
        '时钟都一致。客户端 1 睡了 45 秒，客户端 2 接管后死了。客户端 1 醒来时，那把锁也已过期：续期见到过期的锁就拿了过来，客户端 1 像什么都没发生过一样继续。',
      ),
      patch: {
        settings: { own: { client2: null }, work: 35_000, duration: 120_000, patience: 100_000 },
        faults: {
          sleeps: {
            kind: 'pause',
            process: 'client1',
            when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 500 },
            for: 45_000,
          },
          dies: {
            kind: 'crash',
            process: 'client2',
            when: { kind: 'step', process: 'client2', step: 'work', nth: 1, plus: 500 },
            restartAfter: 'never',
          },
        },
      },
      lock: 'overlap',
      data: 'lucky',
      facts: ['overlap'],
    },
  ],
};
