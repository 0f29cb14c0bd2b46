/** A draft on its way to the screen: at once where its run is short, run beside the page where it is long. */
import { beforeEach, describe, expect, it } from 'vitest';
import { minute } from '../../bench/workloads/minute';
import { withFault } from '../../src/model/edit';
import type { Scenario } from '../../src/model/scenario';
import { registry } from '../../src/run/onDemand';
import { runScenario } from '../../src/run/runScenario';
import type { DraftQuestion } from '../../src/ui/state/draftWorker';
import { type Beside, offerDraft, runLongDraftsBeside } from '../../src/ui/state/offerDraft';
import { runOf } from '../../src/ui/state/run';
import { useScenario } from '../../src/ui/state/scenario';

const short: Scenario = { ...minute, settings: { ...minute.settings, duration: 2000 } };

const paused = (scenario: Scenario, at: number): Scenario =>
  withFault(scenario, 'pause', { kind: 'pause', process: 'client1', when: { kind: 'time', at }, for: 2500 });

/** Stands in for the worker: keeps what it is asked until a test lets it answer. */
const questions: DraftQuestion[] = [];
let take: Parameters<Beside>[0] = () => {};
const begun: string[] = [];

runLongDraftsBeside((answered) => {
  begun.push('begun');
  take = answered;
  return (question) => questions.push(question);
});

/** As the worker does it: the scenario comes back as a copy. */
function answer(question: DraftQuestion): void {
  const { trace, verdict } = runScenario(structuredClone(question.scenario), registry);
  take({ kind: 'run', id: question.id, trace, verdict });
}

const shownDraft = (): Scenario | null => useScenario.getState().draft;

beforeEach(() => {
  useScenario.getState().commit(minute);
  questions.length = 0;
  take({ kind: 'ready' });
});

describe('a draft', () => {
  it('of a long run is run by the page until somebody beside it has answered', () => {
    take({ kind: 'gone' });
    const draft = paused(minute, 20_000);
    offerDraft(draft);
    expect(begun).toEqual(['begun']);
    expect(questions).toEqual([]);
    expect(shownDraft()).toBe(draft);
  });

  it('of a short run is on screen at once', () => {
    useScenario.getState().commit(short);
    const draft = paused(short, 500);
    offerDraft(draft);
    expect(questions).toEqual([]);
    expect(shownDraft()).toBe(draft);
  });

  it('of a long run is on screen when its run has come, and is not run once more', () => {
    const draft = paused(minute, 20_000);
    offerDraft(draft);
    expect(shownDraft()).toBeNull();
    const [question] = questions as [DraftQuestion];
    const { trace, verdict } = runScenario(draft, registry);
    take({ kind: 'run', id: question.id, trace, verdict });
    expect(shownDraft()).toBe(draft);
    expect(runOf(draft).trace).toBe(trace);
  });

  it('that is older than the newest is left out', () => {
    const [first, second, third] = [20_000, 20_100, 20_200].map((at) => paused(minute, at)) as [
      Scenario,
      Scenario,
      Scenario,
    ];
    for (const draft of [first, second, third]) offerDraft(draft);
    answer(questions[0] as DraftQuestion);
    expect(shownDraft()).toBe(first);
    expect(questions.map(({ scenario }) => scenario)).toEqual([first, third]);
    answer(questions[1] as DraftQuestion);
    expect(shownDraft()).toBe(third);
  });

  it('whose run comes after the drag has ended is nobody’s any more', () => {
    const draft = paused(minute, 20_000);
    offerDraft(draft);
    useScenario.getState().commit(draft);
    answer(questions[0] as DraftQuestion);
    expect(shownDraft()).toBeNull();
    expect(useScenario.getState().committed).toBe(draft);
  });

  it('whose drag was given up leaves nothing', () => {
    offerDraft(paused(minute, 20_000));
    offerDraft(null);
    answer(questions[0] as DraftQuestion);
    expect(shownDraft()).toBeNull();
  });

  it('that could not be run beside the page is run by the page', () => {
    const draft = paused(minute, 20_000);
    offerDraft(draft);
    take({ kind: 'failed', id: (questions[0] as DraftQuestion).id });
    expect(shownDraft()).toBe(draft);
    expect(runOf(draft).scenario).toBe(draft);
  });
});
