/** What the settings are for that mean the same in every lock with a lease. The page opens without it (`model/help.ts`). */
import type { HelpOf } from '../model/help';
import type { retryFields, ttlField } from './sharedFields';

export const sharedHelp: HelpOf<{ readonly ttl: typeof ttlField } & ReturnType<typeof retryFields>> = {
  ttl: {
    en: 'The node deletes the key by itself after this time. Too short, and the work outlives it; too long, and a crashed holder blocks the others.',
    zh: '节点在这段时间后自行删除键。太短，工作还没做完锁就没了；太长，崩溃的持有者会挡住别人。',
  },
  tries: {
    en: 'How many times one acquire asks before it is refused. After its think time, the client wants the lock again.',
    zh: '一次加锁最多尝试几次才算被拒。之后客户端思考一会儿，再来要锁。',
  },
  retryDelay: {
    en: 'How long it waits between two attempts. node-redlock and redlock-py: 200 ms.',
    zh: '两次尝试之间等待多久。node-redlock 与 redlock-py 为 200 毫秒。',
  },
  retryJitter: {
    en: 'The delay is longer or shorter by up to this, at random, so that clients that have collided spread out. node-redlock: 100 ms.',
    zh: '间隔随机增减，最多这么多，让相撞的客户端错开。node-redlock 为 100 毫秒。',
  },
};
