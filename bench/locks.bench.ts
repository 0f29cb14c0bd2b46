/** What an event costs with every lock and every check, beside Redlock's; and how long all stories take under many seeds. */
import { registry } from '../src/explore/registry';
import { judge } from '../src/judge/judge';
import { applyPatch } from '../src/model/patch';
import type { Scenario } from '../src/model/scenario';
import { loadStory } from '../src/model/story';
import { simulate } from '../src/sim/simulate';
import { stories } from '../src/stories';
import { report, sideBySide } from './support/sideBySide';
import { everyCheck, everyLock, type Workload } from './workloads/everyLock';
import { minute } from './workloads/minute';

const roundCount = 60;
const seedCount = 20;
const ratioMax = 2;
const secondsMax = 20;
const baseline = 'the baseline';

console.log('Time per event beside Redlock, a minute of three clients each:');
await compare('lock', everyLock);
console.log('Time per event beside Redlock, with every check at the resource:');
await compare('check', everyCheck);
await tellAll();

/** Measured in turn, Redlock first in every round. */
async function compare(what: string, workloads: readonly Workload[]): Promise<void> {
  const counts = new Map(workloads.map(({ name, scenario }) => [name, simulate(scenario, registry).count]));
  const redlockCount = simulate(minute, registry).count;
  const subjects: Record<string, { readonly run: () => unknown }> = {
    [baseline]: { run: () => simulate(minute, registry) },
  };
  for (const { name, scenario } of workloads) subjects[name] = { run: () => simulate(scenario, registry) };
  const timings = await sideBySide(subjects, roundCount);
  const perEvent = (name: string, count: number): number => ((timings[name]?.least ?? Number.NaN) / count) * 1e6;
  const redlock = perEvent(baseline, redlockCount);
  const rows = workloads.map(({ name }) => ({ name, nanos: perEvent(name, counts.get(name) ?? 0) }));
  for (const { name, nanos } of rows) {
    const events = `${counts.get(name)} events`.padStart(14);
    report(name, `${(nanos / redlock).toFixed(2)}  ${nanos.toFixed(0).padStart(5)} ns ${events}`);
  }
  const most = Math.max(...rows.map(({ nanos }) => nanos / redlock));
  report(`the dearest ${what} : Redlock`, most.toFixed(2), `target: at most ${ratioMax}`);
}

/** Every story, variant and fix, under as many other seeds: simulated and judged. */
async function tellAll(): Promise<void> {
  const scenarios: Scenario[] = [];
  for (const entry of stories) {
    const { scenario, variants } = await loadStory(entry);
    scenarios.push(scenario, ...variants.map(({ patch }) => applyPatch(scenario, patch)));
  }
  const startedAt = performance.now();
  const before = process.cpuUsage();
  for (const scenario of scenarios)
    for (let seed = 1; seed <= seedCount; seed++) judge(simulate({ ...scenario, seed }, registry));
  const seconds = (performance.now() - startedAt) / 1000;
  // Where others use the machine too, its own share of the processor says more than the clock on the wall.
  const own = process.cpuUsage(before).user / 1e6;
  report(
    `${stories.length} stories, ${scenarios.length} runs, ${seedCount} seeds`,
    `${seconds.toFixed(1)} s (own ${own.toFixed(1)} s)`,
    `target: less than ${secondsMax} s`,
  );
}
