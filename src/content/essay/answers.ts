/** What the other locks do, and what is left of the argument: steps 11 to 14. */
import { text } from '../stories/beats';
import { type Step, say, sentence } from './step';

export const answers: readonly Step[] = [
  {
    id: 'sessions',
    title: text('ZooKeeper and Chubby: a pause ends a session, too', 'ZooKeeper 和 Chubby 同样怕停顿'),
    blocks: [
      {
        text: text(
          'Kleppmann advised using something like ZooKeeper, or a database with transactions. Flavio Junqueira, one of ZooKeeper’s authors, wrote in the same week what it does and what it does not. A lock there lives with a session, which heartbeats keep alive. Here its holder is paused for {knob}.',
          'Kleppmann 建议用 ZooKeeper 之类的系统，或者支持事务的数据库。ZooKeeper 的作者之一 Flavio Junqueira 就在那几天写了一篇文章，说明它做得到什么、做不到什么。那里的锁依附于会话，会话靠心跳维持。这里持有者停了 {knob}。',
        ),
        run: '42',
        shows: 'lost',
        knob: { kind: 'fault', fault: 'pause', min: 200, max: 4000, label: text('Length of the pause', '停顿多久') },
        says: [
          sentence(
            'lost',
            'The session ended during the pause: two hold the lock, as before, and one update is lost.',
            '停顿期间会话结束：又是两个客户端同时持锁，丢了一次更新。',
          ),
          sentence(
            'overlap',
            'The session ended during the pause, and only luck saves the update.',
            '停顿期间会话结束，没丢更新只是运气。',
          ),
          sentence('held', 'The session lives on, and the lock with it.', '会话还在，锁也还在。'),
        ],
      },
      say(
        'With it nobody has to guess how long the work takes, and the next client is woken. It also has the number: each change in ZooKeeper has one that grows, so a fencing token costs nothing. It still has to be checked.',
        '它有长处：不必预估工作要多久，锁一释放就唤醒下一个。它也有那个数：ZooKeeper 里每次变更都有一个递增的编号，fencing token 是现成的。但仍要由存储来检查。',
        '42:fix',
        'overlap',
      ),
      say(
        'Google’s Chubby knew of the late write ten years before this argument (its paper is from 2006), and offers three answers, the strongest first. The storage asks Chubby whether the holder’s sequencer, a string of bytes with the lock’s name, its mode and its number, is still valid.',
        'Google 的 Chubby 早在这场争论之前十年（2006 年的论文）就考虑过迟到的写，并给出三种对策，由强到弱。第一种，存储去问 Chubby，持有者的 sequencer（一个字节串：锁的名字、模式和编号）是否仍然有效。',
        '43',
        'overlap',
      ),
      say(
        'Or the storage compares the sequencer with the newest it has seen. Or, where the storage cannot be changed, the lock stays closed for a while after its holder is lost: the lock-delay. None of the three rules out every failure. Here the late write comes before the lock-delay is over, and nothing is lost.',
        '第二种，存储把 sequencer 和见过的最新一个相比；第三种，存储改不了时，持有者失联之后，锁先冻结一阵：lock-delay。三种都不保证万无一失。这里迟到的写赶在 lock-delay 结束之前到了，没有造成损失。',
        '45',
        'held',
        [2600, 4500],
      ),
      say(
        'If it comes after the lock-delay, client 2 has already read, and one update is lost.',
        '如果在 lock-delay 之后才到，客户端 2 已经读过，就丢了一次更新。',
        '45b',
        'lost',
      ),
    ],
  },
  {
    id: 'replicas',
    title: text('A resource with replicas needs the mark first', '资源有多个副本，就要先做标记'),
    blocks: [
      say(
        'Where is the number checked, if the resource itself has several replicas? dwenzek asked this, and Junqueira’s note describes a way: before it reads or writes, each client marks the replicas with its number. Here a majority of marks is enough, as in any system that tolerates failures, and the late client finds no majority that still accepts it.',
        '如果资源自己有好几个副本，这个数在哪里检查？dwenzek 这样问，Junqueira 的文章提到过一种做法：客户端读写之前，先用自己的数去标记各个副本。这里标记了多数就算，能容错的系统都这样；迟到的客户端再也找不到接受它的多数。',
        '46',
        'overlap',
      ),
      say(
        'Is antirez’s random token enough as a mark? His rule has one mark, before the read, and a pause alone does not break it: the late write finds the newer marks. But two messages can. Here client 1’s mark for C arrives after client 2’s, and client 2’s first request to A is lost. So A and C have client 1’s mark, and accept its late write.',
        '用 antirez 的随机 token 作标记，够不够？他的做法只在读之前标记一次，单凭停顿打不破它：迟到的写入遇到的是更新的标记。但两条消息就够了：这里客户端 1 给 C 的标记比客户端 2 的晚到，客户端 2 发给 A 的第一个请求丢了。于是 A 和 C 上是客户端 1 的标记，接受了它迟到的写入。',
        '46c',
        'lost',
      ),
      say(
        'With numbers that grow, the same two messages do no harm: C rejects the late mark. A random value does not tell new from old. A mark first, then the write, and numbers that grow: this begins to look like Paxos, the classic algorithm for agreement.',
        '数若是递增的，同样这两条消息就无害：C 拒绝迟到的标记。随机值分不清新旧。先标记，再写，数要递增：这已经有点像 Paxos（达成共识的经典算法）了。',
        '46c:fix',
        'overlap',
      ),
    ],
  },
  {
    id: 'left',
    title: text('What is left: may safety rest on time?', '剩下的问题：安全能不能建立在时间上？'),
    blocks: [
      say(
        'Is Redlock safe, then? As long as clocks behave, nodes keep their keys, and nobody is late once the lock is granted. For more, the resource must check. But if the resource checks, why lock at all? antirez asked this, and the answer is in the picture: without a lock nothing is lost, but most of the work is rejected and wasted.',
        '那么，Redlock 安全吗？只要时钟不出格，节点不丢键，拿到锁之后也没有谁迟到，就安全。想要更多，就得由资源来检查。可是既然资源会检查，何必还要锁？antirez 这样问过，答案在图里：没有锁，什么也没丢，但大部分工作被拒绝，白做了。',
        '34',
        'late-refused',
      ),
      say(
        'With a lock in front, and as long as no client is paused, the check has nothing to reject. The lock saves work, and the check keeps the data: efficiency and correctness again, each with a tool of its own. If your resource cannot check, a lock that expires does not make it safe; it only makes the failure rare.',
        '前面加一把锁，只要没有停顿，检查就没什么可拒绝的。锁省下工作，检查保住数据：又是效率和正确性，各有各的工具。资源若没法检查，会过期的锁保证不了它的安全，只能让出错变得少见。',
        '34b',
        'held',
      ),
      say(
        'Kleppmann was right about three things. A lock that expires does not keep data safe by itself. A clock that jumps far enough breaks Redlock. What helps is a check at the resource, in one step with the write; as reza_n saw, it must also know what was read.',
        'Kleppmann 说对了三点：会过期的锁，单凭自己保不住数据；时钟跳得够大，就能打破 Redlock；管用的是资源端的检查，与写入一步完成（reza_n 看出，它还得知道读到的是什么）。',
      ),
      say(
        'antirez was right about three things, too. As long as its clock neither jumps nor stops (some do while the machine sleeps), a client of Redlock notices every delay before it has the lock. A pause after that breaks every other lock that expires as well. And where the resource is in one place and compares and writes in one step, a random token is enough.',
        'antirez 也说对了三点：只要客户端自己的时钟不跳、也不停走（有的时钟在机器休眠时不走），拿到锁之前的延迟，Redlock 的客户端都能察觉；拿到之后的停顿，别的会过期的锁一样怕；资源只有一份、比较与写入又是一步时，随机的 token 也够。',
      ),
      say(
        'One question stays. “So, fundamentally, this discussion boils down to whether it is reasonable to make timing assumptions for ensuring safety properties,” Kleppmann wrote. “I say no, Salvatore says yes — but that’s ok. Engineering discussions rarely have one right answer.”',
        '还剩一个问题。Kleppmann 写道：“从根本上来说，这场讨论最后归结到了一个问题上：为了确保安全性而做出的记时假设到底是否合理。我认为不合理，而 antirez 认为合理 —— 但是这也没关系。工程问题的讨论很少只有一个正确答案。”',
      ),
    ],
  },
  {
    id: 'today',
    title: text('Ten years on', '十年之后'),
    blocks: [
      say(
        'Some of it is easier today: Redis 8.4 and Valkey 9 compare and delete in one command, without a script. Some is harder: the holder of a lock may be a coding agent, which works for minutes in one step (here 7 min, with a lease of 5). Its loop renews the lock between steps, and meanwhile renews nothing.',
        '有些事如今容易了：在 Redis 8.4 和 Valkey 9 里，比较并删除是一条命令，不用脚本。有些更难了：持锁的可能是编程 agent：一步就要好几分钟（这里 7 分钟，租约 5 分钟），靠循环在两步之间续期，这期间就续不了。',
        '103',
        'lost',
      ),
      say(
        'And some was found, or found again, by the program behind this page, which tries a pause at every place. The beta of node-redlock 5 does not read the clock again, and can hand out a lock that has expired: Redlock’s check, which antirez defended, is left to its caller.',
        '还有些是靠本站的程序发现（或再次发现）的：它在每个可能的位置都试一遍停顿。node-redlock 5 的测试版没有再看一次时钟，可能会把已经过期的锁交出去：antirez 为之辩护的那个检查，它留给了调用者。',
        '91',
        'lost',
      ),
      say(
        'simple-redis-mutex 3.0 makes its fencing token after the lock, in a second request. Client 1 is paused between the two, its lock expires, and yet it gets the larger number. Such a number must be made in the same step as the lock; only then are the numbers in the order of the locks.',
        'simple-redis-mutex 3.0 在加锁之后，用第二个请求取 fencing token。客户端 1 在两者之间停顿，它的锁已过期，拿到的数反而更大。这样的数要和加锁在同一步产生，先后才与锁的先后一致。',
        '90',
        'lost',
      ),
      say(
        'Now it is your turn. In the last picture everything may be changed: drag the pause, choose another lock and another check, and see which of the two your system needs: the lock, the check, or both. Or attack your own lock.',
        '现在轮到你了。最后这幅图里什么都可以改：拖动停顿，换一把锁，换一种检查，看看你的系统要的是锁，是检查，还是两样都要。也可以换上你自己的锁，看它经不经得起攻击。',
        '20',
        'lost',
      ),
    ],
  },
];
