/**
 * Measures the cost of an event with every lock and every check, compared with Redlock's, and how long all stories take
 * under many seeds.
 */
import { applyPatch, judge, loadStory, parts, type Scenario, simulate, stories } from './measured/simulator';
import { attempt, heading, order, report, say } from './support/figures';
import { type Effort, sideBySide } from './support/sideBySide';
import { everyCheck, everyLock, type Workload } from './workloads/everyLock';
import { minute } from './workloads/minute';

/** The workloads warm each other up, because most of the compiled code is common to all. */
const effort: Effort = order.isCompared ? { roundCount: 10, warmUpCount: 6 } : { roundCount: 60 };
const storyRunsEffort: Effort = { roundCount: 20, warmUpCount: 10 };
const seedCount = 20;
const ratioMax = 2;
const secondsMax = 20;
const baseline = 'the baseline';
const storyRuns = 'stories, their variants and fixes';

heading('Time per event beside Redlock, a minute of three clients each:');
await compare('lock', everyLock);
heading('Time per event beside Redlock, with every check at the resource:');
await compare('check', everyCheck);
await attempt(storyRuns, order.isCompared ? timeStoryRuns : reportStoryRuns);

/** Measures in turn, with Redlock first in every round. */
async function compare(what: string, list: () => readonly Workload[]): Promise<void> {
  const workloads = (await attempt(`every ${what}`, list)) ?? [];
  const counts = new Map<string, number>();
  const subjects: Record<string, { readonly run: () => unknown }> = {};
  const first = order.isCompared ? [] : [{ name: baseline, scenario: minute }];
  for (const { name, scenario } of [...first, ...workloads]) {
    const run = (): unknown => {
      const { count } = simulate(scenario, parts);
      counts.set(`${what} ${name}`, count);
      return count;
    };
    subjects[`${what} ${name}`] = { run };
  }
  const timings = await sideBySide(subjects, effort);
  const perEvent = (name: string): number =>
    ((timings[`${what} ${name}`]?.least ?? Number.NaN) / (counts.get(`${what} ${name}`) ?? Number.NaN)) * 1e6;
  const redlock = perEvent(baseline);
  const rows = workloads.map(({ name }) => ({ name, nanos: perEvent(name) }));
  for (const { name, nanos } of rows) {
    const events = `${counts.get(`${what} ${name}`)} events`.padStart(14);
    const measured = `${(nanos / redlock).toFixed(2)}  ${nanos.toFixed(0).padStart(5)} ns ${events}`;
    report({ name: `${what} ${name}`, unit: 'ns', better: 'lower', value: nanos }, { label: name, measured });
  }
  const most = Math.max(...rows.map(({ nanos }) => nanos / redlock));
  say(`the dearest ${what} : Redlock`, most.toFixed(2), `target: at most ${ratioMax}`);
}

/** Every story, variant and fix. */
async function listStoryRuns(): Promise<readonly Scenario[]> {
  const scenarios: Scenario[] = [];
  for (const entry of stories) {
    const { scenario, variants } = await loadStory(entry);
    scenarios.push(scenario, ...variants.map(({ patch }) => applyPatch(scenario, patch)));
  }
  return scenarios;
}

/** Simulates and judges every variant under each of the seeds. */
async function reportStoryRuns(): Promise<void> {
  const scenarios = await listStoryRuns();
  const startedAt = performance.now();
  const before = process.cpuUsage();
  for (const scenario of scenarios)
    for (let seed = 1; seed <= seedCount; seed++) judge(simulate({ ...scenario, seed }, parts), parts);
  const seconds = (performance.now() - startedAt) / 1000;
  // When other programs use the machine too, the bench's own processor time says more than the wall clock.
  const own = process.cpuUsage(before).user / 1e6;
  say(
    `${stories.length} stories, ${scenarios.length} runs, ${seedCount} seeds`,
    `${seconds.toFixed(1)} s (own ${own.toFixed(1)} s)`,
    `target: less than ${secondsMax} s`,
  );
}

/** Runs each variant as it is, repeatedly, so that each commit has a minimum time. */
async function timeStoryRuns(): Promise<void> {
  const scenarios = await listStoryRuns();
  const traces = scenarios.map((scenario) => simulate(scenario, parts));
  const simulated = `${storyRuns} simulated`;
  const judged = `${storyRuns} judged`;
  const timings = await sideBySide(
    {
      [simulated]: { run: () => scenarios.map((scenario) => simulate(scenario, parts).count) },
      [judged]: { run: () => traces.map((trace) => judge({ ...trace }, parts).outcome) },
    },
    storyRunsEffort,
  );
  for (const name of [simulated, judged]) {
    const value = timings[name]?.least ?? Number.NaN;
    report({ name, unit: 'ms', better: 'lower', value }, { measured: `${value.toFixed(1)} ms` });
  }
}
