/** A holder is cut off together with the leader of etcd. The majority elects another, and the lock goes to another client. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'A partition leaves client 1, which holds the lock, alone with etcd’s old leader. The majority elects another leader and lets the lease expire. Client 1 keeps working, and so there are two holders at once.',
    '网络分区后，持锁的客户端 1 只和 etcd 的旧 leader 在一边。多数成员另选了 leader，租约随后到期。客户端 1 还在干活，于是两个客户端同时持锁。',
  ),
  beats: [
    opening(
      'Three members; member A leads. Both sides can reach the storage.',
      '三个成员，成员 A 是 leader。两边都能访问存储。',
    ),
    beat(once('acquired', 'client1'), 'Client 1 has the lock and works.', '客户端 1 拿到锁，开始干活。'),
    beat(
      once('faultStruck'),
      'The partition. Member A receives client 1’s KeepAlive but cannot answer it, because it reaches no majority.',
      '网络分区了。成员 A 收到客户端 1 的续期，却不能应答，因为它够不着多数成员。',
      text(
        'The network splits. Member A cannot answer: it reaches no majority.',
        '网络分区。成员 A 够不着多数，不能应答续期。',
      ),
    ),
    beat(
      once('led', 'memberB'),
      'The others elect member B. Member A no longer leads, and refuses client 1.',
      '另外两个成员选出成员 B。成员 A 不再是 leader，拒绝客户端 1。',
    ),
    beat(
      once('entryGone', 'service'),
      'Member B hears nothing from client 1 for a whole TTL and ends its lease.',
      '成员 B 整整一个 TTL 没有听到客户端 1 的消息，结束了它的租约。',
      text(
        'Member B heard nothing from client 1 for a TTL: the lease ends.',
        '成员 B 一个 TTL 没听到客户端 1，租约结束。',
      ),
    ),
    beat(
      once('acquired', 'client2'),
      'By the rules, client 2 has the lock. etcd never granted it to two clients at once.',
      '客户端 2 按规则拿到锁。etcd 从没把锁同时给过两个客户端。',
      text('Client 2 has the lock, by the rules.', '客户端 2 按规则拿到锁。'),
    ),
    beat(
      once('wrote', 'storage'),
      'By client 1’s own clock its lease ended long ago. It does not check, and writes.',
      '按客户端 1 自己的时钟，租约早就结束了。它没有检查，照样写入。',
      text('Client 1’s lease ended long ago. It writes anyway.', '客户端 1 的租约早已结束，它没有检查，照样写入。'),
    ),
    beat(
      overwrite('client2', 'client1'),
      'Client 2 had read before that, and its write overwrites client 1’s.',
      '客户端 2 早已读过旧值，它的写入覆盖了客户端 1 的写入。',
    ),
  ],
  sources: ['design'],
  argument: text(
    'Kleppmann recommends a proper consensus system where correctness matters, together with a fencing token. The majority keeps etcd’s own data right. It does not stop a client that has lost its lock and carries on.',
    'Kleppmann 建议：要保证正确性，就用真正的共识系统，并且配上 fencing token。多数派保证的是 etcd 自己的数据正确，拦不住一个已经失去锁还在继续的客户端。',
  ),
  modelled: text(
    'A leader that is cut off from the majority: nothing it does counts, and it steps down after the election time. A client that can reach only this leader.',
    '被隔离的 leader：它写什么都不算数，过了选举用时就下台；还有只够得着它的客户端。',
  ),
  notModelled: text(
    'Votes, terms and diverging logs. Reads that an old leader answers from its own data, such as etcd’s serializable reads. The other members that a real client would try.',
    '投票、任期（term）、日志分叉都没有模拟；旧 leader 用自己的数据应答的读（如 etcd 的 serializable read）也没有。真实的客户端还会去试别的成员。',
  ),
  scenario: {
    version: 2,
    seed: 87,
    lock: { id: 'etcd', settings: { lease: 1500, nodeTimeout: 400, members: '3', election: 500 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      whenLost: 'never',
      stagger: 400,
      think: 100,
      work: 3400,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      duration: 12_000,
      patience: 9000,
    },
    faults: {
      partition: {
        kind: 'cut',
        from: ['client1', 'memberA'],
        to: ['memberB', 'memberC', 'client2'],
        bothWays: true,
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 100 },
        for: 7000,
      },
    },
  },
  lock: 'overlap',
  data: 'lost',
  facts: ['lost-update', 'overlap'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('It stops when its lease ends', '租约一结束就停'),
      short: text('Stop when it ends', '租约到期就停'),
      text: text(
        'Client 1 times its lease by its own clock, from the last reply on. The new leader restarts the lease and so ends it later. Client 1 stops in time, provided that it is running and its work can be interrupted.',
        '客户端 1 从最后一次应答起用自己的时钟数租约。新 leader 让租约重新计时，结束得更晚。只要客户端 1 在运行，工作又能打断，它就来得及退出。',
      ),
      patch: { settings: { whenLost: 'at-once' } },
      lock: 'held',
      data: 'safe',
      facts: ['entry-left'],
      beats: [
        beat(once('faultStruck'), 'The partition, as before.', '照样分区。'),
        beat(
          once('lockLost', 'client1'),
          'No reply for a whole lease: client 1 stops.',
          '一个租约的时间里没有应答：客户端 1 停下。',
        ),
        beat(once('entryGone', 'service'), 'Only later does member B end the lease.', '之后成员 B 才结束租约。'),
        beat(
          once('acquired', 'client2'),
          'Client 1 had stopped: client 2 alone holds the lock.',
          '客户端 1 早已停下：只有客户端 2 持锁。',
        ),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('The revision as fencing token', '以 revision 作 fencing token'),
      short: text('The revision as token', 'revision 作 token'),
      text: text(
        'The create revision of its key grows with every holder, whichever member leads. The storage has seen client 2’s and rejects the older one. This also helps when client 1 is paused and cannot stop in time.',
        '键的 create revision 随每个持有者增大，换了 leader 也一样。存储已见过客户端 2 的，便拒绝更旧的那个。客户端 1 停顿、来不及停手时，这也有用。',
      ),
      patch: { storage: { id: 'fencing', settings: { readsLeaveToken: true } } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(once('led', 'memberB'), 'Member B leads.', '成员 B 成为 leader。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 has the lock, with a greater revision, and sends it when reading.',
          '客户端 2 拿到锁，revision 更大，并带着它读取。',
        ),
        beat(
          once('rejected', 'storage'),
          'Client 1 writes with the older revision: rejected.',
          '客户端 1 带着更旧的 revision 来写：被拒绝。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('The holder is on the other side', '持有者在另一边'),
      short: text('Holder on the other side', '持有者在另一边'),
      text: text(
        'Now member A is alone on its side. Client 1 is refused during the election, finds the next leader before its lease ends, and keeps the lock.',
        '这次只有成员 A 被隔离。选举期间客户端 1 得不到服务；租约到期之前它找到了新 leader，锁还在手里。',
      ),
      patch: { faults: { partition: { from: ['memberA'], to: ['memberB', 'memberC', 'client1', 'client2'] } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('faultStruck'), 'Member A is alone.', '成员 A 被隔离。'),
        beat(once('led', 'memberB'), 'Member B leads; the lease restarts.', '成员 B 成为 leader，租约重新计时。'),
        beat(once('released', 'client1'), 'Client 1 has written, and releases the lock.', '客户端 1 写完，释放锁。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock after client 1.',
          '客户端 1 释放之后，客户端 2 拿到锁。',
        ),
      ],
    },
  ],
};
