/** Chinese sentences for every kind of event. */
import type { Reason } from '../../model/effects/effect';
import { reasons } from '../../model/effects/effect';
import { goneCauses, type LossCause, lossCauses, refusalChecks, withSession } from '../../model/trace/trace';
import type { EventOf } from '../../model/trace/traceReader';
import type { Lengths } from '../../model/values/format';
import type { Speech } from '../speech';

const reasonWords: Readonly<Record<Reason, string>> = {
  none: '没有说明原因',
  held: '看起来锁在别人手里',
  'no-quorum': '凑不齐多数派',
  'no-validity': '剩下的有效时间不够',
  error: '出错',
  slept: '它的 token 已经过时',
  'not-owner': '键不是它的',
  gone: '键已经没有了',
  expired: '有效时间已过',
  stolen: '锁已被别人拿走',
  disconnected: '太久没有收到锁服务的消息',
};

export const lossWords: Readonly<Record<LossCause, string>> = {
  dropped: '被丢弃',
  cut: '连接已结束',
  down: '对方机器已断电',
  gone: '对方进程不在',
};

function reason(index: number, raised = ''): string {
  const why = reasons[index] ?? 'none';
  if (raised === '') return reasonWords[why];
  return why === 'error' ? `它的库抛出 ${raised}` : `${reasonWords[why]}，它的库抛出 ${raised}`;
}
const message = (isRequest: boolean): string => (isRequest ? '请求' : '应答');
interface Validity extends Lengths {
  /** How long the servers keep its keys; −1: forever. */
  readonly keysLive?: number | undefined;
}

/** For how long a client knows that its lock is valid. */
export const validity = (micros: number, { formatLength, keysLive = -1 }: Validity): string => {
  if (micros === withSession) return '会话在锁就在';
  if (micros >= 0) return `有效时间 ${formatLength(micros)}`;
  return keysLive < 0 ? '没有过期时间' : `但不知道锁何时到期（服务器上的键只活 ${formatLength(keysLive)}）`;
};
const expiry = (micros: number, { formatLength }: Lengths): string =>
  micros < 0 ? validity(micros, { formatLength }) : `${formatLength(micros)} 后过期`;
const token = (number: number): string => (number < 0 ? '' : `，token ${number}`);
const jump = (micros: number, { formatLength }: Lengths): string =>
  `${micros < 0 ? '向后' : '向前'}跳了 ${formatLength(Math.abs(micros))}`;
const rate = (ppm: number): string =>
  ppm === 0 ? '恢复正常走速' : `开始走${ppm > 0 ? '快' : '慢'} ${Math.abs(ppm)} ppm`;

