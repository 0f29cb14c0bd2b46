/** The words of a recommendation: the page and the terminal say the same. */
import { formatMs, formatNumber } from '../../core/model/values/format';

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A name in the middle of a sentence. */
const inSentence = (name: string): string => name.replace(/^(?:An?|One|No)(?= )/, (word) => word.toLowerCase());

/** Of the cells of a claim: their kinds and rows, in words; the numbers of kinds, and of runs with one fault of them. */
interface Claimed {
  readonly kinds: string;
  readonly rows: string;
  readonly count: number;
  readonly runs: number;
}

const en = {
  guards: {
    none: 'No check',
    token: 'A fencing token',
    version: 'A version check',
    unique: 'A unique key',
    key: 'An idempotency key',
  },
  /** Both `lock` and `guard` if there are both. */
  title: {
    lock: (lock: string) => lock,
    guard: (guard: string) => `${guard}, and no lock`,
    both: (guard: string, lock: string) => `${guard}, and ${inSentence(lock)} in front of it`,
  },
  /** Two sentences each. */
  reasons: {
    'recognize-repeats':
      'Every lock of the table lets it happen twice, so the receiver has to recognize a repeat. Send the same key with every attempt, and the second one does nothing.',
    'unique-row':
      'You need no lock: a unique key does it. The second row with the same key is rejected, whoever is late.',
    'version-alone':
      'With the version check no single fault of the table loses an update, even without a lock. The work is short, so to do it again costs less than a lock.',
    'version-and-lock':
      'With the version check no single fault of the table loses an update, whatever the lock does. The lock only saves work that would be rejected.',
    'version-added':
      'Without a version check, no lock of the table keeps the data safe. With it, no single fault of the table loses an update.',
    leader:
      'A lock elects a leader but cannot stop the old leader, which still thinks it leads after a pause, whatever the lock. So every write of a leader carries a version, and with that check no single fault of the table loses an update.',
    'dead-servers':
      'In the table, no dead server and no lost message makes this lock lose an update. A client that stops for too long still does.',
    'saves-work':
      'Two holders at once cost you only some work, so a lock without a check will do. Of the locks that free themselves when a holder dies, this one is the simplest to run; of equally simple ones it fails under the fewest kinds of faults.',
  },
  mustAdd: 'This check has to be added. Without it, this recommendation does not hold.',
  /** What the resource can check is unanswered. */
  mustAddUnlessThere:
    'Your answers do not say whether the resource can make this check. If it cannot yet, add it: without it, this recommendation does not hold.',
  copied: 'Copied',
  copyCode: 'Copy the code',
  watch: 'Watch',
  /** Above the title. */
  kicker: {
    answered: (n: number) => (n === 1 ? 'For your answer' : `For your ${n} answers`),
    example: (answers: string) => `Example: ${answers}`,
  },
  /** What the code does not show. */
  codeNotes: {
    none: '',
    token: 'If no row has changed, the token is too old: stop.',
    version: 'If no row has changed, the write was rejected: read again, and start over.',
    unique: 'The second one fails with a duplicate key: roll back, and stop.',
    key: 'Each attempt sends the same key.',
    push: 'If git rejects the push, pull, see what has changed, and push again.',
  },
  parts: {
    settings: 'Settings',
    code: 'The check',
    conditions: 'Under these conditions',
    cannot: 'What it won’t prevent',
    lockCode: 'The lock',
    shows: 'A run that it won’t prevent',
    remedy: 'The check at work',
    runnersUp: 'Runners-up',
    changes: 'What would change this answer',
    basis: 'What it is based on',
    answers: 'Your answers',
    why: 'Why',
  },
  settings: {
    lease: (ms: number | null) => (ms === null ? 'Lease: none, it does not expire' : `Lease: ${formatMs(ms)}`),
    /** The work is longer than the lease, and nothing renews it. */
    shortLease: (ms: number) =>
      `Lease: ${formatMs(ms)}, which is shorter than your work: extend the lock before each step, or set a lease longer than the work on its slowest day`,
    renewEvery: (ms: number | null) => (ms === null ? 'Renewal: none' : `Renewal: every ${formatMs(ms)}`),
    timeout: (ms: number | null) =>
      ms === null ? 'Timeout: none of its own' : `Timeout of a request: ${formatMs(ms)}`,
    blockedFor: (ms: number | null) =>
      ms === null
        ? 'A holder that dies blocks the others until somebody repairs it'
        : `A holder that dies blocks the others for up to ${formatMs(ms)}`,
    asMeasured: 'These are the settings of the table, with which the lock was tried.',
  },
  claims: {
    'no-loss': ({ count, runs }: Claimed) =>
      `No update was lost in ${formatNumber(runs)} runs with one fault each: ${count} kinds, every place, many strengths.`,
    loses: ({ kinds }: Claimed) => `An update lost or something done twice: ${kinds}.`,
    stuck: ({ kinds }: Claimed) => `A lock stuck forever: ${kinds}.`,
    inside: ({ kinds }: Claimed) => `Two holders at once: ${kinds}.`,
    refuses: ({ kinds }: Claimed) => `Work that is done, then rejected: ${kinds}.`,
    waits: ({ kinds }: Claimed) => `A while in which no client finishes: ${kinds}.`,
    unguarded: ({ kinds }: Claimed) => `Without the check an update is lost: ${kinds}.`,
    twice: ({ rows, kinds }: Claimed) => `It happens twice even with “${rows}”: ${kinds}.`,
    'existing-rows': ({ kinds }: Claimed) =>
      `It does not guard a change of a row that is there already. Such an update is lost: ${kinds}.`,
    'token-fails': ({ rows }: Claimed) =>
      `A fencing token alone is not enough. The late write may come before the next holder’s, and then nothing rejects it. This happens with ${rows}.`,
  },
  recognized: 'A receiver that recognizes a repeat does it once, even when the answer is lost.',
  /** The lock as Redis commands. */
  recipeNote:
    'The first command takes the lock, the second extends it, and the third releases it. If the first returns nil, somebody else has it; if the second does not return 1, stop. The value is a new random one for each attempt.',
  /** Libraries that send these commands. */
  recipeLibraries: {
    node: 'In Node.js you need not write this lock: SingleNodeLocks of quorum-lock takes, extends and releases it.',
    go: 'In Go you need not write this lock: redsync takes, extends and releases it, with one Redis too.',
  },
  /** `outcome`: of the fault of this kind without the check. */
  remedy: (kind: string, outcome: string) =>
    `${kind}: without the check, ${outcome}. This is the same fault with the check.`,
  conditions: {
    'one-statement':
      'The version is compared in the very statement that writes. After a rejection the client reads again and starts over.',
    'no-force':
      'Nobody pushes with --force: protect the branch. A rejected push is pulled, and then pushed again; --force loses what others have pushed (story 107).',
    'same-transaction':
      'The row with the unique key and the result are written in one transaction. Only new rows are guarded: a change of an existing row needs a version check.',
    'same-key':
      'Every attempt sends the same key, made from the job and not from the time. The receiver keeps keys for longer than you go on trying.',
    'own-connection':
      'The lock lives as long as its database connection. Set TCP keepalives, so that the database notices when a whole machine vanishes.',
    'no-pooler':
      'No pooler that changes sessions between transactions, such as PgBouncer in transaction mode, may sit in between.',
    'nfs-lease':
      'The NFS server ends the lock of a client that it has not heard from for a lease. Until that client notices, there may be two. On one machine, with a file on its own disk, there is no such lease.',
    'repeatable-job':
      'The job may safely run twice: ShedLock says so itself. The clocks have to agree, and a scheduler that comes second does not wait.',
    'no-lease-time': 'Call lock() without a lease time: with one, the watchdog does not renew.',
    'fail-closed':
      'While the lock cannot be reached, the work waits or fails. A program that catches that error and goes on has no lock (story 112).',
    'never-released':
      'It is a beta of 2022, and no release followed. It waits without end while a majority hangs, and can hand out an expired lock. quorum-lock, the library of this site, has its API and does neither.',
    'fsync-always': 'Redis runs with appendfsync always. Otherwise it forgets the lock when it restarts.',
    'independent-nodes':
      'There are five masters that do not replicate each other. They come back from a crash only after the lease has passed, or write to disk.',
    'stop-when-disconnected':
      'The client stops its work when its session is disconnected. Until it is connected again, it cannot be certain that it still holds the lock.',
    'lease-is-time':
      'The lease ends by time, so a client that was paused may still think it has the lock. Jepsen saw updates lost with etcd’s locks.',
    'step-down':
      'A leader that cannot renew in time stops by itself. Until it notices, there may be two: client-go, which elects leaders in Kubernetes, says so of itself.',
    'short-steps':
      'The work is done in steps that are much shorter than the lease. Before each step the client extends the lock, if it is still its own, and otherwise stops.',
    'late-news':
      'Its holder may hear too late that somebody else has taken over, and until then there may be two. Its documentation says so itself.',
    'same-clocks': 'The clocks of all clients agree to within the tolerance of the lock, all the time.',
    'lock-delay': 'The lock-delay stays at 15 s or more. It gives a late write time to arrive, but does not reject it.',
  },
  /** A kind of fault with the shortest length that causes it. */
  kindFrom: (kind: string, from: string | null) => (from === null ? kind : `${kind} (${from} or more)`),
  kinds: (kinds: readonly string[], more: number) => `${kinds.join(', ')}${more > 0 ? `, and ${more} more` : ''}`,
  assumed: (question: string, answer: string) => `“${question}” is unanswered. Assumed: ${answer}.`,
  /** The recommended library has a language, which nobody has said. */
  forLanguage: (question: string, languages: string) =>
    `This is for ${languages.replace(', ', ' or ')}. For another language, answer “${question}”.`,
  /** Where something better can be said. */
  dropped: {
    work: 'None of the locks that fit renews itself for that long. Split the work into short steps.',
  },
  ignored: (question: string) => `No lock fits your answer to “${question}”, so that answer is ignored.`,
  runnerUp: {
    elsewhere: 'It needs something that you do not run yet.',
    better: (kinds: string, outcome: string, instead: string) =>
      `Better: ${kinds}. ${capital(outcome)}; with the first choice, ${instead}.`,
    worse: (kinds: string, outcome: string, instead: string) =>
      `Worse: ${kinds}. ${capital(outcome)}; with the first choice, ${instead}.`,
    inFront: 'It can go in front, if wasted work is expensive.',
    blocks: (text: string) => `${text}.`,
    same: 'The table says the same of both.',
  },
  /** What would change with another answer. */
  changeIf: {
    harm: {
      work: 'A lost lock costs only work',
      servers: 'Data only has to survive server crashes',
      never: 'Nothing may lose data',
      leader: 'It elects a leader',
      outside: 'An outside action must not be done twice',
    },
    check: {
      nothing: 'The resource can check nothing',
      token: 'The resource can only check a token',
      version: 'The resource can check a version',
      unique: 'The resource has a unique key',
    },
    runs: {
      redis: 'One Redis runs',
      'several-redis': 'Several Redis run',
      sql: 'Postgres or another SQL database runs',
      etcd: 'etcd runs',
      zookeeper: 'ZooKeeper runs',
      consul: 'Consul runs',
      kubernetes: 'Kubernetes runs',
      dynamodb: 'DynamoDB is there',
      'object-store': 'S3 or GCS is there',
      forge: 'Agents work on a repository',
      'file-system': 'All share a file system',
      anything: 'Nothing runs yet',
    },
    work: {
      second: 'The work takes a second',
      seconds: 'The work takes ten seconds',
      minutes: 'The work takes minutes',
    },
  },
  change: (condition: string, title: string) => `${condition}: ${title}`,
  /** A question with its answer. */
  answered: (question: string, answer: string) => `${question} ${answer}`,
  /** Joins sentences. */
  sentences: (all: readonly string[]) => all.join(' '),
  noChange: 'Changing any single answer would not change it.',
  left: (rows: number, all: number) => `Answered from the table: ${rows} of its ${all} rows fit.`,
  noPromise: 'A cell says what was tried. “Held” is no promise.',
};

