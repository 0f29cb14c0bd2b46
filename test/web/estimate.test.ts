// How many runs a search on the page still needs, and how long it takes.
import { describe, expect, it } from 'vitest';
import { isGuess, runsLeft } from '../../src/web/workers/estimate';
import { Pace } from '../../src/web/workers/pace';

describe('what is left of a search', () => {
  const begun = { runs: 100, levels: 0, done: 0, all: 0, places: [400], left: 301 };

  it('is not the most that three faults could be, as long as only the places for one are known', () => {
    expect(runsLeft(begun, { faultsMax: 1, before: 0, usual: null })).toBe(301);
    const pairs = runsLeft(begun, { faultsMax: 2, before: 0, usual: null });
    expect(pairs).toBe(301 + 400 * 200);
    expect(runsLeft(begun, { faultsMax: 3, before: 0, usual: null })).toBe(pairs);
  });

  it('goes by the seeds before until the seed has pairs of its own', () => {
    const plan = { faultsMax: 2, before: 400, usual: 60_000 };
    expect(runsLeft(begun, plan)).toBe(59_900);
    // Half the branches are done, with 100 runs each.
    expect(isGuess(begun, plan)).toBe(false);
    expect(runsLeft({ runs: 20_400, levels: 1, done: 200, all: 400, places: [400], left: 0 }, plan)).toBe(20_000);
  });
});

describe('the time that is left', () => {
  const pairs = { faultsMax: 2, before: 401, usual: null };
  const level = { runs: 5_000, levels: 1, all: 400, places: [400], left: 0 };

  it('is not made of pairs before some branches of them are done', () => {
    expect(isGuess({ ...level, levels: 0, done: 0 }, pairs)).toBe(true);
    expect(isGuess({ ...level, done: 4 }, pairs)).toBe(true);
    expect(isGuess({ ...level, done: 12 }, pairs)).toBe(false);
    expect(isGuess({ ...level, done: 3, all: 3 }, pairs)).toBe(false);
  });

  it('is said after some seconds and some runs, and after as many once hands have begun', () => {
    const pace = new Pace(0);
    pace.note({ at: 1_000, runs: 100 });
    expect(pace.rate).toBe(100);
    expect(pace.msLeft(500)).toBeNull();
    pace.note({ at: 5_000, runs: 500 });
    expect(pace.msLeft(500)).toBe(5_000);
    pace.restart({ at: 5_000, runs: 500 });
    pace.note({ at: 9_000, runs: 1_700 });
    expect(pace.msLeft(600)).toBeNull();
    pace.note({ at: 10_000, runs: 2_000 });
    expect(pace.msLeft(600)).toBe(2_000);
    const slow = new Pace(0);
    slow.note({ at: 5_000, runs: 9 });
    expect(slow.msLeft(100)).toBeNull();
  });

  it('goes by the last seconds, however slow it began', () => {
    const pace = new Pace(0);
    for (let at = 0; at <= 20_000; at += 1_000) pace.note({ at, runs: at <= 10_000 ? 0 : (at - 10_000) / 10 });
    expect(pace.rate).toBe(100);
  });

  it('goes by more than the last job, where a job takes a minute', () => {
    const pace = new Pace(0);
    for (let job = 1; job <= 30; job++) pace.note({ at: job * 60_000, runs: job * 600 });
    expect(pace.msLeft(600)).toBe(60_000);
  });
});
