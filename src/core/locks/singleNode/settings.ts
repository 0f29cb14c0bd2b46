/** The settings and texts of the lock on one node. The algorithm is in `lock.ts`. */
import { choice, count, flag, milliseconds, type ValuesOf } from '../../model/scenario/fields';
import { compareByField, nodeTimeoutField, retryFields, ttlField } from '../shared/fields';

export const singleNodeTexts = {
  about: {
    en: 'SET with NX and PX on one node, released by compare-and-delete: simple, and lost when the node fails over before its replica has the key.',
    zh: '在一个节点上用 SET NX PX 加锁，释放时先比较再删除：简单，但若在副本收到键之前发生故障转移，锁就丢了。',
  },
  lossReport: {
    by: 'timer',
    when: {
      en: 'When the TTL has passed by the clock that the client measures with. Without an expiry, never.',
      zh: '按客户端所用的时钟，TTL 到期时。没有过期时间则永远不会。',
    },
    usually: {
      en: 'Nothing. The recipe has no timer. The client finds out at the release, when the script no longer finds its value.',
      zh: '什么也不做。这种写法没有定时器。释放时脚本找不到自己的值，客户端才知道。',
    },
  },
} as const;

export const singleNodeFields = {
  ttl: ttlField,
  expiry: choice({
    label: { en: 'Expiry', zh: '过期' },
    help: {
      en: 'Without an expiry, the key of a holder that crashes stays forever.',
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
      en: 'With a fixed value nobody can tell whose lock it is, and a late release deletes another client’s.',
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
      en: 'A script compares and deletes in one step, and so does DELEX key IFEQ value since Redis 8.4 (in Valkey DELIFEQ since 9.0, DELEX from 9.2 on). GET and DEL are two.',
      zh: '脚本能一步完成比较和删除；Redis 8.4 起 DELEX key IFEQ value 也能（Valkey 9.0 起 DELIFEQ，9.2 起 DELEX）。GET 加 DEL 是两步。',
    },
    options: [
      { id: 'script', label: { en: 'compare and delete in one step', zh: '一步完成比较和删除' } },
      { id: 'get-del', label: { en: 'GET, compare, DEL', zh: 'GET、比较、DEL' } },
      { id: 'del', label: { en: 'DEL', zh: 'DEL' } },
    ],
    default: 'script',
  }),
  compareBy: compareByField,
  releaseTwice: flag({
    label: { en: 'Releases twice', zh: '释放两次' },
    help: {
      en: 'The second release finds that its key is gone.',
      zh: '第二次释放会发现自己的键已经没有了。',
    },
    default: false,
  }),
  nodeTimeout: nodeTimeoutField,
  ...retryFields({ tries: 1 }),
  wait: choice({
    label: { en: 'WAIT for replicas', zh: '用 WAIT 等副本' },
    help: {
      en: 'After the SET, asks how many replicas have it. It only helps if the answer is checked.',
      zh: 'SET 之后询问有多少副本已收到。不看结果，问了也没用。',
    },
    options: [
      { id: 'none', label: { en: 'no', zh: '不等' } },
      { id: 'checked', label: { en: 'and give up if too few', zh: '不够就放弃' } },
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
      en: 'After this time the node answers how many replicas have it so far.',
      zh: '超过这个时间，节点就回答目前已有多少副本收到。',
    },
    min: 1,
    max: 60_000,
    default: 100,
  }),
  clock: choice({
    label: { en: 'Measures with', zh: '用什么计时' },
    help: {
      en: 'Which of its clocks tells the client how much of the TTL is left.',
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
  counterStart: count({
    label: { en: 'Counter starts at', zh: '计数器起始值' },
    help: {
      en: 'Where a new counter starts: the first token is one more. A node that forgets starts there again.',
      zh: '计数器还不存在时的值：第一个 token 比它大一。节点失忆后又从它数起。',
    },
    min: 0,
    max: 1_000_000,
    default: 0,
  }),
} as const;

export type SingleNodeSettings = ValuesOf<typeof singleNodeFields>;
