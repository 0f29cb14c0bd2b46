/** The settings and texts of the locks in ZooKeeper. The locks are in `zookeeperNode/` and `zookeeperSequential/`. */

import { choice, flag, milliseconds, type ValuesOf } from '../../model/scenario/fields';
import { formatMs } from '../../model/values/format';
import type { Text } from '../../model/values/text';
import type { Ms } from '../../model/values/time';
import { leaseMax } from '../../model/values/time';
import { ensembleFields } from './ensembleFields';

export const zookeeperNodeTexts = {
  about: {
    en: 'One ephemeral znode: whoever creates it holds the lock for as long as its session lives. Everybody else watches it, and all wake at once when it is deleted.',
    zh: '一个临时 znode：谁创建成功，谁就持有锁，直到会话结束。其他人都 watch 它，它一消失便全部醒来。',
  },
  lossReport: {
    by: 'session',
    when: {
      en: 'When its library hears nothing for two thirds of the session timeout, and so counts as disconnected. Or when the server says, on a new connection, that the session has expired.',
      zh: '客户端库在会话超时的三分之二内什么也没听到，算作断开；或重新连上后，服务器说会话已过期。',
    },
    usually: {
      en: 'Stops before its next step. ZooKeeper reports both states to the program; the advice is to stop when disconnected.',
      zh: '在下一步之前停下。ZooKeeper 把这两种状态都告诉程序；建议一断开就停下。',
    },
  },
} as const;

export const zookeeperSequentialTexts = {
  about: {
    en: 'Every client creates an ephemeral sequential znode. The lowest number holds the lock; each of the others watches the one before it, so one release wakes one client.',
    zh: '每个客户端创建一个临时顺序 znode。编号最小的持有锁；其余的各自 watch 前一个，所以一次释放只唤醒一个。',
  },
  lossReport: {
    by: 'session',
    when: {
      en: 'As with the single znode: after two thirds of the session timeout without a word, or when the server says that the session has expired.',
      zh: '与单个 znode 相同：会话超时的三分之二内没有消息，或服务器说会话已过期。',
    },
    usually: {
      en: 'Stops before its next step. The recipe itself does not mention it; Curator advises listening for it.',
      zh: '在下一步之前停下。锁方案（recipe）本身没有提到；Curator 建议监听这种状态。',
    },
  },
} as const;

const sessionFields = {
  sessionTimeout: milliseconds({
    label: { en: 'Session timeout', zh: '会话超时' },
    help: {
      en: 'The server ends a session that it has not heard from for this long, and deletes its znodes. It allows 2 to 20 ticks. Each client chooses its own: the shell 30 s, Curator 60 s.',
      zh: '服务器这么久没有收到某个会话的任何消息，就结束它并删除它的 znode。允许 2 到 20 个 tick，由客户端自己选：命令行 30 秒，Curator 60 秒。',
    },
    min: 1,
    max: leaseMax,
    default: 4000,
    isLease: true,
  }),
  tickTime: milliseconds({
    isOfService: true,
    label: { en: 'Tick', zh: 'tick' },
    help: {
      en: 'The server checks sessions once per tick, so a session may live up to a tick longer. ZooKeeper: 2 s.',
      zh: '服务器每个 tick 检查一次会话，所以会话可能多活一个 tick。ZooKeeper 默认 2 秒。',
    },
    min: 1,
    max: 60_000,
    default: 2000,
  }),
  heartbeat: milliseconds({
    label: { en: 'Heartbeat', zh: '心跳间隔' },
    help: {
      en: 'How often the client sends a heartbeat. 0: every third of the session timeout, as ZooKeeper’s own client does.',
      zh: '客户端多久向服务器发一次心跳。0：会话超时的三分之一，ZooKeeper 自带的客户端就是这样。',
    },
    min: 0,
    max: leaseMax,
    default: 0,
  }),
  expiresItself: flag({
    label: { en: 'Declares its own session expired', zh: '自己判定会话过期' },
    help: {
      en: 'After four thirds of the session timeout without an answer, as in the latest versions of ZooKeeper’s own client. Otherwise only the server can say so, once the client reaches it again.',
      zh: '超过会话超时的三分之四仍没有应答，就自己判定会话已过期，ZooKeeper 自带的客户端在新版本中如此。否则只有再次连上服务器才能得知。',
    },
    default: false,
  }),
  token: choice({
    label: { en: 'Fencing token', zh: 'fencing token' },
    help: {
      en: 'The zxid of the change that created the client’s znode: it grows with every change in ZooKeeper.',
      zh: '创建该客户端 znode 的那次变更的 zxid：ZooKeeper 的每次变更都使它增大。',
    },
    options: [
      { id: 'none', label: { en: 'none', zh: '无' } },
      { id: 'zxid', label: { en: 'zxid of the znode', zh: 'znode 的 zxid' } },
    ],
    default: 'none',
  }),
} as const;

