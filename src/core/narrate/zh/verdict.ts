/** Outcomes and minor facts in Chinese. */

import type { Reason } from '../../model/effects/effect';
import type { Flag } from '../../model/trace/cause';
import { notOver } from '../../model/trace/trace';
import type { Lengths, Times } from '../../model/values/format';
import type { Micros } from '../../model/values/time';
import type { FactSentences, Naming, OutcomeSentences, OverlapTime } from '../verdictWords';

import { comparison } from './causes';
import { headlines } from './headlines';

const together = ({ first, second, micros, unlocked }: OverlapTime, name: Naming, { formatLength }: Lengths): string =>
  unlocked === 1
    ? `${name(first)}和${name(second)}${micros === notOver ? '正' : ''}同时在干活${micros === notOver ? '' : ` ${formatLength(micros)}`}，其中有的没有锁`
    : micros === notOver
      ? `${name(first)}和${name(second)}正同时持锁`
      : `${name(first)}和${name(second)}同时持锁 ${formatLength(micros)}`;

interface InVain {
  readonly first: OverlapTime['first'];
  readonly micros: Micros;
  readonly inTurn?: Flag;
  readonly hadLock?: Flag;
  readonly gaveUp?: Flag;
}

export const waitedInVain =
  ({ formatLength }: Lengths) =>
  ({ first, micros, inTurn, hadLock, gaveUp }: InVain, name: Naming): string => {
    if (gaveUp === 1) return `${name(first)} 连不上锁，放弃了；谁也没能做完工作。`;
    if (inTurn === 1) return `在 ${formatLength(micros)} 里，先后有几个客户端在等，都白等了。`;
    return hadLock === 1
      ? `${name(first)} 拿到过锁，但在 ${formatLength(micros)} 里谁也没能完成一轮。`
      : `${name(first)} 白等了 ${formatLength(micros)}。`;
  };

/** Why a client considered its lock lost. */
const alarms = (reason: Reason): string => {
  if (reason === 'error') return '因一个请求出错而';
  if (reason === 'no-quorum') return '因凑不齐多数派而';
  return reason === 'disconnected' ? '因太久没有收到锁服务的消息而' : '';
};

export const outcomes = ({ formatLength }: Times): OutcomeSentences => ({
  lost: (v, name) =>
    `${name(v.first)} 覆盖了${v.first === v.second ? '它自己先前' : ` ${name(v.second)} `}写下的内容。`,
  torn: (v, name) => `${name(v.first)} 的写入与 ${name(v.second)} 的混在一起，各留下了一部分。`,
  twice: (v, name) =>
    v.first === v.second
      ? `本该只做一次的事，${name(v.first)} 做了两次。`
      : `${name(v.first)} 又做了一遍 ${name(v.second)} 已经做过的事。`,
  overlap: (v, name) => `${together(v, name, { formatLength })}${v.data === 'safe' ? '；存储不会让更新丢失。' : '。'}`,
  stuck: (v, name) =>
    v.isSilent === 1
      ? `${name(v.first)} 等的东西永远不会来，此后也不会再发生任何事。`
      : v.owners.length > 0
        ? `${name(v.owners)} 留下了${v.isMark === 1 ? '标记' : '锁'}，此后再没有什么会${v.isMark === 1 ? '放开这个资源' : '释放它'}。`
        : `${name(v.first)} 想要锁，而此后再没有什么会${v.isMark === 1 ? '放开这个资源' : '释放这把锁'}。`,
  unavailable: waitedInVain({ formatLength }),
  expired: (v, name) =>
    `${name(v.first)} 的锁已经结束 ${formatLength(v.micros)}，它还在${v.isRead === 1 ? '读' : '写'}${v.data === 'safe' ? '，没有更新丢失。' : '。'}`,
  rightful: (v, name) => `${name(v.first)} 是合法的持有者，却被存储拒绝了。`,
  held: (v) => {
    const isSafe = v.data === 'safe';
    if (v.acquired === 0) return isSafe ? '没有客户端拿到过锁，也没有丢失什么。' : '没有客户端拿到过锁。';
    if (v.unlocked === 1) return isSafe ? '根本没有锁，也没有更新丢失。' : '根本没有锁。';
    if (v.shared === 1) return `有几个客户端同时持锁，这把锁允许如此${isSafe ? '；没有更新丢失。' : '。'}`;
    return `从未有两个客户端同时持锁${isSafe ? '，也没有更新丢失。' : '。'}`;
  },
  after: {
    refused: '迟到的写入被拒绝，没有更新丢失。',
    reader: '读者的写入被拒绝，没有更新丢失。',
    outdated: '依据旧版本的写入被拒绝，没有更新丢失。',
    lucky: '没有更新丢失，但也没有什么能防止它丢失。',
    unknown: '数据是否完好，无法断定。',
  },
  short: (v, name) => `运行结束时，${name(v.first)} 还没做完工作。再运行 ${formatLength(v.micros)} 才能见分晓。`,
  bound: () => '运行还没结束就达到了事件数的上限。到那时为止没有出问题。',
  stopped: () => '运行还没结束就被停止了。到那时为止没有出问题。',
  going: () => '运行还在继续，到现在为止没有出问题。',
  failed: () => '没有故障要求，却有进程意外终止，所以此前看到的都不能说明问题。',
  late: (v) =>
    `结果是“${headlines[v.seen]}”，但机器太忙：${v.micros > 0 ? `相差 ${formatLength(v.micros)} 结果就会改变，而有一步` : '总共'}迟了 ${formatLength(v.late)}。`,
  uncertainty: (v, name) =>
    `${name(v.first)}和${name(v.second)}可能同时持锁 ${formatLength(v.micros)}；时钟的精度不足以断定。`,
});

