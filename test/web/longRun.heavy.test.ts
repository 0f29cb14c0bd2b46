/** A long run: its beginning at once, and the whole once it was made here or has arrived from a worker. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { minute } from '../../bench/workloads/minute';
import { Gone } from '../../src/core/model/effects/calls';
import type { Scenario } from '../../src/core/model/scenario/scenario';
import type { Run } from '../../src/core/model/trace/run';
import { parts } from '../../src/core/run/parts';
import { runScenario } from '../../src/core/run/runScenario';
import { useCursor } from '../../src/web/state/cursor';
import { useEdition } from '../../src/web/state/edition';
import {
  eventsAtOnceMax,
  isTruncated,
  isTruncatedHere,
  simulateInSlices,
  simulateInWorker,
} from '../../src/web/state/longRun';
import { parkAtViolation } from '../../src/web/state/playhead';
import { currentRun, isBeginning, runs } from '../../src/web/state/run';
import { Runs } from '../../src/web/state/runs';
import '../support/handIn';

const whole = runScenario(minute, parts);
const short: Scenario = { ...minute, settings: { ...minute.settings, duration: 2000 } };

/** The requests, and how a test answers them. */
let asked: { readonly scenario: Scenario; readonly answer: (run: Run) => void; readonly fail: () => void }[] = [];

const tasks = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Waits until the run on the screen is whole; runs that another file has asked for may come before. */
async function coming(): Promise<void> {
  while (isBeginning(currentRun())) await new Promise<void>((resolve) => runs.onComplete(resolve));
}

let seed = 1000;
/** A scenario that has not been simulated yet. */
const fresh = (): Scenario => ({ ...minute, seed: ++seed });

function committed(scenario: Scenario): Scenario {
  useEdition.getState().commit(scenario);
  return scenario;
}

afterAll(() => runs.setSimulator(simulateInSlices()));
beforeEach(() => {
  asked = [];
  runs.setSimulator(
    (scenario) =>
      new Promise((answer, fail) => asked.push({ scenario, answer, fail: () => fail(new Error('broken')) })),
  );
});

describe('a run of more events than a page plays at once', () => {
  it('is there at once as far as its beginning, which is that of the whole', () => {
    const scenario = committed(fresh());
    const run = runs.get(scenario);
    const { trace } = runScenario(scenario, parts);
    expect(isBeginning(run)).toBe(true);
    expect(run.trace.count).toBeGreaterThanOrEqual(eventsAtOnceMax);
    expect(run.trace.count).toBeLessThan(trace.count);
    expect(run.trace.kind).toEqual(trace.kind.slice(0, run.trace.count));
    expect(run.trace.at).toEqual(trace.at.slice(0, run.trace.count));
  });

  it('is asked for once, however often it is looked at, and stands there when it has come', async () => {
    const scenario = committed(fresh());
    for (let i = 0; i < 3; i++) currentRun();
    const [first, second] = [runs.getComplete(scenario), runs.getComplete(scenario)];
    await tasks();
    expect(asked.map((question) => question.scenario)).toEqual([scenario]);
    asked[0]?.answer({ ...whole, scenario: structuredClone(scenario) });
    expect((await first).trace === whole.trace).toBe(true);
    expect((await second).trace === whole.trace).toBe(true);
    expect(currentRun().trace === whole.trace).toBe(true);
    expect(isBeginning(currentRun())).toBe(false);
    expect(await runs.getComplete(scenario)).toBe(currentRun());
  });

  it('takes a playhead along that stands where the page put it, and no other', async () => {
    committed(fresh());
    parkAtViolation(currentRun());
    const before = useCursor.getState().at;
    await tasks();
    const came = coming();
    asked[0]?.answer(whole);
    await came;
    expect(useCursor.getState().at).toBeGreaterThan(before);
    committed(fresh());
    parkAtViolation(currentRun());
    useCursor.getState().setAt(1234);
    await tasks();
    const cameToo = coming();
    asked[1]?.answer(whole);
    await cameToo;
    expect(useCursor.getState().at).toBe(1234);
  });

  it('stays its beginning where the whole cannot be had', async () => {
    const scenario = committed(fresh());
    const beginning = runs.get(scenario);
    await tasks();
    asked[0]?.fail();
    expect(await runs.getComplete(scenario)).toBe(beginning);
    expect(isBeginning(beginning)).toBe(false);
    expect(isTruncatedHere(beginning)).toBe(true);
  });
});

describe('a run on the side', () => {
  it('is whole at once if it is short, and the same for all who ask', () => {
    const scenario = { ...short, seed: ++seed };
    expect(runs.cachedBackgroundRun(scenario)).toBeNull();
    const run = runs.getInBackground(scenario);
    expect(runs.getInBackground(scenario)).toBe(run);
    expect(runs.cachedBackgroundRun(scenario)).toBe(run);
    expect(asked).toEqual([]);
  });

  it('is its beginning if it is long, until the whole has come, of which the views hear', async () => {
    const scenario = fresh();
    const beginning = runs.getInBackground(scenario);
    expect(isTruncated(beginning)).toBe(true);
    expect(runs.getInBackground(scenario)).toBe(beginning);
    expect(asked.map((question) => question.scenario)).toEqual([scenario]);
    const heard = new Set<Run | null>();
    const leave = runs.store.subscribe(() => heard.add(runs.cachedBackgroundRun(scenario)));
    asked[0]?.answer(whole);
    await tasks();
    leave();
    expect(runs.getInBackground(scenario)).toBe(whole);
    expect(heard).toContain(whole);
  });

  it('stays its beginning where the whole cannot be had', async () => {
    const scenario = fresh();
    const beginning = runs.getInBackground(scenario);
    asked[0]?.fail();
    await tasks();
    expect(runs.getInBackground(scenario)).toBe(beginning);
  });
});

