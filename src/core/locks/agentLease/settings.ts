/** The settings and texts of an agent's lease in Redis. The lock is in `lock.ts`. */
import { choice, milliseconds, type ValuesOf } from '../../model/scenario/fields';
import type { Settings } from '../../model/scenario/scenario';
import type { Text } from '../../model/values/text';
import { leaseMax } from '../../model/values/time';
import { agentRenewalFields } from '../shared/agentRenewal';
import { compareByField, nodeTimeoutField, retryFields } from '../shared/fields';

export const agentLeaseTexts = {
  about: {
    en: 'A lease in Redis that a coding agent takes before it edits a file: one key with its name and a TTL of minutes. Who renews it decides what breaks it: a long answer, a pause, or an agent that hangs.',
    zh: '编程 agent 改文件之前在 Redis 里拿的租约：一个键，写着自己的名字，TTL 以分钟计。会被什么打破，取决于谁来续期：长回答，停顿，还是挂住的 agent。',
  },
  lossReport: {
    by: 'extension',
    when: {
      en: 'When a renewal is refused: “not renewed (expired or not yours)”. Without renewals, never.',
      zh: '续期被拒时：“not renewed (expired or not yours)”。不续期就永远不知道。',
    },
    usually: {
      en: 'Keeps working. The line is one of many that the agent may read, and in the middle of an answer it reads nothing.',
      zh: '继续工作。这行输出只是 agent 可能读到的许多行之一，而回答到一半时它什么也不读。',
    },
  },
} as const;

export const agentLeaseFields = {
  ttl: milliseconds({
    label: { en: 'TTL', zh: 'TTL' },
    help: {
      en: 'How long the lease lasts without a renewal; it is renewed every third of that. Agents pause for minutes by design. Usual: 5 to 30 min.',
      zh: '不续期时租约能维持多久；每过三分之一续期一次。agent 一停几分钟是常事。常见：5 到 30 分钟。',
    },
    min: 3,
    max: leaseMax,
    default: 300_000,
    isLease: true,
  }),
  ...agentRenewalFields,
  holder: choice({
    label: { en: 'Name of the holder', zh: '持有者的名字' },
    help: {
      en: 'agentlock takes the name of the operating system’s user unless AGENTLOCK_HOLDER is set. Then all agents of one user have one name, and renew and release each other’s leases.',
      zh: '没设 AGENTLOCK_HOLDER 时，agentlock 用操作系统的用户名。同一用户的所有 agent 于是同名，会续期、释放彼此的租约。',
    },
    options: [
      { id: 'session', label: { en: 'its session’s, unique', zh: '会话名，各不相同' } },
      { id: 'user', label: { en: 'its user’s, for all agents', zh: '用户名，大家一样' }, pitfall: true },
    ],
    default: 'session',
  }),
  compareBy: compareByField,
  nodeTimeout: nodeTimeoutField,
  ...retryFields({ tries: 1 }),
} as const;

export type AgentLeaseSettings = ValuesOf<typeof agentLeaseFields>;

export const warnings = ({ renewedBy, ttl }: AgentLeaseSettings, { work }: Settings): readonly Text[] => {
  if (work < ttl) return [];
  switch (renewedBy) {
    case 'nobody':
      return [{ en: 'The work takes longer than the TTL, and nobody renews.', zh: '工作时间超过 TTL，而没有谁续期。' }];
    case 'loop':
      return [
        {
          en: 'The work is one answer that takes longer than the TTL, and the agent’s loop cannot renew meanwhile.',
          zh: '工作是一段比 TTL 还长的回答，其间 agent 的循环无法续期。',
        },
      ];
    default:
      return [];
  }
};
