/**
 * Measures how many orders per second the search runs and judges, compared with as many of them, simulated alone as the
 * scenarios that they are.
 */
import { beginning, choices, decide, foundOrders, type Game, gameOf, levels, scenarioOfState } from './measured/orders';
import { parts, simulate } from './measured/simulator';
import { heading, report, say } from './support/figures';
import { inMs, sideBySide } from './support/sideBySide';

const ordersMax = 1000;

for (const { id, scenario, rules, harms, decisionsMax } of levels.filter(({ least }) => least === null)) {
  const game = gameOf(scenario, rules, parts);
  const search = () => foundOrders(game, { harms, decisionsMax, faultsMax: 1, ordersMax });
  const scenarios = scenariosOf(game);
  const [searched, simulated] = [`${id}, searched`, `${id}, simulated`];
  const timings = await sideBySide(
    {
      [searched]: { run: search },
      [simulated]: {
        run: () => {
          for (const one of scenarios) simulate(one, parts);
        },
      },
    },
    { roundCount: 10, warmUpCount: 2 },
  );
  heading(`${ordersMax} orders of ${id}`);
  const [ours, alone] = [timings[searched], timings[simulated]];
  if (ours === undefined || alone === undefined) continue;
  for (const [name, timing] of [[searched, ours] as const, [simulated, alone] as const])
    report({ name, unit: 'ms', better: 'lower', value: timing.least }, { measured: inMs(timing) });
  say('simulated : searched', (alone.least / ours.least).toFixed(2), 'target: at least 0.5');
}

/** As many orders as the search runs, the shortest first. */
function scenariosOf(game: Game): ReturnType<typeof scenarioOfState>[] {
  const states = [beginning(game)];
  for (const state of states) {
    for (const decision of choices(state)) {
      if (states.length > ordersMax) return states.slice(1).map(scenarioOfState);
      states.push(decide(state, decision));
    }
  }
  return states.slice(1).map(scenarioOfState);
}
