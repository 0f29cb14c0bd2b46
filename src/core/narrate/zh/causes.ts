/** The judge's rules as Chinese sentences, one for each step of a causal chain. `faultlessCauses.ts` has the others. */

import type { ProcessId } from '../../model/scenario/processId';
import type { CauseValues, Compared } from '../../model/trace/cause';
import { notOver } from '../../model/trace/trace';
import type { Lengths, Times } from '../../model/values/format';
import type { HarmSentences, Naming } from '../verdictWords';
import { validity } from './events';

/** 在……上, if nodes are named. */
export const onNodes = ({ nodes }: { readonly nodes: readonly ProcessId[] }, name: Naming): string =>
  nodes.length > 0 ? `在 ${name(nodes)} 上` : '';

const withToken = (v: CauseValues['granted']): string => (v.token !== -1 ? `，token ${v.token}` : '');
const knowing = (v: CauseValues['granted'], name: Naming): string =>
  v.known !== undefined ? `（它知道的只有 ${name(v.known)}）` : '';
const by = (micros: number, { formatLength }: Lengths): string =>
  `${micros < 0 ? '向后' : '向前'}跳了 ${formatLength(Math.abs(micros))}`;
/** Why a check refused a write. */
export const comparison = (v: Compared, name: Naming): string => {
  if (v.check === 'owner') return v.holder !== null ? `标记是 ${name(v.holder)} 的` : '它的标记已经没有了';
  if (v.check === 'sequencer') return '锁服务不认可它的 sequencer';
  if (v.check === 'mode') return '它的 sequencer 是共享模式的';
  if (v.check === 'holder') return `token ${v.token} 是另一个持有者的`;
  if (v.check === 'version') return `它依据的是版本 ${v.token}，而当前是版本 ${v.against}`;
  if (v.token === v.against) return `token ${v.token} 并不大于 ${v.against}`;
  return `token ${v.token} 比 ${v.against} 旧`;
};
const legs: Readonly<Record<CauseValues['messageLost']['leg'], string>> = {
  request: '请求',
  reply: '应答',
  push: '推送',
};

const aMessage = (v: CauseValues['messageLost']): string =>
  `${v.from.length === 1 && v.to.length === 1 ? '一个' : ''}${legs[v.leg]}`;

export const times = (count: number): string => `${count} 次`;

