/** The words that stand on the timeline, in Chinese, typed against the English ones. */
import type { GoneCause, LossCause } from '../../model/trace';
import type { timeline as english } from '../en/timeline';

type Words<T> = { readonly [K in keyof T]: T[K] extends string ? string : T[K] };

const lost: Readonly<Record<LossCause, string>> = {
  dropped: '丢失',
  cut: '链路中断',
  down: '机器断电',
  gone: '无人接收',
};

const gone: Readonly<Record<GoneCause, string>> = { deleted: '已删除', expired: '已过期', lost: '已遗忘' };

export const timeline: Words<typeof english> = {
  client: (n) => `客户端 ${n}`,
  node: (n) => `Redis ${n}`,
  replica: (n) => `副本 ${n}`,
  service: '锁服务',
  storage: '存储',
  holds: (until) => `持有锁，有效至 ${until}`,
  holdsForEver: '持有锁，无期限',
  heldPast: (until) => `有效至 ${until}，仍当作持有`,
  heldPastShort: '仍当作持有',
  refused: (by, of) => `被 ${of} 个中的 ${by} 个拒绝`,
  refusedShort: '被拒绝',
  paused: (length) => `整个进程暂停 · ${length}`,
  asleep: (length) => `机器休眠 · ${length}`,
  crashed: '崩溃',
  powerLost: '断电',
  restartedEmpty: '重启，数据为空',
  restartedKept: (entries) => `重启，保留 ${entries} 个键`,
  restarted: '重启',
  expires: '过期',
  gone: (cause) => gone[cause],
  deletedBy: (who) => `被 ${who} 删除`,
  lost: (cause) => lost[cause],
  late: '已超时',
  cut: (link) => `断开：${link}`,
  slow: (link, by) => `变慢 ${by}：${link}`,
  holders: (count, length) => `${count} 个持有者 · ${length}`,
  quorum: (need, of) => `多数 ${need}/${of}`,
  read: (value) => `读 ${value}`,
  wrote: (value) => `写 ${value}`,
  overwrote: (value) => `写 ${value}，毁掉`,
  token: (token) => `令牌 ${token}`,
  tokenMax: (token) => `最高令牌 ${token}`,
  promoted: (who) => `${who} 升为主节点`,
  writesLost: (count) => `丢失 ${count} 次写入`,
  clockBy: (by) => `时钟 ${by}`,
  clockRate: (ppm) => `时钟快慢 ${ppm}`,
  clockSlews: (by) => `时钟渐调 ${by}`,
  delayed: (by) => `延迟 ${by}`,
  differs: '从这里开始不同',
  density: (messages) => `${messages} 条消息：越深越多`,
};