export const zookeeperNodeFields = { ...sessionFields, ...ensembleFields } as const;

export const zookeeperSequentialFields = {
  ...sessionFields,
  recheck: flag({
    label: { en: 'Checks again when woken', zh: '醒来后再检查一遍' },
    help: {
      en: 'The znode before its own may also go because that znode’s client died while waiting. A client that takes this for its turn works at the same time as the holder.',
      zh: '前一个 znode 也可能因为它的客户端在排队时死掉而消失。后面的客户端若以为轮到自己，就会和持有者同时持锁。',
    },
    default: true,
  }),
  nodeName: choice({
    label: { en: 'Name of its znode', zh: 'znode 的名字' },
    help: {
      en: 'When the reply to its create request is lost, a client can find its znode again by an id in the name. Without an id it creates another znode, and waits behind itself.',
      zh: '创建请求的应答丢失后，客户端可以凭名字里的 id 找回自己的 znode。没有 id，它会再建一个，然后排在自己后面等。',
    },
    options: [
      { id: 'with-id', label: { en: 'with an id of its own', zh: '带自己的 id' } },
      { id: 'plain', label: { en: 'the same for all', zh: '大家都一样' } },
    ],
    default: 'with-id',
  }),
  ...ensembleFields,
} as const;

export type ZookeeperNodeSettings = ValuesOf<typeof zookeeperNodeFields>;
export type ZookeeperSequentialSettings = ValuesOf<typeof zookeeperSequentialFields>;

/** The times that decide how long a session lasts. The server may change the timeout that a client asks for. */
interface SessionTimes {
  readonly sessionTimeout: Ms;
  readonly tickTime: Ms;
}

/** A session lasts from 2 to 20 ticks. */
export const leaseLimits = ({ tickTime }: Pick<SessionTimes, 'tickTime'>): { readonly min: Ms; readonly max: Ms } => ({
  min: 2 * tickTime,
  max: 20 * tickTime,
});

/** The timeout that the server grants for the one that a client asks for. */
function agreedTimeout({ sessionTimeout, tickTime }: SessionTimes): Ms {
  const { min, max } = leaseLimits({ tickTime });
  return Math.max(min, Math.min(max, sessionTimeout));
}

/** The server looks at sessions once a tick. */
export const sessionLasts = (times: SessionTimes): Ms => agreedTimeout(times) + times.tickTime;

export function warnings({ sessionTimeout, tickTime, heartbeat }: ZookeeperNodeSettings): readonly Text[] {
  const agreed = agreedTimeout({ sessionTimeout, tickTime });
  const texts: Text[] = [];
  if (agreed !== sessionTimeout)
    texts.push({
      en: `A session lasts from 2 to 20 ticks: the server sets ${formatMs(agreed)} instead of ${formatMs(sessionTimeout)}.`,
      zh: `会话超时必须在 2 到 20 个 tick 之间：服务器会把 ${formatMs(sessionTimeout)} 改成 ${formatMs(agreed)}。`,
    });
  if (heartbeat * 3 > agreed * 2)
    texts.push({
      en: 'The heartbeat interval is longer than two thirds of the session timeout: the client hears nothing for so long that it drops its connection, again and again.',
      zh: '心跳间隔超过会话超时的三分之二：客户端太久收不到消息，会一再放弃连接。',
    });
  return texts;
}
