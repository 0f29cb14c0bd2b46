// The search of a page: what its host tells, what an edit does to it, and that it comes to the same as the command line.
import { describe, expect, it } from 'vitest';
import { explore } from '../../src/cli/exploreCommand';
import { scenarioOf } from '../../src/explore/branch';
import { isHarmed } from '../../src/explore/harm';
import { placesOfRun } from '../../src/explore/placeFates';
import type { Job } from '../../src/explore/search';
import { type Space, spaceOf } from '../../src/explore/space';
import { surveyOf } from '../../src/explore/surveyOf';
import type { Hire } from '../../src/explore/workers';
import { everyPlace } from '../../src/faults';
import type { Scenario } from '../../src/model/scenario';
import { parts } from '../../src/run/parts';
import { runScenario } from '../../src/run/runScenario';
import { simulateIntoBuffer } from '../../src/sim/simulate';
import { usualQuestion } from '../../src/ui/find/findLink';
import { SearchSession, type Sought } from '../../src/ui/find/searchSession';
import { useEdition } from '../../src/ui/state/edition';
import { useLive } from '../../src/ui/state/live';
import { Gone } from '../../src/ui/workers/calls';
import type { Answer, Question, SearchOrder, SearchUpdate } from '../../src/ui/workers/messages';
import { SearchHost } from '../../src/ui/workers/searchHost';
import { hireHere } from '../../src/ui/workers/searchWorkers';
import { tellingOf } from '../stories/tellings';
import { byNight } from '../support/nightly';
import '../support/handIn';

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const pauses: Question = { ...usualQuestion, kinds: ['pause'] };

interface HostOptions {
  /** In ms. The longer, the sooner it tells of its progress. 0: no time passes. */
  readonly tick?: number;
  readonly workers?: number;
  readonly hire?: (space: Space) => Hire;
}

/** A host in this thread. Each look at its clock is a little later, so it takes turns however quick the machine is. */
function hostOf(scenario: Scenario, question: Question, { tick = 5, workers = 2, hire }: HostOptions = {}) {
  const told: SearchUpdate[] = [];
  let time = 0;
  const host = new SearchHost(scenario, question, {
    parts,
    workers,
    tell: (telling) => told.push(structuredClone(telling)),
    hire: hire ?? ((space) => hireHere(space, { parts, pause })),
    now: () => (time += tick),
    pause,
  });
  return { host, told };
}

const last = <Kind extends SearchUpdate['kind']>(told: readonly SearchUpdate[], kind: Kind) => {
  const found = told.filter((one): one is Extract<SearchUpdate, { kind: Kind }> => one.kind === kind).at(-1);
  if (found === undefined) throw new Error(`The host told no ${kind}.`);
  return found;
};

async function lastLine(...args: string[]): Promise<string> {
  let out = '';
  await explore(args, {
    out: (text) => {
      out += text;
    },
    errors: () => {},
    signal: new AbortController().signal,
    hire: (space) => Promise.resolve(hireHere(space, { parts, pause })),
    workers: 1,
    now: () => 0,
  });
  return out.trimEnd().split('\n').at(-1) ?? '';
}

