/** The result of a run in Chinese: a heading, and the two facts in a few words. */

import { notOver } from '../../model/trace/trace';
import type { Times } from '../../model/values/format';
import type { Headlines, PairWords } from '../verdictWords';

export const headlines: Headlines = {
  lost: '丢了一次更新',
  torn: '留下了写到一半的对象',
  twice: '同一件事做了两次',
  'deleted-another': '客户端删除了别人的键',
  'changed-another': '客户端覆盖或续期了别人的键',
  overlap: '两个客户端同时持锁',
  two: '两个客户端同时持锁',
  beside: '两个客户端同时在干活，有的没有锁',
  stuck: '锁卡死了',
  unavailable: '一段时间内谁也没能完成',
  'late-refused': '迟到的写入被拒绝',
  expired: '活还没干完，锁就没了',
  rightful: '存储拒绝了合法的持有者',
  held: '锁守住了',
  unlocked: '什么也没丢',
  unknown: '无法断定',
  failed: '运行失败了',
  refused: (headline) => `${headline}，迟到的写入被拒绝`,
  reader: (headline) => `${headline}，读者的写入被拒绝`,
  outdated: (headline) => `${headline}，过时的写入被拒绝`,
  lucky: (headline) => `${headline}，数据只是侥幸保住`,
  safe: (headline) => `${headline}，数据完好`,
};

export const pair = ({ formatLength }: Times): PairWords => ({
  lock: (text) => `锁：${text}`,
  data: (text) => `数据：${text}`,
  locks: {
    overlap: (micros) => (micros === notOver ? '两个客户端正同时持锁' : `两个客户端同时持锁 ${formatLength(micros)}`),
    beside: (micros) =>
      micros === notOver
        ? '两个客户端正同时在干活，有的没有锁'
        : `两个客户端同时在干活 ${formatLength(micros)}，有的没有锁`,
    stuck: () => '卡死',
    unavailable: (micros) => `${formatLength(micros)} 不可用`,
    expired: () => '活没干完就没了',
    rightful: () => '不可用，合法持有者被拒绝',
    held: () => '守住了',
    unlocked: () => '无',
    unknown: () => '无法断定',
  },
  datas: {
    torn: '留下了写到一半的对象',
    twice: '同一件事做了两次',
    lost: '丢了一次更新',
    refused: '完好，迟到的写入被拒绝',
    reader: '完好，读者的写入被拒绝',
    outdated: '完好，过时的写入被拒绝',
    lucky: '侥幸保住',
    safe: '完好',
    unknown: '无法断定',
  },
});
