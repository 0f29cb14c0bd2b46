// A second search, slow and simple: every place of every run, with nothing left out. The explorer must find exactly
// the same.

import { everyPlace } from '../../../src/core/faults';
import type { Placement } from '../../../src/core/faults/places';
import { struckProcesses } from '../../../src/core/model/fault';
import { nth } from '../../../src/core/model/nth';
import type { Scenario } from '../../../src/core/model/scenario';
import { eventsOf } from '../../../src/core/model/traceReader';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import type { Placements } from '../../../src/search/explore/branch';
import { doesHarm, type Harm } from '../../../src/search/explore/harm';
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
    const isStruck = Object.keys(trace.header.missed).length === 0;
    const answer = isStruck && doesHarm[space.harm as Harm](verdict);
    outcomes.set(name, answer);
    return answer;
  };
  const placesIn = (placements: Placements): Placements => {
    const { survey } = surveyOf(withAll(space.scenario, placements), parts, space.lengths);
    return space.kinds.flatMap((kind): readonly Placement[] => everyPlace[kind].places(survey));
  };
  if (harms([])) return [[]];
  const singles = placesIn([]);
  const breaks: Placements[] = singles.filter((one) => harms([one])).map((one) => [one]);
  if (space.faultsMax < 2) return breaks;
  for (const first of singles) {
    if (harms([first])) continue;
    // Places in any order, also before the first fault. In that case the first fault is at a place of the run with
    // the second.
    for (const second of placesIn([first]))
      if (!harms([second]) && harms([first, second]) && (second.at >= first.at || isAmong(first, placesIn([second]))))
        breaks.push([first, second]);
  }
  return breaks;
}

const isAmong = (placement: Placement, places: Placements): boolean =>
  places.some((other) => placeName(other) === placeName(placement));

/**
 * Two faults of one kind at one place are one fault of another strength, and whether they are tried does not matter.
 */
export const isOneFault = (placements: Placements): boolean =>
  new Set(placements.map(placeName)).size < placements.length;

/** Where a fault is injected, however strong it is. */
const placeName = ({ fault, process }: Placement): string =>
  JSON.stringify([fault.kind, process, 'when' in fault ? fault.when : fault.message, struckProcesses(fault)]);

/**
 * The faults of a break and when they happen in its run, regardless of which of several equal nodes they hit, how
 * strong they are, and in which order they are listed.
 */
export function essence({ scenario }: Space, placements: Placements): string {
  const { trace } = runScenario(withAll(scenario, placements), parts);
  const struck = eventsOf(trace, 'faultStruck').map(({ fault, at }) => ({ ...nth(placements, fault), at }));
  const nodes: string[] = [];
  const told = struck.map(({ fault, at }) => {
    const { kind } = fault;
    const where =
      'message' in fault ? [fault.message.from, fault.message.to, fault.message.leg] : struckProcesses(fault);
    const names = where.map((name) => {
      if (!name.startsWith('node')) return name;
      if (!nodes.includes(name)) nodes.push(name);
      return `node ${nodes.indexOf(name) + 1}`;
    });
    return `${kind} ${names.join(' ')} ${at}`;
  });
  return told.sort().join(' + ');
}
