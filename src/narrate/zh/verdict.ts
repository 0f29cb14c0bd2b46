/** Outcomes and lesser facts in Chinese. */
import type { english } from '../en/words';
import { formatLength } from '../format';
import type { Values } from '../said';

import { comparison } from './causes';

const length = (v: Values): string => formatLength(v.number('micros'));

export const headlines: (typeof english)['headlines'] = {
  'lost-update': '一次更新丢失了',
  overlap: '两个客户端同时在锁内',
  stuck: '锁卡死了',
  unavailable: '谁也没能完成',
  held: '锁守住了',
  unlocked: '什么也没丢',
  unknown: '无法断定',
};

export const outcomes: (typeof english)['outcomes'] = {
  'lost-update': (v) => `存储接受了 ${v.name('first')} 的一次写入，毁掉了 ${v.name('second')} 写下的内容。`,
  overlap: (v) => `${v.name('first')}和${v.name('second')}同时在锁内 ${length(v)}；没有更新丢失。`,
  stuck: (v) =>
    `锁内没有人，${v.name('first')} 想进来，而此后再没有什么会${v.number('isMark') === 1 ? '放开这个资源' : '释放这把锁'}。`,
  unavailable: (v) => `${v.name('first')} 想完成一轮，等了 ${length(v)}，期间没有任何人完成。`,
  held: (v) => {
    if (v.number('acquired') === 0) return '没有人进入锁内，也没有丢失什么。';
    if (v.number('unlocked') === 1) return '根本没有锁，也没有更新丢失。';
    return v.number('shared') === 1
      ? '有几个客户端同时在锁内，这把锁允许如此；没有更新丢失。'
      : '从未有两个客户端同时在锁内，也没有更新丢失。';
  },
  bound: () => '运行还没结束就达到了事件数的上限。到那时为止没有出问题。',
  stopped: () => '运行还没结束就被停止了。到那时为止没有出问题。',
  uncertainty: (v) => `${v.name('first')}和${v.name('second')}可能同时在锁内 ${length(v)}；时钟的精度不足以断定。`,
};

export const facts: (typeof english)['facts'] = {
  overlap: (v) => `${v.name('first')}和${v.name('second')}同时在锁内 ${length(v)}。`,
  'lost-update': (v) =>
    `${v.name('first')} 依据版本 ${v.number('basedOn')} 写入 ${v.number('value')}，覆盖了 ${v.name('second')} 写的 ${v.number('lostValue')}。`,
  'torn-write': (v) => `${v.name('first')} 的写入与 ${v.name('second')} 的混在了一起。`,
  'half-read': (v) => `${v.name('first')} 读到了写了一半的对象：其中 ${v.number('parts')} 块来自尚未写完的写入。`,
  diverged: (v) =>
    `各副本不一致：版本 ${v.number('version')} 在有的副本上是 ${v.name('first')} 写的，在别的副本上是 ${v.name('second')} 写的。`,
  'stuck-entry': (v) =>
    `${v.name('first')} 在 ${v.name('second')} 上的${v.number('isMark') === 1 ? '标记' : '键'}永远不会消失。`,
  starved: (v) => `${v.name('first')} 等了 ${length(v)}，期间没有任何人完成一轮。`,
  'deleted-another': (v) => `${v.name('first')} 删掉了 ${v.name('second')} 在 ${v.name('node')} 上的键。`,
  rejected: (v) =>
    v.has('value')
      ? `存储拒绝 ${v.name('first')} 写入 ${v.number('value')}：${comparison(v)}。`
      : `存储把 ${v.name('first')} 拒之门外：${comparison(v)}。`,
  'rightful-rejected': (v) => `写入被拒绝时，${v.name('first')} 正是合法的持有者。`,
  'token-repeated': (v) => `${v.name('first')} 拿到 token ${v.number('token')}，而 ${v.name('second')} 已经有过它。`,
  'token-fell': (v) =>
    `${v.name('first')} 拿到 token ${v.number('token')}，而 ${v.name('second')} 之前已有 ${v.number('before')}。`,
  'entry-left': (v) => `${v.name('first')} 用完之后，它在 ${v.name('second')} 上的键又留了 ${length(v)}。`,
  'late-write': (v) =>
    `${v.name('first')} 离开锁 ${length(v)} 之后，它的写请求才到达，${v.number('accepted') === 1 ? '被接受' : '被拒绝'}。`,
  'done-twice': (v) => `${v.name('first')} 重复做了 ${v.name('second')} 做过的事。`,
  'fault-missed': (v) =>
    v.text('reason') === 'never' ? `故障“${v.text('name')}”从未发生。` : `故障“${v.text('name')}”没有作用对象。`,
};
