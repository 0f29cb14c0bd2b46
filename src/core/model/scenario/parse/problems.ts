/** The messages for a scenario that cannot be run or read. The values that a field allows are in `allowedTexts.ts`. */

import { pageName, pageNames } from '../../links/pageNames';
import { listed, type Text } from '../../values/text';
import { visibleToAll } from '../../values/visible';
import type { ProcessId } from '../processId';
import { verbatim } from './allowedTexts';

/** One thing that is wrong, at a named place. */
export const at = (path: string, { en, zh }: Text): Text => ({ en: `${path}: ${en}`, zh: `${path}：${zh}` });

/** The first thing that is wrong, and how many more there are. @param none is returned if nothing is wrong. */
export function firstOf(problems: readonly { readonly message: Text }[], none: Text): Text {
  const first = problems[0]?.message ?? none;
  const more = problems.length - 1;
  return {
    en: `${first.en}${more > 0 ? ` (and ${more} more)` : ''}`,
    zh: `${first.zh}${more > 0 ? `（另有 ${more} 处）` : ''}`,
  };
}

export const theScenario: Text = { en: 'The scenario', zh: '场景' };

/** @param path empty: the scenario itself. */
export const subjectAt = (path: string): Text => (path === '' ? theScenario : { en: path, zh: path });

export const unknownField = (subject: Text, key: string, allowed: Text): Text => ({
  en: `${subject.en} is unknown: there is no field "${key}" here; allowed: ${allowed.en}.`,
  zh: `${subject.zh} 无法识别：这里没有字段“${key}”；可用的有 ${allowed.zh}。`,
});

export const missing = (subject: Text): Text => ({ en: `${subject.en} is missing.`, zh: `缺少 ${subject.zh}。` });

export const missingObject = (subject: Text): Text => ({
  en: `${subject.en} is missing; it must be an object.`,
  zh: `缺少${subject.zh}；它必须是对象。`,
});

export const missingValue = (subject: Text, allowed: Text): Text => ({
  en: `${subject.en} is missing; it must be ${allowed.en}.`,
  zh: `缺少 ${subject.zh}；它必须是${allowed.zh}。`,
});

export const mustBe = (subject: Text, allowed: Text, value: Text): Text => ({
  en: `${subject.en} must be ${allowed.en}, not ${value.en}.`,
  zh: `${subject.zh} 必须是${allowed.zh}，而不是${value.zh}。`,
});

const anObject: Text = { en: 'an object', zh: '对象' };
const aList: Text = { en: 'a list', zh: '列表' };

export const mustBeObject = (subject: Text, value: string): Text => mustBe(subject, anObject, verbatim(value));

export const isList = (subject: Text): Text => mustBe(subject, anObject, aList);

export const tooDeep = (path: string, depthMax: number): Text => ({
  en: `${path} is nested too deeply; at most ${depthMax} levels are read.`,
  zh: `${path} 嵌套过深，超过了 ${depthMax} 层。`,
});

export const reservedName = (path: string, name: string): Text =>
  at(path, { en: `the name "${name}" is not allowed.`, zh: `不允许使用名字“${name}”。` });

/** @param reason quotes the text */
export const notJson = (reason: string): Text => ({
  en: `This is not JSON: ${visibleToAll(reason)}.`,
  zh: `这不是 JSON：${visibleToAll(reason)}。`,
});

/** A place in a text. Both count from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

const shownLengthMax = 60;
const short = (text: string): string =>
  visibleToAll(text.length > shownLengthMax ? `${text.slice(0, shownLengthMax)}…` : text);

export const twiceThere = ({ line, column }: TextPosition, field: string): Text => ({
  en: `Line ${line}, column ${column}: the field ${short(JSON.stringify(field))} is there twice. Only one of them can count.`,
  zh: `第 ${line} 行第 ${column} 列：字段 ${short(JSON.stringify(field))} 出现了两次，只能保留一个。`,
});

export const tooLargeNumber = ({ line, column }: TextPosition, number: string): Text => ({
  en: `Line ${line}, column ${column}: ${short(number)} is too large for a number.`,
  zh: `第 ${line} 行第 ${column} 列：${short(number)} 超出了数字的范围。`,
});

export const otherEncoding = (encoding: string): Text => ({
  en: `The file is written in ${encoding}. Only UTF-8 is read: save it as UTF-8.`,
  zh: `文件的编码是 ${encoding}。只能读取 UTF-8：请另存为 UTF-8。`,
});

export const notUtf8: Text = {
  en: 'The file is no text in UTF-8. Only UTF-8 is read: save it as UTF-8.',
  zh: '文件不是 UTF-8 文本。只能读取 UTF-8：请另存为 UTF-8。',
};

/** Both lengths with their unit. */
export const tooLong = (what: Text, { size, most }: { readonly size: string; readonly most: string }): Text => ({
  en: `${what.en} is too long: ${size}; at most ${most} are read.`,
  zh: `${what.zh}太长：${size}；最多读取 ${most}。`,
});

export const needsToken = ({ storage, lock }: { readonly storage: string; readonly lock: string }): Text => ({
  en: `The storage "${storage}" checks fencing tokens, and the lock "${lock}" with these settings has none; give it a counter, or choose another storage.`,
  zh: `存储“${storage}”要检查 fencing token，而锁“${lock}”按现在的设置没有 token；请给锁加上计数器，或换一种存储。`,
});

interface Unserved {
  readonly storage: string;
  readonly lock: string;
  /** The service that the storage asks. */
  readonly needs: string;
  /** The locks that have this service. */
  readonly able: readonly string[];
}

export function needsService({ storage, lock, needs, able }: Unserved): Text {
  const choose: Text =
    able.length === 0
      ? { en: 'choose another storage', zh: '请换一种存储' }
      : { en: `choose ${listed(able)}, or another storage`, zh: `请改用 ${listed(able)}，或换一种存储` };
  return {
    en: `The storage "${storage}" asks the lock service of ${needs}, and the lock "${lock}" has none; ${choose.en}.`,
    zh: `存储“${storage}”要询问 ${needs} 的锁服务，而锁“${lock}”没有；${choose.zh}。`,
  };
}

export const alikeForAll = (path: string): Text => ({
  en: `${path} changes the servers of the lock, their own settings, or how many of them must agree. That is the same for all clients.`,
  zh: `${path} 改变了锁的服务器、服务器自己的设置，或须同意的台数；这些对所有客户端必须相同。`,
});

export const clientsOnly = (path: string): Text => ({
  en: `${path} is a setting of clients only.`,
  zh: `${path} 只能是客户端的设置。`,
});

export const noNode = (path: string, node: ProcessId, nodes: readonly ProcessId[]): Text => ({
  en: `${path} names ${pageName(node).en}, which does not exist; the nodes are ${pageNames(nodes).en}.`,
  zh: `${path} 里的 ${pageName(node).zh} 不存在；节点有 ${pageNames(nodes).zh}。`,
});
