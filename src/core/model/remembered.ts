/**
 * Remembers the last answer of a question about a scenario whose faults and seed do not matter. Runs that differ in
 * their faults alone, as a search makes them by the thousand, then ask it once.
 */
import type { NamedParts } from './parts';
import type { Scenario } from './scenario';

/** The parts are compared as objects. Nobody changes a scenario: who wants another one makes another one. */
export function remembered<T, R extends NamedParts>(
  ask: (scenario: Scenario, parts: R) => T,
): (scenario: Scenario, parts: R) => T {
  let last: { readonly scenario: Scenario; readonly parts: R; readonly answer: T } | null = null;
  return (scenario, parts) => {
    if (last !== null && last.parts === parts && isAlike(last.scenario, scenario)) return last.answer;
    last = { scenario, parts, answer: ask(scenario, parts) };
    return last.answer;
  };
}

const isAlike = (one: Scenario, other: Scenario): boolean =>
  one.lock === other.lock && one.storage === other.storage && one.settings === other.settings;
