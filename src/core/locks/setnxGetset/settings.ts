/** The settings and texts of SETNX, GET and GETSET. The algorithm is in `lock.ts`. */
import { flag, milliseconds, type ValuesOf } from '../../model/scenario/fields';
import { leaseMax } from '../../model/values/time';
import { nodeTimeoutField, retryFields } from '../shared/fields';

export const setnxGetsetTexts = {
  about: {
    en: 'The key holds the time at which it expires, by its writer’s clock: a crashed holder is replaced, but a clock that is off can decide who holds the lock.',
    zh: '键里存的是写入者按自己的时钟算出的到期时刻：崩溃的持有者会被接替，但每个走得不准的时钟都会左右锁归谁。',
  },
  lossReport: {
    by: 'timer',
    when: {
      en: 'When the client’s wall clock reaches the time that it wrote into the key.',
      zh: '客户端的挂钟走到它写进键里的那个时刻时。',
    },
    usually: {
      en: 'Nothing while it works. Before the DEL it checks its clock, and leaves the key alone if its time is up.',
      zh: '工作期间什么也不做。DEL 之前检查一次时间，已过期就不动这个键。',
    },
  },
} as const;

export const setnxGetsetFields = {
  ttl: milliseconds({
    label: { en: 'TTL', zh: 'TTL' },
    help: {
      en: 'The stamp in the key is the client’s own clock plus this. The server knows nothing of it and never deletes the key.',
      zh: '时间戳等于自己的时钟加上这段时间。服务器对此一无所知，从不删除键。',
    },
    min: 1,
    max: leaseMax,
    default: 3000,
    isLease: true,
  }),
  comparesTime: flag({
    label: { en: 'Compares its time before DEL', zh: 'DEL 前比较用时' },
    help: {
      en: 'As in the article: it deletes the key only if the work took less than the TTL, and otherwise leaves it alone. Comparison and DEL are two steps.',
      zh: '文章的做法：处理时间小于 TTL 才 DEL，否则不再处理。比较和 DEL 是两步。',
    },
    default: true,
  }),
  nodeTimeout: nodeTimeoutField,
  ...retryFields({ tries: 1 }),
} as const;

export type SetnxGetsetSettings = ValuesOf<typeof setnxGetsetFields>;
