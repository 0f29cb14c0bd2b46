/** Messages about a link to a search that cannot be followed. */

import { injectableKinds } from '../../core/faults';
import { harms } from '../../core/model/trace/severity';
import type { Text } from '../../core/model/values/text';
import { faultsMost } from '../../search/explore/space';

/** The page offers one seed or ten. */
export const seedsMost = 100;

export const badQuestion: Text = {
  en: `The question in this link cannot be read. It must be kinds of faults, 1 to ${faultsMost} faults at once, a harm, and 1 to ${seedsMost} seeds: find=pause,crash.2.overlap.1. Kinds: ${injectableKinds.join(', ')}. Harms: ${harms.join(', ')}.`,
  zh: `无法读取链接中的问题。格式应为：故障种类、同时最多 1 到 ${faultsMost} 个故障、危害、1 到 ${seedsMost} 个种子，例如 find=pause,crash.2.overlap.1。种类：${injectableKinds.join('、')}。危害：${harms.join('、')}。`,
};

export const badClaim: Text = {
  en: 'The answer in this link cannot be read. It must be two numbers, breaks and runs: found=4.477.',
  zh: '无法读取链接中的答案。格式应为两个数字：出问题的次数和运行次数，例如 found=4.477。',
};

export const noQuestion: Text = {
  en: 'This link has an answer (found=…) and no question (find=…).',
  zh: '这个链接有答案（found=…），却没有问题（find=…）。',
};
