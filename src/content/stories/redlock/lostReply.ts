/**
 * A node may have set the key although its reply never came. That is why a release goes to all nodes, and in the right
 * order.
 */
import type { Fault } from '../../../core/model/scenario/fault';
import type { ProcessId } from '../../../core/model/scenario/processId';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

const lostReply = (node: ProcessId): Fault => ({
  kind: 'lose',
  message: { from: node, to: 'client1', leg: 'reply', nth: 1 },
});

/** The first request to this node travels for longer than the client waits. */
const slowRequest = (node: ProcessId): Fault => ({
  kind: 'delay',
  message: { from: 'client1', to: node, leg: 'request', nth: 1 },
  by: 500,
});

const delays = { 'slow-a': slowRequest('nodeA'), 'slow-b': slowRequest('nodeB'), 'slow-c': slowRequest('nodeC') };
/** A majority has set the key, and client 1 knows of a minority. */
const threeLost = { 'reply-c': lostReply('nodeC'), crash: null };

const noLosses = { 'reply-a': null, 'reply-b': null, crash: null };

export const story: StoryBody = {
  next: 'little-validity',
  lead: text(
    'Nodes A and B set the key, but their replies get lost. Client 1 cannot know that, but releases everywhere anyway. That is why nothing is left behind.',
    '节点 A 和 B 会设置键，应答却会丢失。客户端 1 无从得知，但它照样向所有节点释放，所以什么也没留下。',
  ),
  beats: [
    opening(
      'A request that was not answered is not a request that was not carried out. The way there may work when the way back does not.',
      '没有应答的请求，不等于没有执行的请求：去的路可能是通的，回来的路却不通。',
      text('A request without an answer may have been carried out.', '没有应答的请求，也可能已经执行。'),
    ),
    beat(
      once('entrySet', 'nodeB'),
      'A and B set the key for client 1 like the others. Their replies never arrive.',
      'A 和 B 与其他节点一样为客户端 1 设置了键，但它们的应答没有送到。',
      text(
        'A and B set the key for client 1. Their replies never arrive.',
        'A 和 B 为客户端 1 设置了键，应答却没有送到。',
      ),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has the lock from C, D and E, which is a majority. From its side A and B have failed: they never replied. In fact they have its key too.',
      'C、D、E 同意了，构成多数，客户端 1 拿到锁。在它看来，A 和 B 没有应答；其实它的键也在 A 和 B 上。',
      text('C, D and E agree. To client 1, A and B have failed.', 'C、D、E 同意。在客户端 1 看来，A 和 B 失败了。'),
    ),
    beat(
      once('crashed', 'nodeE'),
      'E crashes for good. With four nodes left, only one more may fail.',
      'E 崩溃了，再没回来。剩下四个节点，还能再少一个。',
    ),
    beat(
      once('released', 'client1'),
      'Client 1 released on all nodes, including those that had never replied: A and B are free again.',
      '客户端 1 向所有节点释放，包括从未应答过的：A 和 B 又空出来了。',
      text('Client 1 releases on all nodes: A and B are free again.', '客户端 1 向所有节点释放：A 和 B 也空出来了。'),
    ),
    beat(once('acquired', 'client2'), 'Client 2 gets the lock without waiting.', '客户端 2 不必等待就拿到了锁。'),
  ],
  sources: ['debate', 'redis.io'],
  modelled: text(
    'Request, reply and timeout as three separate events, including a lost reply and a late request; messages on one connection keep their order.',
    '请求、应答和超时是三个独立的事件：应答可能丢失，请求可能迟到；同一连接上的消息保持顺序。',
  ),
  notModelled: text(
    'TCP’s own retransmission. A lost message stands for a connection that went silent and was given up.',
    'TCP 自身的重传。这里的“丢失”代表一条没了声息、最后被放弃的连接。',
  ),
  scenario: {
    version: 2,
    seed: 15,
    lock: { id: 'redlock', settings: { ttl: 2000, nodeTimeout: 200, tries: 1 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 720,
      think: 800,
      work: 350,
      latency: { min: 10, p50: 24, p99: 60, max: 80 },
      duration: 6000,
      patience: 1650,
    },
    faults: {
      'reply-a': lostReply('nodeA'),
      'reply-b': lostReply('nodeB'),
      crash: {
        kind: 'crash',
        process: 'nodeE',
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 150 },
        restartAfter: 'never',
      },
    },
  },
  lock: 'held',
  data: 'safe',
  variants: [
    {
      id: 'b',
      title: text('Released only on nodes that replied', '只向应答过的节点释放'),
      short: text('Release only known votes', '只向应答过的释放'),
      text: text(
        'Client 1 saves itself two messages and releases only on C, D and E. The keys on A and B stay until they expire, and with E down only C and D are left to vote: for the rest of a TTL nobody gets a majority, although nobody holds the lock.',
        '客户端 1 想省两条消息，只向 C、D、E 释放。A 和 B 上的键要留到过期，而 E 又宕机了，能投票的只剩 C 和 D：在剩下的 TTL 里没人持有锁，却也没人凑得出多数。',
      ),
      patch: { lock: { settings: { releaseTo: 'granted' } } },
      lock: 'unavailable',
      data: 'safe',
      facts: ['entry-left', 'starved'],
      beats: [
        beat(
          once('acquired', 'client1'),
          'Client 1 has the lock on C, D and E. A and B have set the key too, without its knowing.',
          '客户端 1 在 C、D、E 上拿到了锁。A 和 B 其实也设置了键，它不知道。',
          text('Client 1 has C, D and E, and A and B without knowing.', '客户端 1 拿到 C、D、E，不知道还有 A 和 B。'),
        ),
        beat(once('crashed', 'nodeE'), 'E crashes for good.', 'E 崩溃了，再没回来。'),
        beat(
          once('released', 'client1'),
          'Client 1 releases what it knows of. A and B keep the keys of a lock that nobody holds.',
          '客户端 1 归还了它知道的那些。A 和 B 上还留着一把没人持有的锁的键。',
          text(
            'Client 1 releases what it knows of. A and B keep their keys.',
            '客户端 1 只释放它知道的，A 和 B 的键还在。',
          ),
        ),
        beat(
          once('refused', 'client2'),
          'C and D agree, A and B refuse, E is down. Client 2 cannot get a majority, however often it asks.',
          'C 和 D 同意，A 和 B 拒绝，E 宕机。客户端 2 怎么问也凑不出多数。',
          text('C and D agree, A and B refuse, E is down: no majority.', 'C、D 同意，A、B 拒绝，E 宕机：凑不出多数。'),
        ),
        beat(
          once('entryGone', 'nodeB'),
          'The keys on A and B finally expire, a TTL after they were set.',
          'A 和 B 上的键设置满一个 TTL 之后，终于过期。',
          text('A TTL later the keys on A and B finally expire.', '满一个 TTL，A 和 B 上的键终于过期。'),
        ),
        beat(
          once('acquired', 'client2'),
          'Only now, with these keys gone, does client 2 get the lock.',
          '这些键没了，客户端 2 这才拿到锁。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('A release that overtakes', '释放请求后发先至'),
      short: text('Slow requests, new connections', '请求慢，又换了连接'),
      text: text(
        'This time the requests to A, B and C are slow, not the replies, and client 1 drops a connection when it times out. Its release travels on a new connection, overtakes the SET, and finds nothing to delete; then the SET arrives. The keys it leaves belong to nobody. (Beyond the articles.)',
        '这回慢的不是应答，而是发往 A、B、C 的请求，而客户端 1 一超时就断开连接。它的释放请求走新连接，跑到了 SET 前面，结果没有键可删；随后 SET 才到，留下不属于任何人的键。（文章之外的情形。）',
      ),
      patch: { lock: { settings: { reconnectOnTimeout: true } }, faults: { ...noLosses, ...delays } },
      lock: 'unavailable',
      data: 'safe',
      facts: ['entry-left', 'starved'],
      beats: [
        beat(
          once('timedOut', 'client1', 3),
          'Only D and E have replied. Client 1 stops waiting for A, B and C, and drops the connections it had asked on.',
          '只有 D 和 E 应答了。客户端 1 不再等 A、B、C，并断开了发出请求的那些连接。',
          text(
            'Client 1 gives up on A, B and C, and drops their connections.',
            '客户端 1 不再等 A、B、C，断开了连接。',
          ),
        ),
        beat(
          once('refused', 'client1'),
          'Client 1 has released everywhere, on new connections. On A, B and C there was nothing to delete yet.',
          '客户端 1 用新连接向所有节点释放了。A、B、C 上那时还没有键可删。',
          text(
            'Client 1’s releases use new connections. There is nothing to delete yet.',
            '释放走的是新连接，那时还没有键可删。',
          ),
        ),
        beat(
          once('entrySet', 'nodeC'),
          'Now the old requests arrive, and three nodes set a key for a client that gave up long ago.',
          '这时旧的请求才到，三个节点替一个早已放弃的客户端设置了键。',
          text(
            'The old requests arrive: three nodes set a key for nobody.',
            '旧请求这才到：三个节点设置了没人要的键。',
          ),
        ),
        beat(
          once('refused', 'client2'),
          'Client 2 finds three ghosts. So does client 1 when it asks again.',
          '客户端 2 撞上三个“幽灵”键。客户端 1 再来时也一样。',
        ),
        beat(
          once('entryGone', 'nodeC'),
          'Only the TTL removes these keys. Until then, nobody gets the lock.',
          '只有等 TTL 到期，这些键才消失：在此之前谁也拿不到锁。',
        ),
      ],
    },
    {
      id: 'cfix',
      fix: true,
      title: text('Slow requests, same connection', '请求慢，但不换连接'),
      short: text('Keep the connections', '不换连接'),
      text: text(
        'Client 1 keeps its connections when it times out. What it sends later arrives later: each release comes after its SET and deletes it.',
        '超时后客户端 1 仍用原来的连接。后发的后到：每个释放请求都排在自己的 SET 之后，正好把键删掉。',
      ),
      patch: { faults: { ...noLosses, ...delays } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('timedOut', 'client1', 3),
          'Client 1 stops waiting for A, B and C, but keeps the connections.',
          '客户端 1 不再等 A、B、C，但连接还留着。',
        ),
        beat(
          once('entrySet', 'nodeC'),
          'The slow requests arrive, and the keys are set.',
          '缓慢的请求到了，键被设置。',
        ),
        beat(
          once('entryGone', 'nodeC'),
          'Right behind each of them comes its release.',
          '紧跟其后的就是对应的释放请求。',
        ),
        beat(once('finished'), 'Neither client is in the other’s way for long.', '两个客户端都没有等太久。'),
      ],
    },
    {
      id: 'd',
      title: text('A failed attempt released only where granted', '失败后只向同意的节点归还'),
      short: text('A failed try, returned partly', '失败后只释放同意的'),
      text: text(
        'Three replies are lost, so the attempt fails with two votes of five. redlock-universal then releases only on the nodes that said yes. The keys on A, B and C stay for a TTL, which is 30 s by its default and 2 s here. (Beyond the articles.)',
        '丢了三个应答，五票只得两票，这次尝试失败。redlock-universal 这时只向同意过的节点归还，A、B、C 上的键就要留满一个 TTL：它默认 30 秒，这里是 2 秒。（文章之外的情形。）',
      ),
      patch: { lock: { settings: { releaseTo: 'granted-now' } }, faults: threeLost },
      lock: 'unavailable',
      data: 'safe',
      facts: ['entry-left', 'starved'],
      beats: [
        beat(
          once('entrySet', 'nodeC'),
          'All nodes set the key. The replies of A, B and C are lost.',
          '各节点都设置了键，A、B、C 的应答却丢了。',
        ),
        beat(
          once('refused', 'client1'),
          'Client 1 knows of two votes and releases those two.',
          '客户端 1 只知道两票，就只释放了这两票。',
        ),
        beat(
          once('refused', 'client2'),
          'D and E say yes to client 2. A, B and C refuse everyone.',
          'D 和 E 同意客户端 2。A、B、C 谁来都拒绝。',
        ),
        beat(
          once('entryGone', 'nodeC'),
          'Only the TTL clears these three keys. Until then, nobody gets the lock.',
          '三个键要等 TTL 到期才消失，在此之前谁也拿不到锁。',
        ),
      ],
    },
    {
      id: 'dfix',
      fix: true,
      title: text('Released everywhere', '向所有节点归还'),
      short: text('A failed try, returned everywhere', '失败后全部释放'),
      text: text(
        'No reply is not a no. A release to all nodes finds the three keys as well, and the next client to ask gets the lock.',
        '同样的失败，但客户端 1 向五个节点都释放。向所有节点归还，那三个键也就删掉了，接着来的就能拿到锁。',
      ),
      patch: { faults: threeLost },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('refused', 'client1'), 'Client 1’s attempt fails as before.', '客户端 1 的尝试照样失败。'),
        beat(
          once('acquired', 'client2'),
          'Client 1 has left nothing behind, and client 2 gets the lock.',
          '客户端 1 什么也没留下，客户端 2 拿到了锁。',
        ),
        beat(
          once('acquired', 'client1'),
          'Client 1 asks again, and gets the lock after client 2.',
          '客户端 1 再来请求，在客户端 2 之后拿到锁。',
        ),
      ],
    },
  ],
};
