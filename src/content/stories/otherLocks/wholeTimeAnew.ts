/** A client dies, and then the leader of the lock service: the next leader gives the dead client's session its whole time again. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

/** What the other two services do not know. */
const ofConsul = {
  ttl: null,
  lockDelay: null,
  retryDelay: null,
  monitorRetries: null,
  monitorRetryTime: null,
} as const;

export const story: StoryBody = {
  lead: text(
    'Client 1 holds a lock in Consul and dies. Before its session ends, the leader dies too. The next leader restarts all timers, and client 2 waits about twice as long.',
    '客户端 1 在 Consul 里持有锁，然后死了。会话还没结束，leader 也死了。新 leader 让所有计时从头开始，客户端 2 等的时间差不多翻倍。',
  ),
  beats: [
    opening(
      'Three members; member A leads. Only the leader has the sessions’ timers.',
      '三个成员，成员 A 是 leader。会话的计时只在它那里。',
      text('Three members. Only the leader, A, counts the sessions’ time.', '三个成员，只有 leader（A）给会话计时。'),
    ),
    beat(once('acquired', 'client1'), 'Client 1 has the lock.', '客户端 1 拿到锁。'),
    beat(
      once('crashed', 'client1'),
      'Client 1 dies. Its session lives up to two TTLs after the last renewal.',
      '客户端 1 死了。从最后一次续期算起，它的会话还能活最多两个 TTL。',
    ),
    beat(once('crashed', 'memberA'), 'Before that, the leader dies.', '还没到时间，leader 死了。'),
    beat(
      once('led', 'memberB'),
      'Member B leads. It knows the session, but not how long it has been silent, so it starts from zero.',
      '成员 B 成为 leader。它知道有这个会话，却不知道会话已经沉默多久，只好从零算起。',
      text(
        'Member B leads, and cannot know how long the session was silent.',
        '成员 B 当选，不知道会话沉默了多久，从零算起。',
      ),
    ),
    beat(
      once('entryGone', 'service'),
      'Two TTLs later the session ends, about four TTLs after its last renewal.',
      '又过两个 TTL，会话才结束，离最后一次续期约四个 TTL。',
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2 gets the lock. Only time was lost.',
      '客户端 2 拿到锁。损失的只是时间。',
    ),
  ],
  sources: ['beyond'],
  modelled: text(
    'Timers that only the leader keeps and the next one restarts. Consul ends a session two TTLs after its last renewal, so in the worst case it lives for four TTLs plus the election. The lock-delay is 0 here, to keep it out of the picture, and MonitorRetries lets a holder survive an election.',
    '计时只在 leader 那里，换了 leader 就从头开始。Consul 在最后一次续期之后两个 TTL 才结束会话，所以最坏要活四个 TTL 再加选举用时。这里 lock-delay 取 0，免得混在一起；MonitorRetries 让持有者熬得过选举。',
  ),
  notModelled: text(
    'Health checks, which let Consul end a session sooner. The checkpoints that, when enabled, let etcd keep a lease’s remaining time through an election. Votes and diverging logs.',
    'Consul 还可以靠健康检查提早结束会话。etcd 若打开 checkpoint，租约剩余的时间可以跨选举保留。投票和日志分叉也没有模拟。',
  ),
  scenario: {
    version: 2,
    seed: 86,
    lock: {
      id: 'consul',
      settings: {
        ttl: 1000,
        lockDelay: 0,
        retryDelay: 200,
        monitorRetries: 5,
        monitorRetryTime: 300,
        members: '3',
        election: 400,
      },
    },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      clients: 2,
      stagger: 300,
      think: 100,
      work: 700,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      duration: 9000,
      patience: 3500,
    },
    faults: {
      client: {
        kind: 'crash',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 500 },
        restartAfter: 'never',
      },
      leader: {
        kind: 'crash',
        process: 'memberA',
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 1700 },
        restartAfter: 'never',
      },
    },
  },
  lock: 'unavailable',
  data: 'safe',
  facts: ['starved'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('A shorter TTL', 'TTL 取短些'),
      text: text(
        'With a TTL of 400 ms the dead client’s session is over before the leader dies. Even four TTLs would not be long. The price: more renewals, and a pausing holder loses its lock sooner.',
        '同样的崩溃，但 TTL 只有 400 毫秒。就算等四个 TTL 也不长。代价是续期更频繁，持有者停顿一下也更容易丢锁。',
      ),
      patch: { lock: { settings: { ttl: 400 } } },
      lock: 'held',
      data: 'safe',
      facts: ['entry-left'],
      beats: [
        beat(once('crashed', 'client1'), 'Client 1 dies.', '客户端 1 死了。'),
        beat(
          once('entryGone', 'service'),
          'Two TTLs after its last renewal the session ends.',
          '离最后一次续期两个 TTL，会话结束。',
        ),
        beat(once('acquired', 'client2'), 'Client 2 gets the lock.', '客户端 2 拿到锁。'),
        beat(
          once('crashed', 'memberA'),
          'The leader dies only now: client 2 already has the lock.',
          'leader 这时才死，客户端 2 已经持锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('etcd: the lease restarts', 'etcd：租约重新计时'),
      text: text(
        'The same with etcd. Its new leader extends every lease to its whole TTL plus the election timeout, so no client loses a lease because of an election. A dead client gets the same gift.',
        '换成 etcd：持有者死了，leader 也死了。新 leader 把每个租约都延长到完整的 TTL，再加上选举超时，免得谁因为选举丢了租约。死掉的客户端也白得一份。',
      ),
      patch: {
        lock: {
          id: 'etcd',
          settings: { ...ofConsul, lease: 2000, nodeTimeout: 300 },
        },
      },
      lock: 'unavailable',
      data: 'safe',
      facts: ['starved'],
      beats: [
        beat(once('crashed', 'client1'), 'Client 1 dies.', '客户端 1 死了。'),
        beat(once('crashed', 'memberA'), 'The leader dies before the lease ends.', '租约还没到期，leader 死了。'),
        beat(
          once('led', 'memberB'),
          'The next one gives the lease its whole TTL again, plus the election timeout.',
          '新 leader 让租约按完整的 TTL 加选举超时重新计时。',
        ),
        beat(once('acquired', 'client2'), 'Client 2 gets the lock, much later.', '客户端 2 晚了许多才拿到锁。'),
      ],
    },
    {
      id: 'c',
      title: text('The holder lives, and is paused', '持有者没死，只是停顿'),
      short: text('The holder only pauses', '持有者只是停顿'),
      text: text(
        'Client 1 pauses for longer than two TTLs, which would have cost it the lock. The election happens to give its session the time it needs: it wakes up, renews and writes, still the only holder. That is luck, not protection.',
        '客户端 1 停顿的时间超过两个 TTL，本来会丢锁。正巧换了 leader，它的会话多得了一段时间：它醒来，续期，写入，仍是唯一的持有者。这是运气，不是保护。',
      ),
      patch: {
        faults: {
          client: null,
          pause: {
            kind: 'pause',
            process: 'client1',
            when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 500 },
            for: 2500,
          },
        },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('paused', 'client1'), 'Client 1 pauses.', '客户端 1 停顿了。'),
        beat(once('led', 'memberB'), 'The new leader restarts its session’s timer.', '新 leader 让它的会话重新计时。'),
        beat(once('resumed', 'client1'), 'Client 1 wakes up, and still has the lock.', '客户端 1 醒来，锁还在手里。'),
        beat(once('wrote', 'storage'), 'Client 1 writes.', '客户端 1 写入。'),
        beat(
          once('acquired', 'client2'),
          'Client 1 kept its lock: client 2 only had to wait longer.',
          '客户端 1 保住了锁，客户端 2 只是等得更久。',
        ),
      ],
    },
    {
      id: 'd',
      title: text('ZooKeeper: the timeout restarts', 'ZooKeeper：会话超时重新计时'),
      short: text('ZooKeeper restarts it too', 'ZooKeeper：重新计时'),
      text: text(
        'ZooKeeper does it too: the next leader takes over the sessions and restarts each timeout.',
        'ZooKeeper 也一样：新 leader 接管各个会话，让每个会话超时重新计时。',
      ),
      patch: {
        lock: {
          id: 'zookeeper-sequential',
          settings: { ...ofConsul, sessionTimeout: 2000, tickTime: 200 },
        },
      },
      lock: 'unavailable',
      data: 'safe',
      facts: ['starved'],
      beats: [
        beat(once('crashed', 'client1'), 'Client 1 dies.', '客户端 1 死了。'),
        beat(
          once('crashed', 'memberA'),
          'So does the leader, before the session ends.',
          '会话还没到期，leader 也死了。',
        ),
        beat(once('led', 'memberB'), 'Each session’s timeout restarts.', '每个会话重新计时。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock only after the restarted timeout.',
          '会话超时重新计满，客户端 2 才拿到锁。',
        ),
      ],
    },
  ],
};
