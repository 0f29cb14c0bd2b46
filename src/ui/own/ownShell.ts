/** What the page knows of a reader's lock: its name and its nodes. Its code runs in the sandbox alone, so its programs are never run here. */
import type { Program } from '../../model/effect';
import { count, flag, milliseconds } from '../../model/fields';
import { defineLock } from '../../model/lock';
import { nodeId } from '../../model/scenario';
import { ownLockId } from '../../own/session';

const fields = {
  nodes: count({
    label: { en: 'Nodes', zh: '节点数' },
    help: { en: 'How many Redis nodes the code is given.', zh: '代码能用几个 Redis 节点。' },
    min: 1,
    max: 9,
    default: 1,
  }),
  ttl: milliseconds({
    label: { en: 'TTL', zh: 'TTL' },
    help: { en: 'The TTL that the code is given.', zh: '交给代码的 TTL。' },
    min: 1,
    max: 600_000,
    default: 2000,
    isLease: true,
  }),
  token: flag({
    label: { en: 'Fencing token', zh: 'fencing token' },
    help: { en: 'Whether the code returns one.', zh: '代码是否返回 token。' },
    default: false,
  }),
} as const;

function* elsewhere(): Program<never> {
  throw new Error('The code of a reader runs in the sandbox.');
}

export const ownShell = defineLock<typeof fields, null>({
  id: ownLockId,
  title: { en: 'Your lock', zh: '你的锁' },
  about: { en: 'A lock that a reader has written.', zh: '读者自己写的锁。' },
  toldOfLoss: {
    by: 'nobody',
    when: { en: 'When the code says so.', zh: '代码自己说丢了的时候。' },
    usually: { en: 'Whatever the code does.', zh: '看代码怎么写。' },
  },
  fields,
  steps: [],
  services: (_, { nodes }) => Array.from({ length: nodes }, (_node, index) => nodeId(index)),
  hasToken: ({ token }) => token,
  acquire: elsewhere,
  release: elsewhere,
  remaining: elsewhere,
  source: 'own/session.ts',
});
