/** The settings and texts of the lock in etcd. The lock is in `lock.ts`. */
import { choice, flag, milliseconds, type ValuesOf } from '../../model/scenario/fields';
import { leaseMax } from '../../model/values/time';
import { ensembleFields } from '../shared/ensembleFields';
import { nodeTimeoutField } from '../shared/fields';

export const etcdTexts = {
  about: {
    en: 'Clients queue up with keys that expire with their leases. The oldest key holds the lock; each client watches the one before its own. Its create revision is a fencing token.',
    zh: '客户端各写一个随租约消失的键来排队；最早创建的键持有锁，每个客户端监听自己前面的那个。创建时的 revision 可作 fencing token。',
  },
  lossReport: {
    by: 'session',
    when: {
      en: 'When the server answers a KeepAlive that the lease is gone, or when, at its look once a second, the client has had no answer for as long as the lease lasts; before the first answer, for 5 s.',
      zh: '服务器应答 KeepAlive 说租约已不存在，或客户端每秒检查一次时发现，已有整个租约那么久没有收到应答（收到第一个应答之前是 5 秒）。',
    },
    usually: {
      en: 'Stops before its next step. The Go client closes a channel, Done(), and the program has to watch it.',
      zh: '在下一步之前停下。Go 客户端会关闭通道 Done()，程序要自己检查。',
    },
  },
} as const;

export const etcdFields = {
  lease: milliseconds({
    label: { en: 'Lease', zh: '租约' },
    help: {
      en: 'The server deletes the key of a client that it has not heard from for this long; the client sends a KeepAlive a third of it after each answer, looking twice a second. The Go client: 60 s.',
      zh: '服务器这么久没有听到客户端的消息就删除它的键；客户端收到应答后过租约的三分之一再续期，每半秒看一次是否该发。Go 客户端默认 60 秒。',
    },
    min: 10,
    max: leaseMax,
    default: 60_000,
    isLease: true,
  }),
  renewal: choice({
    label: { en: 'Renewal', zh: '续期' },
    help: {
      en: 'A session of the Go client sends KeepAlives. A program that grants a lease itself may forget them, and nothing tells it that the lease has expired. A key that is put without a lease stays when its client dies.',
      zh: 'Go 客户端的 session 会续期。自己申请租约的程序可能忘了续，租约到期也没有谁告诉它；写键时不带租约，客户端死了键也还在。',
    },
    options: [
      { id: 'kept', label: { en: 'KeepAlives', zh: '按时续期' } },
      { id: 'never', label: { en: 'nobody renews the lease', zh: '没有谁续期' }, pitfall: true },
      { id: 'none', label: { en: 'the key has no lease', zh: '键没有租约' }, pitfall: true },
    ],
    default: 'kept',
  }),
  waitMax: milliseconds({
    label: { en: 'Waits for the lock', zh: '等锁多久' },
    help: {
      en: 'How long a client stays in the queue before it leaves and asks again. The Go client waits for as long as its context allows.',
      zh: '客户端排队多久后离开，再重新排队。Go 客户端等多久由它的 context 决定。',
    },
    min: 1,
    max: leaseMax,
    default: 5000,
  }),
  recheckLease: flag({
    label: { en: 'Checks its key when woken', zh: '被唤醒后再检查自己的键' },
    help: {
      en: 'A lease may end while its client waits. Without this check, as in the server’s lock before Jepsen’s report of 2020, a client that is woken thinks it has the lock.',
      zh: '等待时租约可能已经到期。若不再检查（如 2020 年 Jepsen 报告之前服务器端的锁），被唤醒的客户端就以为锁归自己了。',
    },
    default: true,
  }),
  countsFrom: choice({
    label: { en: 'Counts its lease from', zh: '租约从何时算起' },
    help: {
      en: 'The Go client counts from the answer to a KeepAlive, so after a slow answer it trusts the lease for longer than the server does.',
      zh: 'Go 客户端从收到续期应答算起；应答慢了，它以为的租约就比服务器上的更长。',
    },
    options: [
      { id: 'answer', label: { en: 'the answer', zh: '收到应答' } },
      { id: 'question', label: { en: 'the request', zh: '发出请求' } },
    ],
    default: 'answer',
  }),
  nodeTimeout: nodeTimeoutField,
  ...ensembleFields,
} as const;

export type EtcdSettings = ValuesOf<typeof etcdFields>;
