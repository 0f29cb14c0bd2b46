/** The settings and texts of Vault's lock in DynamoDB. The lock is in `lock.ts`. */
import { count, milliseconds, type ValuesOf } from '../../model/scenario/fields';
import { leaseMax } from '../../model/values/time';

export const vaultDynamodbTexts = {
  about: {
    en: 'Leadership by an item with the time when it is over, by the holder’s wall clock. A standby compares that time with its own clock. A renewal has the same condition, so a leader that slept takes an expired lock back. A watch looks every 5 s whose the lock is.',
    zh: '用一项来选主：项里写着到期时刻，按持有者的挂钟；备用节点拿自己的时钟来比。续期用同样的条件，所以睡过头的 leader 会把过期的锁抢回来。另有一个 watch 每 5 秒看一眼锁是谁的。',
  },
  lossReport: {
    by: 'extension',
    when: {
      en: 'When the watch reads another name, or has failed five times. A renewal that is refused is not even logged.',
      zh: 'watch 读到别的名字，或连续失败五次。续期被拒连日志都不记。',
    },
    usually: {
      en: 'Stops at once: Vault gives up its active duty.',
      zh: '立刻停下：Vault 退出 active 状态。',
    },
  },
} as const;

export const vaultDynamodbFields = {
  ttl: milliseconds({
    label: { en: 'TTL', zh: 'TTL' },
    help: {
      en: 'The holder writes its own time plus this into the item. Vault: 15 s.',
      zh: '持有者把自己的时间加上它写进项里。Vault 为 15 秒。',
    },
    min: 1,
    max: leaseMax,
    default: 15_000,
    isLease: true,
  }),
  renewInterval: milliseconds({
    label: { en: 'Renews every', zh: '续期间隔' },
    help: {
      en: 'How often the leader writes a new time. An error is only logged. Vault: 5 s.',
      zh: 'leader 隔多久写一次新的时刻。出错只记日志。Vault 为 5 秒。',
    },
    min: 10,
    max: leaseMax,
    default: 5000,
  }),
  retryInterval: milliseconds({
    label: { en: 'Retry delay', zh: '重试间隔' },
    help: {
      en: 'How often a standby tries, the first time after one delay. Vault: 1 s.',
      zh: '备用节点隔多久试一次，第一次也先等这么久。Vault 为 1 秒。',
    },
    min: 10,
    max: leaseMax,
    default: 1000,
  }),
  watchInterval: milliseconds({
    label: { en: 'Watches every', zh: 'watch 间隔' },
    help: {
      en: 'How often the leader reads whose lock it is. Vault: 5 s.',
      zh: 'leader 隔多久读一次锁是谁的。Vault 为 5 秒。',
    },
    min: 10,
    max: leaseMax,
    default: 5000,
  }),
  watchRetries: count({
    label: { en: 'Failed watches', zh: 'watch 失败次数' },
    help: {
      en: 'After this many failures in a row the leader gives up. Vault: 5.',
      zh: '连续失败这么多次，leader 就放弃。Vault 为 5。',
    },
    min: 1,
    max: 100,
    default: 5,
  }),
  nodeTimeout: milliseconds({
    label: { en: 'Timeout', zh: '超时' },
    help: {
      en: 'How long one request waits for an answer. 0: until its connection ends, as Vault’s HTTP client.',
      zh: '一个请求等应答多久。0：一直等到连接断开，Vault 的 HTTP 客户端就是这样。',
    },
    min: 0,
    max: 60_000,
    default: 0,
    isTimeout: true,
  }),
  retries: count({
    label: { en: 'Retries of the SDK', zh: 'SDK 重发次数' },
    help: {
      en: 'How often the SDK sends a failed request again, after 50, 100, 200 … ms. It does no harm here: a write finds the writer’s own name. Version 1 of the SDK for Go, which Vault uses: 10.',
      zh: '请求失败后 SDK 重发几次，间隔 50、100、200……毫秒。这里没有坏处：写入时看到的是自己的名字。Vault 用的 Go SDK v1 为 10 次。',
    },
    min: 0,
    max: 20,
    default: 10,
  }),
} as const;

export type VaultDynamodbSettings = ValuesOf<typeof vaultDynamodbFields>;
