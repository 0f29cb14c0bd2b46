/** What Kleppmann and antirez argued about: steps 5 to 10. */
import { text } from '../stories/beats';
import { choice, type Step, say, sentence } from './step';

export const argument: readonly Step[] = [
  {
    id: 'pause',
    title: text(
      'Kleppmann’s first point: the lease ends while its holder is paused',
      'Kleppmann 的第一个论点：持有者停顿，租约到期',
    ),
    blocks: [
      {
        text: text(
          'A lock that expires is a lease. A process can freeze at any moment: for garbage collection, for a page fault, because other processes have the CPU. It does not notice, and its lease runs on. Here client 1 freezes for {knob}.',
          '会过期的锁就是租约。进程随时可能停住：垃圾回收、缺页、CPU 被别的进程占用。它自己不知道，而租约的时间照样在流逝。这里它停了 {knob}。',
        ),
        run: '20',
        shows: 'lost',
        knob: { kind: 'fault', fault: 'pause', min: 200, max: 4000, label: text('Length of the pause', '停顿多久') },
        says: [
          sentence('lost', 'Client 1 wakes up too late, and still writes.', '它醒得太晚，照样写了。'),
          sentence(
            'overlap',
            'Two clients hold the lock, and only luck saves the update.',
            '两个客户端都持有锁，没丢更新只是运气。',
          ),
          sentence('held', 'Client 1 wakes up in time.', '客户端 1 及时醒了。'),
        ],
      },
      say(
        'Checking the clock just before the write does not help: the pause can come just after the check. Nor is a pause needed: a write that is held up in the network comes just as late.',
        '写之前先看一眼时钟也没用：停顿可能恰好发生在看完之后。不停顿也一样：写请求在网络上耽搁了，同样会迟到。',
        '20b',
        'lost',
      ),
      {
        text: text(
          'This is true not only of Redlock. Choose another lock: {knob}. (Redisson renews its lock, but the renewal stops together with its process.) Each of these locks expires, or lives with a session that does, and each loses the update. (Chubby’s lock-delay, which comes below, is 0 here.)',
          '不只 Redlock 这样。换一把锁试试：{knob}。（Redisson 会自动续期，但进程一停，续期也跟着停。）这些锁要么会过期，要么依附于会过期的会话，个个都丢了更新。（Chubby 的 lock-delay 下文再讲，这里设为 0。）',
        ),
        run: '26',
        shows: 'lost',
        knob: {
          kind: 'runs',
          label: text('Which lock', '哪种锁'),
          choices: [
            choice('one Redis', '单个 Redis', '26'),
            choice('Redlock', 'Redlock', '26b'),
            choice('Redisson', 'Redisson', '26g'),
            choice('ZooKeeper', 'ZooKeeper', '26j'),
            choice('Chubby', 'Chubby', '26k'),
            choice('etcd', 'etcd', '26l'),
            choice('a row in SQL', 'SQL 里的一行', '26m'),
          ],
        },
      },
    ],
  },
  {
    id: 'token',
    title: text('His answer: a number that grows, and a storage-side check', '他的办法：一个递增的数，由资源来检查'),
    blocks: [
      {
        text: text(
          'The lock service hands out a number with each lock, larger each time: a fencing token. Client 1 has 33, client 2 has 34, and each write carries its number. The storage rejects a number smaller than the largest it has seen. Client 1 is paused for {knob}.',
          '锁服务每次发锁都附一个数，一次比一次大，这样的数叫 fencing token（隔离令牌，下称 token）。客户端 1 拿到 33，客户端 2 拿到 34，每次写都带着自己的数。存储见过更大的数，就拒绝较小的。客户端 1 停了 {knob}。',
        ),
        run: '21',
        shows: 'overlap',
        knob: { kind: 'fault', fault: 'pause', min: 200, max: 4000, label: text('Length of the pause', '停顿多久') },
        says: [
          sentence(
            { outcome: 'overlap', data: 'refused' },
            'Its late write is rejected: two hold the lock, and the storage refuses what could do harm.',
            '迟到的写被拒绝：两个客户端都持有锁，会造成损失的写被存储拒绝。',
          ),
          sentence(
            { outcome: 'overlap', data: 'lucky' },
            'Two hold the lock, and nothing is refused: client 2 reads only after 33 has been written.',
            '两个客户端都持有锁，没有写被拒绝：33 写进去之后客户端 2 才读。',
          ),
          sentence('held', 'It wakes up in time, and nothing has to be refused.', '它及时醒了，用不着拒绝什么。'),
          sentence(
            { outcome: 'lost', by: 'client2' },
            '33 arrives before 34, and an update is still lost: the next step is about this.',
            '33 赶在 34 之前到达，更新还是丢了：下一步就讲这个。',
          ),
        ],
      },
      say(
        'The lock did not hold: there were two holders at once. The data is still intact: 34 was written first, and the storage checks at the last moment, in one step with the write (atomically), so no pause fits in between. Redlock has no such number: its values are random. (Here the lock is on one Redis, and the number is made in a second request. The last step of this page shows why that is not always enough.)',
        '锁并没有守住：两个客户端同时持锁。数据却完好：34 已经先写过，而存储在最后一刻才检查，检查与写入是一步（原子操作），中间容不下停顿。Redlock 没有这样的数：它的值是随机的。（图里的锁在单个 Redis 上，数由第二个请求取得，为什么这样并不总够，本页最后一步会讲。）',
      ),
    ],
  },
  {
    id: 'both-late',
    title: text('An objection: what if both writes are late, and arrive in order?', '疑问：两次写都迟到，却按顺序到达'),
    blocks: [
      {
        text: text(
          'On Hacker News reza_n asked what happens if the two writes arrive in order. Here both are late, client 1 by a pause of {knob}.',
          'Hacker News 上的 reza_n 问：两次写恰好按顺序到达，会怎样？这里两次都迟到，客户端 1 停了 {knob}。',
        ),
        run: '29b',
        shows: 'lost',
        knob: {
          kind: 'fault',
          fault: 'first',
          min: 500,
          max: 4000,
          label: text('Length of client 1’s pause', '客户端 1 停顿多久'),
        },
        says: [
          sentence(
            { outcome: 'lost', by: 'client2' },
            '33 comes first and is accepted, since nothing larger has been seen; 34, based on what client 2 read before, writes over it.',
            '33 先到，存储还没见过更大的数，于是接受；34 依据的是之前读到的内容，把它覆盖了。',
          ),
          sentence(
            { outcome: 'overlap', data: 'refused' },
            '33 comes after 34 and is refused.',
            '33 在 34 之后才到，被拒绝。',
          ),
          sentence(
            { outcome: 'overlap', data: 'lucky' },
            'Both hold the lock, and only luck saves the update: client 2 reads only after 33 has been written.',
            '两个客户端都持有锁，没丢更新只是运气：33 写进去之后客户端 2 才读。',
          ),
          sentence('held', 'Client 1 still holds its lock when it writes.', '客户端 1 写的时候锁还没到期。'),
        ],
      },
      say(
        'Terr_ believed that the “first” write fails, because its token is no longer the latest. One way to make that true: a read leaves its token, too. Then the storage has seen 34 before 33 comes.',
        'Terr_ 认为“第一个”写请求会失败，因为它的 token 已不是最新的。有一种办法让这话成立：读的时候也把 token 留在存储里。那样 33 到来之前，存储已经见过 34。',
        '29:fix2',
        'overlap',
        [2700, 4050],
      ),
      say(
        'Or the storage compares versions, and accepts a write only if it is based on the current one. This is the optimistic lock that reza_n meant, and it needs neither a token nor a distributed lock. A token puts writes in order, and does not save every update.',
        '或者由存储比较版本，只接受基于当前版本的写。这就是 reza_n 说的乐观锁，既不要 token，也不要分布式锁。token 只给写排了先后，并不保证不丢更新。',
        '29:fix',
        'overlap',
      ),
    ],
  },
  {
    id: 'compare',
    title: text(
      'antirez: if the storage can compare and set, no number has to grow',
      'antirez：存储能“比较并设置”，就不需要递增的数',
    ),
    blocks: [
      say(
        'If the storage can check a number, antirez replied, it can compare and set, and then a random token is enough: leave your token at the resource as a mark, then read, and write only if the mark is still yours. The late client 1 finds client 2’s mark and is refused.',
        'antirez 回应：存储既然能检查数字，就能比较并设置，那么随机的 token 就够了：先把自己的 token 留在资源上当标记，再读，写的时候标记还是自己的才写。迟到的客户端 1 遇到客户端 2 的标记，被拒绝。',
        '27',
        'overlap',
      ),
      {
        text: text(
          'viraptor objected: between “is the mark still mine?” and the write there is room. Here the client asks, gets a yes, and is paused for {knob}.',
          'viraptor 反驳：在“标记还是我的吗”和写之间，还有空隙。这里客户端问了，得到肯定的回答，然后停了 {knob}。',
        ),
        run: '28',
        shows: 'lost',
        knob: { kind: 'fault', fault: 'pause', min: 200, max: 4000, label: text('Length of the pause', '停顿多久') },
        says: [
          sentence(
            { outcome: 'lost', by: 'client1' },
            'Client 2 marks, reads and writes in the gap, and client 1 writes over it.',
            '客户端 2 在空隙里做完标记、读和写，又被客户端 1 覆盖。',
          ),
          sentence(
            { outcome: 'lost', by: 'client2' },
            'Client 2 marks and reads in the gap, client 1 writes, and client 2 writes over it.',
            '客户端 2 在空隙里做了标记、读过；客户端 1 写入，又被客户端 2 覆盖。',
          ),
          sentence(
            'overlap',
            'Two hold the lock, and this time no update is lost.',
            '两个客户端都持有锁，这次没丢更新。',
          ),
          sentence('held', 'Client 1 is back before its lock ends.', '锁到期之前，客户端 1 就回来了。'),
        ],
      },
      say(
        'They speak of two different things. antirez meant one step (“write-if-currlock == token”), and in one step it holds. In two steps, however close, viraptor’s sequence breaks it.',
        '两人说的不是一回事。antirez 指的是一步（write-if-currlock == token），一步就守得住。若分成两步，挨得再近，也会被 viraptor 的执行序列打破。',
        '28:fix',
        'overlap',
      ),
      say(
        'A random mark keeps two apart and says nothing about who came first. antirez saw no loss in that: the order in which competing clients get a lock has little to do with the order of what they were asked to do. Here client 1 is the first to be asked to store a name, is paused, and gets the later number.',
        '随机的标记能把两个客户端隔开，却不说谁先谁后。antirez 认为这没有损失：几个客户端争锁时，拿到的顺序与各个操作原本的先后没什么关系。这里客户端 1 先收到要存的名字，停顿了一下，拿到的数反而更大。',
        '30',
        'held',
      ),
    ],
  },
  {
    id: 'clocks',
    title: text(
      'Kleppmann’s second point: a clock jumps, and two hold the lock',
      'Kleppmann 的第二个论点：时钟跳变，两个客户端同时持锁',
    ),
    blocks: [
      {
        text: text(
          'Redlock’s nodes end a lock by their own clocks. Client 1 has A, B and C. Then the clock of C jumps forward by {knob}.',
          'Redlock 的节点各凭自己的时钟让锁过期。客户端 1 占着 A、B、C。这时 C 的时钟向前跳变了 {knob}。',
        ),
        run: '23',
        shows: 'overlap',
        zoom: [850, 1650],
        knob: {
          kind: 'fault',
          fault: 'jump',
          min: 100,
          max: 3000,
          label: text('How far the clock jumps', '时钟跳多远'),
        },
        says: [
          sentence(
            'overlap',
            'C frees its key too early, and C, D and E are a majority for client 2: two holders.',
            'C 过早放开它的键，C、D、E 成了客户端 2 的多数：两个持有者。',
          ),
          sentence('held', 'The jump is too small to matter.', '跳得太小，不碍事。'),
        ],
      },
      say(
        'antirez granted that a large jump breaks Redlock. But nobody has to let a clock jump, he said: do not set it by hand, and let the time service (NTP) correct it little by little. Here 0.3 s are corrected at once, while client 1 uses its lock almost to the end, and two hold the lock.',
        'antirez 承认，大的跳变会打破 Redlock。但他说，时钟的跳变可以避免：不要手动去改，让校时服务（NTP）一点一点校正。这里一步校正 0.3 秒，而客户端 1 几乎把锁用到最后，两个客户端就同时持锁了。',
        '24',
        'overlap',
        [4000, 4700],
      ),
      say(
        'Spread over ten minutes, the same correction does no harm.',
        '把同样的校正摊到十分钟里，就没事。',
        '24:fix',
        'held',
        [4100, 4900],
      ),
      {
        text: text(
          'Nor do clocks have to be exact: Redlock deducts a margin that covers small errors. (antirez’s own example, 4.5 s or 5.5 s counted for 5, needs a larger margin.) One node’s clock is {knob}.',
          '时钟也不必精确：Redlock 会扣掉一点余量，小的误差不要紧。（antirez 自己的例子，5 秒记成 4.5 秒或 5.5 秒，需要更大的余量。）这里有一个节点的时钟{knob}。',
        ),
        run: '17',
        shows: 'held',
        zoom: [4900, 5400],
        knob: {
          kind: 'runs',
          label: text('Rate of the clock', '时钟快慢'),
          choices: [
            choice('10 % slow', '慢 10 %', '17d'),
            choice('1 % fast', '快 1 %', '17'),
            choice('10 % fast', '快 10 %', '17b'),
          ],
        },
        says: [
          sentence(
            'held',
            'The client stops before any node lets another one in.',
            '在任何节点放另一个客户端进来之前，持有者已经停手。',
          ),
          sentence('overlap', 'More than the allowance: two hold the lock.', '超出余量：两个客户端持有锁。'),
        ],
      },
      say(
        'The question is now how far a clock can be trusted. Redlock assumes a synchronous model, Kleppmann wrote: delays, pauses and errors of clocks have limits, far below the expiry of the lock. Safety has to hold in an asynchronous model, which has no such limits; at worst a system should make no progress. antirez: in a well-run system, clocks can be trusted enough. Julia Evans collected reports in the same week: clock skew is real.',
        '于是问题成了：时钟能信到什么程度。Kleppmann 说，Redlock 本质上建立在同步模型之上：消息延迟、进程停顿、时钟误差都有上限，而且远小于锁的过期时间。好的算法应该基于异步模型：这些都没有上限，安全性也不受影响，最坏只是停摆。antirez：运维得当，时钟就够可信。同一周，Julia Evans 收集了许多资料：时钟偏移在现实中是存在的。',
      ),
    ],
  },
  {
    id: 'noticed',
    title: text('Where antirez is right: the pause that Redlock notices', 'antirez 说对的地方：Redlock 察觉得到的停顿'),
    blocks: [
      {
        text: text(
          'Kleppmann’s second example was a pause while the answers are on their way to the client. Here it begins a little earlier, as soon as the client has asked, and lasts {knob}. When it wakes up, he wrote, it would believe in a lock that has expired. It does not: Redlock reads the clock again at the end, and gives up a lock whose time is used up.',
          'Kleppmann 的第二个例子是：应答还在路上，客户端就停住了。这里停得稍早一点，请求刚发出就停，停了 {knob}。照他说，它醒来会把过期的锁当成有效的。其实不会：Redlock 最后会再看一次时钟，时间用完了就放弃这把锁。',
        ),
        run: '25:cfix',
        shows: 'held',
        knob: {
          kind: 'fault',
          fault: 'before-answers',
          min: 200,
          max: 4000,
          label: text('Length of the pause', '停顿多久'),
        },
        says: [
          sentence(
            'held',
            'The check finds enough time left, or refuses the lock.',
            '检查要么发现时间够用，要么让客户端放弃锁。',
          ),
          sentence(
            'overlap',
            'A little time is left, so the check says yes, and the work outlasts it: Kleppmann’s first point again.',
            '时间还剩一点，检查通过了，工作却比它久：又是 Kleppmann 的第一个论点。',
          ),
        ],
      },
      say(
        'The same client without that check goes to work with an expired lock. Some libraries leave the check out.',
        '同一个客户端，不做这个检查，就会拿着过期的锁开始工作。有些库省掉了这一步。',
        '25c',
        'overlap',
      ),
      {
        text: text(
          'When antirez asked whether they could at least agree on this, Kleppmann did: a delay between client and lock server does no harm, but one between client and resource still does. Here there are never two holders, and the write itself is late by {knob}.',
          'antirez 问，至少在这一点上能不能达成一致，Kleppmann 同意了：客户端和锁服务器之间的延迟不碍事，但客户端和资源之间的延迟还是有问题的。这里锁自始至终守住了，只是写本身迟到了 {knob}。',
        ),
        run: '22',
        shows: 'lost',
        knob: { kind: 'fault', fault: 'delay', min: 100, max: 3400, label: text('Delay of the write', '写迟到多久') },
        says: [
          sentence(
            'lost',
            'There were never two holders, and still an update is lost.',
            '从来没有两个持有者，更新还是丢了。',
          ),
          sentence(
            'held',
            'The write arrives before client 2 reads, so no update is lost.',
            '写赶在客户端 2 读之前到达，没有丢更新。',
          ),
        ],
      },
      say(
        'antirez had written that this is true of every lock. It is true of every lock that expires: this is Kleppmann’s first point.',
        'antirez 在回应里写过，任何锁都是这样。会过期的锁确实如此：这正是 Kleppmann 的第一个论点。',
      ),
    ],
  },
];
