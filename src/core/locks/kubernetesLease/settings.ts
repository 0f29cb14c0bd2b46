/** The settings and texts of the lock by a Lease of Kubernetes. The lock is in `lock.ts`. */
import { choice, flag, milliseconds, seconds, type ValuesOf } from '../../model/scenario/fields';
import type { Text } from '../../model/values/text';
import { leaseMax } from '../../model/values/time';

export const kubernetesTexts = {
  about: {
    en: 'Leader election as client-go does it: the leader renews a Lease object, and a candidate takes it over when its own stopwatch has seen no change for the whole LeaseDuration. No clocks are compared, only rates count; client-go itself does not guarantee a single leader.',
    zh: '按 client-go 的选主：leader 不断更新一个 Lease 对象；候选者用自己的秒表计时，整整 LeaseDuration 没见到变化就接管。不比较时钟，只看快慢；client-go 自己也声明不保证只有一个 leader。',
  },
  lossReport: {
    by: 'extension',
    when: {
      en: 'When no renewal has succeeded for RenewDeadline, even if the first refused one already names another leader. With ReleaseOnCancel only after the attempt to give the Lease up, which may last as long again.',
      zh: '整整 RenewDeadline 没有一次续期成功时；哪怕第一次被拒就已看到别的 leader，也要等到那时。开了 ReleaseOnCancel，还要先尝试交还 Lease，可能又是同样长的时间。',
    },
    usually: {
      en: 'Stops at once: OnStoppedLeading is called, and most programs end their process there.',
      zh: '立刻停下：OnStoppedLeading 被调用，多数程序在那里直接退出进程。',
    },
  },
} as const;

export const kubernetesFields = {
  leaseDuration: seconds({
    label: { en: 'LeaseDuration', zh: 'LeaseDuration' },
    help: {
      en: 'A candidate takes over when it has seen no change for this long, by its own stopwatch. The leader writes it into the Lease in whole seconds. Usual in Kubernetes: 15 s; OpenShift: 137 s.',
      zh: '候选者按自己的秒表，这么久没看到变化就接管。leader 以整秒把它写进 Lease。Kubernetes 通常为 15 秒，OpenShift 为 137 秒。',
    },
    min: 1,
    max: leaseMax / 1000,
    default: 15,
    isLease: true,
  }),
  renewDeadline: milliseconds({
    label: { en: 'RenewDeadline', zh: 'RenewDeadline' },
    help: {
      en: 'The leader gives up when it has tried to renew for this long without success. The ratio of LeaseDuration to it is how much faster a candidate’s clock may run. Usual: 10 s.',
      zh: 'leader 连续尝试续期这么久都不成功就放弃。LeaseDuration 与它之比，就是候选者的时钟最多能快几倍。通常为 10 秒。',
    },
    min: 1,
    max: leaseMax,
    default: 10_000,
  }),
  retryPeriod: milliseconds({
    label: { en: 'RetryPeriod', zh: 'RetryPeriod' },
    help: {
      en: 'The leader renews this long after its last success, and tries again as often. A candidate looks every 1 to 2.2 of it, at random. Usual: 2 s.',
      zh: 'leader 上次成功后过这么久再续期，失败也隔这么久重试。候选者每隔它的 1 到 2.2 倍看一次，随机取。通常为 2 秒。',
    },
    min: 10,
    max: leaseMax,
    default: 2000,
  }),
  release: choice({
    label: { en: 'ReleaseOnCancel', zh: 'ReleaseOnCancel' },
    help: {
      en: 'On: a leader that ends writes a Lease without a holder, as in client-go’s example. Since it replaces the version that it has just read, and asks only its memory whether it still leads, one that slept clears its successor’s Lease. Until a fix of 2026 (pull request 137988 of Kubernetes), a release that met the leader’s own late renewal failed. Off, client-go’s default: the others wait a whole LeaseDuration. kube-controller-manager has it behind a feature gate since Kubernetes 1.36 (KEP-5366), off there, and planned to be on from 1.37.',
      zh: '开：leader 结束时写入没有持有者的 Lease，client-go 的示例就这样。它覆盖的是刚读到的版本，而自己是否仍是 leader 只凭记忆，所以睡过头的 leader 会清掉继任者的 Lease。2026 年的修复（Kubernetes 的 pull request 137988）之前，交还若撞上自己迟到的续期就失败。关（client-go 的默认值）：别人要等整个 LeaseDuration。kube-controller-manager 从 Kubernetes 1.36 起用一个特性开关控制它（KEP-5366），默认关，计划从 1.37 起默认开。',
    },
    options: [
      { id: 'as-remembered', label: { en: 'on', zh: '开' }, pitfall: true },
      { id: 'if-still-holder', label: { en: 'on, if the Lease still names it', zh: '开，且 Lease 里仍是自己' } },
      { id: 'never', label: { en: 'off', zh: '关' } },
    ],
    default: 'as-remembered',
  }),
  stopsWhenDeposed: flag({
    label: { en: 'Stops when it sees another leader', zh: '看到别的 leader 就停下' },
    help: {
      en: 'client-go does not: a leader whose renewal is refused reads the other’s name, and goes on trying until RenewDeadline, while its work runs on.',
      zh: 'client-go 不会停：续期被拒后它读到别人的名字，仍一直试到 RenewDeadline，这期间它的工作照常进行。',
    },
    default: false,
  }),
  token: choice({
    label: { en: 'Token', zh: 'token' },
    help: {
      en: 'What the work shows to the storage. client-go hands it none. The Lease counts how often its holder has changed, and a program that wraps the lock object can see that number.',
      zh: '工作出示给存储的数。client-go 不给任何数；Lease 里记着持有者换过几次，程序包装锁对象就能看到。',
    },
    options: [
      { id: 'none', label: { en: 'none', zh: '无' } },
      { id: 'lease-transitions', label: { en: 'leaseTransitions', zh: 'leaseTransitions' } },
    ],
    default: 'none',
  }),
  nodeTimeout: milliseconds({
    label: { en: 'Timeout', zh: '超时' },
    help: {
      en: 'How long one request waits for an answer; while renewing, never beyond RenewDeadline. The request may have been carried out anyway. client-go’s own constructor takes half of RenewDeadline.',
      zh: '一个请求等应答多久；续期时不会超过 RenewDeadline。即使超时，请求也可能已经执行。client-go 自带的构造函数取 RenewDeadline 的一半。',
    },
    min: 1,
    max: 60_000,
    default: 5000,
    isTimeout: true,
  }),
} as const;

export type KubernetesSettings = ValuesOf<typeof kubernetesFields>;

/** A candidate’s wait is longer than RetryPeriod by up to this share of it. */
export const jitterFactor = 1.2;

/** NewLeaderElector refuses both. */
export const warnings = ({ leaseDuration, renewDeadline, retryPeriod }: KubernetesSettings): readonly Text[] => [
  ...(leaseDuration * 1000 > renewDeadline
    ? []
    : [
        {
          en: 'client-go refuses a LeaseDuration that is not longer than RenewDeadline: a cut-off leader would go on beside the next one.',
          zh: 'client-go 拒绝不长于 RenewDeadline 的 LeaseDuration：断网的 leader 会与下一任并存。',
        },
      ]),
  ...(renewDeadline > jitterFactor * retryPeriod
    ? []
    : [
        {
          en: 'client-go refuses a RenewDeadline that is not longer than 1.2 RetryPeriods: there would be no time for a second try.',
          zh: 'client-go 拒绝不长于 1.2 个 RetryPeriod 的 RenewDeadline：那样没有时间再试一次。',
        },
      ]),
];
