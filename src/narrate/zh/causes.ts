/** The judge's rules as Chinese sentences: one for each step of a causal chain. */
import { withSession } from '../../model/trace';
import type { english } from '../en/words';
import { formatAt, formatLength } from '../format';
import type { Values } from '../said';

const at = (v: Values, key = 'at'): string => formatAt(v.number(key));
const length = (v: Values, key = 'micros'): string => formatLength(v.number(key));
const on = (v: Values, key = 'nodes'): string => (v.has(key) ? `在 ${v.name(key)} 上` : '');

const validity = (v: Values): string => {
  if (v.number('validFor') === withSession) return '会话在锁就在';
  return v.number('validFor') < 0 ? '没有过期时间' : `有效期 ${length(v, 'validFor')}`;
};
const withToken = (v: Values): string => (v.has('token') ? `，token ${v.number('token')}` : '');
const by = (micros: number): string => `${micros < 0 ? '向后' : '向前'}跳了 ${formatLength(Math.abs(micros))}`;
/** Why a check turned a write away. */
export const comparison = (v: Values): string => {
  if (v.text('check') === 'owner') return v.has('holder') ? `标记是 ${v.name('holder')} 的` : '它的标记已经没有了';
  if (v.text('check') === 'sequencer') return '锁服务不认可它的 sequencer';
  if (v.text('check') === 'holder') return `token ${v.number('token')} 是另一个持有者的`;
  if (v.text('check') === 'version') return `它依据的是版本 ${v.number('token')}，而当前是版本 ${v.number('against')}`;
  if (v.number('token') === v.number('against')) return `token ${v.number('token')} 并不大于 ${v.number('against')}`;
  return `token ${v.number('token')} 比 ${v.number('against')} 旧`;
};
const legs: Readonly<Record<string, string>> = { request: '请求', reply: '应答', push: '推送' };

const aMessage = (v: Values): string => `${v.isOne('from') && v.isOne('to') ? '一个' : ''}${legs[v.text('leg')]}`;

