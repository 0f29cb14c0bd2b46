// "N of 100 runs: two holders" equals the result of running each seed. The page gets it for one
// scenario at a time.
import { describe, expect, it, test } from 'vitest';
import { story } from '../../src/content/stories/argument/pauseBeforeWrite';
import { seedsLineWords } from '../../src/content/texts/seedsLine';
import { type DataFact, dataFacts, type LockFact, lockFacts } from '../../src/core/model/trace/outcome';
import { type Tone, toneOf } from '../../src/core/model/trace/severity';
import { factCounts } from '../../src/core/run/factCounts';
import { parts } from '../../src/core/run/parts';
import { runScenario } from '../../src/core/run/runScenario';
import { runSeeds } from '../../src/core/run/seeds';
import { barShapes } from '../../src/web/verdict/barShapes';

test('gives each seed the two facts that it has by itself', () => {
  const found = [...runSeeds(story.scenario, 12, parts)];
  expect(found.map(({ seed }) => seed)).toEqual(Array.from({ length: 12 }, (_, i) => i));
  for (const ending of found)
    expect(runScenario({ ...story.scenario, seed: ending.seed }, parts).verdict).toMatchObject({
      lock: ending.lock,
      data: ending.data,
    });
});

test('runs a seed only when it is asked for', () => {
  const seeds = runSeeds(story.scenario, 1_000_000, parts);
  expect(seeds.next().value).toMatchObject({ seed: 0 });
});

const runs = (count: number, lock: LockFact, data: DataFact) => Array.from({ length: count }, () => ({ lock, data }));

test('counts each fact that occurs, and a run that nobody could judge once', () => {
  const mixed = [
    ...runs(25, 'overlap', 'refused'),
    ...runs(12, 'overlap', 'lost'),
    ...runs(4, 'held', 'lost'),
    ...runs(3, 'unknown', 'unknown'),
    ...runs(1, 'unknown', 'twice'),
    ...runs(55, 'held', 'safe'),
  ];
  expect(factCounts(mixed)).toEqual([
    { fact: 'overlap', count: 37 },
    { fact: 'twice', count: 1 },
    { fact: 'lost', count: 16 },
    { fact: 'refused', count: 25 },
    { fact: 'unknown', count: 4 },
  ]);
  expect(factCounts(runs(5, 'held', 'safe'))).toEqual([]);
});

describe('the words', () => {
  const lost = factCounts([...runs(12, 'overlap', 'lost'), ...runs(25, 'overlap', 'safe')]);

  it('name how often each fact occurs', () => {
    expect(seedsLineWords.en.seeds.found(100, lost)).toBe('37 of 100 runs: two holders; 12 of 100: a lost update');
    expect(seedsLineWords.zh.seeds.found(100, lost)).toBe(
      '用 100 个种子各运行一次：两个客户端同时持锁 37 次，更新丢失 12 次',
    );
    expect(seedsLineWords.en.live.found(40, lost)).toBe(
      '37 of the last 40 runs on real Redis: two holders; 12 of 40: a lost update',
    );
    expect(seedsLineWords.en.seeds.found(37, lost)).toBe('37 of 37 runs: two holders; 12 of 37: a lost update');
    const once = factCounts(runs(1, 'overlap', 'lost'));
    expect(seedsLineWords.en.live.found(1, once)).toBe('The one run on real Redis: two holders, a lost update');
    expect(seedsLineWords.zh.live.found(1, once)).toBe('在真实 Redis 上运行了一次：两个客户端同时持锁，更新丢失');
  });

  it('praise the lock, if there is one, where nothing occurs', () => {
    expect(seedsLineWords.en.seeds.none({ count: 100, hasLock: true })).toBe(
      '100 of 100 runs: the lock worked and nothing was lost',
    );
    expect(seedsLineWords.en.seeds.none({ count: 100, hasLock: false })).toBe('100 of 100 runs: nothing was lost');
    expect(seedsLineWords.zh.seeds.none({ count: 100, hasLock: true })).toBe(
      '用 100 个种子各运行一次：锁每次都守住了，什么也没丢',
    );
    expect(seedsLineWords.en.live.none({ count: 1, hasLock: true })).toBe(
      'In the one run on real Redis, the lock worked and nothing was lost',
    );
    expect(seedsLineWords.zh.live.none({ count: 7, hasLock: false })).toBe('在真实 Redis 上最近 7 次运行：什么也没丢');
  });

  it('say both facts of a seed', () => {
    expect(seedsLineWords.en.seeds.open(4, 'overlap', 'refused')).toBe(
      'Open the run with seed 4. Lock: two holders; data: a late write rejected',
    );
    expect(seedsLineWords.zh.seeds.open(4, 'held', 'lost')).toBe('打开种子 4 的运行。锁：守住了；数据：更新丢失');
  });
});

test('a bar tells its tone by its shape too, each tone by another', () => {
  const tones = new Set(lockFacts.flatMap((lock) => dataFacts.map((data) => toneOf({ lock, data }))));
  expect([...tones].sort()).toEqual(['amber', 'green', 'grey', 'red', 'violet'] satisfies Tone[]);
  const drawn = [...tones].map((tone) => JSON.stringify(barShapes[tone]));
  expect(new Set(drawn).size).toBe(tones.size);
});
