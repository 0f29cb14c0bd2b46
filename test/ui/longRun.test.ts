/** A long run: its beginning at once, and the whole once it has come from beside the page or was made here. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { minute } from '../../bench/workloads/minute';
import type { Run } from '../../src/model/run';
import type { Scenario } from '../../src/model/scenario';
import { registry } from '../../src/run/onDemand';
import { runScenario } from '../../src/run/runScenario';
import { fetchChains } from '../../src/ui/state/chains';
import { useCursor } from '../../src/ui/state/cursor';
import {
  eventsAtOnce,
  inSlices,
  isBeginning,
  isCutShort,
  LongRuns,
  longRuns,
  useLongRuns,
} from '../../src/ui/state/longRun';
import { longRunsBeside } from '../../src/ui/state/longRunsBeside';
import { parkAtViolation } from '../../src/ui/state/playhead';
import { currentRun, runOf, wholeRunOf } from '../../src/ui/state/run';
import { useScenario } from '../../src/ui/state/scenario';
import { Gone } from '../../src/ui/workers/calls';

const whole = runScenario(minute, registry);
const short: Scenario = { ...minute, settings: { ...minute.settings, duration: 2000 } };

/** What was asked for, and how a test answers it. */
let asked: { readonly scenario: Scenario; readonly answer: (run: Run) => void; readonly fail: () => void }[] = [];

const tasks = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Waits until the next one has come. */
const coming = async (): Promise<void> => {
  const { came } = useLongRuns.getState();
  await expect.poll(() => useLongRuns.getState().came).toBe(came + 1);
};

let seed = 1000;
/** A scenario that has not been simulated yet. */
const fresh = (): Scenario => ({ ...minute, seed: ++seed });

function committed(scenario: Scenario): Scenario {
  useScenario.getState().commit(scenario);
  return scenario;
}

// The causes of a run that held come later in a page.
beforeAll(fetchChains);
afterAll(() => longRuns.playBy(inSlices()));
beforeEach(() => {
  asked = [];
  longRuns.playBy(
    (scenario) =>
      new Promise((answer, fail) => asked.push({ scenario, answer, fail: () => fail(new Error('broken')) })),
  );
});

describe('a run of more events than a page plays at once', () => {
  it('is there at once as far as its beginning, which is that of the whole', () => {
    const scenario = committed(fresh());
    const run = runOf(scenario);
    const { trace } = runScenario(scenario, registry);
    expect(isBeginning(run)).toBe(true);
    expect(run.trace.count).toBeGreaterThanOrEqual(eventsAtOnce);
    expect(run.trace.count).toBeLessThan(trace.count);
    expect(run.trace.kind).toEqual(trace.kind.slice(0, run.trace.count));
    expect(run.trace.at).toEqual(trace.at.slice(0, run.trace.count));
  });

  it('is asked for once, however often it is looked at, and stands there when it has come', async () => {
    const scenario = committed(fresh());
    for (let i = 0; i < 3; i++) currentRun();
    const [first, second] = [wholeRunOf(scenario), wholeRunOf(scenario)];
    await tasks();
    expect(asked.map((question) => question.scenario)).toEqual([scenario]);
    const { came } = useLongRuns.getState();
    asked[0]?.answer({ ...whole, scenario: structuredClone(scenario) });
    expect((await first).trace === whole.trace).toBe(true);
    expect((await second).trace === whole.trace).toBe(true);
    expect(currentRun().trace === whole.trace).toBe(true);
    expect(isBeginning(currentRun())).toBe(false);
    expect(useLongRuns.getState().came).toBe(came + 1);
    expect(await wholeRunOf(scenario)).toBe(currentRun());
  });

  it('takes a playhead along that stands where the page put it, and no other', async () => {
    committed(fresh());
    parkAtViolation(currentRun());
    const before = useCursor.getState().at;
    await tasks();
    asked[0]?.answer(whole);
    await coming();
    expect(useCursor.getState().at).toBeGreaterThan(before);
    committed(fresh());
    parkAtViolation(currentRun());
    useCursor.getState().setAt(1234);
    await tasks();
    asked[1]?.answer(whole);
    await coming();
    expect(useCursor.getState().at).toBe(1234);
  });

  it('stays its beginning where the whole cannot be had', async () => {
    const scenario = committed(fresh());
    const beginning = runOf(scenario);
    await tasks();
    asked[0]?.fail();
    expect(await wholeRunOf(scenario)).toBe(beginning);
    expect(isBeginning(beginning)).toBe(false);
    expect(isCutShort(beginning)).toBe(true);
  });
});

describe('in slices', () => {
  it('a run is the same as at once', async () => {
    const { trace, verdict } = await inSlices()(minute);
    expect(trace).toEqual(whole.trace);
    expect(verdict).toEqual(whole.verdict);
  });

  it('a run that is longer than allowed is cut off, and says so', async () => {
    const run = await inSlices(12_000)(minute);
    expect(isCutShort(run)).toBe(true);
    expect(run.trace.count).toBeLessThan(12_100);
    expect(isCutShort(whole)).toBe(false);
  });
});

it('a short run is whole at once, and nobody else is asked', async () => {
  const run = runOf(committed(short));
  expect(isBeginning(run)).toBe(false);
  expect(await wholeRunOf(short)).toBe(run);
  expect(asked).toEqual([]);
});

describe('beside the page', () => {
  const alone = { ...whole, scenario: { ...minute, seed: -1 } };
  const made = { ...whole, scenario: { ...minute, seed: -2 } };

  /** What was asked beside the page, and how a test answers it. */
  function started() {
    const questions: { scenario: Scenario; answer: () => void; fail: (error: Error) => void }[] = [];
    const play = longRunsBeside(
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
    const runs = scenarios.map(play);
    expect(questions.map(({ scenario }) => scenario)).toEqual(scenarios);
    for (const { answer } of questions.toReversed()) answer();
    const came = await Promise.all(runs);
    expect(came.map(({ scenario }) => scenario)).toEqual(scenarios);
    expect(came.every(({ trace }) => trace === made.trace)).toBe(true);
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
  const own = new LongRuns(async (scenario) => {
    played.push(scenario);
    return whole;
  });
  const beginning = runScenario(short, registry);
  const heard: string[] = [];
  own.came.subscribe(() => heard.push('came'));
  const wholes = [1, 2].map(() => own.playWhole(beginning, () => heard.push('kept')));
  expect(own.isBeginning(beginning)).toBe(true);
  const [first, second] = await Promise.all(wholes);
  expect(first).toBe(second);
  expect(played).toEqual([short]);
  expect(heard).toEqual(['kept', 'came']);
  expect(own.isBeginning(beginning)).toBe(false);
});
