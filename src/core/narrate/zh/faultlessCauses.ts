/**
 * The Chinese sentences for runs whose lock held, runs that are blocked, and runs on a late machine
 * (`judge/chain/saved.ts`, `blocked.ts`, `chain.ts`).
 */

import type { Reason } from '../../model/effects/effect';
import type { CauseValues, Flag } from '../../model/trace/cause';
import { withSession } from '../../model/trace/trace';
import type { Lengths, Times } from '../../model/values/format';
import type { BlockingSentences, FaultlessSentences } from '../verdictWords';
import { comparison, onNodes, times } from './causes';
import { lossWords } from './events';
import { headlines } from './headlines';
import { waitedInVain } from './verdict';

export const blockingCauses = ({ formatAt }: Times): BlockingSentences => ({
  markSet: (v, name) => `${name(v.client)} 在 ${formatAt(v.at)} 给 ${name(v.storage)} 打上自己的标记。`,
  shutOut: (v, name) =>
    `${name(v.client)} 在 ${formatAt(v.at)} 被拒之门外：${name(v.storage)} 只为 ${name(v.owner)} 服务，而后者再也不会撤掉标记。`,
  keySet: (v, name) => `${name(v.client)} 在 ${formatAt(v.at)} ${onNodes(v, name)}设置了键，之后就没了下文。`,
  keyStays: (v, name) => `${name(v.owner)} 的键${onNodes(v, name)}一直留着：没有过期时间。`,
  keyOfSession: (v, name) => `${name(v.owner)} 留下的东西${onNodes(v, name)}一直都在：它的会话还活着，也没有人删除它。`,
  keysBeside: (v, name) =>
    `${onNodes(v, name)}一直留着没有过期时间的 ${v.keys.join('、')}；自上一个客户端离开后，没有谁删除过它。`,
  behindItself: (v, name) => `${name(v.client)} 在 ${formatAt(v.at)} 又排了一次队，排在自己先前建的节点后面。`,
  keyRenewed: (v, name) => `${name(v.owner)} 的键${onNodes(v, name)}不断被续期，尽管它的持有者已不再持锁。`,
  triedToRelease: (v, name) => {
    const did = v.isGivenUp === 1 ? '放弃了这次尝试' : '释放锁';
    const why = {
      lost: `，但发给 ${name(v.nodes)} 的最后一个请求丢失了，所以键还在`,
      unasked: `，但没有向 ${name(v.nodes)} 发出请求，所以键还在`,
      error: '，但释放出错，所以键还在',
      later: `；它的键此后才${onNodes(v, name)}设置，所以一直留着`,
      untold: '，始终不知道键是它自己的，所以没有删除',
      otherSession: `，但连接池借给它的是另一个会话：解锁${onNodes(v, name)}返回 false，持有锁的会话还留在池里`,
      unknown: '，键却还在',
    }[v.why];
    return `${name(v.client)} 在 ${formatAt(v.at)} ${did}${why}。`;
  },
  wantsIn: (v, name) => `${name(v.client)} 从 ${formatAt(v.at)} 起想要获得锁。`,
  waitsForEver: (v, name) => `${name(v.client)} 从 ${formatAt(v.at)} 起想要获得锁，而此后再没有什么会释放它。`,
  nodesAway: (v, name) => {
    if (v.total === 1) return `联系不上 ${name(v.nodes)}，而且没有别的节点。`;
    const left = v.total - v.down;
    return v.isTooMany === 1
      ? `联系不上 ${name(v.nodes)}：${v.total} 个节点只剩 ${left} 个，凑不齐多数派所需的 ${v.quorum} 个。`
      : `联系不上 ${name(v.nodes)}：多数派所需的 ${v.quorum} 个只能出自其余 ${left} 个节点。`;
  },
  keyInTheWay: (v, name) => {
    const why = {
      crashed: '已崩溃的',
      refused: '已放弃的',
      released: '已开始释放锁的',
      lost: '已放弃的',
      unaware: '还在请求的',
      open: '',
    }[v.why];
    const until =
      v.until === withSession
        ? '留到它的会话结束'
        : v.until < 0
          ? '一直留着，没有过期时间'
          : v.isValidity === 1
            ? `还留着，有效到 ${formatAt(v.until)}`
            : `${v.stands === 1 ? '要留到' : '留到'} ${formatAt(v.until)}`;
    return `${why}${name(v.owner)} 的键${onNodes(v, name)}${until}。`;
  },
  split: (v) => {
    const counts = v.votes.map(([, count]) => count).join('、');
    return `${formatAt(v.at)} 时节点被瓜分为 ${counts}：谁也没有凑齐 ${v.quorum} 个。`;
  },
});