export const causes: (typeof english)['causes'] = {
  granted: (v: Values) =>
    v.number('unlocked') === 1
      ? `${v.name('client')} 在 ${at(v)} 直接进入：没有锁。`
      : `${v.name('client')} ${on(v)}获得了锁，${validity(v)}${withToken(v)}。`,
  grantedToo: (v: Values) =>
    v.number('unlocked') === 1
      ? `${v.name('client')} 在 ${at(v)} 也进来了。`
      : `${v.name('client')} 于 ${at(v)} ${on(v)}获得了锁${withToken(v)}。`,
  paused: (v: Values) =>
    v.has('micros')
      ? `${v.name('process')} 在 ${at(v)} 暂停了 ${length(v)}，期间一行代码也没有执行。`
      : `${v.name('process')} 在 ${at(v)} 暂停，再也没有醒来。`,
  slept: (v: Values) => `${v.name('process')} 所在的机器休眠了 ${length(v)}，单调时钟也随之停住。`,
  crashed: (v: Values) => `${v.name('process')} 在 ${at(v)} ${v.number('power') === 1 ? '断电' : '崩溃'}。`,
  restarted: (v: Values) => {
    const what = v.number('power') === 1 ? '断电' : '崩溃';
    const away = v.number('micros') === 0 ? '随即恢复' : `${length(v)} 后恢复`;
    const without = v.number('forgot') > 0 ? '，但键已不在' : '';
    return `${v.name('process')} 在 ${at(v)} ${what}，${away}${without}。`;
  },
  promoted: (v: Values) => {
    if (v.has('cutOff'))
      return `故障转移：${v.name('replica')} 接替了 ${v.name('master')}，而后者仍活着，继续答复 ${v.name('cutOff')}。`;
    return v.number('lost') > 0
      ? `故障转移：${v.name('replica')} 接替了 ${v.name('master')}，却没有收到它最后的 ${v.number('lost')} 次写入。`
      : `故障转移：${v.name('replica')} 接替了 ${v.name('master')}，一次写入也没有丢。`;
  },
  clockJumped: (v: Values) => `${v.name('process')} 的时钟在 ${at(v)} ${by(v.number('by'))}。`,
  clockRan: (v: Values) =>
    `${v.name('process')} 的时钟走得${v.number('ppm') > 0 ? '快' : '慢'}了 ${formatPpm(v.number('ppm'))}。`,
  linkCut: (v: Values) =>
    `从 ${at(v)} 起网络分区：${v.name('from')} 到 ${v.name('to')} 的消息${v.number('bothWays') === 1 ? '以及返回的消息' : ''}全部丢失。`,
  linkSlow: (v: Values) => `从 ${v.name('from')} 到 ${v.name('to')} 的消息要多走 ${length(v, 'by')}。`,
  messageLost: (v: Values) => `${v.name('from')} 发给 ${v.name('to')} 的${aMessage(v)}在 ${at(v)} 丢失。`,
  messageDelayed: (v: Values) => `${v.name('from')} 发给 ${v.name('to')} 的${aMessage(v)}多走了 ${length(v, 'by')}。`,
  expired: (v: Values) =>
    v.isOne('nodes')
      ? `${v.name('client')} 的锁${on(v)}于 ${at(v)} 过期。`
      : `从 ${at(v)} 起，${v.name('client')} 的锁${on(v)}陆续过期。`,
  sessionExpired: (v: Values) => `${v.name('client')} ${on(v)}的会话在 ${at(v)} 过期，锁随之消失。`,
  keyLost: (v: Values) => `${v.name('client')} 的锁${on(v)}没有了，而它并不知情。`,
  deletedAnother: (v: Values) => `${v.name('by')} 在 ${at(v)} 删掉了 ${v.name('owner')} ${on(v)}的键。`,
  tookOver: (v: Values) => `${v.name('by')} 在 ${at(v)} 接管了 ${v.name('owner')} ${on(v)}的键。`,
  outOfTurn: (v: Values) =>
    `排在 ${v.name('client')} 前面的 ${v.name('before')} 在 ${at(v)} 没了；${v.name('client')} 以为轮到了自己，其实 ${v.name('holder')} 还排在它们前面。`,
  disjoint: (v: Values) => `两边没有一个共同的节点：一边是 ${v.name('first')}，另一边是 ${v.name('second')}。`,
  workedOn: (v: Values) => `${v.name('client')} 的有效期在 ${at(v, 'until')} 结束；它没有查看，继续工作。`,
  gaveUp: (v: Values) =>
    v.text('how') === 'lost'
      ? `${v.name('client')} 发现有效期已过，在 ${at(v)} 放弃。`
      : `${v.name('client')} 在 ${at(v)} 用完了锁。`,
  maybeBoth: (v: Values) =>
    `从 ${at(v)} 起，${v.name('first')}和${v.name('second')}可能同时在锁内 ${length(v)}，短于时钟的误差。`,
  bothInside: (v: Values) => `从 ${at(v)} 起，${v.name('first')}和${v.name('second')}同时在锁内，共 ${length(v)}。`,
  refusedWrite: (v: Values) =>
    v.has('value')
      ? `存储拒绝了 ${v.name('client')} 写入 ${v.number('value')}：${comparison(v)}。`
      : `存储把 ${v.name('client')} 拒之门外：${comparison(v)}。`,
  wrote: (v: Values) => `${v.name('client')} 写入 ${v.number('value')}，成为版本 ${v.number('version')}。`,
  overwrote: (v: Values) =>
    `${v.name('client')} 依据版本 ${v.number('basedOn')} 写入 ${v.number('value')}，覆盖了 ${v.name('other')} 写的 ${v.number('lostValue')}。`,
  readBefore: (v: Values) => `在那次写入落地之前，${v.name('client')} 已于 ${at(v)} 读到版本 ${v.number('version')}。`,
  readStale: (v: Values) =>
    `${v.name('client')} 在 ${at(v)} 从 ${v.name('from')} 读到版本 ${v.number('version')}，而那时已经是版本 ${v.number('stands')}。`,
  mixed: (v: Values) =>
    `${v.name('client')} 把自己的 ${v.number('value')} 的一部分写进了 ${v.name('other')} 的 ${v.number('otherValue')} 里：一半是这个，一半是那个。`,
  markSet: (v: Values) => `${v.name('client')} 在 ${at(v)} 给 ${v.name('storage')} 打上自己的标记。`,
  shutOut: (v: Values) =>
    `${v.name('client')} 在 ${at(v)} 被拒之门外：${v.name('storage')} 只为 ${v.name('owner')} 服务，而它再也不会来撤掉标记。`,
  doneAgain: (v: Values) => `${v.name('client')} 在 ${at(v)} 发出邮件，而 ${v.name('other')} 早已发过。`,
  travelled: (v: Values) => `${v.name('client')} 的写请求在 ${at(v)} 发出，路上走了 ${length(v)}。`,
  keySet: (v: Values) => `${v.name('client')} 在 ${at(v)} ${on(v)}设置了键，之后就没了下文。`,
  keySetFirst: (v: Values) => `从 ${at(v)} 起，${v.name('client')} ${on(v)}设置了键。`,
  tookForGranted: (v: Values) =>
    `${v.name('client')} 在 ${at(v)} 凭 ${v.name('nodes')} 的应答进入锁内，其实那里的锁早已不在。`,
  keyStays: (v: Values) => `${v.name('owner')} 的键${on(v)}一直留着：没有过期时间。`,
  keyOfSession: (v: Values) => `${v.name('owner')} 建的节点${on(v)}一直留着：它的会话还活着，也没有人删除它。`,
  behindItself: (v: Values) => `${v.name('client')} 在 ${at(v)} 又排了一次队，排在自己先前建的节点后面。`,
  keyRenewed: (v: Values) => `${v.name('owner')} 的键${on(v)}不断被续期，尽管它背后已没有人在锁内。`,
  threadDied: (v: Values) => `${v.name('process')} 的线程在 ${at(v)} 死了，进程却还活着。`,
  triedToRelease: (v: Values) => `${v.name('client')} 在 ${at(v)} 释放锁，键却还在。`,
  waitsForEver: (v: Values) => `${v.name('client')} 从 ${at(v)} 起想要获得锁，而此后再没有什么会释放它。`,
  nodesAway: (v: Values) => {
    if (v.number('total') === 1) return `联系不上 ${v.name('nodes')}，而且没有别的节点。`;
    const left = v.number('total') - v.number('down');
    return v.number('isTooMany') === 1
      ? `联系不上 ${v.name('nodes')}：${v.number('total')} 个节点只剩 ${left} 个，凑不齐多数派所需的 ${v.number('quorum')} 个。`
      : `联系不上 ${v.name('nodes')}：多数派所需的 ${v.number('quorum')} 个只能出自其余 ${left} 个节点。`;
  },
  keyInTheWay: (v: Values) => {
    const why = {
      crashed: '已崩溃的',
      refused: '已放弃的',
      released: '已释放锁的',
      lost: '已放弃的',
      unaware: '还在请求的',
    }[v.text('why')];
    const until =
      v.number('until') === withSession
        ? '留到它的会话结束'
        : v.number('until') < 0
          ? '永远留着'
          : `${v.number('stands') === 1 ? '要留到' : '留到'} ${at(v, 'until')}`;
    return `${why ?? ''}${v.name('owner')} 的键${on(v)}${until}。`;
  },
  split: (v: Values) => {
    const votes = v.text('votes').split(' ');
    const counts = votes.map((vote) => vote.split('=')[1]).join('、');
    return `${at(v)} 时节点被瓜分为 ${counts}：谁也没有凑齐 ${v.number('quorum')} 个。`;
  },
  unanswered: (v: Values) => `从 ${at(v)} 起，${v.name('client')} 一直在等 ${v.name('nodes')} 的应答。`,
  refusedTries: (v: Values) =>
    v.number('count') === 1
      ? `${v.name('client')} 在 ${at(v)} 被拒绝。`
      : `从 ${at(v)} 起，${v.name('client')} 被拒绝了 ${v.number('count')} 次。`,
  refusedRightful: (v: Values) => {
    const times = v.number('count') > 1 ? `（共 ${v.number('count')} 次）` : '';
    return `存储拒绝了合法的持有者 ${v.name('client')}：${comparison(v)}${times}。`;
  },
  waited: (v: Values) =>
    `整整 ${length(v)}，${v.name('client')} 想完成一轮，却没有任何人完成；耐心限度是 ${length(v, 'patience')}。`,
  healed: (v: Values) => `后来恢复了：${v.name('client')} 在 ${at(v)} 完成了一轮。`,
  expiredAfterCrash: (v: Values) => {
    const when = `${v.number('ofThread') === 1 ? '线程死去' : '崩溃'} ${length(v)}`;
    return v.number('ofSession') === 1 ? `${when} 之后，它的会话结束，锁也随之释放。` : `${when} 之后，键自行过期。`;
  },
  released: (v: Values) => `${v.name('client')} 在 ${at(v)} 释放锁，键${on(v)}被删除。`,
  keySpared: (v: Values) =>
    `${v.name('client')} 的释放请求在 ${at(v)} 到达，${v.name('nodes')} 上已是${v.name('owner')}的键，于是没有去动它。`,
  leftInTime: (v: Values) =>
    v.has('expiredAt')
      ? `${v.name('client')} 在 ${at(v)} 已离开；它的键到 ${at(v, 'expiredAt')} 才过期。`
      : `${v.name('client')} 在 ${at(v)} 已离开。`,
  noValidity: (v: Values) =>
    `${v.name('client')} 用了 ${length(v)} 才问完，发现剩下的有效期不够，于是自己放弃了这把锁。`,
  overtaken: (v: Values) => `${v.name('client')} 开始之后 ${length(v)} 才来加锁，被告知已有更新的 token 赶在了它前面。`,
  enoughNodes: (v: Values) =>
    `${v.name('nodes')} 没有收到 ${v.name('client')} 的请求；${v.number('total')} 个中有 ${v.number('total') - v.number('down')} 个，足够 ${v.number('quorum')} 个的多数派。`,
  keyKept: (v: Values) => `${v.name('node')} 恢复后，${v.name('owner')} 的键还在。`,
  stayedAway: (v: Values) => `${v.name('node')} 到 ${at(v)} 才恢复，那时键本来也已过期（${at(v, 'expiresAt')}）。`,
  calledRelease: (v: Values) => `${v.name('client')} 在 ${at(v)} 开始释放锁。`,
  tokenFell: (v: Values) =>
    `${v.name('client')} 在 ${at(v)} 拿到 token ${v.number('token')}，而在它之前 ${v.name('other')} 已拿过 ${v.number('before')}。`,
  neverTwo: (v: Values) =>
    v.number('unlocked') === 1
      ? `各客户端想进就进，共 ${v.number('acquired')} 次，没有更新丢失。`
      : v.number('acquired') === 1
        ? '锁被持有了一次，期间没有别人在锁内。'
        : `锁被持有了 ${v.number('acquired')} 次，${v.number('shared') === 1 ? '有时几个客户端同时在内（它允许如此）' : '从未有两个客户端同时在锁内'}，也没有更新丢失。`,
  nobodyGot: () => '从头到尾没有人进入锁内。',
  cutOff: (v: Values) =>
    v.text('ended') === 'bound'
      ? `运行到 ${at(v)} 时达到 ${v.number('count')} 个事件的上限，被截断。`
      : `运行在 ${at(v)} 被停止。`,
};

/** `1 %`, `0.05 %`. */
function formatPpm(ppm: number): string {
  const percent = Math.abs(ppm) / 1e4;
  return `${percent >= 1 ? percent.toFixed(1).replace(/\.0$/, '') : percent.toFixed(3).replace(/0+$/, '')} %`;
}
