/** The settings and texts of the lock whose value is a fencing token. The algorithm is in `lock.ts`. */
import { choice, type ValuesOf } from '../../model/scenario/fields';
import { compareByField, nodeTimeoutField, retryFields, ttlField } from '../shared/fields';

export const tokenLockTexts = {
  about: {
    en: 'On one node: first a token that grows, then the lock with the token as its value. A client that was paused for too long in between finds out at once. Two requests, where Redlock needs N.',
    zh: '单节点：先取一个递增的 token，再以它为值加锁；在两者之间停顿太久的客户端会立刻得知。只需两次请求，而 Redlock 要 N 次。',
  },
  lossReport: {
    by: 'timer',
    when: {
      en: 'When the TTL has passed by the client’s monotonic clock.',
      zh: '按客户端的单调时钟，TTL 到期时。',
    },
    usually: {
      en: 'Nothing: it relies on the storage, which rejects an old token.',
      zh: '什么也不做：它靠存储拒绝旧的 token。',
    },
  },
} as const;

export const tokenLockFields = {
  ttl: ttlField,
  counter: choice({
    label: { en: 'The token is counted', zh: 'token 在哪里计数' },
    help: {
      en: 'The article counts first and locks afterwards: a client that is paused in between may get the lock with a token that is older than one already used. In the lock’s script, tokens come in the order in which clients get the lock. A node that restarts empty forgets its counter too, unless the counter is on another node.',
      zh: '文章先取 token 再加锁：在两者之间停顿的客户端，可能带着比已用过的更旧的 token 拿到锁。在加锁脚本里计数，token 的顺序就与锁一致。节点重启后若数据为空，计数器也就丢了，除非放在别处。',
    },
    options: [
      { id: 'before', label: { en: 'before the lock', zh: '加锁之前' } },
      { id: 'inside', label: { en: 'in the lock’s script', zh: '加锁脚本之内' } },
      { id: 'elsewhere', label: { en: 'before it, on another node', zh: '加锁之前，在另一个节点上' } },
    ],
    default: 'before',
  }),
  compareBy: compareByField,
  nodeTimeout: nodeTimeoutField,
  ...retryFields({ tries: 1 }),
} as const;

export type TokenLockSettings = ValuesOf<typeof tokenLockFields>;
