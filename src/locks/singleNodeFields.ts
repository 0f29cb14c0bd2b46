/** What can be set about the lock on one node, and what it is called. The algorithm is in `singleNode.ts`. */
import { choice, count, flag, milliseconds, type ValuesOf } from '../model/fields';
import { retryFields, ttlField } from './sharedFields';

export const singleNodeTexts = {
  title: { en: 'One Redis node', zh: '单个 Redis 节点' },
  about: {
    en: 'SET with NX and PX on one node, released by compare-and-delete: simple, and lost when the node fails over before its replica has the key.',
    zh: '在一个节点上 SET NX PX 加锁，比较后删除来释放：简单，但若主节点在副本拿到键之前故障转移，锁就丢了。',
  },
} as const;

export const singleNodeFields = {
  ttl: ttlField,
  expiry: choice({
    label: { en: 'Expiry', zh: '过期' },
    help: {
      en: 'Without an expiry, the key of a holder that crashes stays for ever.',
      zh: '没有过期时间，崩溃的持有者留下的键会永远存在。',
    },
    options: [
      { id: 'px', label: { en: 'after the TTL (PX)', zh: 'TTL 之后（PX）' } },
      { id: 'none', label: { en: 'never', zh: '永不' } },
    ],
    default: 'px',
  }),
  value: choice({
    label: { en: 'Value of the key', zh: '键的值' },
    help: {
      en: 'With a fixed value nobody can tell whose lock it is, and a late release deletes that of another.',
      zh: '值固定时分不清是谁的锁，迟到的释放会删掉别人的锁。',
    },
    options: [
      { id: 'random', label: { en: 'random', zh: '随机' } },
      { id: 'fixed', label: { en: 'fixed: 1', zh: '固定：1' } },
    ],
    default: 'random',
  }),
  release: choice({
    label: { en: 'Releases by', zh: '释放方式' },
    help: {
      en: 'Only the script compares and deletes in one step.',
      zh: '只有脚本能一步完成比较和删除。',
    },
    options: [
      { id: 'script', label: { en: 'a script', zh: '脚本' } },
      { id: 'get-del', label: { en: 'GET, compare, DEL', zh: 'GET、比较、DEL' } },
      { id: 'del', label: { en: 'DEL', zh: 'DEL' } },
    ],
    default: 'script',
  }),
  releaseTwice: flag({
    label: { en: 'Releases twice', zh: '释放两次' },
    help: {
      en: 'The second release finds nothing of its own, and is told so.',
      zh: '第二次释放找不到自己的键，并会得知这一点。',
    },
    default: false,
  }),
  nodeTimeout: milliseconds({
    label: { en: 'Timeout', zh: '超时' },
    help: {
      en: 'How long an answer of the node is waited for. The request may have been carried out all the same.',
      zh: '等待节点答复多久。即使超时，请求也可能已经执行。',
    },
    min: 1,
    max: 60_000,
    default: 1000,
  }),
  ...retryFields({ tries: 1 }),
  wait: choice({
    label: { en: 'WAIT for replicas', zh: '用 WAIT 等副本' },
    help: {
      en: 'After the SET, asks how many replicas have it. An answer that nobody looks at helps nobody.',
      zh: 'SET 之后询问有多少副本已收到。没人看的答案没有用。',
    },
    options: [
      { id: 'none', label: { en: 'no', zh: '不等' } },
      { id: 'checked', label: { en: 'and give up when too few', zh: '不够就放弃' } },
      { id: 'ignored', label: { en: 'and go on anyway', zh: '不管结果' } },
    ],
    default: 'none',
  }),
  waitReplicas: count({
    label: { en: 'Replicas to wait for', zh: '等待的副本数' },
    help: { en: 'How many replicas must have the key.', zh: '必须有多少个副本收到键。' },
    min: 1,
    max: 3,
    default: 1,
  }),
  waitTimeout: milliseconds({
    label: { en: 'WAIT at most', zh: 'WAIT 最长' },
    help: {
      en: 'After this time the node answers with the replicas that have it so far.',
      zh: '超过这个时间，节点就回答目前已有多少副本收到。',
    },
    min: 1,
    max: 60_000,
    default: 100,
  }),
  clock: choice({
    label: { en: 'Measures with', zh: '用什么计时' },
    help: {
      en: 'By which of its clocks the client reckons how much of the TTL is left.',
      zh: '客户端用哪个时钟计算 TTL 还剩多少。',
    },
    options: [
      { id: 'mono', label: { en: 'the monotonic clock', zh: '单调时钟' } },
      { id: 'wall', label: { en: 'the wall clock', zh: '挂钟' } },
      { id: 'larger', label: { en: 'both, the longer time', zh: '两者取较长' } },
    ],
    default: 'mono',
  }),
  token: choice({
    label: { en: 'Fencing token', zh: 'fencing token' },
    help: {
      en: 'A counter on the same node (INCR after the SET). It falls back when the node forgets.',
      zh: '同一节点上的计数器（SET 之后 INCR）。节点失忆时它会倒退。',
    },
    options: [
      { id: 'none', label: { en: 'none', zh: '无' } },
      { id: 'counter', label: { en: 'counter on the node', zh: '节点上的计数器' } },
    ],
    default: 'none',
  }),
} as const;

export type SingleNodeSettings = ValuesOf<typeof singleNodeFields>;