export const events: Speech['events'] = {
  sent: ({ event, who, peer, text, isRequest, isClient }) => {
    if (event.again > 0) return `${who} 的客户端库再次发给 ${peer}：${text}`;
    if (text.startsWith('CHECK ')) return `${who} 询问${peer}：自己的标记还在吗？`;
    if (text.startsWith('WRITE ')) return `${who} 向 ${peer} 发出写请求：${text}`;
    if (!isClient && text.startsWith('APPEND ')) return `${who} 把改动告诉 ${peer}：${text.slice(7)}`;
    if (isRequest) return `${who} 请求 ${peer}：${text}`;
    return event.leg === 2 ? `${who} 通知 ${peer}：${text}` : `${who} 应答 ${peer}：${text}`;
  },
  arrived: ({ who, peer, text, isRequest, ofMessages }) =>
    `${peer} 的${message(isRequest)}到达 ${who}${ofMessages ? '。' : `：${text}`}`,
  received: ({ event, who, peer, text, other, isClient }) => {
    if (isClient && event.ok === 1 && other.startsWith('CHECK ')) return `${who} 听到${peer}回答：标记还在。`;
    if (isClient) return `${who} 读到 ${peer} 的应答：${text}`;
    return `${who} 执行了 ${peer} 的 ${text}，${event.ok === 1 ? '同意' : '不同意'}`;
  },
  late: ({ who, peer, text }) => `${peer} 的应答来晚了，${who} 已不再等待：${text}`,
  timedOut: ({ who, peer, text }) => `${who} 不再等待 ${peer}：${text}`,
  lost: ({ event, who, peer, isRequest }) =>
    `${who} 发给 ${peer} 的${message(isRequest)}丢失：${lossWords[lossCauses[event.cause] ?? 'dropped']}。`,
  stalled: ({ event, who, peer, isRequest }) =>
    event.behind === 1
      ? `${who} 发给 ${peer} 的${message(isRequest)}排在链路断开期间积压的消息后面。`
      : `${who} 发给 ${peer} 的${message(isRequest)}送不过去：链路断了。`,
  resent: ({ who, peer, isRequest }) => `TCP 重新发送 ${who} 给 ${peer} 的${message(isRequest)}。`,
  closed: ({ who, peer }) => `${who} 得知与 ${peer} 的连接已关闭。`,
  entrySet: ({ event, who, peer, text, other, isStorage, isClosed, times }) => {
    if (isStorage) return `${peer} 在 ${who} 上留下自己的标记。`;
    return isClosed
      ? `${peer} 的会话结束了；${who} 仍把 ${text} 关着（lock-delay），${expiry(event.expiresIn, times)}。`
      : `${who} 为 ${peer} 把 ${text} 设为 ${other}，${expiry(event.expiresIn, times)}。`;
  },
  entryGone: ({ event, who, peer, text, other, isStorage, signal }) => {
    if (isStorage) return `${peer} 撤掉 ${who} 上自己的标记。`;
    if (signal === 'taken') return `${peer} 从 ${who} 取走信号 ${text}。`;
    if (signal === 'cleared') return `${peer} 清掉 ${who} 上的旧信号 ${text}。`;
    const whose = other === '' ? text : other === peer ? `自己的键 ${text}` : `${other} 的键 ${text}`;
    const cause = goneCauses[event.cause] ?? 'lost';
    if (cause === 'expired') return `${whose} 在 ${who} 上过期。`;
    if (cause === 'lost') return `${whose} 在 ${who} 上丢失。`;
    return peer === '' ? `${whose} 在 ${who} 上被删除。` : `${peer} 删除了 ${who} 上 ${whose}。`;
  },
  synced: ({ event, who }) => `${who} 的日志已落盘至 ${event.upTo}。`,
  replicated: ({ event, who, peer, isStorage }) =>
    isStorage ? `${who} 现在有了版本 ${event.upTo}。` : `${who} 已复制 ${peer} 的日志至 ${event.upTo}。`,
  promoted: ({ event, who, peer }) =>
    `故障转移：${who} 接替 ${peer}${event.lost > 0 ? `，落后 ${event.lost} 次写入` : ''}。`,
  led: ({ event, who, peer }) => {
    if (event.leads === 0) return `${who} 不再是 leader。`;
    return event.peer === event.process ? `${who} 是 leader。` : `${who} 接替 ${peer} 成为 leader，每个会话重新计时。`;
  },
  paused: ({ who }) => `${who} 停顿。`,
  resumed: ({ who }) => `${who} 继续运行。`,
  crashed: ({ event, who }) => {
    if (event.power === 2) return `${who} 的线程死了，进程还活着。`;
    return event.power === 1 ? `${who} 断电。` : `${who} 崩溃。`;
  },
  started: ({ event, who, isClient }) => {
    if (isClient || event.kept < 0) return `${who} 重新启动。`;
    return event.kept === 0 ? `${who} 重新启动，数据为空。` : `${who} 重新启动，保留 ${event.kept} 个键。`;
  },
  clockSet: ({ event, who, times }) => `${who} 的时钟${event.by === 0 ? rate(event.ppm) : jump(event.by, times)}。`,
  faultStruck: ({ fault }) => (fault === null ? '发生故障。' : fault.injected),
  faultEnded: ({ fault, who }) => (fault === null ? '故障结束。' : (fault.ended ?? `${who} 的故障结束。`)),
  step: ({ saying, who, text, other, left, times }) => {
    if (text === 'acquire') return `${who} 有事要做，正要去要锁。`;
    if (text !== 'check') return saying?.(who, other) ?? `${who} 走到步骤“${text}”。`;
    if (left === null) return `${who} 按自己的时钟检查租约。`;
    if (left < 0) return `${who} 检查自己的锁：${validity(left, times)}。`;
    return `${who} 检查自己的租约：还剩 ${times.formatLength(left)}。`;
  },
  acquiring: ({ who }) => `${who} 想要获得锁。`,
  refused: ({ event, who, raised }) => `${who} 没有获得锁：${reason(event.reason, raised)}。`,
  acquired: ({ event, who, peer, keysLive, knownNodes, times }) => {
    if (event.shared === 1 && event.validFor < 0 && event.validFor !== withSession) return `${who} 没拿锁，直接进入。`;
    return `${who} ${peer === '' ? '' : `在 ${peer} 上`}获得${event.shared === 1 ? '共享' : ''}锁${knownNodes === '' ? '' : `（它知道的只有 ${knownNodes}）`}，${validity(event.validFor, { ...times, keysLive })}${token(event.token)}。`;
  },
  extended: ({ event, who, times }) => `${who} 续期成功，${validity(event.validFor, times)}。`,
  releasing: ({ who }) => `${who} 释放锁。`,
  released: ({ event, who, raised }) =>
    event.reason === 0
      ? `${who} 的锁已释放。`
      : raised === '' && reasons[event.reason] === 'error'
        ? `${who} 的释放没有得到全部确认：出错。`
        : `${who} 没能释放锁：${reason(event.reason, raised)}。`,
  lockLost: ({ event, who }) => `${who} 只能认为锁已失去：${reason(event.reason)}。`,
  stopped: ({ event, who }) => `${who} 停下手里的工作：${reason(event.reason)}。`,
  finished: ({ event, who }) =>
    event.ok === 2
      ? `${who} 跳过第 ${event.round} 轮。`
      : event.ok === 1
        ? `${who} 完成第 ${event.round} 轮。`
        : `${who} 的第 ${event.round} 轮失败。`,
  read: ({ event, who, peer, ofSeveral, loose }) => {
    if (event.version < 0) return `${peer} 询问邮件发了没有：${event.value === 1 ? '已经发了' : '还没有'}。`;
    const from = ofSeveral ? `从 ${who} ` : '';
    const half = loose === 0 ? '' : `，其中 ${loose} 块来自尚未写完的写入`;
    return `${peer} ${from}读到 ${event.value}，版本 ${event.version}${half}。`;
  },
  marked: ({ event, who, peer }) => `${who} 记下 ${peer} 的 token ${event.token}。`,
  wrote: ({ event, who, peer, other }) => {
    if (event.version < 0) return event.value === 1 ? `${peer} 发出邮件。` : `${peer} 又发了一遍邮件。`;
    const base = event.basedOn < 0 ? '' : `，依据版本 ${event.basedOn}`;
    const lost = other === '' ? '' : `${other} 写入的内容被覆盖。`;
    return `${who} 接受 ${peer} 写入 ${event.value}，成为版本 ${event.version}${base}${token(event.token)}。${lost}`;
  },
  wrotePart: ({ event, who, peer, other }) => {
    const mixed = other === '' ? '' : `它与 ${other} 写的混在了一起。`;
    return `${who} 接受 ${peer} 写入 ${event.value} 的第 ${event.part} 块${token(event.token)}。${mixed}`;
  },
  rejected: ({ event, who, peer, other }) => {
    const what = event.value < 0 ? `把 ${peer} 拒之门外` : `拒绝 ${peer} 写入 ${event.value}`;
    return `${who} ${what}：${refusal(event, other)}。`;
  },
  waiting: ({ who, peer }) => `${who} 让 ${peer} 等待。`,
  woken: ({ who, peer }) => `${who} 唤醒 ${peer}。`,
};

function refusal({ check, token: number, against }: EventOf<'rejected'>, holder: string): string {
  switch (refusalChecks[check]) {
    case 'version':
      return `依据版本 ${number}，而当前是版本 ${against}`;
    case 'owner':
      return holder === '' ? '它的标记已经没有了' : `标记是 ${holder} 的`;
    case 'holder':
      return `token ${number} 是另一个持有者的`;
    case 'mode':
      return '它的 sequencer 是共享模式的';
    case 'sequencer':
      return `锁服务不认可它的 sequencer${number < 0 ? '' : `（世代号 ${number}）`}`;
    default:
      return `token ${number} ${number === against ? '并不大于' : '旧于'} ${against}`;
  }
}
