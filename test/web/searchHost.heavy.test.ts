// The search behind a page: what its host reports, that its result equals the command line's, and the map of
// all places.
import { describe, expect, it } from 'vitest';
import { explore } from '../../src/cli/exploreCommand';
import { injectionRules } from '../../src/core/faults';
import type { Scenario } from '../../src/core/model/scenario/scenario';
import type { ProcessNames } from '../../src/core/model/scenario/story';
import { parts } from '../../src/core/run/parts';
import { runScenario } from '../../src/core/run/runScenario';
import { simulateIntoBuffer } from '../../src/core/sim/simulate';
import { scenarioOf } from '../../src/search/explore/branch';
import { isHarmed } from '../../src/search/explore/harm';
import { injectionFatesOf } from '../../src/search/explore/injectionFates';
import type { Job } from '../../src/search/explore/search';
import { type Space, spaceOf } from '../../src/search/explore/space';
import { surveyOf } from '../../src/search/explore/surveyOf';
import type { SpawnWorker } from '../../src/search/explore/workers';
import { usualQuestion } from '../../src/web/find/findLink';
import type { Question, SearchUpdate } from '../../src/web/workers/messages';
import { SearchHost } from '../../src/web/workers/searchHost';
import { inlineWorker } from '../../src/web/workers/searchWorkers';
import { storyVersionOf } from '../content/stories/storyVersions';
import { byNight } from '../support/nightly';
import '../support/handIn';

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const pauses: Question = { ...usualQuestion, kinds: ['pause'] };

interface HostOptions {
  /** In ms. The longer it is, the sooner the host reports its progress. 0: no time passes. */
  readonly tick?: number;
  readonly workers?: number;
  readonly hire?: (space: Space) => SpawnWorker;
  readonly names?: ProcessNames;
}

/**
 * A host in this thread. Each reading of its clock is a little later, so it takes turns however fast the machine is.
 */
function hostOf(scenario: Scenario, question: Question, { tick = 5, workers = 2, hire, names }: HostOptions = {}) {
  const updates: SearchUpdate[] = [];
  let time = 0;
  const host = new SearchHost(scenario, question, {
    parts,
    names,
    workers,
    report: (update) => updates.push(structuredClone(update)),
    spawnFor: hire ?? ((space) => inlineWorker(space, { parts, pause })),
    now: () => (time += tick),
    pause,
  });
  return { host, updates };
}

const last = <Kind extends SearchUpdate['kind']>(updates: readonly SearchUpdate[], kind: Kind) => {
  const found = updates.filter((one): one is Extract<SearchUpdate, { kind: Kind }> => one.kind === kind).at(-1);
  if (found === undefined) throw new Error(`The host told no ${kind}.`);
  return found;
};

async function lastLine(...args: string[]): Promise<string> {
  let out = '';
  await explore(args, {
    out: (text) => {
      out += text;
    },
    called: 'npm run -s cli -- explore',
    errors: () => {},
    signal: new AbortController().signal,
    spawnFor: (space) => Promise.resolve(inlineWorker(space, { parts, pause })),
    workers: 1,
    now: () => 0,
  });
  return out.trimEnd().split('\n').at(-1) ?? '';
}

