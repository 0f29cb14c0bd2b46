// A second search, slow and simple: every place of every run, with nothing left out. The explorer must find exactly
// the same.

import { injectionRules } from '../../../src/core/faults';
import type { Placement } from '../../../src/core/faults/injectionPoints';
import { targetProcesses } from '../../../src/core/model/scenario/fault';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { doesHarm, type Harm } from '../../../src/core/model/trace/severity';
import { eventsOf } from '../../../src/core/model/trace/traceReader';
import { nth } from '../../../src/core/model/values/nth';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import type { Placements } from '../../../src/search/explore/branch';
import type { Space } from '../../../src/search/explore/space';
import { surveyOf } from '../../../src/search/explore/surveyOf';

const withAll = (scenario: Scenario, placements: Placements): Scenario => ({
  ...scenario,
  faults: Object.fromEntries(placements.map(({ fault }, index) => [`f${index}`, fault])),
});

/** The placements of at most `space.faultsMax` faults that do the harm, while no part of them does. */
export function everyBreak(space: Space): readonly Placements[] {
  const outcomes = new Map<string, boolean>();
  const harms = (placements: Placements): boolean => {
    const name = JSON.stringify(placements.map(({ fault }) => fault));
    const known = outcomes.get(name);
    if (known !== undefined) return known;
    const { trace, verdict } = runScenario(withAll(space.scenario, placements), parts);
    const isInjected = Object.keys(trace.header.missed).length === 0;
    const answer = isInjected && doesHarm(verdict, space.harm as Harm);
    outcomes.set(name, answer);
    return answer;
  };
  const placementsIn = (placements: Placements): Placements => {
    const { survey } = surveyOf(withAll(space.scenario, placements), parts, space.lengths);
    return space.kinds.flatMap((kind): readonly Placement[] => injectionRules[kind].placements(survey));
  };
  if (harms([])) return [[]];
  const singles = placementsIn([]);
  const breaks: Placements[] = singles.filter((one) => harms([one])).map((one) => [one]);
  if (space.faultsMax < 2) return breaks;
  for (const first of singles) {
    if (harms([first])) continue;
    // Places in any order, also before the first fault. In that case the first fault is at a place of the run with
    // the second.
    for (const second of placementsIn([first]))
      if (
        !harms([second]) &&
        harms([first, second]) &&
        (second.at >= first.at || isAmong(first, placementsIn([second])))
      )
        breaks.push([first, second]);
  }
  return breaks;
}

const isAmong = (placement: Placement, placements: Placements): boolean =>
  placements.some((other) => placementName(other) === placementName(placement));

/**
 * Two faults of one kind at one place are one fault of another strength, and whether they are tried does not matter.
 */
export const isOneFault = (placements: Placements): boolean =>
  new Set(placements.map(placementName)).size < placements.length;

/** Where a fault is injected, however strong it is. */
const placementName = ({ fault, process }: Placement): string =>
  JSON.stringify([fault.kind, process, 'when' in fault ? fault.when : fault.message, targetProcesses(fault)]);

/**
 * The faults of a break and when they happen in its run, regardless of which of several equal nodes they hit, how
 * strong they are, and in which order they are listed.
 */
export function essence({ scenario }: Space, placements: Placements): string {
  const { trace } = runScenario(withAll(scenario, placements), parts);
  const injected = eventsOf(trace, 'faultStruck').map(({ fault, at }) => ({ ...nth(placements, fault), at }));
  const nodes: string[] = [];
  const faultNames = injected.map(({ fault, at }) => {
    const { kind } = fault;
    const where =
      'message' in fault ? [fault.message.from, fault.message.to, fault.message.leg] : targetProcesses(fault);
    const names = where.map((name) => {
      if (!name.startsWith('node')) return name;
      if (!nodes.includes(name)) nodes.push(name);
      return `node ${nodes.indexOf(name) + 1}`;
    });
    return `${kind} ${names.join(' ')} ${at}`;
  });
  return faultNames.sort().join(' + ');
}