const zh: typeof en = {
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
    'version-added': '没有版本检查，表里没有一种锁能保住数据。有了它，表里的任何单个故障都不会丢失更新。',
    leader:
      '锁能选出 leader，却拦不住旧的 leader：旧的 leader 停顿之后，还以为自己是 leader，用哪种锁都一样。所以 leader 的每次写入都要带上版本号，有了这种检查，表里的任何单个故障都不会丢失更新。',
    'dead-servers': '在表里，服务器故障和消息丢失都不会让这把锁丢失更新。客户端停顿太久，仍然会丢。',
    'saves-work':
      '两个客户端同时持锁只会多费些工，不做检查的锁就够用。在持有者死后能自动释放的锁里，它最容易搭起来；同样容易的里头，会让它出错的故障种类最少。',
  },
  mustAdd: '要先加上这种检查。没有它，这个建议不成立。',
  mustAddUnlessThere: '你还没有说资源能不能做这种检查。还不能的话要先加上：没有它，这个建议不成立。',
  copied: '已复制',
  copyCode: '复制代码',
  watch: '观看',
  kicker: {
    answered: (n) => `根据你的 ${n} 个回答`,
    example: (answers) => `示例（你还没有回答）：${answers}`,
  },
  codeNotes: {
    none: '',
    token: '一行也没有改到，就是 token 太旧：停下。',
    version: '一行也没有改到，就是被拒绝：重新读取，从头再做。',
    unique: '第二次会因键重复而失败：回滚，停下。',
    key: '每次尝试都带同一个键。',
    push: 'git 拒绝推送时，先拉取，看看改了什么，再推一次。',
  },
  parts: {
    settings: '设置',
    code: '检查的写法',
    conditions: '前提条件',
    cannot: '它防不住什么',
    lockCode: '锁的写法',
    shows: '它防不住的一次运行',
    remedy: '检查起作用的样子',
    runnersUp: '备选',
    changes: '哪些回答会改变结论',
    basis: '依据',
    answers: '你的回答',
    why: '理由',
  },
  settings: {
    lease: (ms) => (ms === null ? '租约：没有，不会过期' : `租约：${formatMs(ms)}`),
    shortLease: (ms) => `租约：${formatMs(ms)}，比你的工作短：每一步之前先延长锁，或者把租约设得比最慢时的工作还长`,
    renewEvery: (ms) => (ms === null ? '续期：不续期' : `续期：每 ${formatMs(ms)} 一次`),
    timeout: (ms) => (ms === null ? '超时：锁本身不设' : `请求超时：${formatMs(ms)}`),
    blockedFor: (ms) =>
      ms === null ? '持有者死后，其他客户端要等到有人来修复' : `持有者死后，其他客户端最多等 ${formatMs(ms)}`,
    asMeasured: '这些就是表里测试这把锁时用的设置。',
  },
  claims: {
    'no-loss': ({ count, runs }) =>
      `${formatNumber(runs)} 次运行没有一次丢失更新：每次一个故障，共 ${count} 种，试遍所有位置和多种强度。`,
    loses: ({ kinds }) => `丢失更新，或同一件事做了两遍：${kinds}。`,
    stuck: ({ kinds }) => `锁永远卡住：${kinds}。`,
    inside: ({ kinds }) => `两个客户端同时持锁：${kinds}。`,
    refuses: ({ kinds }) => `有的工作做完才被拒绝：${kinds}。`,
    waits: ({ kinds }) => `有一段时间没有客户端能完成一轮：${kinds}。`,
    unguarded: ({ kinds }) => `没有这种检查就会丢失更新：${kinds}。`,
    twice: ({ rows, kinds }) => `就算用“${rows}”，也会发生两次：${kinds}。`,
    'existing-rows': ({ kinds }) => `它不保护对已有行的修改，这种更新会丢失：${kinds}。`,
    'token-fails': ({ rows }) =>
      `只有 fencing token 还不够。迟到的写入可能赶在下一个持有者写入之前，这时没有什么能拒绝它，例如：${rows}。`,
  },
  recognized: '接收方能识别重复请求，就只做一次，应答丢了也一样。',
  recipeNote:
    '第一条命令加锁，第二条延长，第三条释放。第一条返回 nil，就是别人拿着锁；第二条返回的不是 1，就停下。每次尝试都换一个新的随机值。',
  recipeLibraries: {
    node: '用 Node.js 不必自己写这把锁：quorum-lock 的 SingleNodeLocks 会加锁、延长和释放。',
    go: '用 Go 不必自己写这把锁：redsync 会加锁、延长和释放，只有一个 Redis 也能用。',
  },
  remedy: (kind, outcome) => `${kind}：没有这种检查时，${outcome}。这里是同一个故障加上检查之后的运行。`,
  conditions: {
    'one-statement': '比较版本和写入必须是同一条语句。被拒绝后，客户端重新读取，从头再做。',
    'no-force': '谁也不用 --force 推送：给分支加保护。推送被拒就先拉取再推；--force 会丢掉别人推送的内容（故事 107）。',
    'same-transaction': '带唯一键的行和结果要在同一个事务里写入。它只保护新增的行：修改已有的行需要版本检查。',
    'same-key': '每次尝试都带同一个键，键由任务决定，不由时间决定。接收方保存键的时间要比你重试的时间长。',
    'own-connection': '锁与数据库连接共存亡。要设置 TCP keepalive，数据库才能察觉整台机器消失。',
    'no-pooler': '中间不能有按事务切换会话的连接池，例如事务模式的 PgBouncer。',
    'nfs-lease':
      'NFS 服务器在一个租约内收不到客户端的消息，就会收回它的锁。客户端察觉之前，可能有两个持有者。都在同一台机器上、文件在本机磁盘上，就没有这种租约。',
    'repeatable-job': '任务跑两遍也必须没事：ShedLock 自己就这么说。各台机器的时钟要一致，后来的不会等待。',
    'no-lease-time': '调用 lock() 时不要指定租约时间：指定了，看门狗就不续期。',
    'fail-closed': '连不上锁服务时，工作要么等，要么失败。把这个错误 catch 住接着干，就等于没有锁（故事 112）。',
    'never-released':
      '它是 2022 年的测试版，此后再没有正式版。多数节点挂起时它会一直等，还可能交出已经过期的锁。本站的库 quorum-lock 的 API 与它相同，没有这两个问题。',
    'fsync-always': 'Redis 要设 appendfsync always。否则重启后会忘记锁。',
    'independent-nodes': '要有五个互不复制的主节点。节点崩溃后，要过一个租约再恢复，或者每次写入都落到磁盘。',
    'stop-when-disconnected': '会话一断开，客户端就要停下工作。重新连上之前，它不能确定自己还持有锁。',
    'lease-is-time': '租约按时间结束，停顿过的客户端可能还以为自己持锁。Jepsen 测出 etcd 的锁会丢失更新。',
    'step-down':
      'leader 没能按时续期就要自己停下。它察觉之前，可能同时有两个 leader：Kubernetes 用来选 leader 的 client-go 自己也这么说。',
    'short-steps': '工作要拆成比租约短得多的步骤。每一步之前先延长锁（锁仍是自己的才能延长），延长失败就停下。',
    'late-news': '锁已被别人接管，持有者可能很晚才知道，在那之前可能有两个。它的文档自己也这么说。',
    'same-clocks': '所有客户端的时钟要一直一致，相差不超过锁的容差。',
    'lock-delay': 'lock-delay 保持在 15 秒以上。它给迟到的写入留出时间，但不会拒绝它。',
  },
  kindFrom: (kind, from) => (from === null ? kind : `${kind}（${from} 起）`),
  kinds: (kinds, more) => `${kinds.join('、')}${more > 0 ? `，还有 ${more} 种` : ''}`,
  assumed: (question, answer) => `“${question}”没有回答，按“${answer}”处理。`,
  forLanguage: (question, languages) =>
    `这个建议适用于 ${languages.replace(', ', '、')}。用别的语言，请回答“${question}”。`,
  dropped: { work: '合适的锁里，没有一种能续期这么久。请把工作拆成短的步骤。' },
  ignored: (question) => `没有一种锁符合你对“${question}”的回答，所以没有考虑这个回答。`,
  runnerUp: {
    elsewhere: '它需要你还没有运行的服务。',
    better: (kinds, outcome, instead) => `更好：${kinds}。${outcome}；用首选时，${instead}。`,
    worse: (kinds, outcome, instead) => `更差：${kinds}。${outcome}；用首选时，${instead}。`,
    inFront: '如果白做一遍代价太高，可以在前面加上这把锁。',
    blocks: (text) => `${text}。`,
    same: '表里两者的结果相同。',
  },
  changeIf: {
    harm: {
      work: '锁失效只会多费些工',
      servers: '只要求服务器故障不丢数据',
      never: '任何情况下都不能丢数据',
      leader: '用来选 leader',
      outside: '外部操作不能做两遍',
    },
    check: {
      nothing: '资源什么也不能检查',
      token: '资源只能检查 fencing token',
      version: '资源能检查版本号',
      unique: '资源有唯一键',
    },
    runs: {
      redis: '已有一个 Redis',
      'several-redis': '已有多个 Redis',
      sql: '已有 Postgres 等 SQL 数据库',
      etcd: '已有 etcd',
      zookeeper: '已有 ZooKeeper',
      consul: '已有 Consul',
      kubernetes: '已有 Kubernetes',
      dynamodb: '已有 DynamoDB',
      'object-store': '已有 S3 或 GCS',
      forge: 'agent 在同一个仓库里干活',
      'file-system': '大家共用一个文件系统',
      anything: '什么服务都没有',
    },
    work: { second: '工作只要一秒', seconds: '工作要十秒', minutes: '工作要几分钟' },
  },
  change: (condition, title) => `${condition}：${title}`,
  answered: (question, answer) => `${question}${answer}`,
  sentences: (all) => all.join(''),
  noChange: '改变任何一个回答，结论都不变。',
  left: (rows, all) => `根据表格得出：${all} 行里有 ${rows} 行合适。`,
  noPromise: '格子只说明试过什么。“守住”不是保证。',
};

export const recommendWords = { en, zh };