describe('the host', () => {
  it('comes to the same sum as the command line, and its smallest break loses an update', async () => {
    const { scenario } = tellingOf('20');
    const { host, told } = hostOf(scenario, byNight(pauses, usualQuestion));
    const answer = await host.work();
    const sameAsked = byNight(['20', '--faults', 'pause'], ['20']);
    expect(`found: ${answer.breaks} breaks in ${answer.runs} runs`).toBe(await lastLine(...sameAsked));
    expect(answer).toMatchObject({ isWhole: true, levels: 1, seeds: [scenario.seed] });
    const [smallest] = last(told, 'breaks').breaks;
    if (smallest === undefined) throw new Error('There is no break.');
    expect(smallest).toMatchObject({ data: 'lost', faults: 1 });
    expect(smallest.told.en.margins.join()).toContain('It takes at least');
    expect(smallest.told.zh.margins.join()).toContain('至少需要');
    expect(runScenario(smallest.scenario, parts).verdict.data).toBe('lost');
  });

  it('searches pairs by workers, and several seeds', async () => {
    const { scenario } = tellingOf('1');
    const question: Question = { kinds: ['lose'], faultsMax: 2, harm: 'overlap', seeds: 2 };
    const { host, told } = hostOf(scenario, question, { tick: 100 });
    const answer = await host.work();
    expect(answer).toMatchObject({ isWhole: true, levels: 2, seeds: [scenario.seed, scenario.seed + 1] });
    expect(`found: ${answer.breaks} breaks in ${answer.runs} runs`).toBe(
      await lastLine('1', '--faults', 'lose', '--max', '2', '--harm', 'overlap', '--seeds', '2'),
    );
    const all = told.flatMap((one) => (one.kind === 'progress' ? [one.progress] : []));
    expect(all.every(({ runs, all: whole }) => runs <= whole)).toBe(true);
    expect(all.some(({ left }) => left !== null && left > 0)).toBe(true);
  }, 60_000);

  it('shares a long search of one fault with all workers, and comes to the same', async () => {
    const { scenario } = tellingOf('20');
    const jobs = [0, 0, 0];
    const hired = (space: Space): Hire => {
      const hire = hireHere(space, { parts, pause });
      let number = 0;
      return (telling) => {
        const worker = hire(telling);
        const at = number++;
        const send = (job: Job): void => {
          jobs[at] = (jobs[at] ?? 0) + 1;
          worker.send(job);
        };
        return { ...worker, send };
      };
    };
    const { host, told } = hostOf(scenario, pauses, { tick: 40, workers: 3, hire: hired });
    const answer = await host.work();
    expect(Math.min(...jobs)).toBeGreaterThan(1);
    expect(`found: ${answer.breaks} breaks in ${answer.runs} runs`).toBe(await lastLine('20', '--faults', 'pause'));
    expect(answer).toMatchObject({ isWhole: true, levels: 1 });
    const alone = hostOf(scenario, pauses, { tick: 0 });
    expect(answer).toEqual(await alone.host.work());
    expect(last(told, 'breaks')).toEqual(last(alone.told, 'breaks'));
    // Places of which equal nodes need no run are not waited for.
    const all = told.flatMap((one) => (one.kind === 'progress' && one.progress.phase === 'searching' ? [one] : []));
    expect(new Set(all.map(({ progress }) => progress.all))).toEqual(new Set([answer.runs]));
  });

  it('tells what was found when it is stopped, and that it is not all', async () => {
    const { scenario } = tellingOf('20');
    const { host } = hostOf(scenario, { ...usualQuestion, faultsMax: 2 });
    const working = host.work();
    await pause();
    host.stop();
    const answer = await working;
    expect(answer.isWhole).toBe(false);
    expect(answer.levels).toBe(0);
    expect(answer.runs).toBeGreaterThan(0);
    expect(answer.runs).toBeLessThan(477);
  });

  it('has not searched a seed that it never came to', async () => {
    // A worker ends its job before it hears of a stop, and with one node a job is small. One fault takes fewer than 300 runs.
    const { scenario } = tellingOf('20');
    const settings = { ...scenario.settings, nodes: { ...scenario.settings.nodes, count: 1 } };
    const question: Question = { ...pauses, harm: 'stuck', faultsMax: 2, seeds: 10 };
    const { host, told } = hostOf({ ...scenario, settings }, question, { tick: 100 });
    const working = host.work();
    while (!told.some((one) => one.kind === 'progress' && one.progress.runs > 300)) await pause();
    host.stop();
    const { seeds, levels } = await working;
    expect(seeds.length).toBeLessThan(10);
    expect(levels).toBe(0);
  });

  it('does not keep back an answer for a map that would take hours', async () => {
    // One run answers it: nobody gets through without any fault. The map has tens of thousands of places.
    const { scenario } = tellingOf('20');
    const { nodes } = scenario.settings;
    const settings = { ...scenario.settings, clients: 9, nodes: { ...nodes, count: 9 }, latency: 50, patience: 1000 };
    const lock = { id: 'redlock', settings: { nodeTimeout: 5 } };
    const { host, told } = hostOf(
      { ...scenario, lock, settings },
      { ...usualQuestion, harm: 'unavailable' },
      { tick: 500 },
    );
    expect(await host.work()).toMatchObject({ isWhole: true, runs: 1, breaks: 1 });
    expect(last(told, 'breaks').breaks).toMatchObject([{ faults: 0 }]);
    expect(last(told, 'progress').progress).toMatchObject({ phase: 'map', runs: 1, all: 1 });
    const tried = told.flatMap((one) => (one.kind === 'places' ? one.places : []));
    expect(tried.length).toBeGreaterThan(0);
    expect(tried.reduce((sum, { count }) => sum + count, 0)).toBeLessThan(last(told, 'surveyed').surveyed.places);
  }, 60_000);

  it('searches fewer faults at once where more are too many for a page, and says so', async () => {
    const { scenario } = tellingOf('20');
    const settings = { ...scenario.settings, clients: 9, nodes: { ...scenario.settings.nodes, count: 9 } };
    const { host, told } = hostOf({ ...scenario, settings }, { ...pauses, faultsMax: 3 });
    const working = host.work();
    // Nobody waits for the pairs of such a space.
    while (!told.some((one) => one.kind === 'progress' && one.progress.all > 50_000)) await pause();
    host.stop();
    expect((await working).levels).toBeLessThan(3);
  }, 60_000);
});

