/** A draft on its way to the screen: at once if the run is short, otherwise when its run has arrived. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { minute } from '../../bench/workloads/minute';
import { withFault } from '../../src/core/model/scenario/edit';
import type { Scenario } from '../../src/core/model/scenario/scenario';
import type { Run } from '../../src/core/model/trace/run';
import { parts } from '../../src/core/run/parts';
import { runScenario } from '../../src/core/run/runScenario';
import { offerDraft } from '../../src/web/state/drafts';
import { useEdition } from '../../src/web/state/edition';
import { simulateInSlices } from '../../src/web/state/longRun';
import { runs } from '../../src/web/state/run';
import '../support/handIn';

const paused = (at: number): Scenario =>
  withFault(minute, 'pause', { kind: 'pause', process: 'client1', when: { kind: 'time', at }, for: 2500 });

const short: Scenario = { ...minute, settings: { ...minute.settings, duration: 1000 } };
const whole = runScenario(minute, parts);
const made = runScenario(short, parts);

interface Question {
  readonly scenario: Scenario;
  readonly answer: () => void;
  readonly fail: () => void;
}

/** The requests, and how a test answers them. */
let questions: Question[] = [];

const task = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function answer(nth: number): Promise<void> {
  questions[nth]?.answer();
  await task();
}

async function offer(...scenarios: readonly Scenario[]): Promise<void> {
  for (const scenario of scenarios) offerDraft(scenario);
  await task();
}

const shownDraft = (): Scenario | null => useEdition.getState().draft;
const askedFor = (): readonly Scenario[] => questions.map(({ scenario }) => scenario);

afterAll(() => runs.setSimulator(simulateInSlices()));
beforeEach(async () => {
  // Nothing of the previous test is still under way.
  for (const question of questions) question.fail();
  await task();
  questions = [];
  const committed = { ...minute };
  runs.cacheRun({ ...whole, scenario: committed });
  useEdition.getState().commit(committed);
  runs.setSimulator(
    (scenario) =>
      new Promise<Run>((resolve, fail) =>
        questions.push({
          scenario,
          answer: () => resolve({ ...made, scenario }),
          fail: () => fail(new Error('broken')),
        }),
      ),
  );
});

describe('a draft of a long run', () => {
  it('is on screen when its run has come, and is not run once more', async () => {
    const draft = paused(20_000);
    await offer(draft);
    expect(shownDraft()).toBeNull();
    await answer(0);
    expect(shownDraft()).toBe(draft);
    expect(runs.get(draft).trace).toBe(made.trace);
    expect(questions).toHaveLength(1);
  });

  it('that is older than the newest is left out', async () => {
    const [first, second, third] = [paused(20_000), paused(20_100), paused(20_200)];
    await offer(first);
    await offer(second, third);
    await answer(0);
    expect(shownDraft()).toBe(first);
    expect(askedFor()).toEqual([first, third]);
    await answer(1);
    expect(shownDraft()).toBe(third);
  });

  it('comes on screen although the pointer goes on', async () => {
    const draft = paused(20_000);
    await offer(draft);
    useEdition.setState({ drag: { anchor: null, anchors: [], process: -1, dangerZones: [] } });
    await answer(0);
    expect(shownDraft()).toBe(draft);
  });

  it('whose run comes after the drag has ended is nobody’s any more', async () => {
    const draft = paused(20_000);
    await offer(draft);
    useEdition.getState().commit(draft);
    await answer(0);
    expect(shownDraft()).toBeNull();
    expect(useEdition.getState().committed).toBe(draft);
  });

  it('whose drag was given up leaves nothing', async () => {
    await offer(paused(20_000));
    offerDraft(null);
    await answer(0);
    expect(shownDraft()).toBeNull();
  });

  it('of an earlier drag does not come in between a later one', async () => {
    await offer(paused(20_000));
    offerDraft(null);
    const later = paused(30_000);
    await offer(later);
    await answer(0);
    expect(shownDraft()).toBeNull();
    await answer(1);
    expect(shownDraft()).toBe(later);
  });

  it('that cannot be run so is run at once, and the next is asked for', async () => {
    const [first, second] = [paused(20_000), paused(20_100)];
    await offer(first);
    await offer(second);
    questions[0]?.fail();
    await task();
    expect(shownDraft()).toBe(first);
    expect(askedFor()).toContain(second);
  });
});

it('a draft of a short run is on screen at once', () => {
  useEdition.getState().commit(short);
  const draft = { ...short, seed: 7 };
  offerDraft(draft);
  expect(shownDraft()).toBe(draft);
  expect(questions).toEqual([]);
});
