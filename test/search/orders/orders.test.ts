// The reader decides in place of the network: a list of decisions is a run of `simulate`, stopped.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import type { Decision } from '../../../src/core/model/scenario/decision';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import { severityOf } from '../../../src/core/model/trace/severity';
import type { Trace } from '../../../src/core/model/trace/trace';
import { readEvents, textOf } from '../../../src/core/model/trace/traceReader';
import { nth } from '../../../src/core/model/values/nth';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { levelOf } from '../../../src/course/levels/levelOf';
import { levels } from '../../../src/course/levels/levels';
import { choices, decide } from '../../../src/search/orders/choices';
import { foundOrders } from '../../../src/search/orders/search';
import { beginning, type Game, gameOf, type State, scenarioOfState } from '../../../src/search/orders/state';
import { byNight } from '../../support/nightly';

/** Every level with its own rules, and as any scenario: all messages wait, and every fault may happen. */
const games: readonly Game[] = levels.flatMap(({ scenario, rules, title, story }) => [
  gameOf(scenario, rules, parts),
  gameOf(scenario, { ...levelOf(scenario, story, title).rules, arriveByThemselves: [] }, parts),
]);

const numRuns = byNight(100, 5000);

/** The number of a game, and which of the choices is taken at each step. */
const lists = fc.record({
  game: fc.nat({ max: games.length - 1 }),
  picks: fc.array(fc.nat({ max: 999 }), { minLength: 1, maxLength: 24 }),
});

/** @returns the states of a list, from the beginning */
function played(game: Game, picks: readonly number[]): readonly { state: State; decision: Decision | null }[] {
  const states: { state: State; decision: Decision | null }[] = [{ state: beginning(game), decision: null }];
  for (const pick of picks) {
    const { state } = nth(states, states.length - 1);
    const all = choices(state);
    if (all.length === 0) break;
    const decision = nth(all, pick % all.length);
    states.push({ state: decide(state, decision), decision });
  }
  return states;
}

const lastOf = <T>(list: readonly T[]): T => nth(list, list.length - 1);

test('a list is a scenario whose run by simulate is the same', () => {
  fc.assert(
    fc.property(lists, ({ game, picks }) => {
      const { state } = lastOf(played(nth(games, game), picks));
      const scenario = scenarioOfState(state);
      const parsed = parseScenario(JSON.parse(JSON.stringify(scenario)), parts);
      expect(parsed.ok ? [] : parsed.problems).toEqual([]);
      const trace = simulate(scenario, parts);
      expect(eventsOf(trace, -1)).toEqual(eventsOf(state.trace, -1));
      expect(trace.header.missed).toEqual({});
      expect(severityOf(judge(trace, parts))).toBe(severityOf(judge(state.trace, parts)));
    }),
    { numRuns },
  );
});

test('a decision changes nothing of what has happened to any process', () => {
  fc.assert(
    fc.property(lists, ({ game, picks }) => {
      const states = played(nth(games, game), picks);
      for (const [i, { state, decision }] of states.entries()) {
        if (i === 0) continue;
        const before = nth(states, i - 1).state;
        for (const process of before.processes.keys()) {
          const history = eventsOf(before.trace, process).filter(isKnownAtOnce);
          const longer = eventsOf(state.trace, process).filter(isKnownAtOnce);
          expect(longer.slice(0, history.length), JSON.stringify(decision)).toEqual(history);
        }
        expect(state.now).toBeGreaterThanOrEqual(before.now);
      }
    }),
    { numRuns },
  );
});

test('two lists with one plan are one run: leaving the second out loses no outcome', () => {
  const question = { harms: [], decisionsMax: 4, faultsMax: 1, ordersMax: 100_000 } as const;
  for (const { scenario, rules } of levels.slice(0, 6)) {
    const game = gameOf(scenario, rules, parts);
    const all = new Set<string>();
    let count = 0;
    const visit = (state: State, left: number): void => {
      all.add(JSON.stringify(eventsOf(state.trace, -1)));
      if (left === 0) return;
      for (const decision of choices(state)) {
        count++;
        visit(decide(state, decision), left - 1);
      }
    };
    visit(beginning(game), question.decisionsMax);
    const found = foundOrders(game, question);
    expect(found.complete).toBe(question.decisionsMax);
    // Each order was run once, or was the same run as another.
    expect(found.orders).toBeLessThanOrEqual(count);
    expect(found.orders + 1).toBeGreaterThanOrEqual(all.size);
  }
});

test('a decision that is not among the choices is refused in words', () => {
  const game = nth(games, 0);
  const message = { from: 'client1', to: 'nodeA', leg: 'request', nth: 9 } as const;
  expect(() => decide(beginning(game), { kind: 'deliver', messages: [message] })).toThrow(/client1-nodeA-request-9/);
});

/** A message that the reader loses was lost when it was sent. */
const isKnownAtOnce = (event: unknown): boolean => (event as { readonly kind: string }).kind !== 'lost';

/**
 * The events of one process, −1: of all, without what depends on the numbers of calls and faults. A fault of a message
 * is noted where it was sent, and is the reader's own doing.
 */
function eventsOf(trace: Trace, process: number): readonly unknown[] {
  const faults = Object.keys(trace.header.scenario.faults);
  const texts = ['text', 'entry', 'value'];
  return [...readEvents(trace)]
    .filter(
      ({ kind, process: own }) => kind !== 'faultStruck' && kind !== 'faultEnded' && (process < 0 || own === process),
    )
    .map(({ seq: _, ...event }) =>
      Object.fromEntries(
        Object.entries(event).map(([name, value]) => {
          if (name === 'fault') return [name, faults[value as number]];
          if (name === 'message') return [name, process < 0 ? value : 0];
          return [
            name,
            texts.includes(name) && event.kind !== 'read' && event.kind !== 'wrote'
              ? textOf(trace, value as number)
              : value,
          ];
        }),
      ),
    );
}