const causesOnTheWay = ({ formatAt, formatLength }: Times) =>
  ({
    granted: (v, name) =>
      v.unlocked === 1
        ? `${name(v.client)} 在 ${formatAt(v.at)} 没拿锁，直接进入。`
        : `${name(v.client)} ${onNodes(v, name)}获得了锁${knowing(v, name)}，${validity(v.validFor, { formatLength, keysLive: v.keysLive })}${withToken(v)}。`,
    grantedToo: (v, name) =>
      v.unlocked === 1
        ? `${name(v.client)} 在 ${formatAt(v.at)} 也没拿锁，直接进入。`
        : `${name(v.client)} 于 ${formatAt(v.at)} ${onNodes(v, name)}获得了锁${knowing(v, name)}${withToken(v)}。`,
    paused: (v, name) => {
      if (v.micros === notOver) return `${name(v.process)} 从 ${formatAt(v.at)} 起一直停顿，一行代码也不执行。`;
      return v.micros !== -1
        ? `${name(v.process)} 在 ${formatAt(v.at)} 停顿了 ${formatLength(v.micros)}，期间一行代码也没有执行。`
        : `${name(v.process)} 在 ${formatAt(v.at)} 停顿，再也没有醒来。`;
    },
    slept: (v, name) => {
      const machine = `${name(v.process)} 所在的机器`;
      if (v.micros === notOver) return `${machine}从 ${formatAt(v.at)} 起还在休眠，单调时钟停着。`;
      return v.micros !== -1
        ? `${machine}休眠了 ${formatLength(v.micros)}，单调时钟也随之停住。`
        : `${machine}在 ${formatAt(v.at)} 休眠，再也没有醒来。`;
    },
    stoodStill: (v, name) => {
      const machine = `${name(v.process)} 所在的整台机器`;
      if (v.micros === notOver) return `${machine}从 ${formatAt(v.at)} 起还停着，所有时钟也都停着。`;
      if (v.micros === -1) return `${machine}从 ${formatAt(v.at)} 起停住，所有时钟也随之停住。`;
      const stood = `${machine}停住了 ${formatLength(v.micros)}，所有时钟也随之停住`;
      if (v.behind === 0) return `${stood}。`;
      const behind = formatLength(v.behind);
      return v.corrected !== -1
        ? `${stood}；此后它的挂钟慢 ${behind}，直到 ${formatAt(v.corrected)} 由 NTP 校准。`
        : `${stood}；此后它的挂钟一直慢 ${behind}。`;
    },
    crashed: (v, name) => `${name(v.process)} 在 ${formatAt(v.at)} ${v.power === 1 ? '断电' : '崩溃'}。`,
    restarted: (v, name) => {
      const what = v.power === 1 ? '断电' : '崩溃';
      const away = v.micros === 0 ? '随即恢复' : `${formatLength(v.micros)} 后恢复`;
      const without = v.forgot > 0 ? '，但键已不在' : '';
      return `${name(v.process)} 在 ${formatAt(v.at)} ${what}，${away}${without}。`;
    },
    promoted: (v, name) => {
      if (v.cutOff.length > 0)
        return `故障转移：${name(v.replica)} 接替了 ${name(v.master)}，而后者仍活着，继续应答 ${name(v.cutOff)}。`;
      return v.lost > 0
        ? `故障转移：${name(v.replica)} 接替了 ${name(v.master)}，却没有收到它最后的 ${v.lost} 次写入。`
        : `故障转移：${name(v.replica)} 接替了 ${name(v.master)}，一次写入也没有丢。`;
    },
    clockJumped: (v, name) => `${name(v.process)} 的时钟在 ${formatAt(v.at)} ${by(v.by, { formatLength })}。`,
    clockRan: (v, name) => `${name(v.process)} 的时钟走${v.ppm > 0 ? '快' : '慢'}了 ${formatPpm(v.ppm)}。`,
    leaderless: (v, name) =>
      `从 ${formatAt(v.at)} 起，${name(v.process)} 有 ${formatLength(v.micros)} 没有 leader：请求失败，会话没有结束。`,
    sessionEnded: (v, name) =>
      `数据库在 ${formatAt(v.at)} 结束了 ${name(v.process)} 的会话；客户端一切正常，也没有得到通知。`,
  }) satisfies Partial<HarmSentences>;

