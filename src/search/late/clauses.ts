/** The events that decide at an edge as clauses, in both languages: each is part of a sentence about another run. */
import { nameOf } from '../../core/model/scenario/processName';
import type { Both } from '../../core/model/values/text';
import type { Speech } from '../../core/narrate/speech';
import type { DecidingEvent, DecidingKind } from './decides';

interface Said {
  /** Where it happens: at a client, a server or a storage. */
  readonly at: string;
  /** The client behind it; empty for nobody. */
  readonly who: string;
}

/** What would have happened, what would not have, and what happened. */
export interface Clause {
  readonly would: string;
  readonly wouldNot: string;
  readonly did: string;
}

type Clauses = Readonly<Record<DecidingKind | 'asked' | 'sent', (event: Said) => Clause>>;

/** @param done with `have`: `read`, `been in` */
const verb = (subject: string, done: string, did: string): Clause => ({
  would: `${subject} would have ${done}`,
  wouldNot: `${subject} would not have ${done}`,
  did: `${subject} ${did}`,
});

const en: Clauses = {
  read: ({ who }) => verb(who, 'read', 'read'),
  wrote: ({ who }) => verb(`${who}’s write`, 'been in', 'was in'),
  wrotePart: ({ who }) => verb(`a chunk from ${who}`, 'been in', 'was in'),
  rejected: ({ who, at }) => verb(at, `rejected the write of ${who}`, `rejected the write of ${who}`),
  marked: ({ who, at }) => verb(at, `remembered the token of ${who}`, `remembered the token of ${who}`),
  asked: ({ who }) => verb(who, 'asked whether the email had been sent', 'asked whether the email had been sent'),
  sent: ({ who }) => verb(who, 'sent the email', 'sent the email'),
  acquired: ({ at }) => verb(at, 'got the lock', 'got the lock'),
  releasing: ({ at }) => verb(at, 'released the lock', 'released the lock'),
  stopped: ({ at }) => verb(at, 'stopped its work', 'stopped its work'),
  crashed: ({ at }) => verb(at, 'crashed', 'crashed'),
  entrySet: ({ who, at }) =>
    who === '' ? verb(`a key on ${at}`, 'been set', 'was set') : verb(who, `set a key on ${at}`, `set a key on ${at}`),
  entryGone: ({ who, at }) =>
    who === ''
      ? verb(`a key on ${at}`, 'expired or been lost', 'expired or was lost')
      : verb(who, `deleted a key on ${at}`, `deleted a key on ${at}`),
};

const step = (did: string): Clause => ({ would: `就会有这一步：${did}`, wouldNot: `就不会有这一步：${did}`, did });

const zh: Clauses = {
  read: ({ who }) => step(`${who} 读取`),
  wrote: ({ who, at }) => step(`${at}接受 ${who} 的写入`),
  wrotePart: ({ who, at }) => step(`${at}接受 ${who} 写入的一块数据`),
  rejected: ({ who, at }) => step(`${at}拒绝 ${who} 的写入`),
  marked: ({ who, at }) => step(`${at}记下 ${who} 的 token`),
  asked: ({ who }) => step(`${who} 查询邮件是否已发出`),
  sent: ({ who }) => step(`${who} 发出邮件`),
  acquired: ({ at }) => step(`${at} 拿到锁`),
  releasing: ({ at }) => step(`${at} 释放锁`),
  stopped: ({ at }) => step(`${at} 停止工作`),
  crashed: ({ at }) => step(`${at} 崩溃`),
  entrySet: ({ who, at }) => step(who === '' ? `${at} 上写入一个键` : `${who} 在${at} 上写入键`),
  entryGone: ({ who, at }) => step(who === '' ? `${at} 上的一个键过期或丢失` : `${who} 删除${at} 上的键`),
};

const clauses: Both<Clauses> = { en, zh };

/** @param what the storage keeps a value, or sends an email */
export const clausesOf =
  ({ language, names }: Speech, what: 'value' | 'email') =>
  ({ kind, process, peer }: DecidingEvent): Clause => {
    const name = what === 'email' ? (ofEmails[kind] ?? kind) : kind;
    return clauses[language][name]({ at: nameOf(process, names), who: peer === null ? '' : nameOf(peer, names) });
  };

const ofEmails: Readonly<Partial<Record<DecidingKind, 'asked' | 'sent'>>> = { read: 'asked', wrote: 'sent' };
