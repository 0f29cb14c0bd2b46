/** The words of “Which lock do I need?”. */
import { siteLinksWords } from './siteLinks';

/** Names that are the same in both languages. */
const codeLanguageNames = {
  java: 'Java, Kotlin',
  node: 'Node.js',
  python: 'Python',
  go: 'Go',
  dotnet: '.NET',
  ruby: 'Ruby',
  php: 'PHP',
  cpp: 'C++',
};

const en = {
  title: siteLinksWords.en.which,
  lead: 'Five questions; you may skip any of them. The answer comes from the table.',
  own: 'Already have a lock? Attack your own.',
  questions: {
    harm: 'What does a lost lock cost?',
    check: 'What can the resource check?',
    runs: 'What are you already running?',
    work: 'How long is the work?',
    waits: 'How long may others wait when something fails?',
    language: 'What is your code written in?',
  },
  /** Below a question. */
  hints: { check: 'In SQL a version is “UPDATE … WHERE version = 7”.' },
  open: 'not sure',
  answers: {
    harm: {
      work: 'some work done twice',
      servers: 'lost data: it must survive a server crash',
      never: 'lost data: nothing may cause it',
      leader: 'a second leader',
      outside: 'an outside action done twice, such as a charge',
    },
    check: { nothing: 'nothing', token: 'a fencing token', version: 'a version', unique: 'a unique key' },
    runs: {
      redis: 'one Redis',
      'several-redis': 'several',
      zookeeper: 'ZooKeeper',
      etcd: 'etcd',
      consul: 'Consul',
      sql: 'Postgres, SQL',
      anything: 'nothing yet',
    },
    work: { second: 'a second', seconds: 'ten seconds', minutes: 'minutes' },
    waits: { repair: 'until somebody repairs it', lease: 'until a lease ends', nobody: 'hardly at all' },
    language: { ...codeLanguageNames, other: 'another language' },
  },
  left: (n: number, all: number) => (n === 1 ? `1 of ${all} locks fits` : `${n} of ${all} locks fit`),
  /** After the number, where nobody has said what the resource checks. */
  withCheck: ', with a check at the resource',
  none: 'No lock fits.',
  see: (n: number) => (n === 1 ? 'See the lock that fits' : `See the ${n} locks that fit`),
  seeNone: 'See why no lock fits',
  noneWith: {
    nothing:
      'With no check at the resource, every lock loses data if something stops for long enough. Let the resource compare a number, or accept that.',
    token:
      'A fencing token rejects a late write only once the next holder has written. Before that, the late write gets in, and the next holder overwrites it with a value based on what it read earlier. A version check rejects that.',
  },
  gone: (n: number) => (n === 1 ? '1 lock is ruled out' : `${n} locks are ruled out`),
  cell: ({ kind, outcome, check }: Readonly<Record<'kind' | 'outcome' | 'check', string>>) =>
    `${kind}: ${outcome} (${check})`,
  noToken: 'It has no fencing token.',
  service: {
    none: 'It is not a lock.',
    redis: 'It runs on Redis.',
    several: 'It needs several Redis nodes.',
    zookeeper: 'It runs on ZooKeeper.',
    chubby: 'It runs on Chubby.',
    sql: 'It runs on an SQL database.',
    etcd: 'It runs on etcd.',
    consul: 'It runs on Consul.',
    kubernetes: 'It runs on Kubernetes.',
    dynamodb: 'It runs on DynamoDB.',
  },
  wrongLanguage: (needs: string) => `It is for ${needs}.`,
  tooLong: (outcome: string) => `With its usual lease, work this long goes wrong even without a fault: ${outcome}.`,
  link: 'Copy address of the answer',
  copied: 'Copied',
  reset: 'Start over',
  loading: 'Loading the other tables …',
  failed: 'The other tables could not be loaded.',
};

const zh: typeof en = {
  title: siteLinksWords.zh.which,
  lead: '五个问题，哪个都可以不答。答案来自上面的表。',
  own: '已经有一把锁了？拿自己的来攻击。',
  questions: {
    harm: '锁失效的代价是什么？',
    check: '资源能检查什么？',
    runs: '已经在运行什么？',
    work: '持锁期间的工作要多久？',
    waits: '出故障时，其他客户端最多能等多久？',
    language: '你的代码用什么语言写？',
  },
  hints: { check: '在 SQL 里，版本检查就是“UPDATE … WHERE version = 7”。' },
  open: '不确定',
  answers: {
    harm: {
      work: '有些工作做两遍',
      servers: '丢数据：服务器崩溃时不能丢',
      never: '丢数据：任何情况下都不能丢',
      leader: '同时出现两个 leader',
      outside: '外部操作做两遍，例如重复扣款',
    },
    check: { nothing: '什么也不能', token: 'fencing token', version: '版本号', unique: '唯一键' },
    runs: {
      redis: '一个 Redis',
      'several-redis': '多个 Redis',
      zookeeper: 'ZooKeeper',
      etcd: 'etcd',
      consul: 'Consul',
      sql: 'Postgres 等 SQL 数据库',
      anything: '什么都没有',
    },
    work: { second: '一秒', seconds: '十秒', minutes: '几分钟' },
    waits: { repair: '可以等人来修复', lease: '等到租约结束', nobody: '几乎不能等' },
    language: { ...codeLanguageNames, java: 'Java、Kotlin', other: '其他语言' },
  },
  left: (n, all) => `${all} 种锁中有 ${n} 种合适`,
  withCheck: '（资源要做检查）',
  none: '没有合适的锁。',
  see: (n) => `查看这 ${n} 种合适的锁`,
  seeNone: '查看为什么没有合适的锁',
  noneWith: {
    nothing: '如果资源不做检查，只要停顿够久，任何锁都会丢数据。请让资源比较一个数字，或者接受这一点。',
    token:
      '下一个持有者写入之后，fencing token 才能拒绝迟到的写入。在那之前，迟到的写入会成功，然后被下一个持有者按先前读到的值覆盖。版本检查能拒绝这种覆盖。',
  },
  gone: (n) => `排除了 ${n} 种锁`,
  cell: ({ kind, outcome, check }) => `${kind}：${outcome}（${check}）`,
  noToken: '它没有 fencing token。',
  service: {
    none: '它不是锁。',
    redis: '它运行在 Redis 上。',
    several: '它需要多个 Redis 节点。',
    zookeeper: '它运行在 ZooKeeper 上。',
    chubby: '它运行在 Chubby 上。',
    sql: '它运行在 SQL 数据库上。',
    etcd: '它运行在 etcd 上。',
    consul: '它运行在 Consul 上。',
    kubernetes: '它运行在 Kubernetes 上。',
    dynamodb: '它运行在 DynamoDB 上。',
  },
  wrongLanguage: (needs) => `它只用于 ${needs}。`,
  tooLong: (outcome) => `即使没有故障，按它通常的租约，这么长的工作也会出问题：${outcome}。`,
  link: '复制答案的网址',
  copied: '已复制',
  reset: '重新开始',
  loading: '正在加载其他表格……',
  failed: '其他表格加载失败。',
};

export const whichWords = { en, zh };
