/** What people ask before they choose a lock. */
import { text } from '../stories/beats';
import { ask, type Question } from './question';

export const beforeChoosing: readonly Question[] = [
  ask(
    'need-a-lock',
    '34',
    [
      text('Do I need a lock at all?', '我到底需不需要锁？'),
      text(
        'Often not: a version check or a unique key at the resource rejects a late write with or without a lock, and the lock then only saves work.',
        '往往不需要：资源按版本或唯一键检查，迟到的写入不管有没有锁都会被拒绝，锁只是少白做一遍。',
      ),
      text(
        'The check has to be part of the statement that writes. An email or a charge cannot be checked like that: there the receiver has to recognize a repeat.',
        '检查必须与写入是同一条语句。邮件、扣款没法这样检查，只能由接收方认出重复的请求。',
      ),
    ],
    '34b',
    '34c',
    '87:fix',
  ),
  ask(
    'redis-or-postgres',
    '47d',
    [
      text('Redis, or the Postgres that I already have?', '用 Redis，还是用已有的 Postgres？'),
      text(
        'If the data is in Postgres, lock there: lock and write in one transaction stand or fall together, which no other lock server can offer.',
        '数据在 Postgres 里，就在那里加锁：锁和写入在同一个事务里，要么都在，要么都不在，别的锁服务做不到。',
      ),
      text(
        'The work must fit into a transaction. A unique row outlives its holder unless it has an expiry, and an advisory lock needs a connection of its own.',
        '工作要能放进一个事务。唯一键的行会比持有者活得久，除非有过期时间；咨询锁需要独占的连接。',
      ),
    ],
    '47f',
    '47c',
    '47:fix',
  ),
  ask(
    'one-or-five',
    '9',
    [
      text('One Redis, or Redlock on five?', '一个 Redis，还是五个节点的 Redlock？'),
      text(
        'Five nodes keep the lock when one of them dies, but not when it restarts without its keys; a client that stops for too long breaks both alike.',
        '五个节点中死掉一个，锁还在；但它若丢了键重启，锁就可能破；客户端停得太久，两者一样会破。',
      ),
      text(
        'The five must not replicate each other. If two holders at once cost only work, one Redis is enough.',
        '五个节点之间不能复制。两个客户端同时持锁若只是多费些工，一个 Redis 就够了。',
      ),
    ],
    '9:fix',
    '12',
    '26b',
  ),
  ask(
    'which-endpoints',
    '73',
    [
      text('Redlock on a cluster or a managed service: which endpoints?', 'Redlock 接集群或托管服务，该填哪些地址？'),
      text(
        'Masters that know nothing of each other: the nodes of one cluster, or a master and its replicas, fail together or copy each other late.',
        '填互不相识的主节点：同一集群的节点、主节点和它的副本，要么一起出事，要么复制得晚。',
      ),
      text(
        'A managed service that fails over by itself counts as one node, and all clients must have the same list.',
        '会自动故障转移的托管服务只算一个节点；所有客户端的名单必须一样。',
      ),
    ],
    '49',
  ),
  ask(
    'wait',
    '9c2',
    [
      text('Does WAIT or WAITAOF save the lock?', 'WAIT 或 WAITAOF 能保住锁吗？'),
      text(
        'Only if the client checks the number that it returns, and the replica that acknowledged is the one that takes over, which Redis does not promise.',
        '只有客户端检查了返回的数目，而且接替的正好是确认过的那个副本，才保得住；Redis 并不保证这一点。',
      ),
      text(
        'With WAIT for all replicas the lock is safe in this run, but not available while one of them is away.',
        '等所有副本都确认，这次运行里锁就安全了，但有一个副本不在时谁也拿不到锁。',
      ),
    ],
    '9c',
    '9c3',
  ),
  ask(
    'how-long',
    '8',
    [
      text('Which TTL should I choose?', 'TTL 该设多长？'),
      text(
        'Longer than the work takes on its slowest day, and no longer than the others can wait when a holder dies; where both cannot be had, renew.',
        '要比最慢的那次工作长，又不能比别人在持有者死后等得起的时间长；两头顾不上，就续期。',
      ),
      text(
        'No length is safe: a pause can outlast each of them, so data that matters needs a check where it is written.',
        '没有哪个长度是安全的：停顿可以比任何 TTL 都长。要紧的数据，要在写入处检查。',
      ),
    ],
    '8b',
    '8:fix',
  ),
  ask(
    'fencing-token',
    '21',
    [
      text('How do I get a fencing token, and who checks it?', 'fencing token 从哪来，由谁检查？'),
      text(
        'From the step that takes the lock, as a number that only grows, and the storage checks it with each write: a client that checks by itself may stop right after.',
        '在加锁的那一步得到，只增不减；由存储在每次写入时检查，因为客户端自己检查完，马上就可能停顿。',
      ),
      text(
        'A token rejects a late write only once a newer token has been seen. A version check also catches one that comes before that.',
        '存储见过更新的 token 之后，才能拒绝迟到的写入。版本检查连在那之前来的也能拦下。',
      ),
    ],
    '90',
    '29',
  ),
  ask(
    'token-counter',
    '32b',
    [
      text('What does a token counter cost, and what if it is lost?', 'token 计数器有什么代价，丢了会怎样？'),
      text(
        'One more key that has to be as durable as the data: if it falls back, two clients get the same token, or the storage rejects everybody.',
        '多一个必须和数据一样持久的键：它一旦倒退，要么两个客户端拿到同一个 token，要么存储谁都拒绝。',
      ),
      text(
        'A counter on disk with fsync at each write does not fall back. Services that number their changes anyway, such as etcd and ZooKeeper, need none.',
        '每次写入都 fsync 的计数器不会倒退。etcd、ZooKeeper 本来就给改动编号，不用另设计数器。',
      ),
    ],
    '32',
    '32b:fix',
  ),
  ask(
    'rlock',
    '94',
    [
      text('Does Redisson’s RLock replace RedLock?', 'Redisson 的 RLock 能代替 RedLock 吗？'),
      text(
        'Not where a failover counts: it waits for a replica that has the lock, and another one may take over.',
        '怕故障转移就不能：它等到有一个副本收到锁，接替的却可能是另一个。',
      ),
      text(
        'With a single connected replica it held. What it asks for is in the settings, and some versions remember an old answer.',
        '只有一个副本且连着时守住了。它问多少个副本由设置决定，有的版本还会记着旧的答案。',
      ),
    ],
    '94b',
    '94d',
  ),
  ask(
    'compare-by-command',
    '93',
    [
      text('Do DELEX and SET IFEQ replace the release script?', 'DELEX 和 SET IFEQ 能代替释放用的脚本吗？'),
      text(
        'Yes, with the same guarantee in one command, as long as each server that may answer knows it, a replica that takes over included.',
        '能，一条命令，保证相同，只要每台可能应答的服务器都认识它，包括会接替的副本。',
      ),
      text(
        'Redis has them from 8.4 on, Valkey has SET IFEQ from 8.1 and DELIFEQ from 9.0 on. An older replica refuses, and the lease has to end the lock.',
        'Redis 8.4 起有，Valkey 8.1 起有 SET IFEQ，9.0 起有 DELIFEQ。旧版副本会拒绝，只能等租约到期。',
      ),
    ],
    '93:fix',
  ),
  ask(
    'npm-lock',
    '91',
    [
      text('Which npm lock, now that redlock is no longer released?', 'redlock 迟迟不发布，npm 上该用哪种锁？'),
      text(
        'One that looks at the clock after it has counted the votes, goes on renewing after an error, and notifies you when the lock is lost; several popular ones do not.',
        '用这样的：数完票再看时钟，续期出错后不放弃，锁丢了会通知你；有好几个流行的做不到。',
      ),
      text(
        'The table names versions and the day on which their source was read. Attack the version that you use: npx redlock-playground attack.',
        '表里写明了版本和读源码的日期。你用的版本，请自己攻击：npx redlock-playground attack。',
      ),
    ],
    '77b',
    '55',
  ),
  ask(
    'whose-clock',
    '95',
    [
      text('Whose clock ends my lease?', '租约由谁的时钟结束？'),
      text(
        'The server’s; the holder’s, as others read it, which skew breaks without a pause; or each waiter’s stopwatch, which a fast clock breaks; and a pause breaks all three.',
        '服务器的，或者持有者写下、别人来比的，或者等待者各自的秒表：时钟有偏差，不用停顿就破第二种；走得快破第三种；停顿则哪种都破。',
      ),
      text(
        'A lock that nobody’s clock ends is not broken by clocks or pauses. It gets stuck when its holder dies.',
        '谁的时钟都不结束的锁，不怕时钟也不怕停顿，只是持有者一死就卡住。',
      ),
    ],
    '100',
    '26',
    '2',
  ),
  ask('s3', '95', [
    text('Is S3 a lock service?', 'S3 能当锁服务吗？'),
    text(
      'Its conditional writes let one of two clients win, but it ends no lease: the holder’s clock writes when it is over, and another’s clock reads that.',
      '条件写入能让两个客户端只有一个成功，但它不会结束租约：何时到期由持有者的时钟写下，由别人的时钟来比。',
    ),
    text(
      'The lock’s object is safe from a late write, the data is not, unless its own write is conditional as well.',
      '锁的那个对象不怕迟到的写入，数据却怕，除非数据的写入也带条件。',
    ),
  ]),
  ask(
    'two-agents',
    '102',
    [
      text('Two agents work on one repository: who keeps them apart?', '两个 agent 在同一个仓库里干活，靠什么分开？'),
      text(
        'Not a label, since looking and adding are two requests; a claim that is compared and set in one step does, and git itself refuses the second push.',
        '标签不行，看和加是两个请求；要在一步里比较并设置，而 git 自己会拒绝第二次推送。',
      ),
      text(
        'A claim ends when an answer takes longer than its lease, unless the harness renews it while the agent shows signs of life. A bare --force is refused by a protected branch alone; a fetch undoes --force-with-lease, unless --force-if-includes or a SHA stands beside it.',
        '一段回答比租约长，认领就到期了，除非 harness 在 agent 还有动静时替它续期。裸的 --force 只有受保护的分支拦得住；--force-with-lease 遇上一次 fetch 就失效，除非加上 --force-if-includes 或写明 SHA。',
      ),
    ],
    '106',
    '103',
    '104',
    '107',
  ),
  ask(
    'fail-open',
    '112',
    [
      text('Redis is down: go on without the lock, or fail?', 'Redis 挂了：不拿锁接着干，还是失败？'),
      text(
        'Fail closed (ask again, or give up) wherever the lock protects data: while the lock is away, who fails open works beside the holder.',
        '锁保护的是数据，就要 fail closed（再试，或放弃）：连不上锁时 fail open，就是和持有者同时干活。',
      ),
      text(
        'Failing open is right where two at once only cost work. If it must go on and nothing may be lost, the check has to be at the storage.',
        '两个同时干只是多费些工，fail open 才对。既要往下走又不能丢数据，就得由存储来检查。',
      ),
    ],
    '112b',
    '112:fix3',
  ),
  ask(
    'flock',
    '108',
    [
      text('One machine: is flock enough?', '只有一台机器，用 flock 就够了吗？'),
      text(
        'Yes, and better than a lease: the kernel frees the lock with the process, and a pause cannot end it.',
        '够，而且比租约好：进程一结束，内核就放开锁；停顿也不会让它失效。',
      ),
      text(
        'A process that hangs keeps it, a child may inherit it, fcntl and lockf lose it when the file is closed once more, and on NFS it is a lease.',
        '卡住的进程会一直占着它，子进程可能继承它，fcntl 和 lockf 会因为文件再被关一次而丢锁，放在 NFS 上它又成了租约。',
      ),
    ],
    '108d',
    '108e',
  ),
  ask(
    'wait-or-lease',
    '8b',
    [
      text('How long should a waiter wait?', '等锁该等多久？'),
      text(
        'Longer than the lock of a dead holder lasts: who gives up earlier gets in only if he began late enough, and each new try begins anew.',
        '要比持有者死后锁还会留多久更长：先放弃的，只有来得够晚才等得到，每次重试又从头等起。',
      ),
      text(
        'Where nobody can wait that long, the lease has to be shorter, and be renewed.',
        '等不了那么久，就把租约设短，再去续期。',
      ),
    ],
    '8bfix',
  ),
];
