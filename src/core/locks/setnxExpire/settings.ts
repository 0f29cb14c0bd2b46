/** The settings and texts of SETNX and EXPIRE. The algorithm is in `lock.ts`. */
import { seconds, type ValuesOf } from '../../model/scenario/fields';
import { leaseMax } from '../../model/values/time';
import { nodeTimeoutField, retryFields } from '../shared/fields';

export const setnxExpireTexts = {
  about: {
    en: 'Two commands where one would do: a client that dies between them leaves a key that never expires, and DEL does not check whose it is.',
    zh: '本可一条命令完成，却分成两条：在两者之间崩溃，就留下永不消失的键；而 DEL 从不问这键是谁的。',
  },
  lossReport: {
    by: 'timer',
    when: {
      en: 'When the seconds of EXPIRE have passed by the client’s monotonic clock.',
      zh: '按客户端的单调时钟，EXPIRE 的秒数过完时。',
    },
    usually: {
      en: 'Nothing, and its DEL does not check whose key it deletes.',
      zh: '什么也不做；它的 DEL 也不问删的是谁的键。',
    },
  },
} as const;

export const setnxExpireFields = {
  expire: seconds({
    label: { en: 'Expiry', zh: '过期时间' },
    help: {
      en: 'EXPIRE takes whole seconds, counted from when it is carried out.',
      zh: 'EXPIRE 以整秒为单位，从执行那一刻算起。',
    },
    min: 1,
    max: leaseMax / 1000,
    default: 3,
    isLease: true,
  }),
  nodeTimeout: nodeTimeoutField,
  ...retryFields({ tries: 1 }),
} as const;

export type SetnxExpireSettings = ValuesOf<typeof setnxExpireFields>;
