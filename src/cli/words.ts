/** What the command prints about itself and its input, in both languages. */
import { wholeNumber } from '../core/model/scenario/parse/allowedTexts';
import { nearest } from '../core/model/values/spelling';
import { listed, type Text } from '../core/model/values/text';

export const usage = (called: string): Text => ({
  en: `${called} <story | scenario.json | link> [--lock NAME] [--seed N] [--lang en|zh] [--json] [--live]
${called} --lock NAME
${called} --list [--lang en|zh]

A story is given by its id, or by its number and variant: 20, 20b, 4:fix.
Prints the run, why it ended as it did and, after harm, since when it was too late and what would have been enough. The last three lines give the lock, the data and the outcome.
--json prints scenario, verdict, these two answers and events; times of events are in microseconds.
--lock takes another lock, as specified (redlock, etcd) or as a library has it (redsync, node-redlock-4). The lease stays.
--live runs it on real Redis servers, with real processes and real faults, in real time.
  A redis-server is looked for in REDISMS_SYSTEM_BINARY and on PATH; REDIS_URLS=redis://…,redis://… uses existing servers.`,
  zh: `${called} <故事 | scenario.json | 链接> [--lock 名称] [--seed N] [--lang en|zh] [--json] [--live]
${called} --lock 名称
${called} --list [--lang en|zh]

故事用 id，或编号加变体：20、20b、4:fix。
打印运行过程和导致结果的原因；造成了危害时，还有从何时起来不及、怎样就够了。最后三行是锁的情况、数据的情况和结果。
--json 打印场景、判定、这两个答案和事件；事件的时间以微秒为单位。
--lock 换一把锁：按规范的（redlock、etcd），或按某个库实现的（redsync、node-redlock-4）。租约不变。
--live 在真实的 Redis 服务器上运行：真实的进程、真实的故障、真实的时间。
  redis-server 从 REDISMS_SYSTEM_BINARY 和 PATH 中寻找；REDIS_URLS=redis://…,redis://… 使用现有的服务器。`,
});

// The input after the program's name.

export const takesNoValue = (option: string): Text => ({ en: `${option} takes no value.`, zh: `${option} 不带值。` });

/** @param value as typed; undefined if nothing was. */
export const badLanguage = (value: string | undefined, languages: readonly string[]): Text => ({
  en: `--lang must be one of ${languages.join(', ')}${not(value)}.`,
  zh: `--lang 必须是 ${languages.join('、')} 之一。`,
});

/** @param value as typed; undefined if nothing was. */
export function badSeed(value: string | undefined, { min, max }: { readonly min: number; readonly max: number }): Text {
  const { en, zh } = wholeNumber(min, max);
  return { en: `--seed must be ${en}${not(value)}.`, zh: `--seed 必须是${zh}。` };
}

const not = (value: string | undefined): string => (value === undefined ? '' : `, not "${value}"`);

export const needsLock: Text = {
  en: '--lock takes the name of a lock or library.',
  zh: '--lock 后面要写锁或库的名称。',
};

export const noLock = (name: string, names: readonly string[]): Text => {
  const { en, zh } = suggestion(name, names);
  return {
    en: `There is no lock "${name}".${en} There are ${listed(names)}.`,
    zh: `没有锁“${name}”。${zh}可用的有 ${names.join('、')}。`,
  };
};

/** Asks whether another name was meant, if one is near; else empty. */
function suggestion(name: string, names: readonly string[]): Text {
  // No name is nearly that long, and comparing letter by letter would take too long.
  const near = name.length > 60 ? null : nearest(name, names);
  return near === null ? { en: '', zh: '' } : { en: ` Did you mean "${near}"?`, zh: `是不是想用“${near}”？` };
}

export const noCheck = (name: string, names: readonly string[]): Text => {
  const { en, zh } = suggestion(name, names);
  return {
    en: `There is no check "${name}".${en} There are ${listed(names)}.`,
    zh: `没有检查“${name}”。${zh}可用的有 ${names.join('、')}。`,
  };
};

export const noOption = (option: string, names: string): Text => ({
  en: `There is no option ${option}; the options are ${names}.`,
  zh: `没有选项 ${option}；可用的有 ${names}。`,
});

export const nothing: Text = {
  en: 'What should be played? Give a story, a scenario file or a link; --list lists the stories.',
  zh: '要运行什么？请给出故事、场景文件或链接；--list 列出所有故事。',
};

export const tooMany: Text = {
  en: 'Please give one story, scenario file or link at a time.',
  zh: '请一次只给一个故事、场景文件或链接。',
};

// The things that an argument may name.

export const noFile = (path: string): Text => ({ en: `There is no file ${path}.`, zh: `没有文件 ${path}。` });

export const isFolder = (path: string): Text => ({ en: `${path} is a folder.`, zh: `${path} 是一个文件夹。` });

export const isNoFile = (path: string): Text => ({
  en: `${path} is a device, a pipe or a socket. Only files are read.`,
  zh: `${path} 是设备、管道或套接字，只能读取普通文件。`,
});

export const unreadable = (path: string, code: string): Text => ({
  en: `${path} cannot be read: ${code}.`,
  zh: `无法读取 ${path}：${code}。`,
});

export const noStory = (target: string, ids: readonly string[]): Text => {
  const { en, zh } = suggestion(target, ids);
  return {
    en: `"${target}" is not a story, file or link.${en} The command play --list lists the stories.`,
    zh: `“${target}”不是故事、文件或链接。${zh}命令 play --list 列出所有故事。`,
  };
};

export const noVariant = (target: string, names: readonly string[]): Text => ({
  en: `There is no ${target}; this story has ${names.join(', ')}.`,
  zh: `没有 ${target}；这个故事有 ${names.join('、')}。`,
});

/** The heading of the findings other than the one that decided the outcome. */
export const besides: Text = { en: 'Also found', zh: '另外' };

export const noWord = (word: string): Text => ({
  en: `"${word}" is not expected here.`,
  zh: `这里不能写“${word}”。`,
});