const causesAtTheLock = ({ formatAt, formatLength }: Times) =>
  ({
    vanished: (v, name) =>
      ({
        eviction: `${name(v.process)} 在 ${formatAt(v.at)} 淘汰了这个键。`,
        del: `有人在 ${formatAt(v.at)} 删除了 ${name(v.process)} 上的键。`,
        flushall: `有人在 ${formatAt(v.at)} 对 ${name(v.process)} 执行了 FLUSHALL，所有的键都没了。`,
        'by-hand': `有人在 ${formatAt(v.at)} 手工释放了 ${name(v.process)} 里的锁。`,
      })[v.how],
    askedToStop: (v, name) => `${name(v.process)} 在 ${formatAt(v.at)} 收到 SIGTERM，被要求停止。`,
    elected: (v, name) =>
      v.process === null
        ? `从 ${formatAt(v.at)} 起没有 leader：${name(v.before)} 不再是 leader，别的成员也当不上。`
        : `从 ${formatAt(v.at)} 起 ${name(v.process)} 接替 ${name(v.before)} 成为 leader，每个会话重新计时。`,
    linkCut: (v, name) =>
      `从 ${formatAt(v.at)} 起网络分区：${name(v.from)} 到 ${name(v.to)} 的消息${v.bothWays === 1 ? '以及返回的消息' : ''}都送不过去。`,
    linkSlow: (v, name) => `从 ${name(v.from)} 到 ${name(v.to)} 的消息延迟增加 ${formatLength(v.by)}。`,
    messageLost: (v, name) => `${name(v.from)} 发给 ${name(v.to)} 的${aMessage(v)}在 ${formatAt(v.at)} 丢失。`,
    messageDelayed: (v, name) => `${name(v.from)} 发给 ${name(v.to)} 的${aMessage(v)}延迟了 ${formatLength(v.by)}。`,
    expired: (v, name) =>
      v.nodes.length === 1
        ? `${name(v.client)} 的键${onNodes(v, name)}于 ${formatAt(v.at)} 过期。`
        : `从 ${formatAt(v.at)} 起，${name(v.client)} 的键${onNodes(v, name)}陆续过期。`,
    sessionExpired: (v, name) => `${name(v.client)} ${onNodes(v, name)}的会话在 ${formatAt(v.at)} 过期，锁随之消失。`,
    keyLost: (v, name) =>
      `${name(v.client)} 的锁${onNodes(v, name)}没有了，${v.notifiedAt === -1 ? '而它并不知情' : `它到 ${formatAt(v.notifiedAt)} 才得知`}。`,
    deletedAnother: (v, name) => `${name(v.by)} 在 ${formatAt(v.at)} 删掉了 ${name(v.owner)} ${onNodes(v, name)}的键。`,
    changedAnother: (v, name) =>
      `${name(v.by)} 没有持有锁，却在 ${formatAt(v.at)} ${v.isExtended === 1 ? '续期' : '覆盖'}了 ${name(v.owner)} ${onNodes(v, name)}的键。`,
    tookOver: (v, name) =>
      `${name(v.by)} 在 ${formatAt(v.at)} 用自己的键换掉了 ${name(v.owner)} ${onNodes(v, name)}的键。`,
    sameValue: (v, name) =>
      `${name(v.client)} 用的值和 ${name(v.owner)} 相同，于是把 ${name(v.owner)} ${onNodes(v, name)}的键当成了自己的。`,
    outOfTurn: (v, name) =>
      `排在 ${name(v.client)} 前面的 ${name(v.before)} 在 ${formatAt(v.at)} 离开了队列；${name(v.client)} 以为轮到了自己，其实 ${name(v.holder)} 还排在前面。`,
    otherKeys: (v, name) =>
      `${name(v.client)} 锁的是键 ${v.key}，${name(v.other)} 锁的是键 ${v.otherKey}：谁也挡不住谁。`,
    disjoint: (v, name) => `两边没有一个共同的节点：一边是 ${name(v.first)}，另一边是 ${name(v.second)}。`,
    freedInside: (v, name) =>
      `${name(v.client)} 还没有调用释放，它自己的一次解锁就在 ${formatAt(v.at)} 删掉了自己${onNodes(v, name)}的键。`,
  }) satisfies Partial<HarmSentences>;

