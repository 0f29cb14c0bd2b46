/** The words of “Which lock do I need?”, in Chinese. */
import type { which as english } from '../en/which';

export const which: typeof english = {
  title: '我需要哪一种锁？',
  lead: '四个问题，哪个都可以不答。答案来自上面的表。',
  questions: {
    harm: '锁失效的代价是什么？',
    check: '资源能检查什么？',
    runs: '已经在运行什么？',
    work: '持锁期间的工作要多久？',
    waits: '出故障时，其他客户端最多能等多久？',
  },
  hints: { check: '在 SQL 里，版本检查就是“UPDATE … WHERE version = 7”。' },
  open: '不确定',
  answers: {
    harm: {
      work: '有些工作做两遍',
      servers: '丢数据，但不能因服务器故障而丢',
      never: '丢数据，任何情况下都不能丢',
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
  },
  left: (n, all) => `${all} 行中还剩 ${n} 行`,
  none: '一行也不剩。',
  see: (n) => `查看剩下的 ${n} 种锁`,
  seeNone: '查看为什么一种锁也不剩',
  noneWith: {
    nothing: '如果资源不做检查，只要有什么停得够久，任何锁都会丢数据。请让资源比较一个数字，或者接受这一点。',
    token:
      '下一个持有者写入之后，fencing token 才能拒绝迟到的写入。在那之前，迟到的写入会成功，然后被下一个持有者按先前读到的值覆盖。版本检查能拒绝这种覆盖。',
  },
  gone: (n) => `排除了 ${n} 行`,
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
  },
  tooLong: (outcome) => `即使没有故障，按它通常的租约，这么长的工作也会出问题：${outcome}。`,
  link: '复制答案的网址',
  copied: '已复制',
  reset: '重新开始',
  loading: '正在加载其他表格……',
  failed: '其他表格加载失败。',
};
