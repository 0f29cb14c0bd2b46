/** How several runs ended, counted by fact. */
import type { DataFact, LockFact } from '../../core/model/trace/outcome';

const factsInEnglish: Readonly<Record<LockFact | DataFact, string>> = {
  overlap: 'two holders',
  stuck: 'stuck',
  unavailable: 'unavailable',
  expired: 'ended before the work was done',
  held: 'worked',
  torn: 'a half-written object',
  twice: 'something done twice',
  lost: 'a lost update',
  refused: 'a late write rejected',
  lucky: 'saved by luck',
  safe: 'intact',
  unknown: 'undecided',
};

type Found = readonly { readonly fact: LockFact | DataFact; readonly count: number }[];

interface Held {
  readonly count: number;
  /** Without a lock, no lock can be praised. */
  readonly hasLock: boolean;
}

/** @param runs all runs, in words */
const inEachInEnglish = (facts: Found, of: number, runs: string): string =>
  facts.map(({ fact, count }, i) => `${count} of ${i === 0 ? runs : of}: ${factsInEnglish[fact]}`).join('; ');
const wellInEnglish = (hasLock: boolean): string =>
  hasLock ? 'the lock worked and nothing was lost' : 'nothing was lost';

const en = {
  seeds: {
    found: (count: number, facts: Found) => inEachInEnglish(facts, count, `${count} runs`),
    none: ({ count, hasLock }: Held) => `${count} of ${count} runs: ${wellInEnglish(hasLock)}`,
    running: (done: number, count: number) => `Trying seeds: ${done} of ${count}`,
    failed: (problem: string) =>
      `The seeds could not be tried: ${problem || 'a part of the page could not be loaded.'}`,
    help: 'The same scenario with the seeds 0 to 99. Click or tap a bar to see that run.',
    open: (seed: number, lock: LockFact, data: DataFact) =>
      `Open the run with seed ${seed}. Lock: ${factsInEnglish[lock]}; data: ${factsInEnglish[data]}`,
  },
  live: {
    found: (count: number, facts: Found) =>
      count === 1
        ? `The one run on real Redis: ${facts.map(({ fact }) => factsInEnglish[fact]).join(', ')}`
        : inEachInEnglish(facts, count, `the last ${count} runs on real Redis`),
    none: ({ count, hasLock }: Held) =>
      `In the ${count === 1 ? 'one run' : `last ${count} runs`} on real Redis, ${wellInEnglish(hasLock)}`,
    noSeeds: 'Seeds belong to the simulation: real processes interleave freely, so run it again instead.',
  },
};

const factsInChinese: Readonly<Record<LockFact | DataFact, string>> = {
  overlap: '两个客户端同时持锁',
  stuck: '卡死',
  unavailable: '不可用',
  expired: '活没干完锁就没了',
  held: '守住了',
  torn: '留下写到一半的对象',
  twice: '同一件事做了两次',
  lost: '更新丢失',
  refused: '迟到的写入被拒绝',
  lucky: '侥幸保住',
  safe: '完好',
  unknown: '无法断定',
};

const inEachInChinese = (facts: Found): string =>
  facts.map(({ fact, count }) => `${factsInChinese[fact]} ${count} 次`).join('，');
const wellInChinese = (hasLock: boolean): string => (hasLock ? '锁每次都守住了，什么也没丢' : '什么也没丢');

const zh: typeof en = {
  seeds: {
    found: (count, facts) => `用 ${count} 个种子各运行一次：${inEachInChinese(facts)}`,
    none: ({ count, hasLock }) => `用 ${count} 个种子各运行一次：${wellInChinese(hasLock)}`,
    running: (done, count) => `正在逐个种子运行：${done} / ${count}`,
    failed: (problem) => `无法用其他种子运行：${problem || '页面的一部分无法加载。'}`,
    help: '同一场景用种子 0 到 99 各运行一次。点击一根柱条，查看对应的那次运行。',
    open: (seed, lock, data) => `打开种子 ${seed} 的运行。锁：${factsInChinese[lock]}；数据：${factsInChinese[data]}`,
  },
  live: {
    found: (count, facts) =>
      count === 1
        ? `在真实 Redis 上运行了一次：${facts.map(({ fact }) => factsInChinese[fact]).join('，')}`
        : `在真实 Redis 上最近 ${count} 次运行：${inEachInChinese(facts)}`,
    none: ({ count, hasLock }) =>
      count === 1
        ? `在真实 Redis 上运行了一次：${hasLock ? '锁守住了，什么也没丢' : '什么也没丢'}`
        : `在真实 Redis 上最近 ${count} 次运行：${wellInChinese(hasLock)}`,
    noSeeds: '种子只用于模拟：真实进程的先后顺序不受控制，请再运行一次。',
  },
};

export const seedsLineWords = { en, zh };