const causesAfterTheLock = ({ formatAt, formatLength }: Times) =>
  ({
    workedOn: (v, name) => `${name(v.client)} 最晚应在 ${formatAt(v.until)} 停手，却还在继续工作。`,
    workedAfterEnd: (v, name) =>
      `${name(v.client)} 的锁在 ${formatAt(v.endedAt)} 就结束了，存储在 ${formatAt(v.at)} 还是接受了它的${v.isRead === 1 ? '读取' : '写入'}；其间恰好没有别人进来。`,
    gaveUp: (v, name) =>
      v.how === 'lost'
        ? `${name(v.client)} ${{ expired: '发现有效时间已过，', told: '被告知锁丢了，', other: '' }[v.why]}在 ${formatAt(v.at)} 放弃。`
        : `${name(v.client)} 在 ${formatAt(v.at)} 用完了锁。`,
    maybeBoth: (v, name) =>
      `从 ${formatAt(v.at)} 起，${name(v.first)}和${name(v.second)}可能同时持锁 ${formatLength(v.micros)}，短于时钟的误差。`,
    keptNobodyOut: (v, name) => `${name(v.client)} 的锁一直都在，却没有挡住 ${name(v.other)}。`,
    bothInside: (v, name) =>
      v.unlocked === 1
        ? `从 ${formatAt(v.at)} 起，${name(v.first)}和${name(v.second)}都在干活，其中有的没有锁。`
        : `从 ${formatAt(v.at)} 起，${name(v.first)}和${name(v.second)}${v.micros === notOver ? '同时持锁，现在仍是' : `同时持锁，共 ${formatLength(v.micros)}`}。`,
    refusedWrite: (v, name) =>
      v.value !== -1
        ? `存储拒绝了 ${name(v.client)} 写入 ${v.value}：${comparison(v, name)}。`
        : `存储把 ${name(v.client)} 拒之门外：${comparison(v, name)}。`,
    wrote: (v, name) => `${name(v.client)} 写入 ${v.value}，成为版本 ${v.version}。`,
    overwrote: (v, name) =>
      `${name(v.client)} 依据版本 ${v.basedOn} 写入 ${v.value}，覆盖了${v.other === v.client ? '它自己' : ` ${name(v.other)} `}写的 ${v.lostValue}。`,
    committedLate: (v, name) =>
      `${name(v.client)} 到 ${formatAt(v.at)} 才提交它的写入，而它的锁在 ${formatAt(v.freedAt)} 就已空出。`,
    readBefore: (v, name) =>
      `在那次写入${v.uncommitted === 1 ? '提交' : '到达'}之前，${name(v.client)} 已于 ${formatAt(v.at)} 读到版本 ${v.version}。`,
    readStale: (v, name) =>
      `${name(v.client)} 在 ${formatAt(v.at)} 从 ${name(v.from)} 读到版本 ${v.version}，而那时已经是版本 ${v.stands}。`,
    mixed: (v, name) =>
      `${name(v.client)} 写入 ${v.value} 的一部分，与 ${name(v.other)} 写的 ${v.otherValue} 混在了一起。`,
    doneAgain: (v, name) => `${name(v.client)} 在 ${formatAt(v.at)} 发出邮件，而 ${name(v.other)} 早已发过。`,
    madeSure: (v, name) =>
      v.by === 'mark'
        ? `${name(v.client)} 在 ${formatAt(v.at)} 得知自己的标记还在，于是去写。`
        : `${name(v.client)} 在 ${formatAt(v.at)} 检查自己的锁：${v.left === null ? '按它自己的时钟还有效' : validity(v.left, { formatLength })}，于是去写。`,
    travelled: (v, name) =>
      `${name(v.client)} 的写请求在 ${formatAt(v.at)} 发出，在路上用了 ${formatLength(v.micros)}。`,
    keySetFirst: (v, name) => `从 ${formatAt(v.at)} 起，${name(v.client)} ${onNodes(v, name)}设置了键。`,
    tookForGranted: (v, name) =>
      `${name(v.client)} 在 ${formatAt(v.at)} 凭 ${name(v.nodes)} 的应答以为拿到了锁，其实那里的锁早已不在。`,
    threadDied: (v, name) => `${name(v.process)} 的线程在 ${formatAt(v.at)} 死了，进程却还活着。`,
    calledRelease: (v, name) => `${name(v.client)} 在 ${formatAt(v.at)} 开始释放锁。`,
    neverTwo: (v) =>
      v.unlocked === 1
        ? `各客户端想进就进，共 ${times(v.acquired)}，没有更新丢失。`
        : v.acquired === 1
          ? '锁被持有了一次，期间没有别的客户端持锁。'
          : `锁被持有了 ${times(v.acquired)}，${v.shared === 1 ? '有时几个客户端同时持锁（这把锁允许如此）' : '从未有两个客户端同时持锁'}，也没有更新丢失。`,
    nobodyGot: () => '从头到尾没有客户端拿到锁。',
    cutOff: (v) =>
      v.ended === 'bound'
        ? `运行到 ${formatAt(v.at)} 时达到 ${v.count} 个事件的上限，被截断。`
        : `运行在 ${formatAt(v.at)} ${v.ended === 'failed' ? '失败' : '被停止'}。`,
  }) satisfies Partial<HarmSentences>;

export const causes = (times: Times): HarmSentences => ({
  ...causesOnTheWay(times),
  ...causesAtTheLock(times),
  ...causesAfterTheLock(times),
});

/** `1 %`, `0.05 %`. */
function formatPpm(ppm: number): string {
  const percent = Math.abs(ppm) / 1e4;
  return `${percent >= 1 ? percent.toFixed(1).replace(/\.0$/, '') : percent.toFixed(3).replace(/0+$/, '')}%`;
}