/** Why a client did not get the lock: who refused it, or what else happened. */
const tryWords: Readonly<Record<Reason, string>> = {
  none: '',
  held: '锁看起来已被占用',
  'no-quorum': '收到的同意不够多数派',
  'no-validity': '剩下的有效时间不够，它自己放弃了',
  error: '它的请求出错',
  slept: '它的 token 已经过时',
  'not-owner': '键不是它的',
  gone: '它的键已经没有了',
  expired: '它的有效时间已过',
  stolen: '锁已被别的客户端拿走',
  disconnected: '它太久没有收到锁服务的消息',
};

function whyTried({ reasons, raised }: CauseValues['refusedTries']): string {
  const words = [...reasons.map((reason) => tryWords[reason]), ...raised.map((name) => `它的库抛出 ${name}`)].filter(
    (word) => word !== '',
  );
  return words.length === 0 ? '' : `：${words.join('，或者')}`;
}

/** How the owner of a leftover key ended. */
const death = ({ ofThread }: { readonly ofThread: Flag }): string => (ofThread === 1 ? '线程死去' : '崩溃');

/** How long a session lives without renewal, as a remark. */
function lasting({ lease, ttls }: CauseValues['openedAfterCrash'], { formatLength }: Lengths): string {
  if (lease < 0) return '';
  const often = Number.isInteger(ttls) && ttls > 1 ? `，即 ${ttls} 倍 TTL` : '';
  return `（不续期的会话能活 ${formatLength(lease)}${often}）`;
}

const waits = ({ formatAt, formatLength }: Times) =>
  ({
    unanswered: (v, name) => `从 ${formatAt(v.at)} 起，${name(v.client)} 一直在等 ${name(v.nodes)} 的应答。`,
    refusedTries: (v, name) => {
      const why = whyTried(v);
      return v.count === 1
        ? `${name(v.client)} 尝试加锁，在 ${formatAt(v.at)} 失败${why}。`
        : `从 ${formatAt(v.at)} 起，${name(v.client)} 尝试加锁 ${times(v.count)}，次次失败${why}。`;
    },
    refusedRightful: (v, name) => {
      const often = v.count > 1 ? `（共 ${times(v.count)}）` : '';
      return `存储拒绝了合法的持有者 ${name(v.client)}：${comparison(v, name)}${often}。`;
    },
    stayedIn: (v, name) => {
      const isReleasing = v.isReleasing === 1;
      const did = isReleasing ? `，在 ${formatAt(v.at)} 开始释放，` : '，';
      return `${name(v.client)} 在 ${formatAt(v.acquiredAt)} 拿到锁${did}${
        v.isEndless === 1
          ? `${isReleasing ? '释放时' : '持锁时'}等的东西永远不会来`
          : `${isReleasing ? '释放这一步' : '持锁'}长达 ${formatLength(v.micros)}`
      }。`;
    },
    waited: (v, name) =>
      v.gaveUp === 1
        ? waitedInVain({ formatLength })({ ...v, first: v.client }, name)
        : `${waitedInVain({ formatLength })({ ...v, first: v.client }, name)}超过 ${formatLength(v.patience)}（耐心限度，运行的一项设置），就算锁不可用。`,
    healed: (v, name) => `此后才恢复：${name(v.client)} 在 ${formatAt(v.at)} 完成了一轮。`,
    expiredAfterCrash: (v) => {
      const when = `${death(v)} ${formatLength(v.micros)}`;
      return v.ofSession === 1 ? `${when} 之后，它的会话结束，锁也随之释放。` : `${when} 之后，键自行过期。`;
    },
    openedAfterCrash: (v) =>
      `${death(v)} ${formatLength(v.micros)} 之后，键才空出来：会话在 ${formatAt(v.endedAt)} 结束，那是${death(v)} ${formatLength(v.livedOn)} 之后${lasting(v, { formatLength })}，接着 lock-delay 又让键关了 ${formatLength(v.closed)}。`,
    released: (v, name) =>
      `${name(v.client)} 在 ${formatAt(v.at)} 开始释放锁${{ cut: '，其间链路断开', lost: '，其间有请求丢失', none: '' }[v.heldUp]}，它的键${onNodes(v, name)}于 ${formatAt(v.freedAt)} ${v.nodes.length > 1 ? '全部删除' : '被删除'}。`,
    wakeLost: (v, name) =>
      `${name(v.from)} 在 ${formatAt(v.at)} 唤醒 ${name(v.client)}，但消息没有送到：${lossWords[v.cause]}。`,
    keySpared: (v, name) =>
      `${name(v.client)} 的释放请求在 ${formatAt(v.at)} 到达，${name(v.nodes)} 上已是${name(v.owner)}的键，于是没有去动它。`,
    leftInTime: (v, name) =>
      v.expiredAt !== -1
        ? `${name(v.client)} 在 ${formatAt(v.at)} 已用完锁；它的键到 ${formatAt(v.expiredAt)} 才过期。`
        : `${name(v.client)} 在 ${formatAt(v.at)} 已用完锁。`,
    noValidity: (v, name) =>
      `${name(v.client)} 请求节点用了 ${formatLength(v.micros)}，剩下的有效时间不够，于是自己放弃了这把锁。`,
    overtaken: (v, name) => `${name(v.client)} 开始之后 ${formatLength(v.micros)} 才加锁，却得知已有更新的 token。`,
  }) satisfies Partial<FaultlessSentences>;

