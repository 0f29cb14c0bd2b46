/** What the settings of Redlock are called that stand in a closed group. The page opens without it (`model/help.ts`). */
import type { NamesOf } from '../model/help';
import type { redlockFields } from './redlockFields';

export const redlockNames: NamesOf<typeof redlockFields> = {
  keys: {
    label: { en: 'Keys', zh: '键的个数' },
  },
  releaseBetweenTries: {
    label: { en: 'Releases between attempts', zh: '两次尝试之间释放' },
  },
  validityCheck: {
    label: { en: 'Checks the validity', zh: '检查有效时间' },
  },
  minValidity: {
    label: { en: 'Minimum validity', zh: '最少有效时间' },
  },
  extensions: {
    label: { en: 'Maximum extensions', zh: '最多续期次数' },
  },
  ask: {
    label: { en: 'Asks the nodes', zh: '请求节点的方式' },
    options: {
      parallel: { en: 'all at once', zh: '同时' },
      sequence: { en: 'one after the other', zh: '依次' },
    },
  },
  startOrder: {
    label: { en: 'Begins with', zh: '从哪个节点开始' },
    options: {
      same: { en: 'the same node', zh: '同一个节点' },
      rotated: { en: 'a node of its own', zh: '各自的节点' },
    },
  },
  driftFactor: {
    label: { en: 'Drift factor', zh: '时钟漂移系数' },
  },
  driftMs: {
    label: { en: 'Drift, constant', zh: '时钟漂移常数' },
  },
  owner: {
    label: { en: 'Owner value', zh: '所有者的值' },
    options: {
      acquire: { en: 'one for each acquire', zh: '每次加锁一个' },
      try: { en: 'one for each attempt', zh: '每次尝试一个' },
    },
  },
  releaseTo: {
    label: { en: 'Releases on', zh: '向谁释放' },
    options: {
      all: { en: 'all nodes', zh: '所有节点' },
      granted: { en: 'nodes known to have granted', zh: '已知同意的节点' },
      'granted-now': { en: 'all, but for a failed attempt', zh: '所有节点，失败的尝试除外' },
    },
  },
  clock: {
    label: { en: 'Measures with', zh: '用什么计时' },
    options: {
      wall: { en: 'the wall clock', zh: '挂钟' },
      mono: { en: 'the monotonic clock', zh: '单调时钟' },
      larger: { en: 'both, the longer time', zh: '两者取较长' },
      seconds: { en: 'the wall clock, in whole seconds', zh: '挂钟，只到整秒' },
    },
  },
  reconnectOnTimeout: {
    label: { en: 'Reconnects on a timeout', zh: '超时后重连' },
  },
  takes: {
    label: { en: 'A node grants', zh: '节点何时同意' },
    options: {
      free: { en: 'a free key', zh: '键空闲' },
      'free-or-mine': { en: 'a free key, or the client’s own', zh: '键空闲，或是自己的' },
    },
  },
  quorum: {
    label: { en: 'Needs', zh: '需要同意的节点' },
    options: {
      majority: { en: 'a majority', zh: '多数' },
      unrounded: { en: 'N/2 + 1, not rounded', zh: 'N/2 + 1，不取整' },
      '1': { en: '1 node', zh: '1 个节点' },
      '2': { en: '2 nodes', zh: '2 个节点' },
      '3': { en: '3 nodes', zh: '3 个节点' },
      '4': { en: '4 nodes', zh: '4 个节点' },
      '5': { en: '5 nodes', zh: '5 个节点' },
      '6': { en: '6 nodes', zh: '6 个节点' },
      '7': { en: '7 nodes', zh: '7 个节点' },
      '8': { en: '8 nodes', zh: '8 个节点' },
      '9': { en: '9 nodes', zh: '9 个节点' },
    },
  },
  goesOn: {
    label: { en: 'Goes on', zh: '何时继续' },
    options: {
      decided: { en: 'as soon as it is decided', zh: '一有定论' },
      granted: { en: 'at a yes; a no waits for all', zh: '成功即可；失败要等齐' },
      all: { en: 'when all have answered', zh: '全部答复之后' },
    },
  },
  timeoutOn: {
    label: { en: 'The timeout holds for', zh: '超时用于' },
    options: {
      every: { en: 'every request', zh: '每个请求' },
      acquire: { en: 'the acquire alone', zh: '仅加锁' },
    },
  },
  releaseAwaits: {
    label: { en: 'A release waits for', zh: '释放时等待' },
    options: {
      all: { en: 'all nodes', zh: '所有节点' },
      majority: { en: 'a majority', zh: '多数节点' },
      none: { en: 'no node, after a failed acquire', zh: '加锁失败时不等' },
    },
  },
  releaseTries: {
    label: { en: 'Attempts of a release', zh: '释放的尝试次数' },
  },
  leaseFrom: {
    label: { en: 'The lease counts from', zh: '租约从何时算起' },
    options: {
      asking: { en: 'before it asked', zh: '请求之前' },
      return: { en: 'its return', zh: '返回之时' },
      'first-attempt': { en: 'before the first attempt', zh: '第一次尝试之前' },
    },
  },
  extendAt: {
    label: { en: 'Extends after this share', zh: '剩余时间过去多少时续期' },
  },
  extendBefore: {
    label: { en: 'Extends before the end by', zh: '到期前多久续期' },
  },
  extendTries: {
    label: { en: 'Attempts of an extension', zh: '每次续期的尝试次数' },
  },
  extendsWhat: {
    label: { en: 'Extends', zh: '续期什么' },
    options: {
      mine: { en: 'its own key', zh: '自己的键' },
      'mine-or-free': { en: 'its own key, or a free one', zh: '自己的键，或空闲的键' },
      'get-then-extend': { en: 'its own key, after a GET', zh: '先 GET，再续自己的键' },
      'new-value': { en: 'by a new value', zh: '换成新的值' },
    },
  },
  extendsExpired: {
    label: { en: 'Extends what is over', zh: '过期后照样续期' },
  },
  whenExtensionFails: {
    label: { en: 'When an extension fails', zh: '续期失败时' },
    options: {
      keeps: { en: 'tries on', zh: '继续尝试' },
      ends: { en: 'extends no more', zh: '不再续期' },
      deletes: { en: 'deletes the keys', zh: '删除键' },
      'deletes-each': { en: 'deletes the keys after each attempt', zh: '每次尝试后都删除键' },
    },
  },
  toldBy: {
    label: { en: 'Told of a loss by', zh: '由谁告知锁已失去' },
    options: {
      'own-clock': { en: 'its own clock', zh: '自己的时钟' },
      nothing: { en: 'nothing', zh: '谁也不说' },
      flag: { en: 'a flag, to be polled', zh: '标志，要自己去看' },
      signal: { en: 'an abort signal', zh: '中止信号' },
    },
  },
};
