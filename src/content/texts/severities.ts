/** What became of a run, in words. */
import type { Severity, Sign } from '../../core/model/trace/severity';

/** In the middle of a sentence. */
const en: Readonly<Record<Severity, string>> = {
  lost: 'an update is lost',
  torn: 'an object is left half-written',
  twice: 'something is done twice',
  stuck: 'the lock is stuck forever',
  overlap: 'two clients hold the lock at once',
  'deleted-another': 'a client deletes another’s key',
  'changed-another': 'a client overwrites or extends another’s key',
  'late-refused': 'a late write is rejected',
  unavailable: 'no client finishes for a while',
  expired: 'work goes on after the end of the lock, and luck alone keeps others out',
  unknown: 'a run could not be decided',
  held: 'the lock works',
};

const zh: typeof en = {
  lost: '一次更新丢失',
  torn: '留下写到一半的对象',
  twice: '同一件事做了两次',
  stuck: '锁永远卡住',
  overlap: '两个客户端同时持锁',
  'deleted-another': '客户端删除了别人的键',
  'changed-another': '客户端覆盖或续期了别人的键',
  'late-refused': '一次迟到的写入被拒绝',
  unavailable: '有一段时间没有客户端能完成一轮',
  expired: '锁结束之后还在工作，只是恰好没有别人进来',
  unknown: '有一次运行无法断定',
  held: '锁守住了',
};

export const severityWords = { en, zh };

/** The signs of small pictures, in a legend. */
const enSigns: Readonly<Record<Sign, string>> = {
  lost: 'data lost',
  stuck: 'stuck forever',
  overlap: 'two holders, another’s key, or late work',
  unavailable: 'unavailable for a while',
  unknown: 'undecided',
  held: 'held',
};

const zhSigns: typeof enSigns = {
  lost: '数据丢失',
  stuck: '永远卡住',
  overlap: '两个客户端同时持锁、动了别人的键，或锁结束后还在工作',
  unavailable: '一段时间不可用',
  unknown: '无法断定',
  held: '守住了',
};

export const signWords = { en: enSigns, zh: zhSigns };
