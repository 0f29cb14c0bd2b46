/** Turns the results of a search into data for a CI, in the thread of the attacked code. */

import { strengthOf } from '../../../core/faults/strength';
import type { Fault } from '../../../core/model/scenario/fault';
import { type ProcessId, roleOf } from '../../../core/model/scenario/processId';
import type { Harm } from '../../../core/model/trace/severity';
import { kindNumber, type Trace } from '../../../core/model/trace/trace';
import { eventsOf, processId } from '../../../core/model/trace/traceReader';
import { groupedBy } from '../../../core/model/values/grouped';
import { nth } from '../../../core/model/values/nth';
import type { Language, Text } from '../../../core/model/values/text';
import { runScenario } from '../../../core/run/runScenario';
import { simulate } from '../../../core/sim/simulate';
import type { AttackSession } from '../../../sandbox/attack/attackSession';
import { harmfulCall } from '../../../sandbox/own/lockSpecificHarms';
import type { SourceLineOfEvent } from '../../../sandbox/own/ownCalls';
import { finished, type Placements, scenarioOf, withMore } from '../../../search/explore/branch';
import { type Group, grouped, worstFirst } from '../../../search/explore/group';
import { harmsOf, isBreak } from '../../../search/explore/harm';
import { breakReport, SmallestBreaks, type SmallestFound } from '../../../search/explore/searchReport';
import { weakestOf } from '../../../search/explore/smallestBreaks';
import type { Space } from '../../../search/explore/space';
import { spaceInWords, unsettled } from '../../../search/explore/words';
import { answersAsText, answersOf } from '../../../search/late/answers';
import { budgetForCode } from '../../../search/late/remedies';
import type { FoundOfSeed } from '../../exploreSearch';
import * as words from './ciWords';
import { type FaultAt, type Found, type FoundBreak, leastNeeded, type Needed, type Step } from './found';

interface Finding {
  /** Grouped by harm, or not at all. */
  readonly groups: readonly (readonly FoundOfSeed[])[];
  readonly isWhole: boolean;
  readonly session: AttackSession;
  readonly language: Language;
  readonly notSearched: readonly Text[];
  /** What would settle a search without a break. Null: it is settled. */
  readonly unsettled: Text | null;
  /** A failure without a fault that is no harm that a search looks for. */
  readonly failing: readonly Text[];
  /** Whether this number of runs fits into the budget. */
  readonly hasTimeFor: (runs: number) => boolean;
  /** @returns the name of the file. Null: no file is written */
  readonly write: (smallestBreak: SmallestFound) => string | null;
}

/** How many breaks are made as small as possible, and about how many runs each takes. */
const shrunkMost = 40;
export const shrunkIn = 300;

/** About how many runs it takes to measure how little suffices, and one more for each place. */
const measuredIn = 30;

/** Yields after each group of breaks. Cost: a run for each, and a few hundred for each of the first names. */
export function* foundIn(all: readonly FoundOfSeed[], finding: Finding): Generator<null, Found, void> {
  const { hasTimeFor, language } = finding;
  const foundBreaks: FoundBreak[] = [];
  const groups = finding.groups.map((some) =>
    some.flatMap(({ space, breaks }) => grouped(breaks).map((group): Placed => ({ space, ...group }))),
  );
  const placed: (Placed & Place)[] = [];
  for (const some of groups) {
    const ofPart: (Placed & Place)[] = [];
    for (const one of some) {
      if (placed.length + ofPart.length > 0 && !hasTimeFor(1)) break;
      // Each shard must see the same place, so the run is not made smaller yet.
      ofPart.push({ ...one, ...placeOf(one, finding) });
      yield null;
    }
    placed.push(...worstFirst(ofPart));
  }
  let [named, unmeasured] = [0, 0];
  for (const same of groupedBy(placed, ({ harm, faults }) => JSON.stringify([harm, faults])).values()) {
    if (named > 0 && !hasTimeFor(1)) break;
    const one = nth(same, 0);
    const isShrunk = finding.isWhole && foundBreaks.length < shrunkMost && hasTimeFor(shrunkIn);
    const isAnswered = isShrunk && foundBreaks.length === 0;
    const isMeasured = finding.isWhole && hasTimeFor(measuredIn + same.length);
    foundBreaks.push({
      ...foundBreak(one, one, { ...finding, isWhole: isShrunk, isAnswered }),
      needs: isMeasured ? neededIn(same, finding) : null,
      places: same.reduce((sum, { count }) => sum + count, 0),
    });
    named += same.length;
    if (!isMeasured) unmeasured++;
    yield null;
  }
  const unnamedCount = groups.flat().length - named;
  const isWhole = finding.isWhole && unnamedCount === 0 && unmeasured === 0;
  const notSearched = [
    ...finding.notSearched,
    ...(unnamedCount > 0 ? [words.breaksLeft(unnamedCount)] : []),
    ...(finding.isWhole && unmeasured > 0 ? [words.lengthsLeft(unmeasured)] : []),
  ];
  const [first] = all;
  const { clients = 0 } = first?.space.scenario.settings ?? {};
  const tried = [...new Set(all.map(({ space }) => space.scenario.seed))];
  return {
    isWhole,
    runs: all.reduce((sum, { runs }) => sum + runs, 0),
    space: first === undefined ? '' : spaceInWords({ ...first.space, clients, seeds: tried })[language],
    notSearched: notSearched.map((text) => text[language]),
    isIdle: all.every(({ idle, space }) => space.kinds.length > 0 && idle.length === space.kinds.length),
    unsettled: finding.unsettled === null ? null : unsettled(finding.unsettled)[language],
    breaks: [...finding.failing.map((what) => failing(what[language])), ...foundBreaks],
  };
}

