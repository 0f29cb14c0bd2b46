/** Messages about an attempt at an exercise, or about an exercise that is being made. */

import { pageName, pageNames } from '../../core/model/links/pageNames';
import type { ProcessId } from '../../core/model/scenario/processId';
import { formatMs } from '../../core/model/values/format';
import type { Text } from '../../core/model/values/text';
import type { Ms } from '../../core/model/values/time';

// What an attempt is not allowed to do.

export const notToBeChanged = (path: string): Text => ({
  en: `“${path}” may not be changed here.`,
  zh: `这里不能改“${path}”。`,
});

export const tooManyChanges = (changed: number, most: number): Text => ({
  en: `${changed} settings were changed; the budget is ${most}.`,
  zh: `改了 ${changed} 个设置；预算是 ${most} 个。`,
});

export const laterTitle = (by: Ms): Text => ({
  en: `the fault comes ${formatMs(by)} later and it still ends well`,
  zh: `故障再晚 ${formatMs(by)} 也没事`,
});

export const givenFaultsStay: Text = {
  en: 'The faults that were there must stay as they are.',
  zh: '原有的故障必须保持原样。',
};

export const tooManyFaults = (added: number, budget: number): Text => ({
  en: `${added} faults were added; the budget is ${budget}.`,
  zh: `加了 ${added} 个故障；预算是 ${budget} 个。`,
});

/** @param kind as the reader sees it, like `kinds` */
export const kindNotInBudget = (kind: string, kinds: readonly string[]): Text => ({
  en: `“${kind}” is not in your budget, which allows: ${kinds.join(', ')}.`,
  zh: `预算里没有“${kind}”；可用的有：${kinds.join('、')}。`,
});

export const notToBeTouched = (id: ProcessId, processes: readonly ProcessId[]): Text => ({
  en: `Faults may not hit ${pageName(id).en} here, only: ${pageNames(processes).en}.`,
  zh: `这里不能改动 ${pageName(id).zh}；故障只能落在：${pageNames(processes).zh}。`,
});

export const faultTooLong = (length: Ms, lengthMax: Ms): Text => ({
  en: `A fault may last (or move a clock by) at most ${formatMs(lengthMax)}; this one is ${formatMs(length)}.`,
  zh: `一个故障的时长（或拨动的时间）最多 ${formatMs(lengthMax)}；这一个是 ${formatMs(length)}。`,
});

interface PauseTried {
  readonly client: ProcessId;
  readonly step: string;
  /** Which step of this name, counted from 1. */
  readonly nth: number;
  readonly ms: Ms;
}

export const pauseTriedText = ({ client, step, nth, ms }: PauseTried): Text => {
  const { en, zh } = steps[step] ?? { en: `“${step}”`, zh: `“${step}”` };
  return {
    en: `${pageName(client).en} is paused for ${formatMs(ms)} before ${en}${nth > 1 ? ` (${nth})` : ''}`,
    zh: `${pageName(client).zh} 在${zh}${nth > 1 ? `（第 ${nth} 次）` : ''}之前停顿 ${formatMs(ms)}`,
  };
};

/** The steps of the program, as a reader knows them. Others stand as they are. */
const steps: Readonly<Record<string, Text>> = {
  think: { en: 'it asks for the lock', zh: '请求加锁' },
  validity: { en: 'it checks the time that its lock has left', zh: '检查锁的剩余时间' },
  work: { en: 'its work', zh: '工作' },
  write: { en: 'its write', zh: '写入' },
  read: { en: 'it reads', zh: '读取' },
};

/** What breaks an attempt in a run without attacks. */
export const otherRandomness: Text = { en: 'random choices come out differently', zh: '随机结果不同' };

// What would have made an answer right: one change.

export const oneChange = (changes: number): Text => ({
  en: `One change is enough; this makes ${changes}. Undo takes back the last one.`,
  zh: `只改一处就够了，现在改了 ${changes} 处。撤销可以退回上一步。`,
});

export const faultStays: Text = {
  en: 'The faults of this run stay in it. Move one, or change how long it lasts.',
  zh: '这次运行的故障不能删。可以挪动它，或改它的时长。',
};

export const noOtherFault: Text = { en: 'This fault cannot be added here.', zh: '这里不能加这个故障。' };

export const faultNeverHappens: Text = {
  en: 'The fault no longer happens in this run. Move it to where it does.',
  zh: '这个故障在运行中不会再发生。请把它挪到会发生的地方。',
};

// Why an exercise cannot be solved, or needs no solving.

export const solvedBefore: Text = {
  en: 'All goals are already met without any change.',
  zh: '什么都没做，目标就已全部达到。',
};

export const tooManyEvents = (max: number): Text => ({
  en: `The run has more than ${max} events, too many to be predicted. Use a shorter duration or fewer rounds.`,
  zh: `这次运行超过 ${max} 个事件，太长了，没法预测。缩短时长或减少轮数，事件就会变少。`,
});

/** @param runs the number of runs that judging would take */
export const tooManyRuns = (runs: number, max: number): Text => ({
  en: `Judging this takes ${runs} runs; at most ${max} are allowed. Use fewer clients or rounds, or a shorter run.`,
  zh: `判断它需要 ${runs} 次运行，上限是 ${max} 次。减少客户端或轮数，或者缩短运行，需要的次数就会变少。`,
});

export const goalMissed = (goal: Text): Text => ({
  en: `The solution does not reach the goal “${goal.en}”.`,
  zh: `答案达不到目标“${goal.zh}”。`,
});

export const noneRight: Text = {
  en: 'None of the answers is what happens in the run.',
  zh: '选项里没有运行的实际结果。',
};

export const noneWrong: Text = { en: 'Every answer is right: add a wrong one.', zh: '每个选项都对：再加一个错的。' };

export const notRightThen = (answer: Text): Text => ({
  en: `"rightWhen" must change one thing, a fault, a setting or the check, and make the answer “${answer.en}” right.`,
  zh: `"rightWhen" 只能改一处（一个故障、一项设置或检查），并让答案“${answer.zh}”变对。`,
});

export const noChangeSolves = (single: number, pairs: number): Text => ({
  en: `None of the ${single} single changes and ${pairs} pairs of changes that were tried meets all goals: allow more, or ask for less. Fixes that need three changes at once are not searched for.`,
  zh: `单独试过 ${single} 处改动，又两两试过 ${pairs} 组，都达不到全部目标：请放开更多可改的地方，或者降低目标。要同时改三处才行的，这里不去找。`,
});

export const noBreak = (runs: number, isWhole: boolean): Text => ({
  en: `${isWhole ? 'The whole budget was tried' : 'The budget was tried in part'}, in ${runs} runs, and no fault reaches all goals: allow other kinds, or ask for less.`,
  zh: `在预算之内${isWhole ? '全部' : '部分'}试过了（${runs} 次运行），没有故障能达到全部目标：请放开别的种类，或者降低目标。`,
});

export const noneSolves: Text = {
  en: 'None of the choices meets all goals: offer another lock or check, or ask for less.',
  zh: '没有一种选择能达到全部目标：请再加一把锁或一种检查，或者降低目标。',
};
