/**
 * What is wrong with a trace from outside: its header, its rows or its file. Also what a field may contain; each of
 * these texts follows "must be".
 */

import { pageName } from '../../core/model/links/pageNames';
import { verbatim } from '../../core/model/scenario/parse/allowedTexts';
import { mustBe, tooLong } from '../../core/model/scenario/parse/problems';
import type { ProcessId } from '../../core/model/scenario/processId';
import type { Text } from '../../core/model/values/text';

// What a field may contain.

export const aText: Text = { en: 'a text', zh: '文本' };

export const inBothLanguages: Text = { en: 'a text in both languages: en, zh', zh: '两种语言的文本：en、zh' };

export const charactersAtMost = (max: number): Text => ({
  en: `at most ${max} characters`,
  zh: `最多 ${max} 个字符`,
});

export const oneOf = (options: readonly string[]): Text => ({
  en: `one of ${options.join(', ')}`,
  zh: `${options.join('、')} 之一`,
});

export const aNumber: Text = { en: 'a number', zh: '数字' };

export const zeroOrMore: Text = { en: '0 or more', zh: ' 0 或更大' };

export const atMost = (max: number): Text => ({ en: `at most ${max}`, zh: `最多 ${max}` });

export const microseconds: Text = { en: 'a number of microseconds', zh: '微秒数' };

export const atMostFourWeeks: Text = { en: 'at most four weeks', zh: '最多四周' };

export const microsecondsIn = (min: number, max: number): Text => ({
  en: `a number of microseconds, from ${min} to ${max}`,
  zh: `微秒数，从 ${min} 到 ${max}`,
});

export const twoMicroseconds: Text = { en: 'two numbers of microseconds', zh: '两个微秒数' };

export const aProcess: Text = {
  en: 'the name of a process, such as client1 or nodeA',
  zh: '进程名，如 client1 或 nodeA',
};

export const aStandIn: Text = { en: 'a kind of stand-in', zh: '一种替代手段' };

export const processFields: Text = { en: 'id, role, uncertainty', zh: 'id、role、uncertainty' };

export const fileFields: Text = { en: 'header, strings, rows', zh: 'header、strings、rows' };

export const reasonsByFault: Text = { en: 'reasons by the names of faults', zh: '以故障名为键的原因' };

export const aList: Text = { en: 'a list', zh: '列表' };

export const oneOrMore: Text = { en: 'a list of one or more', zh: '至少一项的列表' };

export const listAtMost = (max: number): Text => ({ en: `a list of at most ${max}`, zh: `最多 ${max} 项的列表` });

export const listsOfNumbers: Text = { en: 'a list of lists of numbers', zh: '由数字列表组成的列表' };

export const leftOut: Text = { en: 'left out', zh: '留空的' };

// What is wrong with the header.

export const noScenario: Text = { en: 'header.scenario is not a scenario.', zh: 'header.scenario 不是场景。' };

export const twice = (process: ProcessId): Text => ({
  en: `header.processes names ${pageName(process).en} twice.`,
  zh: `header.processes 两次列出 ${pageName(process).zh}。`,
});

// What is wrong with a row.

interface WrongColumn {
  /** Its index, from 0. */
  readonly event: number;
  /** Its kind, if it has one. */
  readonly kind: string | undefined;
  readonly column: string;
  readonly value: string;
}

export function wrongColumn({ event, kind, column, value }: WrongColumn, allowed: Text): Text {
  const which = `${event}${kind === undefined ? '' : ` (${kind})`}`;
  return {
    en: `Event ${which}: ${column} is ${value}, and must be ${allowed.en}.`,
    zh: `事件 ${which}：${column} 是 ${value}；它必须是${allowed.zh}。`,
  };
}

const tooMany = ({ en, zh }: Text, max: number): Text => ({
  en: `It has more ${en} than are read: at most ${max}.`,
  zh: `${zh}太多：最多读取 ${max} 个。`,
});

export const tooManyTexts = (max: number): Text => tooMany({ en: 'texts', zh: '文本' }, max);

export const tooManyCharacters = (max: number): Text =>
  tooMany({ en: 'characters in one text', zh: '字符（一条文本）' }, max);

export const tooManyEvents = (max: number): Text => tooMany({ en: 'events', zh: '事件' }, max);

// What is wrong with a file.

export const foreign: Text = { en: 'This is not a saved run of the playground.', zh: '这不是试验场保存的运行。' };

export const newerVersion = (version: number, supportedVersion: number): Text => ({
  en: `It was saved by a newer playground (version ${version}); this one reads version ${supportedVersion}.`,
  zh: `它由更新的试验场保存（版本 ${version}）；这里读取版本 ${supportedVersion}。`,
});

/** @param version as JSON; undefined if the file has no version. */
export const otherVersion = (version: string | undefined, supportedVersion: number): Text =>
  mustBe(versionField, verbatim(`${supportedVersion}`), version === undefined ? noVersion : verbatim(version));

const versionField: Text = { en: 'header.version', zh: 'header.version' };
const noVersion: Text = { en: 'missing', zh: ' 缺失' };

export const fileTooLong = (length: number, lengthMax: number): Text =>
  tooLong(theFile, { size: `${Math.ceil(length / 1e6)} MB`, most: `${lengthMax / 1e6} MB` });

const theFile: Text = { en: 'The file', zh: '文件' };

export const beyondEnd = (lastAt: number, endedAt: number): Text => ({
  en: `header.endedAt is ${endedAt}, before the last event at ${lastAt}.`,
  zh: `header.endedAt 是 ${endedAt}，早于最后一个事件 ${lastAt}。`,
});

/** Each event is possible, but all of them together are not. */
export const contradictory: Text = {
  en: 'The events of this run contradict each other: the file was changed after it was saved.',
  zh: '这次运行的事件互相矛盾：文件在保存之后被改动过。',
};