const bare = { details: [], seen: [], answers: [] };

interface OneFinding extends Finding {
  /** Whether to compute since when it was too late, and what would have been enough. */
  readonly isAnswered: boolean;
}

/** A lock that fails without a fault, and without a harm that a search looks for. */
export const failingAlone = (headline: string): Found => ({
  isWhole: true,
  runs: 1,
  space: '',
  notSearched: [],
  isIdle: false,
  unsettled: null,
  breaks: [failing(headline)],
});

const failing = (headline: string): FoundBreak => ({
  ...{ harm: 'fails', headline, faults: [], needs: null, ...bare, line: 0, places: 1, run: null },
});

interface Placed extends Group {
  readonly space: Space;
}

type Place = Pick<FoundBreak, 'faults'> & { readonly harm: Harm };

function placeOf({ space, example }: Placed, { session }: Finding): Place {
  const { parts, recorder } = session.recorded();
  const { trace } = runScenario(scenarioOf(space, example), parts);
  const harm = space.harm === 'any' ? (harmsOf(trace, parts)[0] ?? 'lost') : space.harm;
  return { harm, faults: faultsIn(example, trace, recorder.lines) };
}

function played({ space, example }: Placed, { session }: Finding, isShrunk: boolean) {
  const smallest = new SmallestBreaks(session.parts, () => isShrunk);
  finished(smallest.add([{ space, breaks: [example] }]));
  const smallestBreak = nth(smallest.all, 0);
  const { parts, recorder } = session.recorded();
  const { trace } = runScenario(smallestBreak.scenario, parts);
  return {
    found: smallestBreak,
    trace,
    parts,
    lines: recorder.lines,
    faults: faultsIn(example, trace, recorder.lines),
  };
}

/** How little suffices at the weakest of the places with the harm and the steps of one name. */
function neededIn(same: readonly (Placed & Place)[], { session: { parts } }: Finding): Needed | null {
  const bySpace = groupedBy(same, ({ space }) => space);
  const all = [...bySpace].map(([space, some]) => {
    const does = (faults: readonly Fault[]): boolean =>
      isBreak(simulate(withMore(space.scenario, faults), parts), nth(some, 0).harm, parts);
    const weakest = weakestOf(
      some.map(({ example }) => example.map(({ fault }) => fault)),
      does,
    );
    const from = weakest.map(strengthOf).map((least) => (least === Number.POSITIVE_INFINITY ? 0 : least));
    return from.every((least) => least === 0) ? null : { from, lease: space.lengths[1] };
  });
  return leastNeeded(all);
}

function foundBreak(one: Placed, { harm, faults }: Place, finding: OneFinding): Omit<FoundBreak, 'needs'> {
  const { session, language, write } = finding;
  const smallest = played(one, finding, finding.isWhole);
  // The smallest run is also the earliest, perhaps at another place than the name says.
  const isThere = JSON.stringify(smallest.faults) === JSON.stringify(faults);
  const { found, trace, parts, lines } = isThere ? smallest : played(one, finding, false);
  const report = breakReport(found, session.parts, language);
  const isKnown = harm === 'deleted-another' || harm === 'changed-another';
  const harmLine = isKnown ? harmfulCall(harm, trace, { lines, parts })?.line : undefined;
  const timed = ({ at, text }: { readonly at: string; readonly text: string }): string => `${at}  ${text}`;
  const late = finding.isAnswered ? answersOf(found, session.parts, budgetForCode) : null;
  return {
    harm,
    headline: report.headline,
    faults,
    details: [...report.faults.map(timed), ...report.margins],
    seen: report.causes.map(timed),
    answers: answersAsText(late, { scenario: found.scenario, language, parts: session.parts }),
    line: harmLine ?? faults.find(({ line }) => line > 0)?.line ?? lines.find(({ line }) => line > 0)?.line ?? 0,
    places: one.count,
    run: write(found),
  };
}

/** Where the code of a client was when each fault hit. A fault of a server counts for the client that asked last. */
function faultsIn(example: Placements, trace: Trace, lines: readonly SourceLineOfEvent[]): readonly FaultAt[] {
  const hitSeqs = eventsOf(trace, 'faultStruck').map(({ seq }) => seq);
  return example.map(({ fault, process }, index) => {
    const seq = hitSeqs[index] ?? 0;
    const last = lines.findLast((line) => line.seq <= seq);
    const client = roleOf(process) === 'client' ? process : (last?.client ?? null);
    const step = client === null ? 'before' : stepOf(trace, client, seq);
    const own = lines.findLast((line) => line.client === client && line.seq <= seq);
    return { kind: fault.kind, process, step, line: step === 'before' ? 0 : (own?.line ?? 0) };
  });
}

const steps: ReadonlyMap<number, Step> = new Map([
  [kindNumber.acquiring, 'acquire'],
  [kindNumber.acquired, 'inside'],
  [kindNumber.releasing, 'release'],
  [kindNumber.finished, 'between'],
  [kindNumber.refused, 'between'],
]);

function stepOf(trace: Trace, client: ProcessId, before: number): Step {
  for (let seq = Math.min(before, trace.count) - 1; seq >= 0; seq--) {
    const step = steps.get(trace.kind[seq] ?? -1);
    if (step !== undefined && processId(trace, trace.process[seq] ?? -1) === client) return step;
  }
  return 'before';
}
