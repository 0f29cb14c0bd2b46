/** The words that both an embed and a page need, in Chinese, typed against the English ones. */
import { chineseNames } from '../../../core/model/links/pageNames';
import type { shared as english } from '../en/shared';
import { scene } from './scene';

/** Every page that loads the words needs these too. One file for each language is smaller than two. */
export { timeline } from './timeline';

/** `第 2 次“写入”之前`. */
const stepSaid = (who: string, step: string, { nth, plus }: { readonly nth: number; readonly plus: string }): string =>
  `${who}${nth > 1 ? `第 ${nth} 次` : ''}“${step}”${plus === '' ? '之前' : `开始 ${plus} 之后`}`;

export const shared: typeof english = {
  name: 'Redlock Playground',
  scene,
  process: chineseNames,
  fault: {
    /** Stands between the short names of several processes. */
    comma: chineseNames.comma,
  },
  when: {
    time: (at) => `在 ${at}`,
    step: ({ step, nth, plus }) => stepSaid('', step, { nth, plus }),
    stepOf: ({ who, step, nth, plus }) => stepSaid(`${who} 的`, step, { nth, plus }),
    effect: ({ n, who }) => `${who} 的第 ${n} 个操作之前`,
    requestBefore: ({ n, who }) => `发往 ${who} 的第 ${n} 个请求之前`,
    requestAfter: ({ n, who }) => `发往 ${who} 的第 ${n} 个请求之后`,
    messageNth: (n) => `（第 ${n} 条）`,
    messageAfter: (at) => `${at} 起的第一条`,
    for: (time) => `· 持续 ${time}`,
    restartAfter: (time) => `${time} 后恢复`,
    staysDown: '不再启动',
    toEnd: '· 直到结束',
    by: (amount) => `· ${amount}`,
    longer: (amount) => `· 延迟增加 ${amount}`,
    over: (time) => `分摊到 ${time}`,
  },
  problem: {
    title: '这次运行无法显示',
    text: '试验场本身出了错。你的场景保留着。',
    undo: '撤销上一次改动',
    again: '再试一次',
    copy: '复制场景',
    detail: '哪里出了错',
    scenario: '你的场景',
  },
  embed: {
    open: '打开',
    find: '找漏洞',
    findLabel: '在试验场里找漏洞',
    openLabel: '在试验场中打开',
    full: '全屏',
    tooLong: (n) => `嵌入页最多播放 ${n} 个事件，这次运行更长。现在显示的是它的开头。`,
  },
  compare: {
    now: '现在',
    changed: '已修改',
    only: (faults) => `仅此处有：${faults}`,
    missed: (count) => `有 ${count} 个故障在这里找不到目标`,
  },
  bar: {
    nodes: (n) => `${n} 个节点`,
    original: '原样',
    variants: '这个故事的变体',
  },
  playback: {
    space: '空格',
    title: '播放',
    play: '播放',
    pause: '停止',
    previous: '上一个事件',
    next: '下一个事件',
    at: '时间',
  },
  verdict: {
    label: '判定',
    beginning: '还在模拟',
    beginningText: '这次运行很长。现在显示的是它的开头，其中没有出错。',
  },
  link: {
    broken: (problem) => `此链接无法打开：${problem}`,
  },
  live: {
    simulated: '模拟',
    real: '真实 Redis',
    preview: '尚未运行，显示的是模拟',
    running: '正在真实 Redis 上运行',
    asSimulated: (apart) => `与模拟一致，最多相差 ${apart}`,
    otherSteps: '结果与模拟一致，步骤不同',
    otherwise: (headline) => `与模拟不同，模拟是“${headline}”`,
    runningText: '运行的同时事件陆续到达；到目前为止没有出错。',
  },
};
