/** The settings and texts of the lock of Terraform's and OpenTofu's state. The lock is in `lock.ts`. */
import { choice, count, flag, milliseconds, type ValuesOf } from '../../model/scenario/fields';
import { leaseMax } from '../../model/values/time';

export const stateLockTexts = {
  about: {
    en: 'An object beside the state, created only if there is none, without an expiry, as Terraform and OpenTofu do it in S3. No pause breaks it. A job that is killed leaves it behind, until a person gives its id to force-unlock: who does that while the holder is only slow lets two in.',
    zh: '状态旁边的一个对象，没有才能创建，没有过期时间，Terraform 和 OpenTofu 在 S3 上就这样。停顿打不破它。任务被杀，它就留在那里，直到有人拿它的 ID 去 force-unlock：持有者要是只是慢，就放进了两个。',
  },
  lossReport: {
    by: 'nobody',
    when: {
      en: 'At the unlock, which finds another id or none. The state has been written by then.',
      zh: '要到解锁时，才发现 ID 换了或没了。那时状态早已写完。',
    },
    usually: {
      en: 'Prints that it could not release the lock, after its write.',
      zh: '写完以后，打印一句“没能释放锁”。',
    },
  },
} as const;

export const stateLockFields = {
  lockTimeout: milliseconds({
    label: { en: '-lock-timeout', zh: '-lock-timeout' },
    help: {
      en: 'How long it tries: after 1 s, and then after twice as long each time, up to 16 s. By default 0: it is refused at once.',
      zh: '试多久：先隔 1 秒，以后每次加倍，最多 16 秒。默认为 0，立刻被拒。',
    },
    min: 0,
    max: leaseMax,
    default: 0,
  }),
  forced: choice({
    label: { en: 'force-unlock', zh: 'force-unlock' },
    help: {
      en: 'Whether a person whose jobs are refused again and again gives the id that the message shows to force-unlock. Nobody can see whether its holder still works.',
      zh: '一再被拒的人，会不会拿报错里的 ID 去 force-unlock。谁也看不出持有者还在不在干。',
    },
    options: [
      { id: 'never', label: { en: 'never', zh: '从不' } },
      { id: 'after', label: { en: 'after a while', zh: '等一阵以后' }, pitfall: true },
    ],
    default: 'never',
  }),
  forceAfter: milliseconds({
    label: { en: 'Forced after', zh: '多久后强制解锁' },
    help: {
      en: 'How long somebody has seen the same id before he forces it.',
      zh: '同一个 ID 看了多久，才动手强制解锁。',
    },
    min: 0,
    max: leaseMax,
    default: 600_000,
  }),
  deletes: choice({
    label: { en: 'The unlock', zh: '解锁' },
    help: {
      en: 'In S3, OpenTofu reads the object, compares the id, and then deletes whatever is there. In GCS the delete itself names the generation.',
      zh: '在 S3 上，OpenTofu 先读对象比对 ID，再删掉当时在那里的任何对象。在 GCS 上，删除请求本身就带着 generation。',
    },
    options: [
      { id: 'after-look', label: { en: 'looks, then deletes', zh: '先看，再删' }, pitfall: true },
      { id: 'on-condition', label: { en: 'deletes on a condition', zh: '带条件删除' } },
    ],
    default: 'after-look',
  }),
  knowsOwn: flag({
    label: { en: 'Knows its own id', zh: '认得自己的 ID' },
    help: {
      en: 'A create that got no answer is sent again, and is refused by what it has made itself. A client that compares the id in the object with its own goes on. OpenTofu does not.',
      zh: '创建请求没有应答就会重发，结果被自己建好的对象拒绝。拿对象里的 ID 和自己的一比，就能接着干；OpenTofu 不比。',
    },
    default: false,
  }),
  nodeTimeout: milliseconds({
    label: { en: 'Timeout', zh: '超时' },
    help: {
      en: 'How long a request waits for an answer. It may have been carried out anyway.',
      zh: '请求等应答多久。即使超时，请求也可能已经执行。',
    },
    min: 1,
    max: 60_000,
    default: 10_000,
    isTimeout: true,
  }),
  resends: count({
    label: { en: 'Sent again', zh: '重发次数' },
    help: {
      en: 'How often the SDK sends a request again that got no answer. The S3 backend’s default is 5 (max_retries).',
      zh: '没有应答时 SDK 重发几次。S3 后端默认 5 次（max_retries）。',
    },
    min: 0,
    max: 10,
    default: 5,
  }),
} as const;

export type StateLockSettings = ValuesOf<typeof stateLockFields>;
