/** antirez's answer to fencing tokens: leave a unique value on the resource, and write only while it still stands. */
import type { Fault } from '../../../core/model/scenario/fault';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

/** Client 1 stops for longer than its lock lives, just before its nth request to the storage. */
const pauseBeforeRequest = (nth: number): Fault => ({
  kind: 'pause',
  process: 'client1',
  when: { kind: 'request', to: 'storage', from: 'client1', side: 'before', nth },
  for: 2900,
});

export const story: StoryBody = {
  lead: text(
    'Each holder leaves the random value of its lock on the resource before it reads. The storage takes a write only while that value is still there. No number has to grow, and still the late write is rejected.',
    '每个持有者在读之前，先把自己锁的随机值写到资源上；只有这个值还在，存储才接受写入。不需要递增的编号，迟到的写入照样被拒绝。',
  ),
  beats: [
    opening(
      'On Hacker News antirez spelt it out: set X.currlock to your token, read, work, and write only if currlock is still yours. Comparing and writing are one step at the storage.',
      'antirez 在 Hacker News 上这样解释：先把 X.currlock 设为自己的 token，再读、再做，只有 currlock 还是自己的才写。比较与写入在存储那里是一步。',
      text(
        'Each holder marks the resource, and writes only while its mark is there.',
        '持有者先在资源上留下标记，标记还在才能写。',
      ),
    ),
    beat(once('acquired', 'client1'), 'Client 1 has the lock on a majority.', '客户端 1 在多数节点上拿到了锁。'),
    beat(
      once('read', 'storage'),
      'Client 1 has put its random value on the resource, and only then read.',
      '客户端 1 先把自己的随机值写到资源上，然后才读。',
    ),
    beat(
      once('paused', 'client1'),
      'Before it writes, it is paused for longer than the lock lasts.',
      '还没来得及写，它就停顿了，停得比 TTL 还长。',
    ),
    beat(once('acquired', 'client2'), 'The lock expires, and client 2 gets it.', '锁过期了，客户端 2 拿到了锁。'),
    beat(
      once('read', 'storage', 2),
      'Client 2 has replaced that value with its own, and reads 42.',
      '客户端 2 用自己的值换掉了先前那个，读到 42。',
    ),
    beat(
      once('wrote', 'storage'),
      'Client 2’s value is still there when its write arrives: accepted.',
      '客户端 2 的写入到达，标记还是它的：存储接受。',
    ),
    beat(
      once('rejected', 'storage'),
      'Client 1 wakes up and writes. The mark is no longer its own, and the write is rejected. Two clients held the lock at once, and nothing is lost.',
      '客户端 1 醒来写入。标记已经不是它的了，写入被拒绝。两个客户端曾同时持锁，但什么也没丢。',
      text('Client 1 wakes up and writes. Its mark is gone: rejected.', '客户端 1 醒来写入。标记已不是它的：被拒绝。'),
    ),
  ],
  sources: ['debate', 'notes'],
  argument: text(
    'antirez’s argument: if a resource can compare and write in one step, no growing number is needed, since Redlock’s random value works just as well. The article answers with two differences. The mark takes two requests, one before the read and one with the write, where a fencing token takes one. And a random value does not say who came later: the earlier holder may win over the later one (variant d). antirez says that this order does not matter, as long as one at a time gets through. The article’s own doubt: why does the client read in step 2, and not inside the atomic step? Since the new value depends on what was read, and the work between the two takes time; the mark, set before the read, guards that time. Variant b sets it after the read, and loses.',
    '这是 antirez 的论点：资源若能一步完成比较与写入，就不需要递增的编号，Redlock 的随机值同样管用。文章指出两点不同。第一，这样写要两步，读之前先设标记，写的时候再比较；而 fencing token 一步就够。第二，随机值说不出谁先谁后：先来的持有者可能赢过后来的（变体 d）。antirez 认为这个顺序并不重要，只要一次只有一个能写进去。文章自己也有疑问：为什么在第 2 步就读，而不放进那个原子操作？因为新值取决于读到的值，两者之间的工作要花时间，读之前留下的标记护住的正是这段时间。变体 b 先读后标记，就丢了更新。',
  ),
  modelled: text(
    'A mark on the resource that anybody may replace, and a write that is compared with it and applied in one step.',
    '资源上有一个谁都能替换的标记；写入时与它比较，比较与写入是一步。',
  ),
  notModelled: text(
    'A resource of several servers, each with a mark of its own: that is the story “Can marks protect three replicas?”.',
    '由多台服务器组成的资源，每台各有一个标记：见“标记能保护三个副本吗？”。',
  ),
  scenario: {
    version: 2,
    seed: 27,
    lock: { id: 'redlock', settings: { ttl: 2000, nodeTimeout: 300, tries: 1 } },
    storage: { id: 'unique-token' },
    settings: {
      ...defaultSettings,
      stagger: 1600,
      think: 500,
      work: 150,
      latency: { min: 15, p50: 28, p99: 60, max: 75 },
      own: { storage: { latency: { min: 60, p50: 80, p99: 105, max: 115 } } },
      duration: 5000,
      patience: 5000,
    },
    faults: { pause: pauseBeforeRequest(3) },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected'],
  variants: [
    {
      id: 'b',
      title: text('Read first, then mark', '先读，后标记'),
      text: text(
        'The same check with its first two steps swapped. The pause falls between the read and the mark, so the mark is fresh when client 1 writes, and what it has read is old. antirez’s order is not a matter of taste.',
        '同样的检查，只是把前两步对调。停顿落在读与标记之间：客户端 1 写的时候，标记是新的，读到的内容却是旧的。antirez 的先后次序是有道理的。',
      ),
      patch: { storage: { settings: { order: 'read-then-set' } }, faults: { pause: pauseBeforeRequest(2) } },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(
          once('paused', 'client1'),
          'Client 1 has read 42 and is stopped before it sets its mark.',
          '客户端 1 读到 42，还没设标记就停顿了。',
        ),
        beat(
          once('wrote', 'storage'),
          'Client 2 has had the lock meanwhile: it has read, marked and written 52.',
          '这期间锁到了客户端 2 手里：它读了、设了标记、写下 52。',
        ),
        beat(
          once('resumed', 'client1'),
          'Client 1 goes on and sets its mark. Nothing stops it.',
          '客户端 1 接着设置自己的标记。没有什么拦着它。',
        ),
        beat(
          overwrite('client1', 'client2'),
          'Client 1’s mark is current, so its 43, computed from the old 42, is accepted. The change of client 2 is gone.',
          '标记是客户端 1 的，于是它由旧值 42 算出的 43 被接受了。客户端 2 的修改就此丢失。',
          text('Client 1’s mark is current, so its 43 replaces the 52.', '标记是客户端 1 的，它的 43 覆盖了 52。'),
        ),
      ],
    },
    {
      id: 'c',
      title: text('Only the client that marked', '只认留下标记的客户端'),
      text: text(
        'One of the articles retells it more strictly: the resource serves only the client whose value is there, until that client releases it. Then the mark is a lock itself, one without an expiry, and it outlives its owner.',
        '有一篇文章说得更严格：资源只为留下标记的客户端服务，直到它释放为止。那么标记本身就成了一把锁，而且没有过期时间，主人没了，它还在。',
      ),
      patch: {
        storage: { id: 'marked-owner' },
        faults: {
          pause: null,
          crash: {
            kind: 'crash',
            process: 'client1',
            when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
            restartAfter: 'never',
          },
        },
      },
      lock: 'stuck',
      data: 'safe',
      facts: ['stuck-entry', 'starved', 'rightful-rejected', 'rejected'],
      beats: [
        beat(
          once('crashed', 'client1'),
          'Client 1 has marked the resource, and crashes.',
          '客户端 1 在资源上留下标记，然后崩溃了。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 1’s lock expires, as a lease should, and client 2 gets it.',
          '客户端 1 的锁按时过期，客户端 2 拿到了锁。',
        ),
        beat(
          once('rejected', 'storage'),
          'The mark does not expire. The resource rejects client 2, the rightful holder, and will reject everybody after it.',
          '可是标记不会过期。资源拒绝了合法持有者，以后来的也一概拒绝。',
          text(
            'The mark does not expire. The resource rejects client 2, the rightful holder.',
            '标记不会过期。资源拒绝了合法持有者客户端 2。',
          ),
        ),
      ],
    },
    {
      id: 'd',
      title: text('The earlier client wins', '先来的反而赢了'),
      short: text('A pause before the mark', '标记之前停顿'),
      text: text(
        'Client 1 is stopped before it marks, and wakes while client 2 is at work. Its mark replaces that of client 2, whose write is then rejected although it is the rightful holder. Nothing is lost, but the order of the lock is not the order of the writes. With fencing tokens the earlier write would have been rejected.',
        '客户端 1 在设标记之前停顿，醒来时客户端 2 正在工作。它的标记换掉了客户端 2 的，于是合法持有者反而被拒。什么也没丢，但写的顺序不是拿锁的顺序。换作 fencing token，被拒的会是先来的那个。',
      ),
      patch: { settings: { work: 700 }, faults: { pause: pauseBeforeRequest(1) } },
      lock: 'overlap',
      data: 'safe',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(
          once('paused', 'client1'),
          'Client 1 has the lock and is stopped before it can mark the resource.',
          '客户端 1 拿到锁，还没来得及设标记就停顿了。',
        ),
        beat(
          once('read', 'storage'),
          'Client 2 has the lock by now. It has marked the resource, and reads.',
          '这时锁已在客户端 2 手里。它设好标记，读了数据。',
        ),
        beat(
          once('read', 'storage', 2),
          'Client 1 wakes up, replaces the mark, and reads the same 42.',
          '客户端 1 醒来，盖上自己的标记，读到同一个 42。',
        ),
        beat(once('rejected', 'storage'), 'Client 2, the rightful holder, is rejected.', '合法持有者客户端 2 被拒绝。'),
        beat(
          once('wrote', 'storage'),
          'Client 1, whose lock expired long ago, gets its write through.',
          '写进去的是客户端 1，而它的锁早已过期。',
        ),
      ],
    },
  ],
  scene: { question: text('What would defeat this check?', '什么能让这个检查失效？') },
};
