/**
 * The words for a run whose story gives other names to the processes. The finished words and sentences are renamed, so
 * no sentence has to know about it.
 */
import type { ProcessNames } from '../model/scenario/story';
import type { Language } from '../model/values/text';

/** @returns the same words, renamed when they are read. Each part is made once, because pictures are cached by it. */
export function renamedWords<W extends object>(words: W, names: ProcessNames, language: Language): W {
  const rename = renaming[language](names);
  const proxies = new WeakMap<object, unknown>();
  const wrapped = (value: unknown): unknown => {
    if (typeof value === 'string') return rename(value);
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return value;
    const cachedProxy = proxies.get(value);
    if (cachedProxy !== undefined) return cachedProxy;
    const proxy: unknown = new Proxy(value, {
      get: (target, key) => {
        const member: unknown = Reflect.get(target, key, target);
        // A method of a map needs the map itself as `this`.
        return wrapped(typeof member === 'function' && !Object.hasOwn(target, key) ? member.bind(target) : member);
      },
      apply: (target, _this, callArguments) =>
        wrapped(Reflect.apply(target as () => unknown, undefined, callArguments)),
    });
    proxies.set(value, proxy);
    return proxy;
  };
  return wrapped(words) as W;
}

/** The words for the processes of a story. */
export const named = <W extends object>(words: W, names: ProcessNames | undefined, language: Language): W =>
  names === undefined ? words : renamedWords(words, names, language);

type Renaming = (names: ProcessNames) => (text: string) => string;

/** The name of a file keeps its letters. */
const upper = (word: string): string => (word.includes('.') ? word : word.slice(0, 1).toUpperCase() + word.slice(1));

/** `Ag1`, `Br`: two letters, because `A1` and `B` would be read as nodes. */
const withShortNames = (text: string, client: string, storage = 'S'): string =>
  text === 'S' ? upper(storage.slice(0, 2)) : text.replace(/\bC(?=\d+\b)/g, upper(client.slice(0, 2)));

/** A sentence about a thread is worded for its client: `agent 1 hangs`. */
const hanging = (text: string): string =>
  text
    .replace(/^thread died$/, 'hangs')
    .replace(
      /\b(?:the|a) thread of (\w+ \d+) d(ies|ied)\b/gi,
      (_, who: string, end: string) => `${who} ${end === 'ies' ? 'hangs' : 'hung'}`,
    )
    .replace('the thread had died', 'the client had hung');

const hangingInChinese = (text: string): string =>
  text
    .replace(/^线程死亡$/, '挂住')
    .replace(/的(?:一个)?线程(在 [^，。]*)?死了/, '$1挂住了')
    .replace('线程死去', '挂住');

const renaming: Readonly<Record<Language, Renaming>> = {
  en: (names) => {
    const client = names.client.en;
    const [storage, lock] = [names.storage?.en, names.lock?.en];
    return (text) => {
      if (lock !== undefined && text === 'Lock') return upper(lock);
      if (storage !== undefined && text === 'Storage') return upper(storage);
      const named = withShortNames(names.hangs ? hanging(text) : text, client, storage)
        .replace(/\b([Aa]) client\b/g, (_, a: string) => `${/^[aeiou]/.test(client) ? `${a}n` : a} ${client}`)
        .replace(/\bclient(?=s?\b)(?! library)/g, client)
        .replace(/\bClient(?=s?\b)/g, upper(client))
        .replace(/\bsession(?= (?:lives|ended)\b)/g, names.session?.en ?? 'session');
      return storage === undefined ? named : named.replace(/\b([Tt]he) storage\b/g, `$1 ${storage}`);
    };
  },
  zh: (names) => {
    const client = names.client.zh;
    const [storage, lock] = [names.storage?.zh, names.lock?.zh];
    return (text) => {
      if (lock !== undefined && text === '锁') return lock;
      // A word in Latin letters has spaces around it.
      const gap = /\p{Script=Han}/u.test(client) ? '' : ' ';
      const named = withShortNames(names.hangs ? hangingInChinese(text) : text, client, storage)
        .replace(/(?<=\p{Script=Han})客户端/gu, `${gap}${client}`)
        .replace(/客户端/g, client)
        .replaceAll(new RegExp(`${client}(?=\\p{Script=Han})`, 'gu'), `${client}${gap}`)
        .replace(/会话(?=在锁就在|结束)/g, names.session?.zh ?? '会话');
      return storage === undefined ? named : named.replaceAll('存储', storage);
    };
  },
};
