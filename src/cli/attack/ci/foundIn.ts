/** Turns the results of a search into data for a CI, in the thread of the attacked code. */
import { type ProcessId, roleOf } from '../../../core/model/processId';
import type { Language, Text } from '../../../core/model/text';
import { kindNumber, type Trace } from '../../../core/model/trace';
import { eventsOf, processId } from '../../../core/model/traceReader';
import { runScenario } from '../../../core/run/runScenario';
import type { AttackSession } from '../../../sandbox/attack/attackSession';
import { callOf } from '../../../sandbox/own/onlyHere';
import type { LineAt } from '../../../sandbox/own/session';
import { finished } from '../../../search/explore/branch';
import { harmsOf } from '../../../search/explore/harm';
import { breakReport, SmallestBreaks, type SmallestFound } from '../../../search/explore/searchReport';
import { spaceInWords } from '../../../search/explore/words';
import { answersAsText, answersOf } from '../../../search/late/answers';
import { askingOfCode } from '../../../search/late/rescue';
import type { FoundOfSeed } from '../../exploreSearch';
import type { FaultAt, Found, FoundBreak, Step } from './found';

interface Finding {
  /** Grouped by harm, or not at all. */
  readonly groups: readonly (readonly FoundOfSeed[])[];
  readonly isWhole: boolean;
  readonly session: AttackSession;
  readonly language: Language;
  readonly notSearched: readonly Text[];
  /** @returns the name of the file. Null: no file is written */
  readonly write: (found: SmallestFound) => string | null;
}

/** Cost: a few hundred runs for each group of breaks. */
export function foundIn(all: readonly FoundOfSeed[], finding: Finding): Found {
  const { groups, isWhole, session, language } = finding;
  const breaks = groups.flatMap((group) => {
    const smallest = new SmallestBreaks(session.parts, isWhole);
    finished(smallest.add(group));
    return smallest.all;
  });
  const [first] = all;
  const { clients = 0 } = first?.space.scenario.settings ?? {};
  const tried = [...new Set(all.map(({ space }) => space.scenario.seed))];
  return {
    isWhole,
    runs: all.reduce((sum, { runs }) => sum + runs, 0),
    space: first === undefined ? '' : spaceInWords({ ...first.space, clients, seeds: tried })[language],
    notSearched: finding.notSearched.map((text) => text[language]),
    isIdle: all.every(({ idle, space }) => space.kinds.length > 0 && idle.length === space.kinds.length),
    breaks: breaks.map((found, index) => foundBreak(found, { ...finding, isAnswered: isWhole && index === 0 })),
  };
}

const bare = { details: [], seen: [], answers: [] };

/** A lock that fails without a fault, and without a harm that a search looks for. */
export const failingAlone = (headline: string): Found => ({
  isWhole: true,
  runs: 1,
  space: '',
  notSearched: [],
  isIdle: false,
  breaks: [{ harm: 'fails', headline, faults: [], ...bare, line: 0, places: 1, run: null }],
});

interface OneFinding extends Finding {
  readonly isAnswered: boolean;
}

function foundBreak(found: SmallestFound, { session, language, write, isAnswered }: OneFinding): FoundBreak {
  const { parts, recorder } = session.recorded();
  const { trace } = runScenario(found.scenario, parts);
  const { lines } = recorder;
  const asked = found.space.harm;
  const harm = asked === 'any' ? (harmsOf(trace, parts)[0] ?? 'lost-update') : asked;
  const report = breakReport({ ...found, space: { harm } }, session.parts, language);
  const faults = faultsIn(found, trace, lines);
  const isKnown = harm === 'deleted-another' || harm === 'changed-another';
  const done = isKnown ? callOf(harm, trace, { lines, parts })?.line : undefined;
  const timed = ({ at, text }: { readonly at: string; readonly text: string }): string => `${at}  ${text}`;
  const late = isAnswered ? answersOf(found, session.parts, askingOfCode) : null;
  return {
    harm,
    headline: report.headline,
    faults,
    details: [...report.faults.map(timed), ...report.margins],
    seen: report.causes.map(timed),
    answers: answersAsText(late, { scenario: found.scenario, language, parts: session.parts }),
    line: done ?? faults.find(({ line }) => line > 0)?.line ?? lines.find(({ line }) => line > 0)?.line ?? 0,
    places: found.count,
    run: write(found),
  };
}

/** Where the code of a client stood when each fault struck. A fault of a server strikes the client that asked last. */
function faultsIn({ example }: SmallestFound, trace: Trace, lines: readonly LineAt[]): readonly FaultAt[] {
  const struck = eventsOf(trace, 'faultStruck').map(({ seq }) => seq);
  return example.map(({ fault, process }, index) => {
    const seq = struck[index] ?? 0;
    const last = lines.findLast((line) => line.seq <= seq);
    const client = roleOf(process) === 'client' ? process : (last?.client ?? null);
    const step = client === null ? 'before' : stepOf(trace, client, seq);
    const own = lines.findLast((line) => line.client === client && line.seq <= seq);
    return { kind: fault.kind, step, line: step === 'before' ? 0 : (own?.line ?? 0) };
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