const protections = ({ formatAt, formatLength }: Times) =>
  ({
    stoppedWork: (v, name) => `${name(v.client)} 在 ${formatAt(v.at)} 停下手里的工作：${tryWords[v.reason]}。`,
    roundFailed: (v, name) => `${name(v.client)} 这一轮失败了：请求没有送到 ${name(v.nodes)}，而它必须应答。`,
    enoughNodes: (v, name) =>
      `${name(v.nodes)} 没有收到 ${name(v.client)} 的请求；${v.total} 个节点中还有 ${v.total - v.down} 个，够得上 ${v.quorum} 个的多数派。`,
    keyKept: (v, name) => `${name(v.node)} 恢复后，${name(v.owner)} 的键还在。`,
    stayedAway: (v, name) =>
      `${name(v.node)} 到 ${formatAt(v.at)} 才恢复，那时键本来也已过期（${formatAt(v.expiresAt)}）。`,
    tokenFell: (v, name) =>
      `${name(v.client)} 在 ${formatAt(v.at)} 拿到 token ${v.token}，而在它之前 ${name(v.other)} 已拿过 ${v.before}。`,
    lateMachine: (v, name) => {
      const late = `而到那时为止机器迟了 ${formatLength(v.late)}`;
      switch (v.what) {
        case 'overlap':
          return `${name(v.first)}和${name(v.second)}同时持锁 ${formatLength(v.micros)}，${late}。`;
        case 'loss':
          return `${name(v.first)} 覆盖了 ${name(v.second)} 在 ${formatLength(v.micros)} 之前写下的内容，${late}。`;
        case 'wait':
          return `${name(v.first)} 等待的时间比耐心多 ${formatLength(v.micros)}，${late}。`;
        case 'lease':
          return `${name(v.first)} 用完锁，到 ${name(v.second)} 可以拿到锁，只相隔 ${formatLength(v.micros)}，${late}。`;
        case 'race':
          return `在同一台服务器上，${name(v.first)} 比 ${name(v.second)} 早到 ${formatLength(v.micros)}，${late}。`;
        case 'timeout':
          return `${name(v.second)} 在 ${name(v.first)} 超时之后 ${formatLength(v.micros)} 才应答，${late}。`;
        case 'fault':
          return `故障作用于 ${name(v.first)} 时，距它上一个动作 ${formatLength(v.micros)}，${late}。`;
        default:
          return `机器总共迟了 ${formatLength(v.late)}。`;
      }
    },
    simulatedOtherwise: (v) => `模拟从不迟到，其结果是“${headlines[v.simulated]}”。`,
  }) satisfies Partial<FaultlessSentences>;

export const faultlessCauses = (times: Times): FaultlessSentences => ({
  ...waits(times),
  ...protections(times),
});
