/**
 * A lock that lives as long as a session ends with it, even while its holder sleeps. ZooKeeper needs fencing as every
 * lease does.
 */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'Client 1 holds its lock for as long as ZooKeeper hears its heartbeats. It pauses for longer than its session lasts, and wakes up thinking it still holds the lock.',
    '只要 ZooKeeper 还听得到心跳，客户端 1 就持有锁。它停得比会话超时还久，醒来时自以为持有锁，其实早已失去。',
  ),
  beats: [
    opening(
      'There is no TTL to choose here: an ephemeral znode stands for the lock and lives as long as its creator’s session.',
      '这里不用选 TTL：一个临时 znode 代表锁，创建者的会话活多久，它就活多久。',
      text(
        'A znode stands for the lock and lives as long as the session.',
        '一个 znode 代表锁，会话活多久，它就活多久。',
      ),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 creates the znode and reads. A separate task sends heartbeats.',
      '客户端 1 创建了 znode，然后读取。另有一个任务负责发送心跳。',
    ),
    beat(
      once('paused', 'client1'),
      'The whole process pauses, and the heartbeats with it.',
      '整个进程停顿，心跳也跟着停了。',
    ),
    beat(
      once('entryGone', 'service'),
      'The server has heard nothing for a session timeout. It ends the session and deletes the znode.',
      '服务器在整个会话超时内没有收到心跳，于是结束会话，删除 znode。',
      text(
        'No heartbeat came: the server ends the session and deletes the znode.',
        '没有心跳：服务器结束会话，删除 znode。',
      ),
    ),
    beat(
      once('acquired', 'client2'),
      'The watch of client 2 fires, and client 2 has the lock, by the rules.',
      '客户端 2 的 watch 触发，它按规则拿到了锁。',
      text('Client 2 is notified and has the lock, by the rules.', '客户端 2 得到通知，按规则拿到了锁。'),
    ),
    beat(once('wrote', 'storage'), 'Client 2 writes.', '客户端 2 写入。'),
    beat(
      once('resumed', 'client1'),
      'Client 1 wakes up. Its ZooKeeper client notices the long silence, but the work carries on where it stopped.',
      '客户端 1 醒来。它的 ZooKeeper 客户端库发觉已久无音讯，但工作仍从停下的地方继续。',
      text('Client 1 wakes up, and its work carries on where it stopped.', '客户端 1 醒来，工作从停下的地方继续。'),
    ),
    beat(
      overwrite('client1', 'client2'),
      'Client 1’s write, computed before the pause, overwrites client 2’s, as with any lock that expires.',
      '客户端 1 写下停顿之前算好的值，覆盖了客户端 2 的写入：和会过期的锁一模一样。',
      text(
        'Client 1 writes what it computed earlier, and client 2’s update is lost.',
        '客户端 1 写下停顿前算的值，客户端 2 的更新丢了。',
      ),
    ),
  ],
  sources: ['debate'],
  argument: text(
    'Flavio Junqueira, one of the authors of ZooKeeper, made this point in the same days: a better lock service does not save the resource from a holder that has lost its lock without knowing it.',
    'ZooKeeper 的作者之一 Flavio Junqueira 在争论的那几天就指出：锁服务再好，也挡不住一个已经失去锁却不自知的持有者。',
  ),
  modelled: text(
    'Sessions kept alive by heartbeats and judged by the server’s clock once per tick; ephemeral znodes, one-shot watches. A watching client is notified of the end at once.',
    '以心跳维持、由服务器时钟按 tick 判定的会话；临时 znode，一次性的 watch。正在 watch 的客户端会立刻收到通知。',
  ),
  notModelled: text(
    'The ensemble: ZooKeeper’s replicas and their leader are one process here.',
    '集群：ZooKeeper 的各个副本和 leader 在这里是一个进程。',
  ),
  scenario: {
    version: 2,
    seed: 42,
    lock: { id: 'zookeeper-node', settings: { sessionTimeout: 1500, tickTime: 250 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      whenLost: 'never',
      stagger: 500,
      think: 200,
      work: 600,
      latency: { min: 15, p50: 30, p99: 60, max: 80 },
      duration: 8000,
      patience: 6000,
    },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
        for: 2900,
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
      title: text('With the zxid as fencing token', '用 zxid 作 fencing token'),
      short: text('The zxid as token', '以 zxid 作 token'),
      text: text(
        'Every change in ZooKeeper has a number that grows, the zxid. The number of the change that created the lock’s znode is a fencing token, and costs nothing. The storage has seen client 2’s and rejects the older one.',
        'ZooKeeper 的每次变更都有一个递增的编号 zxid。创建锁节点的那次变更的编号就是现成的 fencing token。存储已经见过客户端 2 的编号，便拒绝更旧的那个。',
      ),
      patch: {
        lock: { settings: { token: 'zxid' } },
        storage: { id: 'fencing' },
        settings: { work: 900 },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(
          once('acquired', 'client1'),
          'Client 1 has the lock, and with it the zxid of the znode it created.',
          '客户端 1 拿到锁，同时拿到它所建 znode 的 zxid。',
          text('Client 1 has the lock, and with it a zxid.', '客户端 1 拿到锁，同时得到 zxid。'),
        ),
        beat(once('paused', 'client1'), 'Client 1 pauses, as before.', '客户端 1 照样停顿了。'),
        beat(
          once('acquired', 'client2'),
          'The session ends; client 2 creates a new znode. Its zxid is greater.',
          '会话结束，客户端 2 重新创建 znode，它的 zxid 更大。',
        ),
        beat(
          once('wrote', 'storage'),
          'Client 2 writes, and now the storage has seen its zxid.',
          '客户端 2 写入，存储见到了它的 zxid。',
        ),
        beat(
          once('rejected', 'storage'),
          'Client 1 wakes up and writes with the older zxid: rejected.',
          '客户端 1 醒来，带着更旧的 zxid 写入，被拒绝。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('A partition instead of the pause', '换成网络分区'),
      short: text('A partition instead', '换成网络分区'),
      text: text(
        'Now client 1 keeps running but is cut off from ZooKeeper. Its heartbeats get no reply. After two thirds of the session timeout it considers itself disconnected, here before its session ends. Its work can be interrupted, and it stops at once. Nobody else holds the lock when client 2 gets it. Slow replies can take that lead away: the client counts from the reply it got, the server from the request.',
        '这次客户端 1 照常运行，只是和 ZooKeeper 断开了。它的心跳得不到应答；过了会话超时的三分之二，它就认为自己断线，在这里早于会话结束。它的工作可以打断，于是立刻停下。客户端 2 拿到锁时，没有别人持锁。若应答很慢，这段提前量就可能没有了：客户端从收到应答算起，服务器从收到请求算起。',
      ),
      patch: {
        settings: { work: 2500, check: 'before-write', whenLost: 'at-once' },
        faults: {
          pause: null,
          cut: {
            kind: 'cut',
            when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
            from: ['client1'],
            to: ['service'],
            bothWays: true,
            for: 'ever',
          },
        },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        opening(
          'Client 1 will be cut off from ZooKeeper while it works. It keeps running, and can measure time.',
          '客户端 1 工作时会和 ZooKeeper 断开，但它还在运行，还会数时间。',
          text(
            'Client 1 will be cut off. It keeps running and can measure time.',
            '客户端 1 会断开，但它还在运行，还会数时间。',
          ),
        ),
        beat(
          once('lockLost', 'client1'),
          'Two thirds of a session timeout without a reply: client 1 stops.',
          '等了会话超时的三分之二，没有应答：客户端 1 停手。',
        ),
        beat(
          once('acquired', 'client2'),
          'The session ends after that, and only then does client 2 get the lock.',
          '之后会话才结束，客户端 2 这时才拿到锁。',
        ),
      ],
    },
  ],
};
