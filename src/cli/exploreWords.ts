/**
 * The words that only `explore` uses, in both languages. The words for its results are in `search/explore/words.ts`.
 * The last line is the same in each language, because scripts read it.
 */
import { injectableKinds } from '../core/faults';
import { wholeNumber } from '../core/model/scenario/parse/allowedTexts';
import type { Text } from '../core/model/values/text';

export const usage = (called: string): Text => ({
  en: `${called} <story | scenario.json | link> [--faults pause,lose] [--max 1|2|3] [--harm HARM] [--seeds N]
${' '.repeat(called.length)} [--lock NAME] [--check NAME] [--orders N] [--workers N | --queue redis://host:port] [--base URL] [--lang en|zh] [--json]

Puts faults at every place of a run, and looks for the fewest and weakest that do harm. The scenario's own faults are left out.
--faults  kinds of faults, separated by commas: ${injectableKinds.join(', ')}.
          all: every kind. Default: pause, crash, lose, clock-jump.
--max     how many faults one run may have. Default: 1.
--harm    lost (the default), overlap, deleted-another, changed-another, stuck, unavailable, expired.
--seeds   how many, from the scenario's own seed on. Default: 1.
--orders  tries no faults in a run with times, but every order in which up to so many things can happen: which message
          arrives next, when time passes, when a fault happens (--faults pause,crash,lose,failover).
--workers threads for two faults and more. Default: one less than this machine has cores.
--queue   a Redis over which other machines search, each with: npm run cli -- explore:worker redis://host:port
--base    the page that the links open. Default: http://127.0.0.1:5180/, the playground on this machine.
The last line is "found: N breaks in M runs" or "found: none in M runs". "stopped: …" and exit code 3: not all was searched.
"not settled: …" and exit code 4: no break, but no run came to where one could be.
Ctrl+C stops and prints what was found. Exit code 2: bad input.`,
  zh: `${called} <故事 | scenario.json | 链接> [--faults pause,lose] [--max 1|2|3] [--harm 危害] [--seeds N]
${' '.repeat(called.length)} [--lock 名称] [--check 名称] [--orders N] [--workers N | --queue redis://主机:端口] [--base 网址] [--lang en|zh] [--json]

在一次运行的每个位置注入故障，找出造成危害所需的最少、最弱的故障。场景自带的故障不算在内。
--faults  故障种类，用逗号分隔：${injectableKinds.join('、')}。
          all 表示全部种类。不写则使用 pause、crash、lose、clock-jump。
--max     一次运行中最多有几个故障，默认 1。
--harm    lost（默认）、overlap、deleted-another、changed-another、stuck、unavailable、expired。
--seeds   从场景自己的种子开始，共几个，默认 1。
--orders  不在带时间的运行里放故障，而是试遍至多这么多步的每一种顺序：下一条到达的消息、时间何时过去、谁停顿、崩溃、
          丢消息（--faults pause,crash,lose,failover）。
--workers 两个及以上故障时的线程数，默认比本机核数少一个。
--queue   由其他机器通过这个 Redis 一起搜索，每台机器运行：npm run cli -- explore:worker redis://主机:端口
--base    链接打开的页面，默认 http://127.0.0.1:5180/，即本机的试验场。
最后一行是“found: N breaks in M runs”或“found: none in M runs”。若是“stopped: …”且退出码为 3，说明没有搜索完。
若是“not settled: …”且退出码为 4，说明没有发现问题，但也没有一次运行到过可能出问题的地方。
Ctrl+C 停止搜索，并打印已找到的内容。退出码 2：输入有误。`,
});

export const nothing: Text = {
  en: 'What should be explored? Give a story, a scenario file, a link, a --lock or a --check.',
  zh: '要搜索什么？请给出故事、场景文件、链接、--lock 或 --check。',
};

export const needsCheck: Text = { en: '--check takes the name of a check.', zh: '--check 后面要写检查的名称。' };

export const badBase: Text = {
  en: '--base takes the address of a page: http://127.0.0.1:8080/.',
  zh: '--base 后面要写页面的地址，如 http://127.0.0.1:8080/。',
};

export const notAmong = (option: string, allowed: readonly string[]): Text => ({
  en: `${option} must be among ${allowed.join(', ')}.`,
  zh: `${option} 只能是 ${allowed.join('、')}。`,
});

export const noKind = (name: string, allowed: readonly string[]): Text => ({
  en: `There is no kind of fault "${name}". --faults must be among ${allowed.join(', ')}.`,
  zh: `没有“${name}”这种故障。--faults 只能是 ${allowed.join('、')}。`,
});

export function badNumber(option: string, most: number): Text {
  const { en, zh } = wholeNumber(1, most);
  return { en: `${option} must be ${en}.`, zh: `${option} 必须是${zh}。` };
}

export const progress = (runs: number, rate: number, done: number, all: number): Text => ({
  en: `${runs} runs, ${rate} a second, ${done} of ${all} branches`,
  zh: `已运行 ${runs} 次，每秒 ${rate} 次，分支 ${done}/${all}`,
});

export const size = (level: number, runs: number): Text => ({
  en: `With ${level} faults: about ${runs} more runs.`,
  zh: `${level} 个故障的情况大约还要运行 ${runs} 次。`,
});

export const tooLarge = (faultsMax: number): Text => ({
  en: `That is too many. Choose fewer kinds (--faults pause,crash), or at most ${faultsMax - 1} (--max ${faultsMax - 1}).`,
  zh: `次数太多。请减少故障种类（--faults pause,crash），或降低上限（--max ${faultsMax - 1}）。`,
});

const breaks = (count: number): string => (count === 1 ? '1 break' : `${count} breaks`);

export const resultLine = (count: number, runs: number): string =>
  `found: ${count === 0 ? 'none' : breaks(count)} in ${runs} runs`;

export const unsettled = (runs: number): string => `not settled: no break in ${runs} runs`;

/** @param levels up to how many faults all places were searched */
export function stopped(count: number, runs: number, levels: number): string {
  const searched = ['not all of 1 fault', 'all of 1 fault'][levels] ?? `all of ${levels} faults`;
  return `stopped: ${count === 0 ? 'none' : breaks(count)} in ${runs} runs, ${searched} searched`;
}

export const ordersAlone: Text = {
  en: '--orders needs neither --workers, --queue nor --seeds: it runs on one thread, and nothing in it is random.',
  zh: '--orders 不能与 --workers、--queue、--seeds 同用：它只用一个线程，也没有随机。',
};

export const ordersProgress = (orders: number, complete: number): Text => ({
  en: `${orders} orders, all of ${complete} decisions`,
  zh: `已运行 ${orders} 种顺序，${complete} 个决定以内的已全部运行`,
});

export const ordersFound = (decisions: number, faults: number): Text => ({
  en: `Fewest decisions that do it: ${decisions}, of which ${faults} ${faults === 1 ? 'is a fault' : 'are faults'}.`,
  zh: `最少需要 ${decisions} 个决定，其中 ${faults} 个是故障。`,
});

export const ordersStopped = (orders: number, complete: number): string =>
  `stopped: none in ${orders} orders, all of ${complete} decisions searched`;

export const ordersLine = (isFound: boolean, orders: number): string =>
  `found: ${isFound ? '1 break' : 'none'} in ${orders} orders`;
