/** The words of a recommendation, in Chinese. */
import { formatMs } from '../../model/format';
import type { recommend as english } from '../en/recommend';

const kindFrom = (kind: string, ms: number | null): string => (ms === null ? kind : `${kind}（${formatMs(ms)} 起）`);

export const recommend: typeof english = {
  guards: {
    none: '不做检查',
    token: 'fencing token',
    version: '版本检查',
    unique: '唯一键',
    key: '幂等键',
  },
  title: {
    lock: (lock) => lock,
    guard: (guard) => `${guard}，不用锁`,
    both: (guard, lock) => `${guard}，前面再加一把锁：${lock}`,
  },
  reasons: {
    'recognize-repeats':
      '表里的每一种锁都挡不住它发生两次，所以要由接收方识别重复请求。每次尝试都带同一个键，第二次就什么也不做。',
    'unique-row': '你不需要锁，唯一键就够了。键相同的第二行会被拒绝，不管是谁迟到。',
    'version-alone': '有版本检查，表里的任何单个故障都不会丢失更新，不用锁也一样。工作很短，重做一次比加锁省事。',
    'version-and-lock': '有版本检查，表里的任何单个故障都不会丢失更新，锁怎样都行。锁只是省下会被拒绝的工作。',
    'version-added':
      '就你现有的条件，表里没有一种锁能保住数据。请加上版本检查：有了它，表里的任何单个故障都不会丢失更新。',
    'dead-servers': '在表里，服务器故障和消息丢失都不会让这把锁丢失更新。客户端停得太久，仍然会丢。',
    'saves-work':
      '两个客户端同时持锁只会多费些工，不做检查的锁就够用。在持有者死后能自动释放的锁里，会让它出错的故障种类最少。',
  },
  mustAdd: '你还没有这种检查。没有它，这个建议不成立。',
  copy: '复制为决策记录',
  copied: '已复制',
  parts: {
    settings: '设置',
    conditions: '前提条件',
    cannot: '它仍然做不到什么',
    shows: '可以看到这一点的运行',
    runnersUp: '备选',
    changes: '哪些回答会改变结论',
    basis: '依据',
    answers: '你的回答',
    record: '决策记录：用哪种锁',
    why: '理由',
  },
  settings: {
    lease: (ms) => (ms === null ? '租约：没有，不会过期' : `租约：${formatMs(ms)}`),
    renewEvery: (ms) => (ms === null ? '续期：不续期' : `续期：每 ${formatMs(ms)} 一次`),
    timeout: (ms) => (ms === null ? '超时：锁本身不设' : `请求超时：${formatMs(ms)}`),
    blockedFor: (ms) =>
      ms === null ? '持有者死后，其他客户端要等到有人来修复' : `持有者死后，其他客户端最多等 ${formatMs(ms)}`,
    asMeasured: '这些就是表里测试这把锁时用的设置。',
  },
  claims: {
    'no-loss': (n) => `试过 ${n} 种故障，没有一种丢失更新。`,
    loses: (kinds) => `它会丢失更新，或把事情做两遍：${kinds}。`,
    stuck: (kinds) => `它会永远锁住：${kinds}。`,
    inside: (kinds) => `它会让两个客户端同时持锁：${kinds}。`,
    refuses: (kinds) => `有的工作做完才被拒绝：${kinds}。`,
    waits: (kinds) => `有一段时间谁也拿不到锁：${kinds}。`,
    unguarded: (kinds) => `没有这种检查就会丢失更新：${kinds}。`,
    twice: (row, kinds) => `就算用“${row}”，也会发生两次：${kinds}。`,
    'token-fails': (rows) =>
      `只有 fencing token 还不够。迟到的写入可能赶在下一个持有者写入之前，这时没有什么能拒绝它。${rows} 都是这样。`,
  },
  recognized: '接收方能识别重复请求，就只做一次，应答丢了也一样。',
  conditions: {
    'one-statement': '比较版本和写入必须是同一条语句。被拒绝后，客户端重新读取，从头再做。',
    'same-transaction': '带唯一键的行和结果要在同一个事务里写入。它只保护新增的行：修改已有的行需要版本检查。',
    'same-key': '每次尝试都带同一个键，键由任务决定，不由时间决定。接收方保存键的时间要比你重试的时间长。',
    'own-connection': '锁与数据库连接共存亡。要设置 TCP keepalive，数据库才能察觉整台机器消失。',
    'no-pooler': '中间不能有按事务切换会话的连接池，例如事务模式的 PgBouncer。',
    'repeatable-job': '任务跑两遍也必须没事：ShedLock 自己就这么说。各台机器的时钟要一致，后来的不会等待。',
    'no-lease-time': '调用 lock() 时不要指定租约时间：指定了，看门狗就不续期。',
    'fsync-always': 'Redis 要设 appendfsync always。否则重启后会忘记锁。',
    'independent-nodes': '要有五个互不复制的主节点。节点崩溃后，要过一个租约再恢复，或者每次写入都落到磁盘。',
    'stop-when-disconnected': '会话一断开，客户端就要停下工作。重新连上之前，它不能确定自己还持有锁。',
    'lease-is-time': '租约按时间结束，停过的客户端可能还以为自己持锁。Jepsen 测出 etcd 的锁会丢失更新。',
    'lock-delay': 'lock-delay 保持在 15 秒以上。它给迟到的写入留出时间，但不会拒绝它。',
  },
  kindFrom,
  kinds: (kinds, more) => `${kinds.join('、')}${more > 0 ? `，还有 ${more} 种` : ''}`,
  assumed: (question, answer) => `“${question}”没有回答，按“${answer}”处理。`,
  ignored: (question) => `按你对“${question}”的回答，一种锁也不剩，所以没有考虑它。`,
  runnerUp: {
    elsewhere: '它需要你还没有运行的服务。',
    better: (kind, outcome, instead) => `更好：${kind}时${outcome}，而不是${instead}。`,
    worse: (kind, outcome, instead) => `更差：${kind}时${outcome}，而不是${instead}。`,
    inFront: '如果白做的工作太贵，可以在前面加上这把锁。',
    blocks: (text) => `${text}。`,
    same: '表里两者的结果相同。',
  },
  change: (answer, title) => `${answer}：${title}`,
  noChange: '改变任何一个回答，结论都不变。',
  left: (rows, all) => `根据表格得出：${all} 行中还剩 ${rows} 行。`,
  noPromise: '格子只说明试过什么。“守住”不是保证。',
};
