/** The events that decide at an edge as clauses, in both languages: each stands in a sentence about another run. */
import { nameOf } from '../../core/model/processName';
import type { Both } from '../../core/model/text';
import type { Speech } from '../../core/narrate/speech';
import type { DecidingEvent, DecidingKind } from './decides';

interface Said {
  /** Where it happens: at a client, a server or a storage. */
  readonly at: string;
  /** The client behind it; empty for nobody. */
  readonly who: string;
}

type Clauses = Readonly<Record<DecidingKind | 'asked' | 'sent', (said: Said) => string>>;

const en: Clauses = {
  read: ({ who }) => `${who} reads`,
  wrote: ({ who, at }) => `${at} accepts the write of ${who}`,
  wrotePart: ({ who, at }) => `${at} accepts a chunk from ${who}`,
  rejected: ({ who, at }) => `${at} rejects the write of ${who}`,
  marked: ({ who, at }) => `${at} remembers the token of ${who}`,
  asked: ({ who }) => `${who} asks whether the email has been sent`,
  sent: ({ who }) => `${who} sends the email`,
  acquired: ({ at }) => `${at} gets the lock`,
  releasing: ({ at }) => `${at} releases the lock`,
  stopped: ({ at }) => `${at} stops its work`,
  crashed: ({ at }) => `${at} crashes`,
  entrySet: ({ who, at }) => (who === '' ? `a key is set on ${at}` : `${who} sets a key on ${at}`),
  entryGone: ({ who, at }) => (who === '' ? `a key on ${at} expires or is lost` : `${who} deletes a key on ${at}`),
};

const zh: Clauses = {
  read: ({ who }) => `${who} 读取`,
  wrote: ({ who, at }) => `${at}接受 ${who} 的写入`,
  wrotePart: ({ who, at }) => `${at}接受 ${who} 写入的一块数据`,
  rejected: ({ who, at }) => `${at}拒绝 ${who} 的写入`,
  marked: ({ who, at }) => `${at}记下 ${who} 的 token`,
  asked: ({ who }) => `${who} 查询邮件是否已发出`,
  sent: ({ who }) => `${who} 发出邮件`,
  acquired: ({ at }) => `${at} 拿到锁`,
  releasing: ({ at }) => `${at} 释放锁`,
  stopped: ({ at }) => `${at} 停止工作`,
  crashed: ({ at }) => `${at} 崩溃`,
  entrySet: ({ who, at }) => (who === '' ? `${at} 上写入一个键` : `${who} 在${at} 上写入键`),
  entryGone: ({ who, at }) => (who === '' ? `${at} 上的一个键过期或丢失` : `${who} 删除${at} 上的键`),
};

const clauses: Both<Clauses> = { en, zh };

/** @param what the storage keeps a value, or sends an email */
export const clausesOf =
  ({ language, names }: Speech, what: 'value' | 'email') =>
  ({ kind, process, peer }: DecidingEvent): string => {
    const name = what === 'email' ? (ofEmails[kind] ?? kind) : kind;
    return clauses[language][name]({ at: nameOf(process, names), who: peer === null ? '' : nameOf(peer, names) });
  };

const ofEmails: Readonly<Partial<Record<DecidingKind, 'asked' | 'sent'>>> = { read: 'asked', wrote: 'sent' };
