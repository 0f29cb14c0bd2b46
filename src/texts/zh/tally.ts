/** How several runs ended, counted by fact, in Chinese. */
import type { DataFact, LockFact } from '../../model/verdict';
import type { tally as english } from '../en/tally';

const facts: Readonly<Record<LockFact | DataFact, string>> = {
  overlap: '两个客户端同时在锁内',
  stuck: '卡死',
  unavailable: '不可用',
  held: '守住了',
  torn: '留下写到一半的对象',
  twice: '同一件事做了两次',
  lost: '更新丢失',
  refused: '迟到的写入被拒绝',
  lucky: '侥幸保住',
  safe: '什么也没丢',
  unknown: '无法断定',
};

type Found = Parameters<typeof english.seeds.found>[1];

const inEach = (found: Found): string => found.map(({ fact, count }) => `${facts[fact]} ${count} 次`).join('，');
const well = (hasLock: boolean): string => (hasLock ? '锁每次都守住了，什么也没丢' : '什么也没丢');

export const tally: typeof english = {
  seeds: {
    found: (count, found) => `用 ${count} 个种子各运行一次：${inEach(found)}`,
    none: ({ count, hasLock }) => `用 ${count} 个种子各运行一次：${well(hasLock)}`,
    running: (done, count) => `正在逐个种子运行：${done} / ${count}`,
    failed: (problem) => `无法用其他种子运行：${problem || '页面的一部分无法加载。'}`,
    help: '同一场景用种子 0 到 99 各运行一次。点击一根柱条，查看对应的那次运行。',
    open: (seed, lock, data) => `打开种子 ${seed} 的运行。锁：${facts[lock]}；数据：${facts[data]}`,
  },
  live: {
    found: (count, found) =>
      count === 1
        ? `在真实 Redis 上运行了一次：${found.map(({ fact }) => facts[fact]).join('，')}`
        : `在真实 Redis 上最近 ${count} 次运行：${inEach(found)}`,
    none: ({ count, hasLock }) =>
      count === 1
        ? `在真实 Redis 上运行了一次：${hasLock ? '锁守住了，什么也没丢' : '什么也没丢'}`
        : `在真实 Redis 上最近 ${count} 次运行：${well(hasLock)}`,
    noSeeds: '种子只用于模拟：真实进程的先后顺序不受控制，请再运行一次。',
  },
};