describe('the map', () => {
  it('has every place of the run, and calls lost where the search sees a break', () => {
    const space = spaceOf(tellingOf('20').scenario, parts, pauses);
    const { strips, count, fates } = placesOfRun(space, parts);
    const { survey } = surveyOf(space.scenario, parts, space.lengths);
    const placements = everyPlace.pause.places(survey);
    const lost = placements.filter((one) =>
      isHarmed(simulateIntoBuffer(scenarioOf(space, [one]), parts), 'lost-update', parts),
    );
    const places = [...fates()];
    expect(count).toBe(placements.length);
    expect(places.reduce((sum, one) => sum + one.count, 0)).toBe(placements.length);
    expect(strips.map(({ process, kind }) => `${process} ${kind}`)).toContain('client1 pause');
    const told = places.filter(({ fate }) => fate === 'lost');
    expect(told.reduce((sum, { worst }) => sum + worst, 0)).toBe(lost.length);
    expect(lost.length).toBeGreaterThan(0);
  });
});

/** The page’s side, with a host that says what a test lets it say. */
function pageWith() {
  const orders: SearchOrder[] = [];
  let ended = 0;
  let stops = 0;
  let tell: (telling: SearchUpdate) => void = () => {};
  let answer: (answer: Answer) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const startHost: ConstructorParameters<typeof SearchSession>[0]['startHost'] = () => ({
    calls: {
      search: (order, { onProgress } = {}) => {
        orders.push(order);
        return new Promise((resolve, reject) => {
          [tell, answer, fail] = [(telling) => onProgress?.(telling), resolve, reject];
        });
      },
      stopSearch: async () => {
        stops++;
      },
    },
    end: () => {
      ended++;
      // As a worker that is ended in the middle of a call.
      fail(new Gone('ended'));
    },
  });
  useEdition.setState({ committed: tellingOf('20').scenario, draft: null, past: [], future: [] });
  const session = new SearchSession({ scenario: useEdition, live: useLive, startHost, workers: 3 });
  const sought = (): Sought => {
    const { sought: now } = session.store.getState();
    if (now === null) throw new Error('Nothing is sought.');
    return now;
  };
  return {
    session,
    orders,
    sought,
    isStale: () => session.store.getState().isStale,
    ends: () => ended,
    stops: () => stops,
    tell: (telling: SearchUpdate) => tell(telling),
    answer: (found: Answer) => answer(found),
    fail: (error: Error) => fail(error),
  };
}

const other = (): Scenario => ({ ...tellingOf('20').scenario, seed: 7 });

