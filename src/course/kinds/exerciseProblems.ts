/** Messages about an exercise that a person has made, besides those about its scenario. */

import { at } from '../../core/model/scenario/parse/problems';
import type { Text } from '../../core/model/values/text';

export const noAttacks = (path: string): Text =>
  at(path, {
    en: 'there are no attacks; name them in "attacks", or pauses in "pausesEverywhere".',
    zh: '没有攻击；请在 "attacks" 里写出攻击，或在 "pausesEverywhere" 里写出停顿。',
  });

// What a field may contain, written to follow "must be".

export const aText = (lengthMax: number): Text => ({
  en: `a text of 1 to ${lengthMax} characters, or { en, zh }`,
  zh: ` 1 到 ${lengthMax} 个字符的文字，或 { en, zh }`,
});

export const aList = (min: number, max: number): Text => ({
  en: `a list of ${min} to ${max}`,
  zh: `含 ${min} 到 ${max} 项的列表`,
});

export const aGoal: Text = {
  en: 'a goal: { outcome }, { lock }, { data }, { fact }, { measure }, { not }, { all } or { any }',
  zh: '目标：{ outcome }、{ lock }、{ data }、{ fact }、{ measure }、{ not }、{ all } 或 { any }',
};

export const aPath: Text = {
  en: '"storage", "lock.settings", "settings", or a path below one of the last two',
  zh: '"storage"、"lock.settings"、"settings"，或后两者之下的路径',
};

export const aPatch: Text = { en: 'a patch', zh: '补丁' };
