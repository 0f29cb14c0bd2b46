/** A draft on its way to the screen: simulated at once if the run is short, and beside the page if it is long. */
import { beforeEach, describe, expect, it } from 'vitest';
import { minute } from '../../bench/workloads/minute';
import { withFault } from '../../src/model/edit';
import type { Run } from '../../src/model/run';
import type { Scenario } from '../../src/model/scenario';
import { parts } from '../../src/run/parts';
import { runScenario } from '../../src/run/runScenario';
import { Drafts } from '../../src/ui/state/drafts';
import { useEdition } from '../../src/ui/state/edition';
import { runs } from '../../src/ui/state/run';
import { Gone } from '../../src/ui/workers/calls';
import '../support/handIn';

const paused = (at: number): Scenario =>
  withFault(minute, 'pause', { kind: 'pause', process: 'client1', when: { kind: 'time', at }, for: 2500 });

const { trace, verdict } = runScenario({ ...minute, settings: { ...minute.settings, duration: 1000 } }, parts);

interface Question {
  readonly scenario: Scenario;
  readonly answer: () => void;
  readonly fail: (error: Error) => void;
}

/** Stands in for the worker: keeps each question until a test lets it answer. */
let questions: Question[] = [];
let load = (): void => {};
let begun = 0;
let eventCount = 0;
let kept: Run[] = [];
let drafts: Drafts;

const beside: Parameters<Drafts['runBeside']>[0] = {
  ready: () => {
    begun++;
    return new Promise((resolve) => {
      load = resolve;
    });
  },
  play: (scenario) =>
    new Promise((resolve, fail) => questions.push({ scenario, answer: () => resolve({ trace, verdict }), fail })),
};

const task = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

function made(): Drafts {
  return new Drafts({ scenario: useEdition, eventCount: () => eventCount, keepRun: (run) => kept.push(run) });
}

/** From here on, drafts of long runs are run beside the page. */
async function ready(): Promise<void> {
  drafts.runBeside(beside);
  drafts.offer(paused(1));
  load();
  await task();
  drafts.offer(null);
}

async function answer(nth: number): Promise<void> {
  questions[nth]?.answer();
  await task();
}

const shownDraft = (): Scenario | null => useEdition.getState().draft;

beforeEach(() => {
  useEdition.getState().commit(minute);
  questions = [];
  kept = [];
  begun = 0;
  eventCount = 50_000;
  drafts = made();
});

describe('a draft of a long run', () => {
  it('is run by the page where nobody beside it runs any', async () => {
    const draft = paused(20_000);
    drafts.offer(draft);
    expect(shownDraft()).toBe(draft);
  });

  it('is run by the page until somebody beside it has answered', async () => {
    drafts.runBeside(beside);
    expect(begun).toBe(0);
    const [first, second] = [paused(20_000), paused(20_100)];
    drafts.offer(first);
    expect(begun).toBe(1);
    expect(questions).toEqual([]);
    expect(shownDraft()).toBe(first);
    load();
    await task();
    drafts.offer(second);
    expect(questions.map(({ scenario }) => scenario)).toEqual([second]);
    expect(shownDraft()).toBe(first);
  });

  it('is on screen when its run has come, of which the page hears before', async () => {
    await ready();
    const draft = paused(20_000);
    drafts.offer(draft);
    expect(shownDraft()).toBeNull();
    await answer(0);
    expect(shownDraft()).toBe(draft);
    expect(kept).toEqual([{ scenario: draft, trace, verdict }]);
  });

  it('that is older than the newest is left out', async () => {
    await ready();
    const [first, second, third] = [paused(20_000), paused(20_100), paused(20_200)];
    for (const draft of [first, second, third]) drafts.offer(draft);
    await answer(0);
    expect(shownDraft()).toBe(first);
    expect(questions.map(({ scenario }) => scenario)).toEqual([first, third]);
    await answer(1);
    expect(shownDraft()).toBe(third);
  });

  it('whose run comes after the drag has ended is nobody’s any more', async () => {
    await ready();
    const draft = paused(20_000);
    drafts.offer(draft);
    useEdition.getState().commit(draft);
    await answer(0);
    expect(shownDraft()).toBeNull();
    expect(kept).toEqual([]);
    expect(useEdition.getState().committed).toBe(draft);
  });

  it('whose drag was given up leaves nothing', async () => {
    await ready();
    drafts.offer(paused(20_000));
    drafts.offer(null);
    await answer(0);
    expect(shownDraft()).toBeNull();
    expect(kept).toEqual([]);
  });

  it('of an earlier drag does not come in between a later one', async () => {
    await ready();
    drafts.offer(paused(20_000));
    drafts.offer(null);
    const later = paused(30_000);
    drafts.offer(later);
    await answer(0);
    expect(shownDraft()).toBeNull();
    await answer(1);
    expect(shownDraft()).toBe(later);
  });

  it('that could not be run beside the page is run by the page', async () => {
    await ready();
    const draft = paused(20_000);
    drafts.offer(draft);
    questions[0]?.fail(new Error('broken'));
    await task();
    expect(shownDraft()).toBe(draft);
    expect(kept).toEqual([]);
  });

  it('is run by the page again where the other one is lost, and the next with it', async () => {
    await ready();
    const [first, second, third] = [paused(20_000), paused(20_100), paused(20_200)];
    drafts.offer(first);
    drafts.offer(second);
    questions[0]?.fail(new Gone('no worker'));
    await task();
    expect(shownDraft()).toBe(second);
    drafts.offer(third);
    expect(shownDraft()).toBe(third);
    expect(questions).toHaveLength(1);
    expect(begun).toBe(1);
  });

  it('begins anew after a reload: nothing is asked before the first drag', async () => {
    await ready();
    drafts.offer(paused(20_000));
    useEdition.getState().setDraft(null);
    drafts = made();
    drafts.runBeside(beside);
    expect(begun).toBe(1);
    drafts.offer(paused(20_100));
    expect(begun).toBe(2);
    expect(questions).toHaveLength(1);
  });
});

it('a draft of a short run is on screen at once', async () => {
  await ready();
  eventCount = 10_000;
  const draft = paused(500);
  drafts.offer(draft);
  expect(questions).toEqual([]);
  expect(shownDraft()).toBe(draft);
});

it('a run that came from beside the page is not run once more', async () => {
  drafts = new Drafts({ scenario: useEdition, eventCount: () => eventCount, keepRun: (run) => runs.keep(run) });
  await ready();
  const draft = paused(20_000);
  drafts.offer(draft);
  await answer(0);
  expect(runs.get(draft).trace).toBe(trace);
});
