/** What the other locks do, and what is left of the argument: steps 11 to 14. */
import { text } from '../stories/beats';
import { type Step, say } from './step';

export const answers: readonly Step[] = [
  {
    id: 'sessions',
    title: text('ZooKeeper and Chubby sleep no better', 'ZooKeeper 和 Chubby 也一样怕睡'),
    blocks: [
      {
        text: text(
          'Kleppmann advised to use something like ZooKeeper. Flavio Junqueira, one of its authors, wrote in the same week what it does and what it does not. A lock there lives with a session, which heartbeats keep alive. Its holder sleeps for {knob}, the session ends, and two hold the lock, as before.',
          'Kleppmann 建议用 ZooKeeper 之类的东西。它的作者之一 Flavio Junqueira 就在那几天写了一篇文章，说明它做得到什么、做不到什么。那里的锁依附于会话，会话靠心跳维持。持有者睡了 {knob}，会话结束，又是两个持有者。',
        ),
        run: '42',
        shows: 'lost-update',
        knob: { kind: 'fault', fault: 'pause', min: 200, max: 4000, label: text('Length of the pause', '停顿多久') },
        says: {
          'lost-update': text(
            'The session ended during the pause. The late write gets in.',
            '停顿期间会话结束，迟到的写进去了。',
          ),
          held: text('The session lives on, and the lock with it.', '会话还在，锁也还在。'),
        },
      },
      say(
        'What it has is the number: each change in ZooKeeper has one that grows, so a fencing token costs nothing. It still has to be checked.',
        '它有的是那个数：ZooKeeper 里每次变更都有一个递增的编号，fencing token 现成就有。但还是得有人检查。',
        '42:fix',
        'overlap',
      ),
      say(
        'Google’s Chubby knew of the late write ten years earlier, and offers three answers, the strongest first: the storage asks Chubby whether the holder’s sequencer is still valid;',
        'Google 的 Chubby 十年前就知道迟到的写，并给出三种对策，由强到弱：存储去问 Chubby，持有者的 sequencer 是否仍然有效；',
        '43',
        'overlap',
      ),
      say(
        'it compares the sequencer with the newest it has seen; or, where the storage cannot be changed, the lock stays closed for a while after its holder is lost: the lock-delay. None of the three promises that nothing can go wrong. Here the late write comes before the delay is over.',
        '存储把 sequencer 和见过的最新一个相比；或者存储改不了时，持有者失联之后，锁先关上一阵：lock-delay。三种都不保证万无一失。这里迟到的写赶在延迟结束之前到了。',
        '45',
        'held',
      ),
      say('A later one loses the update.', '再晚一些，更新就丢了。', '45b', 'lost-update'),
    ],
  },
  {
    id: 'replicas',
    title: text('A resource with replicas needs the mark first', '资源有多个副本，就要先做标记'),
    blocks: [
      say(
        'Where is the number checked, if the resource itself has several replicas? dwenzek asked this, and Junqueira’s note has an answer: before it reads or writes, each client marks the replicas with its number. Here a majority is marked, and the late client finds no majority that still accepts it.',
        '如果资源自己有好几个副本，这个数在哪里检查？dwenzek 这样问，Junqueira 的文章里有答案：客户端读写之前，先用自己的数去标记各个副本。这里标记了多数，迟到的客户端再也找不到接受它的多数。',
        '46',
        'overlap',
      ),
      say(
        'Random marks do not do it: which of two is newer cannot be seen from them. A mark first, then the write, and numbers that grow: this begins to look like Paxos.',
        '随机的标记不行：看不出两个里哪个更新。先标记，再写，数要递增：这已经有点像 Paxos 了。',
        '46c',
        'lost-update',
      ),
    ],
  },
  {
    id: 'left',
    title: text('What is left: may safety rest on time?', '剩下的问题：安全能不能建立在时间上？'),
    blocks: [
      say(
        'If the resource checks, why lock at all? antirez asked this, and the answer is in the picture: without a lock nothing is lost, but most of the work is refused and done again.',
        '既然资源会检查，何必还要锁？antirez 这样问过，答案在图里：没有锁，什么也没丢，但大部分工作被拒绝，要重做。',
        '34',
        'held',
      ),
      say(
        'With a lock in front, the check has nothing to refuse. The lock saves work, and the check keeps the data: efficiency and correctness again, each with a tool of its own.',
        '前面加一把锁，检查就没什么可拒绝的了。锁省下工作，检查保住数据：又是效率和正确性，各有各的工具。',
        '34b',
        'held',
      ),
      say(
        'Kleppmann was right that no lock that expires keeps data safe by itself, that a jump of a clock breaks Redlock, and that what helps is a check at the resource. antirez was right that Redlock notices each delay before the lock is granted, that a pause after it breaks every other lock as well, and that whoever has the check could do without the numbers.',
        'Kleppmann 说对的：会过期的锁单凭自己保不住数据；时钟一跳就能打破 Redlock；管用的是资源处的检查。antirez 说对的：拿到锁之前的任何延迟，Redlock 都能察觉；拿到之后的停顿，别的锁一样怕；有了检查，没有递增的数也行。',
      ),
      say(
        'One question stays. “This discussion boils down to whether it is reasonable to make timing assumptions for ensuring safety properties,” Kleppmann wrote. “I say no, Salvatore says yes — but that’s ok. Engineering discussions rarely have one right answer.”',
        '还剩一个问题。Kleppmann 写道：“这场讨论最后归结到一点：为了确保安全性而做出记时假设，到底是否合理。我认为不合理，Salvatore 认为合理——但这也没关系。工程问题的讨论很少只有一个正确答案。”',
      ),
    ],
  },
  {
    id: 'today',
    title: text('Ten years on', '十年之后'),
    blocks: [
      say(
        'Some of it is easier today. To compare and delete is one command in Redis 8.4 and Valkey 9, without a script. Some is harder: the holder of a lock is often a coding agent, which stops for minutes by design, while it writes one long answer or waits for a person’s yes.',
        '有些事如今容易了：在 Redis 8.4 和 Valkey 9 里，比较并删除是一条命令，不用脚本。有些更难了：持锁的常常是编程智能体，它停上几分钟是常事：在写一段长长的回答，或者在等人点头。',
        '103',
        'lost-update',
      ),
      say(
        'And some was found only by search, with every pause tried at every place. node-redlock 5 does not look at the clock again, and hands out a lock that has expired: Redlock’s check, which antirez defended, is missing.',
        '还有些是靠搜索才发现的：把每一种停顿放到每一个位置去试。node-redlock 5 不再看一次时钟，会发出已经过期的锁：antirez 为之辩护的那个检查，它没有做。',
        '91',
        'lost-update',
      ),
      say(
        'simple-redis-mutex makes its fencing token after the lock, in a second request. Client 1 sleeps between the two, and the one whose lock has expired has the larger number. Kleppmann’s number helps only if it is made in the same step as the lock.',
        'simple-redis-mutex 在加锁之后，用第二个请求取 fencing token。客户端 1 在两者之间睡着，锁已过期的那个反而拿到更大的数。Kleppmann 的那个数，只有和加锁同一步产生才管用。',
        '90',
        'lost-update',
      ),
      say(
        'Now it is your turn. In the last picture everything may be changed: drag the pause, choose another lock and another check, and see which of the two sides your system needs. Or attack the lock that you have.',
        '现在轮到你了。最后这幅图里什么都可以改：拖动停顿，换一把锁，换一种检查，看看你的系统需要哪一边的说法。或者拿你自己的锁来攻击。',
        '20',
        'lost-update',
      ),
    ],
  },
];