describe('the search of a page', () => {
  it('starts once, however often it is pressed', () => {
    const { session, orders } = pageWith();
    session.start();
    session.start();
    expect(orders).toHaveLength(1);
    expect(orders[0]).toMatchObject({ workers: 3, question: usualQuestion });
  });

  it('does not ask for no kind at all', () => {
    const { session, orders } = pageWith();
    session.ask({ kinds: [] });
    session.start();
    expect(orders).toEqual([]);
  });

  it('ends with a change of the scenario, and says of which one the answer is', () => {
    const { session, sought, isStale, ends, tell } = pageWith();
    session.start();
    tell({ kind: 'progress', progress: { phase: 'searching', runs: 40, all: 90, rate: 9, left: 5 } });
    useEdition.getState().commit(other());
    expect(sought().phase).toBe('changed');
    expect(isStale()).toBe(true);
    expect(ends()).toBe(1);
    // What the host still had to say is of another scenario.
    tell({ kind: 'breaks', breaks: [] });
    tell({ kind: 'progress', progress: { phase: 'searching', runs: 80, all: 90, rate: 9, left: 1 } });
    expect(sought().progress?.runs).toBe(40);
    useEdition.getState().undo();
    expect(isStale()).toBe(false);
    expect(sought().phase).toBe('changed');
  });

  it('ends when something is dragged, before it is let go', () => {
    const { session, sought, ends } = pageWith();
    session.start();
    useEdition.getState().setDraft(other());
    expect(sought().phase).toBe('changed');
    expect(ends()).toBe(1);
  });

  it('goes on while runs are opened from it', () => {
    const { session, sought, isStale, ends } = pageWith();
    session.start();
    const found = other();
    session.willOpen(found);
    useEdition.getState().commit(found);
    expect(sought().phase).toBe('searching');
    expect(isStale()).toBe(false);
    expect(ends()).toBe(0);
  });

  it.each([
    ['while it searches', 'searching'],
    ['while it makes breaks smaller', 'smaller'],
    ['while it waits for the map', 'map'],
  ] as const)('ends at once for real Redis, whose times it would spoil: %s', (_, phase) => {
    const { session, sought, orders, ends, tell } = pageWith();
    session.start();
    tell({ kind: 'progress', progress: { phase, runs: 40, all: 90, rate: 9, left: null } });
    useLive.setState({ isOn: true });
    expect(ends()).toBe(1);
    expect(sought().phase).toBe('live');
    tell({ kind: 'breaks', breaks: [] });
    expect(sought().progress?.runs).toBe(40);
    useLive.setState({ isOn: false });
    expect(orders).toHaveLength(1);
    session.start();
    expect(sought().phase).toBe('searching');
    expect(orders).toHaveLength(2);
  });

  it('ends at once for real Redis after it was stopped, while its answer is made', () => {
    const { session, sought, ends } = pageWith();
    session.start();
    session.stop();
    useLive.setState({ isOn: true });
    expect(ends()).toBe(1);
    expect(sought().phase).toBe('live');
    useLive.setState({ isOn: false });
  });

  it('has an answer when its host does, and lets the host go', async () => {
    const { session, sought, stops, ends, answer } = pageWith();
    session.start();
    session.stop();
    session.stop();
    expect([stops(), ends(), sought().phase]).toEqual([1, 0, 'stopping']);
    const found: Answer = { ...blank, runs: 12 };
    answer(found);
    await pause();
    expect(sought()).toMatchObject({ phase: 'done', answer: found });
    expect(ends()).toBe(1);
  });

  it('says why it cannot go on, and may start again', async () => {
    const { session, sought, fail, ends, orders } = pageWith();
    session.start();
    fail(new Gone('no worker'));
    await pause();
    expect(sought()).toMatchObject({ phase: 'failed', reason: 'no worker' });
    expect(ends()).toBe(1);
    session.start();
    expect(orders).toHaveLength(2);
    expect(sought().phase).toBe('searching');
  });

  it('ends at once and forgets its answer when it is closed', async () => {
    const { session, ends } = pageWith();
    session.start();
    session.close();
    expect(ends()).toBe(1);
    await pause();
    expect(session.store.getState().sought).toBeNull();
  });

  it('does not take the end of the search before for its own', async () => {
    const { session, sought, ends } = pageWith();
    session.start();
    useEdition.getState().commit(other());
    session.start();
    await pause();
    expect(sought()).toMatchObject({ phase: 'searching', reason: null });
    expect(ends()).toBe(1);
  });
});

const blank: Answer = {
  isWhole: false,
  runs: 0,
  breaks: 0,
  levels: 0,
  isTooLarge: false,
  seeds: [],
  places: [],
  held: 0,
  unreached: [],
  interesting: [],
};
