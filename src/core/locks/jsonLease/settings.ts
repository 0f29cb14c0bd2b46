/** The settings and texts of the lease in a JSON file. The lock is in `lock.ts`. */
import { choice, flag, milliseconds, type ValuesOf } from '../../model/scenario/fields';
import type { Text } from '../../model/values/text';
import { leaseMax } from '../../model/values/time';
import { agentRenewalFields } from '../shared/agentRenewal';
import { fileSystemField } from '../shared/fileRequests';

export const jsonLeaseTexts = {
  about: {
    en: 'A file with an owner and the time at which its lease expires, as tools for coding agents keep it: read it, and if it is free or over, write a new one and rename it over the old. The rename is atomic, but it compares nothing: two that read “free” both have the lease.',
    zh: '一个文件，写着持有者和租约的到期时刻，编程 agent 的工具常这样写：先读，空闲或已过期，就写一个新文件，用 rename 换上去。rename 是原子的，却什么也不比较：两个都读到“空闲”，就都拿到了租约。',
  },
  lossReport: {
    by: 'extension',
    when: {
      en: 'At the next renewal, which reads the file and finds another owner. A lease that nobody renews is lost unheard, except by its holder’s own timer.',
      zh: '要到下一次续期：读文件时发现持有者换了。没有谁续期的租约，丢了也不知道，只能靠持有者自己的定时器。',
    },
    usually: {
      en: 'The agent stops at its next step. An answer that it is writing is written to its end.',
      zh: 'agent 到下一步才停下；正在写的回答会先写完。',
    },
  },
} as const;

export const jsonLeaseFields = {
  ttl: milliseconds({
    label: { en: 'TTL', zh: 'TTL' },
    help: {
      en: 'The file says that the lease expires this long from now, by its writer’s wall clock. A tool for agents, factory-factory, takes 30 min: one answer of a model may take minutes.',
      zh: '文件里写着租约到“现在加这么久”为止，按写入者的时钟。模型的一个回答可能要几分钟，agent 工具 factory-factory 取 30 分钟。',
    },
    min: 1000,
    max: leaseMax,
    default: 1_800_000,
    isLease: true,
  }),
  renewEvery: milliseconds({
    label: { en: 'Renewed every', zh: '续期间隔' },
    help: {
      en: 'How long after a renewal the next one is due, if anybody renews.',
      zh: '如果有谁续期，两次续期之间隔多久。',
    },
    min: 100,
    max: leaseMax,
    default: 300_000,
  }),
  ...agentRenewalFields,
  retryDelay: milliseconds({
    label: { en: 'Retry delay', zh: '重试间隔' },
    help: {
      en: 'How long a client waits before it reads a file again that another holds.',
      zh: '文件被别人占着时，隔多久再读一次。',
    },
    min: 10,
    max: leaseMax,
    default: 5000,
  }),
  readsBack: flag({
    label: { en: 'Reads back', zh: '写完再读一遍' },
    help: {
      en: 'After the rename the client reads the file once more, and believes in its lease only if it finds its own name. Another rename may come right after that.',
      zh: 'rename 之后再读一遍文件，看到自己的名字才算拿到租约。可紧接着仍可能有别人的 rename。',
    },
    default: false,
  }),
  release: choice({
    label: { en: 'Release', zh: '归还' },
    help: {
      en: 'How the holder gives the lease back. “If its own” reads the file first: between the read and the removal, another may have taken it.',
      zh: '持有者怎样归还租约。“是自己的才删”会先读文件：从读到删之间，仍可能有别人接手。',
    },
    options: [
      { id: 'if-own', label: { en: 'removes the file if its own', zh: '文件是自己的才删' } },
      { id: 'any', label: { en: 'removes whatever is there', zh: '不管是谁的都删' }, pitfall: true },
    ],
    default: 'if-own',
  }),
  fileSystem: fileSystemField,
} as const;

export type JsonLeaseSettings = ValuesOf<typeof jsonLeaseFields>;

export const warnings = ({ renewedBy, renewEvery, ttl }: JsonLeaseSettings): readonly Text[] =>
  renewedBy === 'nobody' || renewEvery < ttl
    ? []
    : [{ en: 'The lease is over before its first renewal.', zh: '还没到第一次续期，租约就过期了。' }];
