/** What a lock is for, on one Redis and on five: steps 0 to 4. */
import { text } from '../stories/beats';
import { choice, type Step, say, sentence } from './step';

export const firstLook: readonly Step[] = [
  {
    id: 'gone',
    title: text('Client 1 made no mistake, and an update is gone', '客户端 1 没做错什么，一次更新却没了'),
    blocks: [
      say(
        'Client 1 asks for the lock and gets it. It reads 42, adds 1, and writes 43. In between, client 2 asks, is refused, asks again, gets the lock, reads 42 as well, adds 10, and writes 52. At the end the storage says 43 instead of 53: the update of client 2 is gone.',
        '客户端 1 申请锁，拿到了。它读到 42，加 1，写入 43。其间客户端 2 也来申请，先被拒绝，重试后拿到了，也读到 42，加 10，写入 52。最后存储里是 43，而不是 53：客户端 2 的更新没了。',
        '20',
        'lost',
      ),
      {
        text: text(
          'No program has a bug. Client 1 was only paused for {knob} between its read and its write, and its lock lasts 2 s. (The lock is Redlock, on five Redis nodes; how it works comes below.) Drag the number, or the pause in the picture.',
          '程序没有错。客户端 1 只是在读和写之间停了 {knob}，而它的锁有效时间只有 2 s。（这把锁是 Redlock，用五个 Redis 节点，怎么工作下文再讲。）拖动这个数字，或者拖动图里的停顿。',
        ),
        knob: { kind: 'fault', fault: 'pause', min: 200, max: 4000, label: text('Length of the pause', '停顿多久') },
        says: [
          sentence(
            { outcome: 'lost', by: 'client1' },
            'The pause outlasts the lock: client 1 wakes up and writes over what client 2 has written.',
            '停顿比锁的有效时间长：客户端 1 醒来，覆盖了客户端 2 写的内容。',
          ),
          sentence(
            { outcome: 'lost', by: 'client2' },
            'The pause outlasts the lock: client 2 has read before client 1 writes, and writes over it.',
            '停顿比锁的有效时间长：客户端 1 写入之前客户端 2 已经读过，随后把它覆盖。',
          ),
          sentence(
            'overlap',
            'There were two holders at once, and this time the order of their writes did no harm.',
            '两个客户端同时持锁，只是这次写入的先后碰巧没造成损失。',
          ),
          sentence('held', 'The pause ends in time, and nothing happens.', '停顿及时结束，什么也没发生。'),
        ],
      },
      say(
        'In February 2016 two people who know this field argued in public about what this means for such locks: Martin Kleppmann, a researcher of distributed systems, and Salvatore Sanfilippo, known as antirez, the author of Redis and of this lock. Kleppmann published on the 8th, antirez answered on the 9th, and the argument has not ended since.',
        '2016 年 2 月，两位行家为这类锁公开争论：一位是研究分布式系统的 Martin Kleppmann，另一位是 Salvatore Sanfilippo（网名 antirez），Redis 和这种锁的作者。Kleppmann 在 8 日发表文章，antirez 在 9 日回应，争论至今没有结束。',
      ),
      say(
        'This page follows the argument step by step. You don’t have to take our word for it: each picture is computed while you look, and you can drag what is in it.',
        '这一页一步一步跟着争论走。哪一句都不必轻信：每幅图都由你的浏览器实时计算，图里的故障可以拖动。',
      ),
    ],
  },
  {
    id: 'reasons',
    title: text('Two reasons to lock', '加锁的两种理由'),
    blocks: [
      say(
        'Kleppmann distinguishes two reasons. The first is efficiency: some work should not be done twice. Here it is an email. The lock fails just as before, and the email goes out twice. That is annoying, and nothing worse.',
        'Kleppmann 区分了两种理由。第一种是效率：有些工作不该做两遍。这里的例子是发邮件。锁和刚才一样失效，邮件发了两次。烦人，但也仅此而已。',
        '33',
        'twice',
      ),
      say(
        'The second is correctness: if the lock fails, data may be lost or wrong, as in the first picture.',
        '第二种是正确性：锁一失效，数据就可能丢失或出错，就像第一幅图。',
        '20',
        'lost',
      ),
      say(
        'His advice follows from this. For efficiency a lock on one Redis is enough, and Redlock’s five nodes are too much effort. For correctness he advises against Redlock. The rest of this page is about the second.',
        '他的建议由此而来。若只为效率，单个 Redis 上的锁就够了，Redlock 的五个节点太重了。若为正确性，他建议不要用 Redlock。下文说的都是第二种。',
      ),
    ],
  },
  {
    id: 'one-redis',
    title: text('One Redis: each part of the lock prevents a failure', '单个 Redis：锁的每一部分都在防一种差错'),
    blocks: [
      say(
        'A lock on one Redis is one command: SET stock <random value> NX PX 30000. NX sets the key only if nobody has it, and PX lets it expire after 30 s. A script releases the lock: it deletes the key if the value is still the client’s own.',
        '在单个 Redis 上，一把锁就是一条命令：SET stock <随机值> NX PX 30000。NX：没有这个键才设置；PX：30 秒后自动过期。释放用一段脚本：值还是自己的，才删除键。',
        '1',
        'held',
      ),
      say(
        'Without an expiry, a client that dies keeps the lock forever: client 2 asks again and again, and nothing will free it. The same happens if a second command sets the expiry, and the client dies between the two.',
        '没有过期时间，客户端一旦崩溃，锁就永远被占着：客户端 2 一再重试，锁始终不会释放。过期时间若由第二条命令设置，而客户端恰在两条命令之间崩溃，也是一样。',
        '2',
        'stuck',
      ),
      say(
        'If all clients use one value, a client that wakes up late deletes the key of the next holder, client 2. Then client 3 gets in beside it.',
        '如果所有客户端用同一个值，醒得晚的客户端就会删掉下一个持有者（客户端 2）的键。于是客户端 3 也拿到锁，与客户端 2 同时持锁。',
        '4',
        'overlap',
        [1900, 3900],
      ),
      say(
        'If the client reads the key first and deletes it in a second step, the lock can change hands in between, and the DEL hits the key of another client.',
        '如果比较和 DEL 分成两步，锁就可能在两步之间易主，DEL 删掉的是另一个客户端的键。',
        '5',
        'overlap',
        [1500, 3400],
      ),
      {
        text: text(
          'One question has no good answer: how long should the lock last? Here it is {knob}, and the holder freezes for 2.75 s.',
          '有一个问题没有好答案：锁的有效时间该设多长？这里是 {knob}，而持有者停了 2.75 s。',
        ),
        run: '26',
        shows: 'lost',
        knob: {
          kind: 'setting',
          number: { part: 'lock', name: 'ttl' },
          min: 500,
          max: 6000,
          label: text('How long the lock lasts', '锁有多长'),
        },
        says: [
          sentence('lost', 'Too short: the lock ends during the work.', '太短：工作还没做完，锁就没了。'),
          sentence(
            'held',
            'Long enough for this pause. But after a crash, everybody would wait as long, and a longer pause is always possible.',
            '对这次停顿够长了。可是持有者一旦崩溃，大家都要等这么久，而且总会有更长的停顿。',
          ),
        ],
      },
    ],
  },
  {
    id: 'failover',
    title: text('The master crashes, and its replica never heard of the lock', '主节点崩溃，副本没听说过这把锁'),
    blocks: [
      say(
        'One Redis can crash, too, so it gets a replica that takes over: a failover. But the master answers its client first and copies the key afterwards. If it crashes in between, the new master has no such key, and client 2 gets the lock while client 1 works.',
        '单个 Redis 也会崩溃，于是给它配一个能接替的副本，这叫故障转移（failover）。但主节点先应答客户端，之后才复制键。如果它恰好在这中间崩溃，新的主节点上没有这个键，客户端 2 就在客户端 1 工作时拿到了锁。',
        '9',
        'overlap',
        [100, 950],
      ),
      {
        text: text(
          'The replica is {knob} behind. In a real Redis the delay is small, and never zero.',
          '副本落后 {knob}。真实的 Redis 里这个延迟很小，但不会是零。',
        ),
        knob: {
          kind: 'setting',
          number: { part: 'run', name: 'nodes.replicaLag' },
          min: 0,
          max: 600,
          label: text('How far the replica is behind', '副本落后多少'),
        },
        says: [
          sentence(
            'overlap',
            'The key did not arrive in time: two hold the lock.',
            '键没能及时到达：两个客户端都持有锁。',
          ),
          sentence(
            'held',
            'The key arrived before the master crashed, and client 2 has to wait.',
            '主节点崩溃之前，键已经到了，客户端 2 得等。',
          ),
        ],
      },
      say(
        'A lock on one Redis cannot solve this. It is why antirez wrote Redlock.',
        '单个 Redis 上的锁解决不了这个问题。antirez 因此提出了 Redlock。',
      ),
    ],
  },
  {
    id: 'redlock',
    title: text('Redlock: five masters, and three must agree', 'Redlock：五个互不相干的节点，三个同意才算'),
    blocks: [
      say(
        'Redlock asks five Redis nodes that know nothing of one another. The client notes the time, asks each node with the same random value, waits only briefly for each answer, and reads the clock again. If at least three agreed and time is left, it has the lock, for what is left of the time. Otherwise it releases on all of them.',
        'Redlock 向五个彼此独立的 Redis 节点要锁。客户端记下时间，用同一个随机值依次请求，每个应答只等很短的时间，最后再看一次时钟。至少三个同意，时间也还有剩，就拿到了锁，能用的就是剩下的时间；否则向所有节点释放。',
        '10',
        'held',
        [60, 900],
      ),
      {
        text: text(
          'Two majorities of five always share at least one node, and that node refuses the second client. With {knob}, this is what happens:',
          '五个节点里任意两个多数至少有一个共同的节点，那个节点会拒绝第二个客户端。假如{knob}，结果是：',
        ),
        run: '11',
        shows: 'held',
        knob: {
          kind: 'runs',
          label: text('Nodes that are down', '有几个节点坏了'),
          choices: [
            choice('no node down', '没有节点坏', '11', { faults: { downD: null, downE: null } }),
            choice('one node down', '坏了一个节点', '11', { faults: { downE: null } }),
            choice('two nodes down', '坏了两个节点', '11'),
            choice('three nodes down', '坏了三个节点', '11b'),
          ],
        },
        says: [
          sentence('held', 'A majority is left, and the lock works.', '还剩下多数，锁照常工作。'),
          sentence(
            'unavailable',
            'No majority is left: nobody gets the lock until enough nodes are back, and nothing is harmed.',
            '剩下的不够多数：够多的节点回来之前，谁也拿不到锁，但也没有危害。',
          ),
        ],
      },
      say(
        'A crashed node does no harm. A node that restarts without its keys can agree a second time, as C does here, one of client 1’s three. antirez names two ways out: write each key to disk before the answer, which is slow, and may still lose data; or stay down after a crash for longer than any lock lasts, which needs no disk. Kleppmann adds that this waiting relies on a clock, too.',
        '节点崩溃，没有危害；重启后丢了键，却可能再同意一次，就像这里的 C，它本是客户端 1 的三个节点之一。antirez 给了两条路：先把键写到磁盘再应答，但这很慢，而且仍可能丢数据；或者崩溃后等一段比任何锁的有效时间都长的时间再重启，这样不落盘也行。Kleppmann 补充说，这段等待同样依赖时钟。',
        '12',
        'overlap',
        [350, 950],
      ),
    ],
  },
];
