/** The names of a reader's lock and check, and the settings of the lock. */
import { choice, count, flag, milliseconds } from '../../core/model/scenario/fields';
import { leaseMax } from '../../core/model/values/time';

export const ownLockTexts = {
  title: { en: 'Your lock', zh: '你的锁' },
  about: { en: 'The code that you wrote or pasted.', zh: '你写的或粘贴的代码。' },
} as const;

export const ownLossReport = {
  by: 'timer',
  when: { en: 'When the code calls lost, or when its validity is over.', zh: '代码调用 lost 时，或有效时间结束时。' },
  usually: { en: 'A client whose code calls lost stops at once.', zh: '代码调用 lost 的客户端会立刻停下。' },
} as const;

export const ownCheckTexts = {
  title: { en: 'Your check', zh: '你的检查' },
  about: { en: 'The check that you wrote decides on each write.', zh: '每次写入由你写的检查决定。' },
} as const;

export const ownFields = {
  nodes: count({
    label: { en: 'Redis nodes', zh: 'Redis 节点' },
    help: { en: 'How many servers the code gets.', zh: '交给这段代码多少个服务器。' },
    min: 1,
    max: 9,
    default: 1,
  }),
  ttl: milliseconds({
    label: { en: 'TTL', zh: 'TTL' },
    help: { en: 'The lease that the code should take.', zh: '告诉这段代码要取多长的租约。' },
    min: 1,
    max: leaseMax,
    default: 2000,
    isLease: true,
  }),
  files: choice({
    label: { en: 'Files', zh: '文件' },
    help: {
      en: 'Whether the code locks by files: not at all, besides Redis, or by files alone.',
      zh: '这段代码是否用文件加锁：不用、与 Redis 并用，或只用文件。',
    },
    options: [
      { id: 'none', label: { en: 'not at all', zh: '不用' } },
      { id: 'also', label: { en: 'besides Redis', zh: '与 Redis 并用' } },
      { id: 'only', label: { en: 'files alone', zh: '只用文件' } },
    ],
    default: 'none',
  }),
  token: flag({
    label: { en: 'Has a fencing token', zh: '有 fencing token' },
    help: { en: 'Whether acquire returns a token.', zh: '加锁时是否返回 token。' },
    default: false,
  }),
  returnsLock: flag({
    label: { en: 'Returns something', zh: '有返回值' },
    help: {
      en: 'Whether acquire returns something when it has the lock. If so, undefined means refused.',
      zh: '拿到锁时 acquire 是否有返回值。若有，undefined 就表示拒绝。',
    },
    default: false,
  }),
  freedAfter: milliseconds({
    label: { en: 'Free after a death', zh: '持有者死后多久可用' },
    help: {
      en: 'How long a client waits beside a holder that has died, where that is longer than the TTL. 0: as long as the TTL.',
      zh: '持有者死后，其他客户端要等多久，仅在比 TTL 长时填写。0：与 TTL 相同。',
    },
    min: 0,
    max: leaseMax,
    default: 0,
  }),
  acquiredAs: count({
    label: { en: 'Way to call acquire', zh: 'acquire 的调用方式' },
    help: {
      en: 'Which of the possible arguments acquire gets. 0: what the names of its parameters say.',
      zh: '在可能的参数里，acquire 用第几种。0：按参数名。',
    },
    min: 0,
    max: 99,
    default: 0,
  }),
  releasedAs: count({
    label: { en: 'Way to call release', zh: 'release 的调用方式' },
    help: {
      en: 'Which of the possible arguments release gets. 0: what the names of its parameters say.',
      zh: '在可能的参数里，release 用第几种。0：按参数名。',
    },
    min: 0,
    max: 99,
    default: 0,
  }),
  refusal: count({
    label: { en: 'Form of a refusal', zh: '拒绝的形式' },
    help: {
      en: 'A digest of what acquire returns without the lock, where only a run shows it. 0: the value says it.',
      zh: '没拿到锁时 acquire 返回值的摘要，只在要靠运行才能看出时使用。0：看值就知道。',
    },
    min: 0,
    max: 2 ** 31,
    default: 0,
  }),
  twins: flag({
    label: { en: 'Containers with one name', zh: '容器同名' },
    help: {
      en: 'Each client has the process id 1 and the same host name, as containers of one image may.',
      zh: '每个客户端的进程号都是 1，主机名也相同，就像同一个镜像的多个容器那样。',
    },
    default: false,
  }),
} as const;
