/** What people ask when something has gone wrong. */
import { text } from '../stories/beats';
import { ask, type Question } from './question';

export const afterTrouble: readonly Question[] = [
  ask(
    'longer-than-ttl',
    '36d',
    [
      text('My job takes longer than the TTL: what happens?', '任务比 TTL 还长，会怎样？'),
      text(
        'The key expires while you work, the next client gets the lock, and both are inside, unless something renews the lock meanwhile.',
        '工作还没做完，键就过期了，下一个客户端拿到锁，两边同时在里面，除非期间有人续期。',
      ),
      text(
        'Many libraries renew only if they are asked to, and Redisson does not once a lease time is given.',
        '很多库要你开口才续期；Redisson 一旦指定了租约时间，就不再续期。',
      ),
    ],
    '36',
    '8',
  ),
  ask(
    'heartbeat',
    '36c',
    [
      text('Is a heartbeat enough?', '有心跳续期就够了吗？'),
      text(
        'No: it stops with its process, and when it goes on it must extend only what is still its own, or it takes the lock away from its successor.',
        '不够：进程停，心跳也停；恢复之后只能延长仍属于自己的锁，否则就抢了继任者的锁。',
      ),
      text(
        'It does help with long work in a process that lives. Only a check at the resource helps with a process that stops.',
        '进程活着、工作很长时，它管用。进程停住时，只有资源处的检查管用。',
      ),
    ],
    '55',
    '97',
  ),
  ask(
    'watchdog',
    '36e',
    [
      text('Why is my watchdog’s lock never released?', '看门狗的锁为什么一直不释放？'),
      text(
        'A watchdog that watches the process renews for a thread that has died, so the lock lives as long as the process does.',
        '看门狗盯的是进程，线程死了它照样续期，进程活多久，锁就留多久。',
      ),
      text(
        'The opposite happens, too: with a lease time there is no watchdog, and the lock ends in mid-work.',
        '反过来也有：指定了租约时间就没有看门狗，工作做到一半锁就没了。',
      ),
    ],
    '36e:fix',
    '36d',
  ),
  ask('missing-lock-for-job', '96', [
    text('“Missing lock for job”: why did my job run twice?', '“Missing lock for job”：任务为什么跑了两遍？'),
    text(
      'The processor kept its event loop busy, so nothing renewed the lock; after two checks for stalled jobs another worker took the job.',
      '处理函数占住了事件循环，没人续锁；两次停滞检查之后，任务交给了另一个 worker。',
    ),
    text(
      'A longer lockDuration only moves the limit. Yield, or run the processor in a process of its own, and make the job safe to repeat.',
      '把 lockDuration 调长只是把界限往后挪。要让出事件循环，或用单独的进程来处理，并让任务重做也无妨。',
    ),
  ]),
  ask(
    'stuck',
    '2',
    [
      text('The process was killed and the lock is stuck: how is it freed?', '进程被杀，锁卡住了，怎么放开？'),
      text(
        'By an expiry or by the end of a session, if the lock has one; a lock that has neither stays until a person deletes it.',
        '靠过期或会话结束，如果锁有这些；两样都没有，就一直留着，等人来删。',
      ),
      text(
        'Before you delete it by hand, make sure that its holder is dead and not only slow: otherwise you let a second one in.',
        '动手删之前，先确认持有者真的死了，而不是慢：否则就放进了第二个。',
      ),
    ],
    '2:fix',
    '88',
  ),
  ask(
    'whole-lease',
    '8b',
    [
      text('Why must everybody wait a whole lease for a dead holder?', '持有者死了，为什么大家要等满整个租约？'),
      text(
        'Because from outside dead and slow look alike: the lease is the time for which silence still counts as life.',
        '因为从外面看，死了和慢了一个样：租约就是“没动静也还算活着”的时间。',
      ),
      text(
        'A database session or a ZooKeeper client whose connection is closed is given up sooner. A machine that vanishes closes nothing.',
        '数据库会话或 ZooKeeper 客户端的连接若已关闭，会早些放开。机器凭空消失，什么也不会关闭。',
      ),
    ],
    '81',
    '8b:fix',
  ),
  ask(
    'pgbouncer',
    '52b',
    [
      text('Why does my advisory lock hang behind PgBouncer?', '经过 PgBouncer，咨询锁为什么会卡住？'),
      text(
        'The lock belongs to the session that was lent for one transaction, and you unlock in another one, which answers false.',
        '锁属于某个事务借到的会话，解锁时借到的却是另一个，它返回 false。',
      ),
      text(
        'With luck you are lent the same session, so it hangs only now and then. A lock of the transaction, or a connection without the pooler, has neither problem.',
        '运气好会借到同一个会话，所以只是偶尔卡住。用事务级的锁，或绕过连接池，两种问题都没有。',
      ),
    ],
    '52',
    '52:fix',
  ),
  ask(
    'kubernetes',
    '99',
    [
      text('How can there be two leaders in Kubernetes?', 'Kubernetes 里怎么会有两个 leader？'),
      text(
        'A leader that froze is deposed, and works on for up to RenewDeadline after its first refused renewal: client-go promises no single leader.',
        '停顿过的 leader 已被取代，续期第一次被拒之后，还会干到 RenewDeadline：client-go 不保证只有一个 leader。',
      ),
      text(
        'Two leaders do no harm where each write carries the resourceVersion that it was read with. What they do outside the cluster is not protected by that.',
        '每次写入都带上读到的 resourceVersion，两个 leader 也无妨。集群之外的事，它保护不了。',
      ),
    ],
    '99:fix',
    '100',
  ),
  ask(
    'queue-worker',
    '47f',
    [
      text(
        'The worker of my queue in Postgres died: what becomes of its job?',
        'Postgres 队列的 worker 死了，任务怎么办？',
      ),
      text(
        'If an open transaction holds the job, it is free as soon as the connection ends; if a column says who has it, the others wait until that lease is over.',
        '任务由未结束的事务占着，连接一断就空出来；由某一列记着谁取走了，别人要等那个租约到期。',
      ),
      text(
        'A lease in a column has the limits of each lease: a worker that is only slow works on beside its successor.',
        '列里的租约有一切租约的毛病：worker 只是慢，就会和继任者同时干活。',
      ),
    ],
    '47b',
    '47:fix',
  ),
  ask(
    'upgrade',
    '86c',
    [
      text('A client’s upgrade changed a default: can that break a lock?', '客户端升级改了默认值，会弄坏锁吗？'),
      text(
        'Yes: redis-py 8 gives each read a time limit, so a waiter that blocks for longer gets an error instead of the lock.',
        '会：redis-py 8 给每次读取设了时限，等得更久的等待者得到的是错误，不是锁。',
      ),
      text(
        'Other defaults that matter: how often a command is sent again, whether a connection that timed out is used on, and whether a renewal survives an error.',
        '要紧的默认值还有：命令重发几次，超时的连接是否接着用，续期出一次错后是否继续。',
      ),
    ],
    '86c:fix',
    '54',
  ),
  ask(
    'failover',
    '84',
    [
      text('Does the lock survive a failover?', '故障转移之后，锁还在吗？'),
      text(
        'Not for certain: a master answers before its replica has the key, and the replica that takes over may never have heard of the lock.',
        '不一定：主节点先应答，后复制；接替它的副本可能从没听说过这把锁。',
      ),
      text(
        'It usually survives, which is why nobody notices in tests. Sentinel, clusters and managed services behave alike here.',
        '多数时候还在，所以测试里看不出来。哨兵、集群、托管服务在这一点上都一样。',
      ),
    ],
    '9b',
    '84:fix',
  ),
  ask(
    'clocks',
    '78',
    [
      text('Do the clocks of my machines have to agree?', '各台机器的时钟必须一致吗？'),
      text(
        'Only where one machine reads a time that another has written: a lock whose server keeps the time does not need it, a schedule does.',
        '只有一台机器去读另一台写下的时间时才需要：时间由锁服务器掌管的锁不需要，定时任务需要。',
      ),
      text(
        'Even then the server’s own clock must not jump, and no clock may run much faster than another.',
        '即便如此，服务器自己的时钟也不能跳变，各个时钟的快慢也不能差太多。',
      ),
    ],
    '23',
    '100b',
  ),
  ask(
    'index-lock',
    '110',
    [
      text('git says that index.lock exists: may I delete it?', 'git 说 index.lock 已存在，能删吗？'),
      text(
        'Only when no git process has it open (fuser, lsof): it never expires, and after a crash it stays until somebody removes it.',
        '确认没有 git 进程打开着它才行（fuser、lsof）：它不会过期，崩溃后一直留着，等人来删。',
      ),
      text(
        'Age tells nothing: a slow command looks like a dead one. Agents that work at once need a worktree each.',
        '看它旧不旧没用：命令慢和命令死了一个样。同时干活的 agent 要各用一个 worktree。',
      ),
    ],
    '110b',
    '110:fix',
  ),
  ask(
    'pid-file',
    '111',
    [
      text('A PID file says that it runs, and nothing runs: why?', 'PID 文件说还在跑，其实没有，为什么？'),
      text(
        'The number belongs to another process by now, or, in a container, to the very process that asks.',
        '那个号码已归别的进程，在容器里甚至正是来查的这个进程自己。',
      ),
      text(
        'The start time beside the number helps on one machine, the host’s name between containers. The kernel’s lock (flock) needs neither.',
        '同一台机器上，再写启动时间就行；几个容器之间，要写主机名。用内核的锁（flock），都不需要。',
      ),
    ],
    '111b',
    '108',
  ),
  ask(
    'terraform',
    '109',
    [
      text(
        'Terraform’s state is locked after a cancelled job: force-unlock?',
        '任务取消后 Terraform 状态锁着：force-unlock？',
      ),
      text(
        'Yes, once you have seen that the job is gone; forced while it is only slow, two write one state, and a change is lost.',
        '确认任务没了就可以；它若只是慢，强行解锁就有两个在写同一份状态，会丢改动。',
      ),
      text(
        'The lock never expires, so nobody else can free it. What saves the state in any case is its version at the write.',
        '这把锁不会过期，别的办法都解不开它。真正保住状态的，是写入时比较版本。',
      ),
    ],
    '109b',
    '109bfix',
  ),
  ask('own-retry', '109c', [
    text('My own conditional write was rejected (412): how?', '自己的条件写入被拒（412），怎么回事？'),
    text(
      'It was carried out, its answer was lost, and the SDK sent it again: the second try met what the first had made.',
      '第一次已经执行，应答丢了，SDK 又发了一遍：第二次碰上的，是第一次自己建的。',
    ),
    text(
      'Write an owner into the object, and read it after a refusal: if it is your own, the write was done.',
      '把主人写进对象里，被拒之后读一下：若是自己，写入其实成功了。',
    ),
  ]),
  ask(
    'etcd-lease',
    '113',
    [
      text('My etcd lock ended after 60 s: who took it?', 'etcd 的锁 60 秒后没了，谁拿走的？'),
      text(
        'Nobody renewed its lease: a session of the client does so, a lease that you grant by hand does not, and nothing tells you.',
        '没有谁续租：客户端的 session 会续，自己申请的租约不会，到期也没人告诉你。',
      ),
      text(
        'A key without a lease is no way out: after a crash it stays forever.',
        '不带租约也不是办法：一崩溃，键就永远留着。',
      ),
    ],
    '113b',
    '113:fix',
  ),
];
