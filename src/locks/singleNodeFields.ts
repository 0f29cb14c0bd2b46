/** What can be set about the lock on one node, and what it is called. The algorithm is in `singleNode.ts`. */
import { choice, count, flag, milliseconds, type ValuesOf } from '../model/fields';
import { retryFields, ttlField } from './sharedFields';

export const singleNodeTexts = {
  title: { en: 'One Redis node', zh: '单个 Redis 节点' },
  about: {
    en: 'SET with NX and PX on one node, released by compare-and-delete: simple, and lost when the node fails over before its replica has the key.',
    zh: '在一个节点上用 SET NX PX 加锁，释放时先比较再删除：简单，但若在副本收到键之前发生故障转移，锁就丢了。',
  },
} as const;

export const singleNodeFields = {
  ttl: ttlField,
  expiry: choice({
    label: { en: 'Expiry', zh: '过期' },
    options: [
      { id: 'px', label: { en: 'after the TTL (PX)', zh: 'TTL 之后（PX）' } },
      { id: 'none', label: { en: 'never', zh: '永不' } },
    ],
    default: 'px',
  }),
  value: choice({
    label: { en: 'Value of the key', zh: '键的值' },
    options: [
      { id: 'random', label: { en: 'random', zh: '随机' } },
      { id: 'fixed', label: { en: 'fixed: 1', zh: '固定：1' } },
    ],
    default: 'random',
  }),
  release: choice({
    label: { en: 'Releases by', zh: '释放方式' },
    options: [
      { id: 'script', label: { en: 'a script', zh: '脚本' } },
      { id: 'get-del', label: { en: 'GET, compare, DEL', zh: 'GET、比较、DEL' } },
      { id: 'del', label: { en: 'DEL', zh: 'DEL' } },
    ],
    default: 'script',
  }),
  releaseTwice: flag({
    label: { en: 'Releases twice', zh: '释放两次' },
    default: false,
  }),
  nodeTimeout: milliseconds({
    label: { en: 'Timeout', zh: '超时' },
    min: 1,
    max: 60_000,
    default: 1000,
    means: 'timeout',
  }),
  ...retryFields({ tries: 1 }),
  wait: choice({
    label: { en: 'WAIT for replicas', zh: '用 WAIT 等副本' },
    options: [
      { id: 'none', label: { en: 'no', zh: '不等' } },
      { id: 'checked', label: { en: 'and give up when too few', zh: '不够就放弃' } },
      { id: 'ignored', label: { en: 'and go on anyway', zh: '不管结果' } },
    ],
    default: 'none',
  }),
  waitReplicas: count({
    label: { en: 'Replicas to wait for', zh: '等待的副本数' },
    min: 1,
    max: 3,
    default: 1,
  }),
  waitTimeout: milliseconds({
    label: { en: 'WAIT at most', zh: 'WAIT 最长' },
    min: 1,
    max: 60_000,
    default: 100,
  }),
  clock: choice({
    label: { en: 'Measures with', zh: '用什么计时' },
    options: [
      { id: 'mono', label: { en: 'the monotonic clock', zh: '单调时钟' } },
      { id: 'wall', label: { en: 'the wall clock', zh: '挂钟' } },
      { id: 'larger', label: { en: 'both, the longer time', zh: '两者取较长' } },
    ],
    default: 'mono',
  }),
  token: choice({
    label: { en: 'Fencing token', zh: 'fencing token' },
    options: [
      { id: 'none', label: { en: 'none', zh: '无' } },
      { id: 'counter', label: { en: 'counter on the node', zh: '节点上的计数器' } },
    ],
    default: 'none',
  }),
  counterStart: count({
    label: { en: 'Counter starts at', zh: '计数器起始值' },
    min: 0,
    max: 1_000_000,
    default: 0,
  }),
} as const;

export type SingleNodeSettings = ValuesOf<typeof singleNodeFields>;
