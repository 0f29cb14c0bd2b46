/**
 * The fencing token as the lock's value on one node. A client that slept learns it at once. A variant shows what
 * happens when the token comes first.
 */
import type { Fault } from '../../../core/model/scenario/fault';
import type { ProcessId } from '../../../core/model/scenario/processId';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

const pauseAt = (process: ProcessId, step: string, ms: number): Fault => ({
  kind: 'pause',
  process,
  when: { kind: 'step', process, step, nth: 1 },
  for: ms,
});

const nodeRestarts: Fault = {
  kind: 'restart',
  process: 'nodeA',
  when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
};

export const story: StoryBody = {
  lead: text(
    'The article author’s own lock: first a token that grows, then the lock with the token as its value. A client that pauses between the two finds a newer token in the key and knows at once that it was overtaken. The token does not say why (variant e).',
    '客户端先取一个递增的 token，再以它为值加锁。在两步之间停顿的客户端，会在键里看到更大的 token，立刻知道自己已被超过。至于为什么，token 说不出来（变体 e）。',
  ),
  beats: [
    opening(
      'Two requests to one node: INCR for a token, then a script that locks with it. Redlock needs one for each of its nodes.',
      '对一个节点只需两次请求：INCR 取 token，再用脚本以它加锁。Redlock 有几个节点就要几次请求。',
      text(
        'INCR returns a token, then a script locks with it: two requests.',
        'INCR 取 token，脚本用它加锁：两次请求。',
      ),
    ),
    beat(
      once('paused', 'client1'),
      'Client 1 has token 1, and pauses before it locks.',
      '客户端 1 拿到 token 1，还没加锁就停顿了。',
    ),
    beat(once('acquired', 'client2'), 'Client 2 takes token 2 and the lock.', '客户端 2 取得 token 2，并拿到锁。'),
    beat(
      once('refused', 'client1'),
      'Client 1 wakes up. The key says 2, which is larger than its own: it was overtaken, here because it paused. There is no point in waiting with that token; it needs a newer one.',
      '客户端 1 醒来。键里是 2，比自己的大：它被超过了，这里是因为停顿。拿着这个 token 等下去没有用，得取一个新的。',
      text(
        'Client 1 wakes up. The key says 2: it needs a new token.',
        '客户端 1 醒来，键里是 2，比 1 新：它要取新 token。',
      ),
    ),
    beat(
      once('acquired', 'client1'),
      'With a newer token, client 1 waits its turn: the smaller one in the key says that the lock is held. Then the key is gone, and client 1 has the lock.',
      '客户端 1 拿着新 token 等着轮到自己：键里的 token 更小，说明锁正被占用。等键没了，它就拿到了锁。',
      text(
        'With a newer token, client 1 waits its turn and gets the lock.',
        '客户端 1 拿着新 token 等到轮到自己，拿到了锁。',
      ),
    ),
  ],
  sources: ['design'],
  modelled: text(
    'INCR and the lock’s script as two requests, compare-and-delete for the release, and a resource that rejects tokens smaller than the newest it has seen.',
    'INCR 和加锁脚本是两次请求，释放时比较后删除；资源拒绝比见过的最新 token 更小的 token。',
  ),
  notModelled: text(
    'Replicas of the node: what a failover loses has a story of its own.',
    '节点的副本：故障转移会丢什么，另有故事来讲。',
  ),
  scenario: {
    version: 2,
    seed: 35,
    lock: {
      id: 'token-lock',
      settings: { ttl: 1500, nodeTimeout: 400, tries: 12, retryDelay: 250, retryJitter: 30 },
    },
    storage: { id: 'fencing' },
    settings: {
      ...defaultSettings,
      work: 700,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      own: { client2: { start: 150 } },
      duration: 4000,
      patience: 3000,
    },
    faults: { sleep: pauseAt('client1', 'lock', 600) },
  },
  lock: 'held',
  data: 'safe',
  variants: [
    {
      id: 'b',
      title: text('The node forgets, the counter does not', '节点失忆，计数器没有'),
      short: text('The node forgets its key', '节点忘了键'),
      text: text(
        'The lock’s node restarts empty while client 1 holds the lock, and client 1 pauses. The counter is kept elsewhere, so client 2 gets a larger token, and the resource rejects client 1’s write. Two clients held the lock, but nothing is lost.',
        '客户端 1 持锁时，锁所在的节点重启，数据全空，客户端 1 随后又停顿。计数器存在别处，所以客户端 2 拿到更大的 token，资源拒绝了客户端 1。虽然有过两个客户端同时持锁，什么也没丢。',
      ),
      patch: {
        lock: { settings: { counter: 'elsewhere' } },
        faults: { sleep: null, restart: nodeRestarts, pause: pauseAt('client1', 'write', 1700) },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has the lock and token 1.', '客户端 1 拿到锁和 token 1。'),
        beat(
          once('started', 'nodeA'),
          'The node restarts empty. Client 1’s key is gone, and client 1 does not know.',
          '节点重启，数据全空。客户端 1 的键没了，它对此一无所知。',
          text('The node restarts empty. Client 1 does not know.', '节点重启，数据全空。客户端 1 不知道。'),
        ),
        beat(once('acquired', 'client2'), 'Client 2 has the lock and token 2.', '客户端 2 拿到锁和 token 2。'),
        beat(once('wrote', 'storage'), 'Client 2 writes with token 2.', '客户端 2 带着 token 2 写入。'),
        beat(
          once('rejected', 'storage'),
          'Client 1’s write comes with token 1 and is rejected.',
          '客户端 1 带着 token 1 来，被拒绝。',
        ),
      ],
    },
    {
      id: 'b2',
      title: text('The counter forgets too', '计数器也失忆'),
      text: text(
        'The counter is on the node that restarts. Token 1 is handed out a second time, and the resource cannot tell the two clients apart. The author expects the token check to cover lost lock data; here it does not.',
        '计数器就在重启的那个节点上。token 1 被发出第二次，资源分不清这两个客户端。作者认为校验 token 能弥补锁数据的丢失；在这里并不能。',
      ),
      patch: {
        // The node has restarted before client 2 asks for a token.
        settings: { own: { client2: { start: 350 } } },
        faults: { sleep: null, restart: nodeRestarts, pause: pauseAt('client1', 'write', 1700) },
      },
      lock: 'overlap',
      data: 'lost',
      facts: ['lost-update', 'token-repeated', 'overlap'],
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has the lock and token 1.', '客户端 1 拿到锁和 token 1。'),
        beat(once('started', 'nodeA'), 'The node forgets the key and the counter.', '节点忘掉了键，也忘掉了计数器。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 has the lock, and token 1 again.',
          '客户端 2 拿到锁，token 又是 1。',
        ),
        beat(
          overwrite('client1', 'client2'),
          'After client 2, client 1 writes: 1 is not smaller than 1. Client 2’s update is lost.',
          '客户端 2 写过之后，客户端 1 也写：1 并不比 1 小。客户端 2 的更新丢了。',
          text(
            'Client 1 writes after client 2: both have token 1. One update is lost.',
            '客户端 1 写在后面，两个都是 token 1：一次更新丢了。',
          ),
        ),
      ],
    },
    {
      id: 'c',
      title: text('The order of the tokens is not that of the lock', 'token 的顺序不是锁的顺序'),
      short: text('Tokens out of order', 'token 顺序颠倒'),
      text: text(
        'Client 1 takes token 1 and pauses. Client 2 takes 2, locks, reads, and pauses past the TTL. Client 1 wakes up, finds no key at all, locks with the older token and writes; then client 2 writes with the newer one. Both writes are accepted. If client 2 had written first, the write of client 1, the rightful holder, would have been rejected.',
        '客户端 1 取了 token 1 就停顿了。客户端 2 取到 2，加锁，读，然后停得超过 TTL。客户端 1 醒来，键根本不存在，它用更旧的 token 加了锁并写入；接着客户端 2 带着更大的 token 写入。两次都被接受。假如客户端 2 先写，被拒绝的就会是合法持有锁的客户端 1。',
      ),
      patch: {
        settings: { work: 300, own: { client2: { start: 100 } } },
        faults: { sleep: pauseAt('client1', 'lock', 2100), pause: pauseAt('client2', 'write', 2600) },
      },
      lock: 'overlap',
      data: 'lost',
      facts: ['lost-update', 'overlap', 'token-fell'],
      beats: [
        beat(once('paused', 'client1'), 'Client 1 has token 1 and pauses.', '客户端 1 拿到 token 1，停顿了。'),
        beat(
          once('paused', 'client2'),
          'Client 2 has token 2 and the lock, has read, and pauses before it writes.',
          '客户端 2 有 token 2 和锁，读完了，写之前停顿。',
          text(
            'Client 2 has token 2 and the lock. It pauses before its write.',
            '客户端 2 有 token 2 和锁，写之前停顿了。',
          ),
        ),
        beat(
          once('acquired', 'client1'),
          'The key has expired. Client 1 finds nothing that would tell it that it had paused, and locks with 1.',
          '键已过期。没有什么能告诉客户端 1 它停顿过，它用 1 加上了锁。',
          text('The key has expired. Client 1 locks with token 1.', '键已过期，客户端 1 用 token 1 加上了锁。'),
        ),
        beat(once('wrote', 'storage'), 'Client 1 writes with token 1.', '客户端 1 带着 token 1 写入。'),
        beat(
          overwrite('client2', 'client1'),
          'Client 2 writes with token 2, based on what it read before, and is accepted.',
          '客户端 2 带着 token 2 写入，依据的却是之前读到的值，也被接受了。',
          text(
            'Client 2 writes what it computed from an old value: an update is lost.',
            '客户端 2 写下由旧值算出的数：丢了一次更新。',
          ),
        ),
      ],
    },
    {
      id: 'cfix',
      fix: true,
      title: text('Count in the lock’s script', '在加锁脚本里计数'),
      short: text('Count in the script', '在脚本里计数'),
      text: text(
        'INCR moves into the script that locks: the client that locks later always has the larger token. It also saves a request.',
        '把 INCR 移进加锁脚本：后加锁的，token 一定更大。请求还少了一次。',
      ),
      patch: {
        lock: { settings: { counter: 'inside' } },
        settings: { work: 300, own: { client2: { start: 100 } } },
        faults: { sleep: pauseAt('client1', 'incr-and-lock', 2100), pause: pauseAt('client2', 'write', 2600) },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(
          once('acquired', 'client2'),
          'Client 1 is paused, with nothing. Client 2 has the lock and token 1.',
          '客户端 1 在停顿，什么也没拿到。客户端 2 拿到锁和 token 1。',
        ),
        beat(
          once('acquired', 'client1'),
          'Client 2’s key has expired; client 1 gets the lock and token 2.',
          '键过期了，客户端 1 拿到锁和 token 2。',
        ),
        beat(once('wrote', 'storage'), 'Client 1 writes with token 2.', '客户端 1 带着 token 2 写入。'),
        beat(
          once('rejected', 'storage'),
          'Client 2’s write comes with token 1 and is rejected.',
          '客户端 2 带着 token 1 来，被拒绝。',
        ),
      ],
    },
    {
      id: 'd',
      title: text('The node is down', '节点宕机'),
      text: text(
        'One node is only one node: while it is down, nobody gets a lock. That is the price of needing only two requests, and the reason why Redlock asks five nodes.',
        '锁和计数器都在一个节点上，这个节点宕机。这就是只要两次请求的代价，也是 Redlock 要问五个节点的原因。',
      ),
      patch: {
        lock: { settings: { tries: 1 } },
        settings: { think: 400, duration: 5800, patience: 2000 },
        faults: {
          sleep: null,
          down: { kind: 'crash', process: 'nodeA', when: { kind: 'time', at: 50 }, restartAfter: 2900 },
        },
      },
      lock: 'unavailable',
      data: 'safe',
      facts: ['starved'],
      beats: [
        beat(once('crashed', 'nodeA'), 'The node crashes.', '节点崩溃。'),
        beat(once('refused', 'client2'), 'There is no node to count or to lock.', '客户端取不到 token，也加不了锁。'),
        beat(once('started', 'nodeA'), 'The node is back.', '节点回来了。'),
        beat(
          once('acquired', undefined),
          'The node counts and locks again: a client gets the lock.',
          '节点又能计数、加锁：有客户端拿到了锁。',
        ),
      ],
    },
    {
      id: 'e',
      title: text('Nobody paused: a slow request', '谁也没停顿：请求慢了'),
      text: text(
        'The author takes a larger token in the key as the sign of a long GC. Here nobody pauses: client 1’s second request takes 350 ms, and in the meantime client 2 takes token 2 and the lock. The script gives client 1 the same reply. So the comparison can tell “overtaken” from “not released yet”, but not a pause from a slow network.',
        '作者认为：键里的 token 更大，说明出现了长时间 GC。这里谁也没停顿：客户端 1 的第二次请求在路上走了 350 毫秒，期间客户端 2 取了 token 2 并拿到锁。脚本给客户端 1 的应答一模一样。所以比较 token 能分清“被超过”和“锁还没释放”，却分不清是停顿还是网络慢。',
      ),
      patch: {
        faults: {
          sleep: null,
          slow: { kind: 'delay', message: { from: 'client1', to: 'nodeA', leg: 'request', nth: 2 }, by: 350 },
        },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client2'), 'Client 2 takes token 2 and the lock.', '客户端 2 取得 token 2，并拿到锁。'),
        beat(
          once('refused', 'client1'),
          'Client 1’s request finally arrives, with token 1: overtaken.',
          '客户端 1 的请求终于到了，带着 token 1：被超过了。',
        ),
        beat(
          once('acquired', 'client1'),
          'Client 1 takes a newer token and gets the lock after client 2.',
          '客户端 1 取了新的 token，在客户端 2 之后拿到锁。',
        ),
      ],
    },
  ],
};
