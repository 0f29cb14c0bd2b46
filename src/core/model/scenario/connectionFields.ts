/**
 * The settings of the clients' connections, the layer below a lock, by their path in `scenario.settings`. A scenario
 * leaves out default values.
 */

import { lengthMax } from '../values/time';
import type { SettingField } from './fields';
import { choice, count, flag, milliseconds } from './fields';
import type { ConnectionSettings } from './scenario';

export const connectionFields = {
  'connection.resends': count({
    label: { en: 'Resends at most', zh: '最多重发' },
    help: {
      en: 'How often the client library sends a command to Redis again that got no reply: after a timeout, or when its connection has ended. A SET with NX that was carried out meets its own key then. A redis-py client made by Redis() sends again 3 times in versions 6 and 7, and 10 times in version 8; one made from a URL or with a pool of its own does not. go-redis 9 sends again 3 times; ioredis does it when it reconnects. Here it is sent again at once; the pause that libraries make in between (8 ms to 10 s) is not modelled.',
      zh: '一条发给 Redis 的命令没有等到应答时（超时，或连接断开），客户端库最多再发几次。带 NX 的 SET 若其实已经执行，重发时就会碰上自己的键。redis-py 用 Redis() 创建的客户端，6 和 7 版重发 3 次，8 版 10 次；由 URL 或自建连接池创建的不重发。go-redis 9 重发 3 次；ioredis 在重连后重发。这里立即重发，没有模拟各库重发之前的等待（8 毫秒到 10 秒）。',
    },
    min: 0,
    max: 20,
    default: 0,
  }),
  'connection.readTimeout': {
    kind: 'number-or-word',
    label: { en: 'Read timeout', zh: '读超时' },
    help: {
      en: 'How long the client library waits for a reply of Redis if it does not keep the lock’s own time limit; 0: forever. go-redis 9 reads under its ReadTimeout (5 s, before 3 s) and not under a deadline, unless ContextTimeoutEnabled is set; redis-py has none up to version 7, and 5 s since version 8.',
      zh: '客户端库不理会锁自己的时间限制时，等 Redis 的应答多久；0 表示一直等。go-redis 9 读取时只看自己的 ReadTimeout（5 秒，以前是 3 秒），不看截止时间，除非设置 ContextTimeoutEnabled；redis-py 7 及更早的版本没有读超时，8 起为 5 秒。',
    },
    unit: 'ms',
    min: 0,
    max: 60_000,
    step: 1,
    word: { id: 'kept', label: { en: 'the lock’s own', zh: '按锁自己的' } },
    default: 'kept',
  },
  'connection.deadline': milliseconds({
    label: { en: 'Deadline of an acquire', zh: '加锁的截止时间' },
    help: {
      en: 'The caller of an acquire gives up after this long; 0: never. What is under way then fails at once, unless the read timeout above has taken the place of all limits. What would come later is not sent. In Go this is the context.',
      zh: '加锁的调用者最多等这么久，之后放弃；0 表示不限。到时正在进行的请求立刻失败（除非上面的读超时取代了所有限制），之后的请求不再发出。在 Go 里就是 context。',
    },
    min: 0,
    max: lengthMax,
    default: 0,
  }),
  'connection.releaseUnderDeadline': flag({
    label: { en: 'Deadline holds for the release', zh: '释放也受截止时间约束' },
    help: {
      en: 'The requests that give the lock back have the same deadline: the clean-up of a failed acquire, and the release after the work. Once it has passed, they are not sent.',
      zh: '归还锁的请求也受同一截止时间约束：加锁失败后的清理，以及工作之后的释放。截止时间一过，这些请求就不会发出。',
    },
    default: false,
  }),
  'connection.ifUnreachable': choice({
    label: { en: 'If the lock cannot be reached', zh: '连不上锁服务时' },
    help: {
      en: 'What the program does when its acquire fails by an error, or too few nodes answer. To ask again or to give up is to fail closed. To work without the lock is to fail open, as programs do that catch every error of the lock and go on.',
      zh: '加锁因出错、或应答的节点太少而失败时，程序怎么办。再试或放弃，是 fail closed。不拿锁就干活，是 fail open：把锁的一切错误都 catch 住、接着往下走的程序就是这样。',
    },
    options: [
      { id: 'asks-again', label: { en: 'asks again', zh: '再试' } },
      { id: 'gives-up', label: { en: 'gives up', zh: '放弃' } },
      { id: 'works-without', label: { en: 'works without it', zh: '不拿锁就干' }, pitfall: true },
    ],
    default: 'asks-again',
  }),
} as const satisfies Readonly<Record<`connection.${keyof ConnectionSettings}`, SettingField>>;
