// "Breaks in N of 100 seeds" equals the result of running each seed. The page gets it for one scenario at a time.
import { describe, expect, it, test } from 'vitest';
import { outcomes } from '../../src/model/verdict';
import { isBroken } from '../../src/run/isBroken';
import { registry } from '../../src/run/registry';
import { runScenario } from '../../src/run/runScenario';
import { runSeeds } from '../../src/run/seeds';
import { story } from '../../src/stories/pauseBeforeWrite';
import { SeedRuns, type Seeds } from '../../src/ui/verdict/seedRuns';
import type { SeedsAnswer, SeedsQuestion } from '../../src/ui/verdict/seedsWorker';

test('gives each seed the outcome that it has by itself', () => {
  const found = [...runSeeds(story.scenario, 12)];
  expect(found.map(({ seed }) => seed)).toEqual(Array.from({ length: 12 }, (_, i) => i));
  for (const { seed, outcome } of found)
    expect(outcome).toBe(runScenario({ ...story.scenario, seed }, registry).verdict.outcome);
});

test('runs a seed only when it is asked for', () => {
  const seeds = runSeeds(story.scenario, 1_000_000);
  expect(seeds.next().value).toMatchObject({ seed: 0 });
});

test('counts as broken what is neither held nor unknown', () => {
  expect(outcomes.filter(isBroken)).toEqual(['lost-update', 'overlap', 'stuck', 'unavailable']);
});

describe('the page', () => {
  /** Stands in for the worker and the clock. */
  function made() {
    const asked: (SeedsQuestion | null)[] = [];
    const due: { run: () => void; ms: number }[] = [];
    const workers: { take: (answer: SeedsAnswer) => void; gone: (reason: string) => void }[] = [];
    const runs = new SeedRuns({
      beside: (take, gone) => {
        workers.push({ take, gone });
        return (question) => asked.push(question);
      },
      later: (run, ms) => {
        const one = { run, ms };
        due.push(one);
        return () => due.splice(due.indexOf(one) >>> 0, 1);
      },
    });
    const known: Seeds[] = [];
    const ask = (seed: number) => {
      let seeds: Seeds = { outcomes: [], problem: null };
      return runs.ask({ ...story.scenario, seed }, (change) => {
        seeds = change(seeds);
        known.push(seeds);
      });
    };
    const pass = (): void => {
      for (const { run } of due.splice(0)) run();
    };
    const say = (answer: SeedsAnswer): void => workers[0]?.take(answer);
    return { ask, asked, due, known, pass, say, workers };
  }

  const some = (id: number): SeedsAnswer => ({ id, kind: 'some', outcomes: [{ seed: id, outcome: 'held' }] });

  it('asks when it has come to rest, and sooner the next time', () => {
    const { ask, asked, due, pass, workers } = made();
    const stop = ask(1);
    expect([asked, workers]).toEqual([[], []]);
    expect(due.map(({ ms }) => ms)).toEqual([1800]);
    pass();
    expect(asked).toMatchObject([{ id: 1, count: 100 }]);
    stop();
    ask(2);
    expect(due.map(({ ms }) => ms)).toEqual([350]);
    pass();
    expect(asked).toMatchObject([{ id: 1 }, null, { id: 2 }]);
    expect(workers).toHaveLength(1);
  });

  it('hears nothing more of a scenario after it was changed', () => {
    const { ask, known, pass, say } = made();
    const stop = ask(1);
    pass();
    say(some(1));
    stop();
    ask(2);
    say(some(1));
    pass();
    say(some(1));
    say(some(2));
    say(some(2));
    expect(known.map(({ outcomes }) => outcomes.map(({ seed }) => seed))).toEqual([[1], [2], [2, 2]]);
  });

  it('says why there is no answer', () => {
    const { ask, known, pass, say, workers } = made();
    ask(1);
    pass();
    say({ id: 1, kind: 'failed', problem: 'broken' });
    workers[0]?.gone('not loaded');
    expect(known.map(({ problem }) => problem)).toEqual(['broken', 'not loaded']);
  });
});
