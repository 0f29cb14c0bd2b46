/**
 * antirez’s check-and-set by a unique value, on his own example of two names for one list, and viraptor’s sequence against it. With
 * what a fencing token would have done in the same place.
 */
import type { Fault } from '../../../core/model/scenario/fault';
import type { ProcessId } from '../../../core/model/scenario/processId';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

/** Stops a client before its nth request to the storage: before it marks, reads, compares or writes. */
const stoppedBefore = (client: ProcessId, nth: number, ms: number): Fault => ({
  kind: 'pause',
  process: client,
  when: { kind: 'request', to: 'storage', from: client, side: 'before', nth },
  for: ms,
});

export const story: StoryBody = {
  lead: text(
    'Two web servers add a name to a list, and check a random value before they write. Each puts the lock’s random value on the list, reads, and writes only if the value is still there. A got its request first, but B gets the lock first. Both names end up in the list.',
    '两台 Web 服务器 A 和 B 往列表里加名字，写之前核对一个随机值。把锁的随机值写到列表上，读，值还在才写。先收到请求的是 A，先拿到锁的是 B。最后两个名字都在列表里。',
  ),
  beats: [
    opening(
      'A is client 1 and B is client 2. The lock is Redlock, which has no number that grows. X.currlock is the value on the list.',
      'A 是客户端 1，B 是客户端 2。锁是 Redlock，没有递增的数。X.currlock 就是列表上的那个值。',
      text(
        'A is client 1, B is client 2. X.currlock is on the list.',
        'A 是客户端 1，B 是客户端 2，X.currlock 在列表上。',
      ),
    ),
    beat(
      once('paused', 'client1'),
      'A has received a name and pauses before it asks for the lock.',
      'A 收到一个名字，还没去加锁就停顿了。',
    ),
    beat(
      once('acquired', 'client2'),
      'B received its name later, but gets the lock first.',
      'B 后收到名字，却先拿到锁。',
    ),
    beat(
      once('wrote', 'storage'),
      'B has set currlock, read and written: its name is in the list.',
      'B 设好 currlock，读，写入：它的名字在列表里了。',
    ),
    beat(once('acquired', 'client1'), 'Then A gets the lock.', '然后 A 拿到锁。'),
    beat(
      once('wrote', 'storage', 2),
      'A reads the list with B’s name in it and adds its own. Either order will do.',
      'A 读到已有 B 的名字的列表，加上自己的。哪个先，哪个后，都行。',
      text('A reads the list with B’s name and adds its own.', 'A 读到已有 B 的名字的列表，加上自己的。'),
    ),
  ],
  sources: ['debate'],
  argument: text(
    'antirez’s argument on Hacker News in full: a unique value does what a growing number does. The goal is to avoid races in some way, and when clients come at the same time, the number of a lock has little to do with the order in which the operations were meant to happen. The runs bear him out as far as mutual exclusion goes (variants b and d), if comparing and writing are one step; viraptor’s sequence breaks it where they are two (variant c). What the value cannot say is who is late. Variants d and e show the two kinds of tokens in the same place. And where the resource can do all that, antirez’s own question remains: why a lock in front of it?',
    'antirez 在 Hacker News 上的完整论点：唯一的值能做到递增的数所做的事。目标是以某种方式避免竞争；客户端同时来访问时，锁的 ID 的大小，与那些操作本来想执行的顺序没什么关系。就互斥而言，运行结果支持他（变体 b 和 d），前提是比较与写入为一步；若是两步，viraptor 的执行序列就会攻破它（变体 c）。唯一的值说不出来的，是谁迟到了。变体 d 和 e 把两种 token 放在同一处对比。资源既然能做到这些，antirez 自己的疑问也还在：前面还要一把锁做什么？',
  ),
  modelled: text(
    'A list represented by a number, to which A adds 1 and B adds 10. A mark on it that anyone may replace, and a write that is compared with it and applied in one step.',
    '列表用一个数来代替，A 加 1，B 加 10。列表上有一个谁都能替换的标记；写入时与它比较，比较与写入是一步。',
  ),
  notModelled: text(
    'Appending to a list with one command (RPUSH), which needs neither lock nor mark.',
    '用一条命令往列表末尾追加（RPUSH），那样既不需要锁，也不需要标记。',
  ),
  scenario: {
    version: 2,
    seed: 73,
    lock: { id: 'redlock', settings: { ttl: 2000, nodeTimeout: 300, tries: 6, retryDelay: 200 } },
    storage: { id: 'unique-token' },
    settings: {
      ...defaultSettings,
      stagger: 400,
      think: 450,
      work: 500,
      latency: { min: 15, p50: 28, p99: 60, max: 75 },
      duration: 5600,
      patience: 5000,
    },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'acquire', nth: 1 },
        for: 1100,
      },
    },
  },
  lock: 'held',
  data: 'safe',

  variants: [
    {
      id: 'b',
      title: text('They collide, and one is rejected', '撞在一起，拒绝一个'),
      short: text('They collide', '撞在一起'),
      text: text(
        'B has marked and read the list, and pauses for longer than its lock lasts. A gets the lock, marks, reads and writes. The value on the list is no longer B’s, so B’s write is rejected. B knows that its name is not in the list, and adds it in its next round.',
        'B 标记并读取列表，然后停顿，停得比 TTL 还长。A 拿到锁，设标记，读，写入。列表上的值不再是 B 的，于是 B 的写入被拒绝。B 知道自己的名字没加进去，下一轮再加。',
      ),
      patch: { settings: { rounds: 2, duration: 7000 }, faults: { held: stoppedBefore('client2', 3, 3000) } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(
          once('paused', 'client2'),
          'B has put its random value on the list and read it, and pauses.',
          'B 把随机值写到列表上，读了内容，停顿了。',
          text('B has marked and read the list, and pauses.', 'B 给列表做了标记，读了内容，停顿了。'),
        ),
        beat(
          once('wrote', 'storage'),
          'A gets the lock, puts its own value there, reads, and adds its name.',
          'A 拿到锁，换上自己的随机值，读，再加上自己的名字。',
        ),
        beat(
          once('rejected', 'storage'),
          'B wakes up and writes. The value there is no longer its own: rejected.',
          'B 醒来写入。那里的值已经不是它的了：拒绝。',
        ),
        beat(
          once('wrote', 'storage', 3),
          'In the meantime A has added a second name. In its next round B reads the list with both in it and adds its own.',
          '其间 A 又加了一个名字。下一轮，B 读到已有这两个名字的列表，再加上自己的。',
          text(
            'A added a second name. B reads the list again and adds its own.',
            'A 又加了一个名字，B 再读一遍，加上自己的。',
          ),
        ),
      ],
    },
    {
      id: 'c',
      title: text('viraptor’s sequence', 'viraptor 的执行序列'),
      text: text(
        'A marks, reads, asks whether the value is still its own, and gets a yes. B marks, reads, asks, and gets a yes too. B writes, A writes: the name B added is gone. For this to happen, comparing and writing have to be two requests. The article thinks that antirez meant one.',
        'A 设标记，读，问值还是不是自己的，答：是。B 设标记，读，问，答：是。B 写入，A 写入：B 加的名字没了。要出这种事，比较与写入必须是两次请求；文章认为 antirez 指的是一次。',
      ),
      patch: {
        storage: { settings: { check: 'two-step' } },
        settings: { stagger: 1600, think: 500, work: 150 },
        faults: { pause: null, held: stoppedBefore('client1', 4, 3000) },
      },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(once('read', 'storage'), 'A: currlock is set, the list is read.', 'A：设好 currlock，读出列表。'),
        beat(once('paused', 'client1'), 'A: is currlock still mine? Yes.', 'A：currlock 还是我的吗？是。'),
        beat(once('read', 'storage', 2), 'B: currlock is set, the list is read.', 'B：设好 currlock，读出列表。'),
        beat(
          once('wrote', 'storage'),
          'B: is currlock still mine? Yes. B writes.',
          'B：currlock 还是我的吗？是。B 写入。',
        ),
        beat(
          overwrite('client1', 'client2'),
          'A writes the list without B’s name: that name is lost.',
          'A 写入的列表里没有 B 的名字：它丢了。',
        ),
      ],
    },
    {
      id: 'cfix',
      fix: true,
      title: text('Compared where it is written', '写入的那一刻才比较'),
      short: text('Compare at the write', '写入时比较'),
      text: text(
        'The same sequence with one request instead of two. A pauses at the same point, before it writes, and its write is compared when it arrives.',
        '同样的序列，两次请求合成一次。A 停在同一处，写之前；它的写入到达时才比较。',
      ),
      patch: {
        settings: { stagger: 1600, think: 500, work: 150 },
        faults: { pause: null, held: stoppedBefore('client1', 3, 3000) },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(once('wrote', 'storage'), 'B has set currlock, and writes.', 'B 设好 currlock，写入。'),
        beat(
          once('rejected', 'storage'),
          'A writes, but currlock is B’s. Rejected, and A knows it.',
          'A 写入，而 currlock 是 B 的。拒绝，A 也知道被拒绝了。',
        ),
      ],
    },
    {
      id: 'd',
      title: text('Far too late, and accepted', '迟到太久，照样放行'),
      short: text('Far too late', '迟到太久'),
      text: text(
        'B has the lock and pauses before it marks. When it wakes up, its lock expired long ago, and A has come and gone. B marks, reads the list as it is now, and adds its name. A random value does not say that B is late, so its write is accepted; and because it reads after marking, no name is lost. The article names this as a difference: the late client’s write is accepted. antirez answers that this does no harm, as here.',
        'B 拿到锁，还没设标记就停顿了。它醒来时锁早已过期，A 也早已来过又走了。B 设标记，读到现在的列表，加上自己的名字。随机值说不出 B 迟到了，于是放行；而它是先设标记后读的，所以一个名字也没丢。迟到的也放行，这是文章指出的不同；放行也无害，这是 antirez 的回答，这次运行正是如此。',
      ),
      patch: { faults: { held: stoppedBefore('client2', 1, 3600) } },
      lock: 'overlap',
      data: 'safe',
      facts: ['overlap'],
      beats: [
        beat(
          once('paused', 'client2'),
          'B has the lock, and pauses before it does anything with the list.',
          'B 拿到锁，还没碰列表就停顿了。',
        ),
        beat(
          once('wrote', 'storage'),
          'A gets the lock after it, adds its name, and releases.',
          'A 随后拿到锁，加上名字，释放。',
        ),
        beat(
          once('read', 'storage', 2),
          'B wakes up, marks, and reads the list with A’s name in it.',
          'B 醒来，设标记，读到已有 A 的名字的列表。',
          text('B wakes up, marks, and reads the list with A’s name.', 'B 醒来设标记，读到已有 A 的名字的列表。'),
        ),
        beat(
          once('wrote', 'storage', 2),
          'B’s lock expired long ago, but its write is accepted, and both names are in the list.',
          'B 的锁早已过期，写入还是被接受了，两个名字都在列表里。',
          text(
            'B’s lock expired long ago. Its write is accepted, and nothing is lost.',
            'B 的锁早已过期，写入被接受，什么也没丢。',
          ),
        ),
      ],
    },
    {
      id: 'e',
      title: text('The same with fencing tokens', '换成 fencing token'),
      short: text('Fencing tokens instead', '换成 fencing token'),
      text: text(
        'Just as late, with a growing number instead of the random value. The storage has seen A’s token, so B’s write is rejected: late is late. Its name has to be added again, although this time it would have done no harm. The order of the lock is kept, which antirez does not need and Kleppmann wants.',
        '同样的迟到，只是把随机值换成递增的数。存储见过 A 的 token，于是拒绝 B 的写入：迟到就是迟到。它的名字得重新加，尽管这一次放行也无妨。这样就保住了拿锁的顺序：antirez 不需要它，Kleppmann 要的正是它。',
      ),
      patch: {
        lock: { settings: { token: 'quorum' } },
        storage: { id: 'fencing', settings: null },
        faults: { held: stoppedBefore('client2', 1, 3600) },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(once('wrote', 'storage'), 'A writes with the newer token.', 'A 带着更新的 token 写入。'),
        beat(
          once('rejected', 'storage'),
          'B has read the list as it is now, but is rejected because of its token.',
          'B 读到的是现在的列表，但因为 token 旧而被拒绝。',
          text(
            'B has read the current list, but is rejected because of its token.',
            'B 读到的是现在的列表，却因 token 旧被拒绝。',
          ),
        ),
      ],
    },
  ],
};
