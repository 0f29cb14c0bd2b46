/**
 * How many runs a second the explorer simulates and judges, beside as many of the same scenario that are simulated alone. The
 * space is that of Redlock on five nodes with one fault.
 */
import { finished, search, spaceOf } from './measured/explorer';
import { registry, simulate } from './measured/simulator';
import { heading, order, say, tell } from './support/figures';
import { inMs, sideBySide } from './support/sideBySide';
import { calmRedlock } from './workloads/calmRedlock';

const space = spaceOf(calmRedlock, registry, { harm: 'lost-update' });
const { runs } = finished(search(space, registry));

const explored = 'one fault, searched';
const simulated = 'as many runs, simulated alone';

const timings = await sideBySide(
  {
    [explored]: { run: () => finished(search(space, registry)) },
    [simulated]: {
      run: () => {
        for (let run = 0; run < runs; run++) simulate(space.scenario, registry);
      },
    },
  },
  { roundCount: order.isCompared ? 10 : 20, warmUpCount: 3 },
);

heading(`Redlock, two clients, five nodes, one fault: ${runs} runs`);
for (const name of [explored, simulated]) {
  const timing = timings[name];
  if (timing === undefined) continue;
  tell({ name, unit: 'ms', better: 'lower', value: timing.least }, { measured: inMs(timing) });
}
const [one, other] = [timings[explored], timings[simulated]];
if (one !== undefined && other !== undefined) {
  say('searched, runs a second', `${Math.round((runs * 1000) / one.median)}`);
  say('simulated : searched', (other.least / one.least).toFixed(2), 'target: at least 0.8');
}
