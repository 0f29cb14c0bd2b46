/**
 * Measures how long it takes to find since when a run was too late and which changes would have prevented the harm,
 * compared with a plain run of the same story. The stories are a sample of those that end in harm.
 */
import { changesOf, defaultBudget, finished, loadStory, parts, runScenario, sinceOf, stories } from './measured/late';
import { heading, order, report, say } from './support/figures';
import { inMs, sideBySide } from './support/sideBySide';

const numbers = ['2', '9', '12', '20', '22', '42', '55', '87'];

const told = await Promise.all(stories.filter(({ number }) => numbers.includes(number)).map(loadStory));

for (const { number, scenario } of told) {
  const run = runScenario(scenario, parts);
  const since = finished(sinceOf(run, parts, defaultBudget));
  if (since === null) throw new Error(`Story ${number} does no harm.`);
  const [plain, asked, changed] = [`${number}: a run`, `${number}: since when`, `${number}: changes`] as const;
  const timings = await sideBySide(
    {
      [plain]: { run: () => runScenario(scenario, parts) },
      [asked]: { run: () => finished(sinceOf(run, parts, defaultBudget)) },
      [changed]: { run: () => finished(changesOf(run, since, parts, defaultBudget)) },
    },
    { roundCount: order.isCompared ? 2 : 3, warmUpCount: 1 },
  );
  heading(`Story ${number}, ${run.trace.count} events`);
  const usual = timings[plain]?.least ?? Number.NaN;
  for (const [name, target] of [
    [asked, 'less than 500 ms'],
    [changed, 'less than 2,000 ms'],
  ] as const) {
    const timing = timings[name];
    if (timing === undefined) continue;
    report({ name, unit: 'ms', better: 'lower', value: timing.least }, { measured: inMs(timing), target });
    say(`${name} : a run`, (timing.least / usual).toFixed(0));
  }
}
