/**
 * How many runs a second the explorer simulates and judges, beside the same runs simulated alone. The space is that of Redlock on
 * five nodes with one fault.
 */
import { finished, grow, scenarioOf, search, spaceOf } from './measured/explorer';
import { registry, simulate } from './measured/simulator';
import { heading, order, say, tell } from './support/figures';
import { inMs, sideBySide } from './support/sideBySide';
import { calmRedlock } from './workloads/calmRedlock';

const space = spaceOf(calmRedlock, registry, { harm: 'lost-update' });
const { runs } = finished(search(space, registry));

const { open, breaks } = finished(grow(space, registry, [], new Set()));
/** Each run that differs from the others. */
const scenarios = [...open.map((placement) => [placement]), ...breaks].map((one) => scenarioOf(space, one));

const explored = 'one fault, searched';
const simulated = 'its different runs, simulated alone';

const timings = await sideBySide(
  {
    [explored]: { run: () => finished(search(space, registry)) },
    [simulated]: {
      run: () => {
        for (const scenario of scenarios) simulate(scenario, registry);
      },
    },
  },
  { roundCount: order.isCompared ? 10 : 20, warmUpCount: 3 },
);

heading(`Redlock, two clients, five nodes, one fault: ${runs} runs, ${scenarios.length} different`);
for (const name of [explored, simulated]) {
  const timing = timings[name];
  if (timing === undefined) continue;
  tell({ name, unit: 'ms', better: 'lower', value: timing.least }, { measured: inMs(timing) });
}
const [one, other] = [timings[explored], timings[simulated]];
if (one !== undefined && other !== undefined) {
  say('searched, runs a second', `${Math.round((runs * 1000) / one.median)}`);
  say(
    'simulated : searched, a run',
    (other.least / scenarios.length / (one.least / runs)).toFixed(2),
    'target: at least 0.8',
  );
}