describe('in slices', () => {
  it('a run is the same as at once', async () => {
    const { trace, verdict } = await simulateInSlices()(minute);
    expect(trace).toEqual(whole.trace);
    expect(verdict).toEqual(whole.verdict);
  });

  it('a run that is longer than allowed is cut off, and says so', async () => {
    const run = await simulateInSlices(12_000)(minute);
    expect(isTruncatedHere(run)).toBe(true);
    expect(run.trace.count).toBeLessThan(12_100);
    expect(isTruncatedHere(whole)).toBe(false);
  });
});

it('a short run is whole at once, and nobody else is asked', async () => {
  const run = runs.get(committed(short));
  expect(isBeginning(run)).toBe(false);
  expect(await runs.getComplete(short)).toBe(run);
  expect(asked).toEqual([]);
});

describe('in a worker', () => {
  const alone = { ...whole, scenario: { ...minute, seed: -1 } };
  const made = { ...whole, scenario: { ...minute, seed: -2 } };

  /** The requests to the worker, and how a test answers them. */
  function started() {
    const questions: { scenario: Scenario; answer: () => void; fail: (error: Error) => void }[] = [];
    const play = simulateInWorker(
      {
        play: (scenario) =>
          new Promise((resolve, fail) => questions.push({ scenario, answer: () => resolve(made), fail })),
      },
      async () => alone,
    );
    return { play, questions };
  }

  it('each is answered with its own run, in whatever order they come', async () => {
    const { play, questions } = started();
    const scenarios = [fresh(), fresh()] as const;
    const played = scenarios.map(play);
    expect(questions.map(({ scenario }) => scenario)).toEqual(scenarios);
    for (const { answer } of questions.toReversed()) answer();
    const came = await Promise.all(played);
    expect(came.map((run) => run?.scenario)).toEqual(scenarios);
    expect(came.every((run) => run?.trace === made.trace)).toBe(true);
  });

  it('one that cannot be made is made by the page, and the next one beside it', async () => {
    const { play, questions } = started();
    const run = play(fresh());
    questions[0]?.fail(new Error('broken'));
    expect(await run).toBe(alone);
    void play(fresh());
    expect(questions).toHaveLength(2);
  });

  it('where the worker is gone, what waits for it and what comes later is made by the page', async () => {
    const { play, questions } = started();
    const waiting = [play(fresh()), play(fresh())];
    for (const { fail } of questions) fail(new Gone('no worker'));
    expect(await Promise.all(waiting)).toEqual([alone, alone]);
    expect(await play(fresh())).toBe(alone);
    expect(questions).toHaveLength(2);
  });
});

it('two that ask for the same whole get one, which is kept before anybody looks again', async () => {
  const played: Scenario[] = [];
  const scenario = fresh();
  const simulate = async (one: Scenario): Promise<Run> => {
    played.push(one);
    return whole;
  };
  const own = new Runs({ parts: () => parts, visibleScenarios: () => [scenario], simulate });
  const beginning = own.get(scenario);
  const heard: string[] = [];
  own.onComplete(() => heard.push(own.stateOf(own.get(scenario))));
  expect(own.stateOf(beginning)).toBe('short');
  const [first, second] = await Promise.all([own.getComplete(scenario), own.getComplete(scenario)]);
  expect(first).toBe(second);
  expect(played).toEqual([scenario]);
  expect(heard).toEqual(['whole']);
  expect(own.get(scenario)).toBe(first);
});

describe('what is shown', () => {
  it('has its run as soon as it is followed, and is simulated once', () => {
    const scenario = { ...short, settings: { ...short.settings, clients: 1 } };
    const own = new Runs({ parts: () => parts, visibleScenarios: () => [scenario], simulate: simulateInSlices() });
    let kept = 0;
    own.store.subscribe(() => kept++);
    own.simulateVisible();
    own.simulateVisible();
    expect(own.get(scenario)).toBe(own.get(scenario));
    expect(kept).toBe(1);
  });

  it('is kept, and what is shown no more goes with the next run', () => {
    let shown: readonly Scenario[] = [short];
    const own = new Runs({ parts: () => parts, visibleScenarios: () => shown, simulate: simulateInSlices() });
    const next = { ...short, seed: 7 };
    own.simulateVisible();
    shown = [next];
    own.simulateVisible();
    expect([...own.store.getState().cache.keys()]).toEqual([next]);
  });

  it('throws its broken invariant to everybody who reads it, and breaks nothing else', () => {
    const unknown = { ...short, lock: { id: 'no-such-lock' } };
    const own = new Runs({ parts: () => parts, visibleScenarios: () => [unknown], simulate: simulateInSlices() });
    expect(() => own.simulateVisible()).not.toThrow();
    expect(() => own.get(unknown)).toThrow('no-such-lock');
    expect(own.get(short).trace.count).toBeGreaterThan(0);
  });
});