export const facts = ({ formatAt, formatLength }: Times): FactSentences => ({
  overlap: (v, name) => `${together(v, name, { formatLength })}。`,
  'lost-update': (v, name) =>
    `${name(v.first)} 依据版本 ${v.basedOn} 写入 ${v.value}，覆盖了${v.first === v.second ? '它自己' : ` ${name(v.second)} `}写的 ${v.lostValue}。`,
  'torn-write': (v, name) => `${name(v.first)} 的写入与 ${name(v.second)} 的混在了一起。`,
  'half-read': (v, name) => `${name(v.first)} 读到了写了一半的对象：其中 ${v.parts} 块来自尚未写完的写入。`,
  diverged: (v, name) =>
    `各副本不一致：版本 ${v.version} 在有的副本上是 ${name(v.first)} 写的，在别的副本上是 ${name(v.second)} 写的。`,
  'stuck-entry': (v, name) =>
    `${name(v.first)} 在 ${name(v.second)} 上的${v.isMark === 1 ? '标记' : '键'}永远不会消失。`,
  starved: waitedInVain({ formatLength }),
  'deleted-another': (v, name) => `${name(v.first)} 删掉了 ${name(v.second)} 在 ${name(v.nodes)} 上的键。`,
  'changed-another': (v, name) =>
    `${name(v.first)} 覆盖了 ${name(v.second)} 在 ${name(v.nodes)} 上的键，或给它续了期。`,
  rejected: (v, name) =>
    v.value !== -1
      ? `存储拒绝 ${name(v.first)} 写入 ${v.value}：${comparison(v, name)}。`
      : `存储把 ${name(v.first)} 拒之门外：${comparison(v, name)}。`,
  'rightful-rejected': (v, name) => `写入被拒绝时，${name(v.first)} 正是合法的持有者。`,
  'token-repeated': (v, name) => `${name(v.first)} 拿到 token ${v.token}，而 ${name(v.second)} 已经有过它。`,
  'token-fell': (v, name) => `${name(v.first)} 拿到 token ${v.token}，而 ${name(v.second)} 之前已有 ${v.before}。`,
  'entry-left': (v, name) =>
    `${name(v.first)} 用完之后，它在 ${name(v.second)} 上的键又留了 ${formatLength(v.micros)}。`,
  'false-alarm': (v, name) =>
    `${name(v.first)} 在 ${formatAt(v.at)} ${alarms(v.reason)}${v.reason === 'disconnected' ? '只得假定' : '被告知'}锁丢了，其实没丢${v.wasted < 0 ? '。' : `；它持锁 ${formatLength(v.wasted)}，这一轮因此失败。`}`,
  'late-write': (v, name) =>
    `${name(v.first)} 用完锁 ${formatLength(v.micros)} 之后，它的写请求才到达，${v.accepted === 1 ? '被接受' : '被拒绝'}。`,
  'after-end': (v, name) =>
    `${name(v.first)} 的锁在 ${formatAt(v.at)} 结束，它的${v.isRead === 1 ? '读取' : '写入'}在 ${formatLength(v.micros)} 之后才生效。`,
  'done-twice': (v, name) => `${name(v.first)} 重复做了 ${name(v.second)} 做过的事。`,
  'fault-missed': (v) => (v.reason === 'never' ? `故障“${v.name}”从未发生。` : `故障“${v.name}”没有作用对象。`),
});
