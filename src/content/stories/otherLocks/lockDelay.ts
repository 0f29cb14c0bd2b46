/**
 * Chubby for resources that cannot check. The lock of a lost client stays closed for a while, so that its last requests
 * can land.
 */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'A client sends a write and dies, and the lock service keeps its lock a while longer. The lock is not passed on at once: it stays closed for its lock-delay, and the late write arrives before anybody has read.',
    '一个客户端发出写请求后就死了，锁服务让它的锁多留一会儿。锁不会马上转手：在 lock-delay 期间它一直关着，迟到的写入在别人读之前就已到达。',
  ),
  beats: [
    opening(
      'No storage-side check. The lock service alone tries to keep old requests and new holders apart.',
      '存储不做任何检查，只靠锁服务把旧请求和新持有者隔开。',
      text('The storage checks nothing. Only the lock service waits.', '存储什么也不查，只有锁服务在等。'),
    ),
    beat(
      once('crashed', 'client1'),
      'Client 1 has sent its write, which is slow, and dies.',
      '客户端 1 发出了写请求（走得很慢），然后死了。',
    ),
    beat(
      once('wrote', 'storage'),
      'Client 1’s session is over. The lock is still closed when its write arrives.',
      '会话已结束。写请求到达时，锁还没放开。',
    ),
    beat(
      once('acquired', 'client2'),
      'The lock-delay ends: client 2 gets the lock and reads the new value.',
      'lock-delay 结束，客户端 2 拿到锁，读到的是新值。',
    ),
    beat(
      once('wrote', 'storage', 2),
      'Nothing is lost. The price: client 2 waited the whole time.',
      '什么都没丢，代价是客户端 2 要多等。',
    ),
  ],
  sources: ['debate'],
  argument: text(
    'The article asks whether services can really be changed so that they check tokens, and leaves it open. What each check asks of the resource: a token needs one stored number, compared in the same step as the write; a version needs a number that each read returns, compared in the same step; a mark needs two requests, the first of them before the read. Asking the lock service needs no number, but a request for each write. Databases and stores with conditional writes can do this. An email server, a device, somebody else’s API or a plain file cannot. For them Chubby has the lock-delay, which is weaker: it only waits.',
    '文章问：fencing token 需要修改提供共享资源的服务，这在现实中可行吗？文中没有答案。各种检查对资源的要求是：token 要保存一个数，比较与写入在一步完成；版本号要随每次读取给出，同样在一步里比较；标记要两次请求，第一次在读之前；询问锁服务不必保存数，但每次写入都要多问一次。数据库和支持条件写入的存储做得到；邮件服务器、设备、别人的 API、普通文件做不到。Chubby 的 lock-delay 就是为后者准备的，它弱一些：只是等。',
  ),
  modelled: text(
    'The lock-delay as the master keeps it: only for a holder that was lost, not for one that released. The master cannot see the death: KeepAlives travel by UDP, so the one that it is holding back is answered, and gives the dead client one more lease. In the article one minute is the default; the paper says at most, currently one minute. It is shorter here, to fit the picture.',
    'lock-delay 由 master 掌握：只针对失联的持有者，正常释放的不算。master 看不到客户端已死：KeepAlive 走 UDP，压着的那个照样应答，死者于是又多得一个租约。文章说默认 1 分钟，论文说目前最多一分钟；这里取得短些，好放进画面。',
  ),
  notModelled: text(
    'Why you would do without a check: lock-delay is for resources that cannot be changed to make one. The variants compare Chubby’s three means with the same late write: CheckSequencer (c) rejects it; the newest seen (d, f) does so only if the new holder has written before; the lock-delay (b, e), once it has ended, not at all.',
    '为什么不做检查：lock-delay 是为不便修改、无法检查的资源准备的。Chubby 三种手段的强弱，各变体用同一次迟到的写入来比较：CheckSequencer（c）拒绝它；只认最新（d、f）只有在新持有者先写过时才拒绝；lock-delay（b、e）一旦结束就再也挡不住。',
  ),
  scenario: {
    version: 2,
    seed: 45,
    lock: { id: 'chubby', settings: { sessionTimeout: 1000, lockDelay: 2000 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 400,
      think: 300,
      work: 300,
      latency: { min: 15, p50: 28, p99: 60, max: 75 },
      duration: 9000,
      patience: 7000,
    },
    faults: {
      slow: {
        kind: 'delay',
        message: { from: 'client1', to: 'storage', leg: 'request', nth: 2 },
        by: 2000,
      },
      crash: {
        kind: 'crash',
        process: 'client1',
        when: { kind: 'request', to: 'storage', from: 'client1', side: 'after', nth: 2 },
        restartAfter: 'never',
      },
    },
  },
  lock: 'held',
  data: 'safe',
  facts: ['late-write'],
  variants: [
    {
      id: 'b',
      title: text('Later than the delay', '比 lock-delay 还晚'),
      short: text('An even later write', '更晚的写入'),
      text: text(
        'The write is on its way for longer than the lock-delay. Client 2 has already read when it arrives, and then overwrites it. No two clients held the lock at once, and still an update is lost.',
        '写请求在路上的时间超过了 lock-delay。它到达时客户端 2 已经读过，随后把它覆盖。从未有两个客户端同时持锁，更新还是丢了。',
      ),
      patch: {
        settings: { work: 1500, storageTimeout: 4000, duration: 12_000, patience: 9000 },
        faults: { slow: { by: 4000 } },
      },
      lock: 'held',
      data: 'lost',
      facts: ['lost-update', 'late-write'],
      beats: [
        beat(
          once('crashed', 'client1'),
          'Client 1 dies; its write is still on its way.',
          '客户端 1 死了，它的写入还在路上。',
        ),
        beat(
          once('acquired', 'client2'),
          'The lock-delay ends, and client 2 reads the old value.',
          'lock-delay 结束，客户端 2 读到旧值。',
        ),
        beat(once('wrote', 'storage'), 'The dead client’s write arrives.', '客户端 1 的写入到达了：接受。'),
        beat(
          overwrite('client2', 'client1'),
          'Client 2 unknowingly overwrites the dead client’s write: an update is lost.',
          '客户端 2 不知情，覆盖了客户端 1 的写入：丢了一次更新。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('The same, and Chubby is asked', '同样迟到，但先问 Chubby'),
      short: text('Ask Chubby as well', '再去问 Chubby'),
      text: text(
        'The same late write as in variant b, but before each write the storage asks Chubby whether the sequencer is still valid. It is not, so the write is rejected: the strongest of the three means.',
        '写入同样迟到，但存储写之前先问 Chubby：这个 sequencer 还有效吗？无效：三种手段中最强的一种。',
      ),
      patch: {
        storage: { id: 'check-sequencer' },
        settings: { work: 1500, storageTimeout: 4000, duration: 12_000, patience: 9000 },
        faults: { slow: { by: 4000 } },
      },
      lock: 'held',
      data: 'refused',
      facts: ['rejected', 'late-write'],
      beats: [
        beat(once('acquired', 'client2'), 'Client 2 has the lock and reads.', '客户端 2 拿到锁并读取。'),
        beat(
          once('rejected', 'storage'),
          'The dead client’s write is rejected, although nobody has written since.',
          '客户端 1 的写入到达，Chubby 说已无效：被拒绝。',
        ),
        beat(
          once('wrote', 'storage'),
          'Client 2 writes, and overwrites no change.',
          '客户端 2 写入，没有覆盖任何修改。',
        ),
      ],
    },
    {
      id: 'd',
      title: text('The same, and the newest counts', '同样迟到，只认最新'),
      short: text('Only the newest counts', '只认最新的'),
      text: text(
        'The same late write as in variant b, and the storage goes by the newest sequencer that it has seen. It has seen nothing of client 2 but a read, so it accepts, and client 2 overwrites.',
        '写入同样迟到，存储只认见过的最新 sequencer。客户端 2 只读过，还没写，于是存储照收不误，这次写入随后被客户端 2 覆盖。',
      ),
      patch: {
        storage: { id: 'newest-sequencer' },
        settings: { work: 1500, storageTimeout: 4000, duration: 12_000, patience: 9000 },
        faults: { slow: { by: 4000 } },
      },
      lock: 'held',
      data: 'lost',
      facts: ['lost-update', 'late-write'],
      beats: [
        beat(once('acquired', 'client2'), 'Client 2 has the lock and reads.', '客户端 2 拿到锁并读取。'),
        beat(
          once('wrote', 'storage'),
          'No newer holder has written: accepted.',
          '客户端 1 的写入到达，存储没见过更新的 sequencer：接受。',
        ),
        beat(
          overwrite('client2', 'client1'),
          'Client 2 overwrites the dead client’s write: an update is lost.',
          '客户端 2 覆盖了客户端 1 的写入：丢了一次更新。',
        ),
      ],
    },
    {
      id: 'e',
      title: text('Later than the new holder’s write', '比新持有者的写入还晚'),
      short: text('Later than all', '写完之后才到'),
      text: text(
        'Later still: client 2 has already written when the old write arrives. The lock-delay is long over, and nobody checks.',
        '客户端 1 的写入还要更晚：到达时，客户端 2 已经写过。lock-delay 早已结束，又没有人检查。',
      ),
      patch: {
        settings: { work: 1500, storageTimeout: 4000, duration: 12_000, patience: 9000 },
        faults: { slow: { by: 6000 } },
      },
      lock: 'held',
      data: 'lost',
      facts: ['lost-update', 'late-write'],
      beats: [
        beat(once('wrote', 'storage'), 'Client 2 has read and written.', '客户端 2 读过，也写过了。'),
        beat(
          overwrite('client1', 'client2'),
          'The dead client’s write overwrites client 2’s: an update is lost.',
          '客户端 1 的写入这时才到，覆盖了客户端 2 的写入。',
        ),
      ],
    },
    {
      id: 'f',
      title: text('Just as late, and the newest counts', '一样晚，只认最新'),
      short: text('Latest, newest counts', '写完才到，只认最新'),
      text: text(
        'As late as in variant e. By now the storage has seen the sequencer of client 2, and rejects the older one.',
        '写入同样在客户端 2 写完之后才到，存储只认最新的 sequencer。这时存储已经见过客户端 2 的 sequencer，于是拒绝旧的。',
      ),
      patch: {
        storage: { id: 'newest-sequencer' },
        settings: { work: 1500, storageTimeout: 4000, duration: 12_000, patience: 9000 },
        faults: { slow: { by: 6000 } },
      },
      lock: 'held',
      data: 'refused',
      facts: ['rejected', 'late-write'],
      beats: [
        beat(once('wrote', 'storage'), 'Client 2 has read and written.', '客户端 2 读过，也写过了。'),
        beat(
          once('rejected', 'storage'),
          'The dead client’s write is rejected.',
          '客户端 1 的写入到达，sequencer 更旧：被拒绝。',
        ),
      ],
    },
  ],
};
