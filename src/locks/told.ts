/**
 * Who tells a client that its lock is lost, as the help's table says it: a row for each lock, in the words of what its
 * program and `clients/round.ts` do. Loaded with the help.
 */
import type { Text } from '../model/text';

export interface Told {
  /** `timer`: the client's own, at the end of its validity. `extension`: an extension that is refused. `nobody`: nothing does, at no time. */
  readonly by: 'timer' | 'extension' | 'session' | 'connection' | 'nobody';
  readonly when: Text;
  /** What the library or the recipe makes of it, of its own accord. */
  readonly usually: Text;
}

export const told: Readonly<Record<string, Told>> = {
  'single-node': {
    by: 'timer',
    when: {
      en: 'When the TTL is over by the clock that the client measures with. Without an expiry, never.',
      zh: '按客户端所用的时钟，TTL 到期时。没有过期时间则永远不会。',
    },
    usually: {
      en: 'Nothing. The recipe has no timer. The client learns of it at the release, when the script no longer finds its value.',
      zh: '什么也不做。这种写法没有定时器。释放时脚本找不到自己的值，客户端才知道。',
    },
  },
  'setnx-expire': {
    by: 'timer',
    when: {
      en: 'When the seconds of EXPIRE are over by the client’s monotonic clock.',
      zh: '按客户端的单调时钟，EXPIRE 的秒数过完时。',
    },
    usually: {
      en: 'Nothing, and its DEL does not ask whose key it deletes.',
      zh: '什么也不做；它的 DEL 也不问删的是谁的键。',
    },
  },
  'setnx-getset': {
    by: 'timer',
    when: {
      en: 'When the client’s wall clock reaches the time that it wrote into the key.',
      zh: '客户端的挂钟走到它写进键里的那个时刻时。',
    },
    usually: {
      en: 'Nothing while it works. Before the DEL it checks its clock, and leaves the key alone when its time is over.',
      zh: '工作期间什么也不做。DEL 之前检查一次时间，已过期就不动这个键。',
    },
  },
  'token-lock': {
    by: 'timer',
    when: {
      en: 'When the TTL is over by the client’s monotonic clock.',
      zh: '按客户端的单调时钟，TTL 到期时。',
    },
    usually: {
      en: 'Nothing: it relies on the storage, which refuses an old token.',
      zh: '什么也不做：它靠存储拒绝旧的 token。',
    },
  },
  redisson: {
    by: 'timer',
    when: {
      en: 'When the lease is over by the client’s monotonic clock. Each renewal of the watchdog puts the end off.',
      zh: '按客户端的单调时钟，租约到期时。看门狗每次续期都会推迟它。',
    },
    usually: {
      en: 'Works on. The watchdog that finds the lock gone stops, and tells nobody. unlock() throws at the end.',
      zh: '继续工作。看门狗发现锁没了就停下，谁也不告诉。最后 unlock() 抛出异常。',
    },
  },
  'python-redis-lock': {
    by: 'timer',
    when: {
      en: 'When expire is over by the client’s monotonic clock. A renewal puts the end off. Without expire, never.',
      zh: '按客户端的单调时钟，expire 到期时。续期会推迟它。没有 expire 则永远不会。',
    },
    usually: {
      en: 'Works on. The error of a failed renewal ends the renewing thread, and the program does not see it. release() raises NotAcquired.',
      zh: '继续工作。续期失败的异常只结束续期线程，程序看不到。release() 抛出 NotAcquired。',
    },
  },
  redlock: {
    by: 'timer',
    when: {
      en: 'When the validity is over: the TTL minus the time that acquiring took, minus the drift. An extension puts the end off. With the setting “Told of a loss by”: when an extension has failed, or never.',
      zh: '有效时间结束时：TTL 减去请求所用的时间和时钟漂移。续期会推迟它。用“由谁告知锁已失去”一项可改为：续期失败时，或永远不会。',
    },
    usually: {
      en: 'Nothing: the algorithm has no timer. node-redlock’s using() aborts a signal when an extension has failed, and the program stops before its next step if it checks that. A flag, as in aioredlock and RedLock.net, helps only a program that polls it.',
      zh: '什么也不做：算法里没有定时器。node-redlock 的 using() 在续期失败后触发 AbortSignal，程序检查它才会在下一步之前停下。aioredlock 和 RedLock.net 只有一个标志，程序要自己轮询。',
    },
  },
  'redisson-redlock': {
    by: 'timer',
    when: {
      en: 'When fewer than a majority of the leases are left by the client’s monotonic clock. Each node’s watchdog puts its own off.',
      zh: '按客户端的单调时钟，未到期的租约凑不齐多数时。每个节点的看门狗各自续期。',
    },
    usually: {
      en: 'Works on, as with the lock on one node: a watchdog that finds its key gone stops, and tells nobody.',
      zh: '继续工作，与单节点的锁一样：看门狗发现键没了就停下，谁也不告诉。',
    },
  },
  'redlock-py': {
    by: 'timer',
    when: {
      en: 'When the validity that lock() gave is over by the client’s wall clock.',
      zh: '按客户端的挂钟，lock() 给出的有效时间结束时。',
    },
    usually: {
      en: 'Nothing: lock() gives a validity, and the program has to count it down.',
      zh: '什么也不做：lock() 给出有效时间，程序要自己倒数。',
    },
  },
  shedlock: {
    by: 'extension',
    when: {
      en: 'When the job extends by hand and is refused: an exception. KeepAliveLockProvider tells nobody.',
      zh: '任务手动续期被拒时：抛出异常。KeepAliveLockProvider 谁也不告诉。',
    },
    usually: {
      en: 'The exception ends the job. Without an extension by hand it works to the end, and by default its unlock deletes whatever key is there.',
      zh: '异常使任务结束。若不手动续期，它会一直做完，而解锁默认不管键是谁的都删掉。',
    },
  },
  'zookeeper-node': {
    by: 'session',
    when: {
      en: 'When its library hears nothing for two thirds of the session timeout, which counts as disconnected. Or when the server says, on a new connection, that the session has expired.',
      zh: '客户端库在会话超时的三分之二内什么也没听到，算作断开；或重新连上后，服务器说会话已过期。',
    },
    usually: {
      en: 'Stops before its next step. ZooKeeper reports both states to the program; the advice is to stop when disconnected.',
      zh: '在下一步之前停下。ZooKeeper 把这两种状态都告诉程序；建议一断开就停下。',
    },
  },
  'zookeeper-sequential': {
    by: 'session',
    when: {
      en: 'As with the single znode: after two thirds of the session timeout without a word, or when the server says that the session has expired.',
      zh: '与单个 znode 相同：会话超时的三分之二内没有消息，或服务器说会话已过期。',
    },
    usually: {
      en: 'Stops before its next step. The recipe itself says nothing of it; Curator advises to listen for it.',
      zh: '在下一步之前停下。锁方案（recipe）本身没有提到；Curator 建议监听这种状态。',
    },
  },
  chubby: {
    by: 'session',
    when: {
      en: 'When the session’s lease is over by the client’s own clock and no KeepAlive was answered, or when the master says that the session is gone.',
      zh: '按客户端自己的时钟，会话租约已到期而 KeepAlive 没有应答；或 master 说会话已不存在。',
    },
    usually: {
      en: 'Stops before its next step. Chubby’s library tells the program that the session is in jeopardy, and later that it is over.',
      zh: '在下一步之前停下。Chubby 的库先告诉程序会话有危险，之后再告诉它会话已结束。',
    },
  },
  etcd: {
    by: 'session',
    when: {
      en: 'When the server answers a KeepAlive that the lease is gone, or when the lease is over by the client’s own clock.',
      zh: '服务器应答 KeepAlive 说租约已不存在，或按客户端自己的时钟租约已到期。',
    },
    usually: {
      en: 'Stops before its next step. The Go client closes a channel, Done(), and the program has to watch it.',
      zh: '在下一步之前停下。Go 客户端会关闭通道 Done()，程序要自己检查。',
    },
  },
  consul: {
    by: 'session',
    when: {
      en: 'When the watch over the key finds another holder or none, or meets an error, which need not mean that the lock is lost. What renews the session tells nobody when it fails.',
      zh: '盯着键的协程发现持有者换了或没了，或者读键出错时；出错未必表示锁真的丢了。续期的协程失败时谁也不告诉。',
    },
    usually: {
      en: 'Stops before its next step. The Go client closes the channel that Lock returned, and the program has to watch it and to call Unlock.',
      zh: '在下一步之前停下。Go 客户端会关闭 Lock 返回的通道，程序要自己检查，并调用 Unlock。',
    },
  },
  'sql-row': {
    by: 'timer',
    when: {
      en: 'When the row’s time is over by the client’s monotonic clock. Without a column for it, never.',
      zh: '按客户端的单调时钟，这一行过期时。没有这一列则永远不会。',
    },
    usually: {
      en: 'Nothing. It learns of it when its DELETE finds no row.',
      zh: '什么也不做。DELETE 找不到行时才知道。',
    },
  },
  'sql-advisory': {
    by: 'connection',
    when: {
      en: 'When a ping on its connection is not answered, if it pings while it works. Without pings, its next statement is the first to fail.',
      zh: '若工作时发 ping：连接上的 ping 没有应答时。不发 ping，则下一条语句失败时才知道。',
    },
    usually: {
      en: 'Stops before its next step if a ping has failed. A driver that does not ping reports the closed connection only at the next statement.',
      zh: 'ping 失败后在下一步之前停下。不发 ping 的驱动要到下一条语句才报告连接已断。',
    },
  },
  'shedlock-table': {
    by: 'extension',
    when: {
      en: 'When the job extends by hand and no row is left that is its own and not over: an exception. KeepAliveLockProvider tells nobody.',
      zh: '任务手动续期，而自己的那一行已过期或已被接管时：抛出异常。KeepAliveLockProvider 谁也不告诉。',
    },
    usually: {
      en: 'The exception ends the job. Without an extension by hand it works to the end, and its unlock changes no row of another scheduler.',
      zh: '异常使任务结束。若不手动续期，它会一直做完；解锁时不会改动别的调度器的行。',
    },
  },
  'no-lock': {
    by: 'nobody',
    when: { en: 'Never: there is no lock to lose.', zh: '永远不会：没有锁可失去。' },
    usually: { en: 'Works to the end.', zh: '一直干到底。' },
  },
};