describe('the host', () => {
  it('comes to the same sum as the command line, and its smallest break loses an update', async () => {
    const { scenario } = storyVersionOf('20');
    const { host, updates } = hostOf(scenario, byNight(pauses, usualQuestion));
    const answer = await host.work();
    const sameAsked = byNight(['20', '--faults', 'pause'], ['20']);
    expect(`found: ${answer.breaks} breaks in ${answer.runs} runs`).toBe(await lastLine(...sameAsked));
    expect(answer).toMatchObject({ isWhole: true, levels: 1, seeds: [scenario.seed] });
    const [smallest] = last(updates, 'breaks').breaks;
    if (smallest === undefined) throw new Error('There is no break.');
    expect(smallest).toMatchObject({ outcome: 'lost', faults: 1 });
    expect(smallest.report.en.margins.join()).toContain('It takes at least');
    expect(smallest.report.zh.margins.join()).toContain('至少需要');
    expect(runScenario(smallest.scenario, parts).verdict.data).toBe('lost');
  });

  it('names the processes as the story does, in both languages', async () => {
    const story = storyVersionOf('103');
    const { host, updates } = hostOf(story.scenario, pauses, { names: { client: { en: 'agent', zh: 'agent' } } });
    await host.work();
    const said = JSON.stringify(last(updates, 'breaks').breaks.map(({ report }) => report));
    expect(said).toMatch(/agent 1/i);
    expect(said).not.toMatch(/client|客户端/i);
  });

  it('searches pairs by workers, and several seeds', async () => {
    const { scenario } = storyVersionOf('1');
    const question: Question = { kinds: ['lose'], faultsMax: 2, harm: 'overlap', seeds: 2 };
    const { host, updates } = hostOf(scenario, question, { tick: 100 });
    const answer = await host.work();
    expect(answer).toMatchObject({ isWhole: true, levels: 2, seeds: [scenario.seed, scenario.seed + 1] });
    expect(`found: ${answer.breaks} breaks in ${answer.runs} runs`).toBe(
      await lastLine('1', '--faults', 'lose', '--max', '2', '--harm', 'overlap', '--seeds', '2'),
    );
    const all = updates.flatMap((one) => (one.kind === 'progress' ? [one.progress] : []));
    expect(all.every(({ runs, all: whole }) => runs <= whole)).toBe(true);
    expect(all.some(({ left }) => left !== null && left > 0)).toBe(true);
  });

  it('shares a long search of one fault with all workers, and comes to the same', async () => {
    const { scenario } = storyVersionOf('20');
    const jobs = [0, 0, 0];
    const hired = (space: Space): SpawnWorker => {
      const hire = inlineWorker(space, { parts, pause });
      let number = 0;
      return () => {
        const worker = hire();
        const at = number++;
        const work = (job: Job) => {
          jobs[at] = (jobs[at] ?? 0) + 1;
          return worker.work(job);
        };
        return { ...worker, work };
      };
    };
    const { host, updates } = hostOf(scenario, pauses, { tick: 40, workers: 3, hire: hired });
    const answer = await host.work();
    expect(Math.min(...jobs)).toBeGreaterThan(1);
    expect(`found: ${answer.breaks} breaks in ${answer.runs} runs`).toBe(await lastLine('20', '--faults', 'pause'));
    expect(answer).toMatchObject({ isWhole: true, levels: 1 });
    const alone = hostOf(scenario, pauses, { tick: 0 });
    expect(answer).toEqual(await alone.host.work());
    expect(last(updates, 'breaks')).toEqual(last(alone.updates, 'breaks'));
    // Places whose nodes are equal need no run and are not waited for.
    const all = updates.flatMap((one) => (one.kind === 'progress' && one.progress.phase === 'searching' ? [one] : []));
    expect(new Set(all.map(({ progress }) => progress.all))).toEqual(new Set([answer.runs]));
  });

  it('tells what was found when it is stopped, and that it is not all', async () => {
    const { scenario } = storyVersionOf('20');
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
    // A worker finishes its job before it hears of a stop, and with one node a job is small. One fault takes fewer
    // runs than the test waits for.
    const { scenario } = storyVersionOf('20');
    const settings = { ...scenario.settings, nodes: { ...scenario.settings.nodes, count: 1 } };
    const question: Question = { ...pauses, harm: 'stuck', faultsMax: 2, seeds: 10 };
    const { host, updates } = hostOf({ ...scenario, settings }, question, { tick: 100 });
    const working = host.work();
    while (!updates.some((one) => one.kind === 'progress' && one.progress.runs > 300)) await pause();
    host.stop();
    const { seeds, levels } = await working;
    expect(seeds.length).toBeLessThan(10);
    expect(levels).toBe(0);
  });

  it('does not keep back an answer for a map that would take hours', async () => {
    // One run answers it: nobody gets through even without a fault. The map has far more places.
    const { scenario } = storyVersionOf('20');
    const { nodes } = scenario.settings;
    const settings = { ...scenario.settings, clients: 9, nodes: { ...nodes, count: 9 }, latency: 50, patience: 1000 };
    const lock = { id: 'redlock', settings: { nodeTimeout: 5 } };
    const { host, updates } = hostOf(
      { ...scenario, lock, settings },
      { ...usualQuestion, harm: 'unavailable' },
      { tick: 500 },
    );
    expect(await host.work()).toMatchObject({ isWhole: true, runs: 1, breaks: 1 });
    expect(last(updates, 'breaks').breaks).toMatchObject([{ faults: 0 }]);
    expect(last(updates, 'progress').progress).toMatchObject({ phase: 'map', runs: 1, all: 1 });
    const tried = updates.flatMap((one) => (one.kind === 'places' ? one.fates : []));
    expect(tried.length).toBeGreaterThan(0);
    expect(tried.reduce((sum, { count }) => sum + count, 0)).toBeLessThan(last(updates, 'surveyed').surveyed.places);
  });

  it('searches fewer faults at once where more are too many for a page, and says so', async () => {
    const { scenario } = storyVersionOf('20');
    const settings = { ...scenario.settings, clients: 9, nodes: { ...scenario.settings.nodes, count: 9 } };
    const { host, updates } = hostOf({ ...scenario, settings }, { ...pauses, faultsMax: 3 });
    const working = host.work();
    // The pairs of such a space would take too long.
    while (!updates.some((one) => one.kind === 'progress' && one.progress.all > 50_000)) await pause();
    host.stop();
    expect((await working).levels).toBeLessThan(3);
  });
});

describe('the map', () => {
  it('has every place of the run, and calls lost where the search sees a break', () => {
    const space = spaceOf(storyVersionOf('20').scenario, parts, pauses);
    const { strips, count, fates } = injectionFatesOf(space, parts);
    const { survey } = surveyOf(space.scenario, parts, space.lengths);
    const placements = injectionRules.pause.placements(survey);
    const lost = placements.filter((one) =>
      isHarmed(simulateIntoBuffer(scenarioOf(space, [one]), parts), 'lost', parts),
    );
    const all = [...fates()];
    expect(count).toBe(placements.length);
    expect(all.reduce((sum, one) => sum + one.count, 0)).toBe(placements.length);
    expect(strips.map(({ process, kind }) => `${process} ${kind}`)).toContain('client1 pause');
    const lostFates = all.filter(({ severity }) => severity === 'lost');
    expect(lostFates.reduce((sum, { worst }) => sum + worst, 0)).toBe(lost.length);
    expect(lost.length).toBeGreaterThan(0);
  });
});
