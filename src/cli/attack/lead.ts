/** An attack from its first run to its report, in the thread of the code. It only connects the parts. */
import { basename } from 'node:path';
import type { Scenario } from '../../core/model/scenario';
import type { Text } from '../../core/model/text';
import { runScenario } from '../../core/run/runScenario';
import type { Parts } from '../../core/sim/parts';
import { encodeTrace } from '../../live/wire/traceJson';
import type { Attacked } from '../../sandbox/attack/session';
import { attackScenario } from '../../sandbox/own/attackScenario';
import { playTogether } from '../../sandbox/own/calmRuns';
import { playHolders } from '../../sandbox/own/holders';
import { callOf, sorted, sufferedByUsual } from '../../sandbox/own/onlyHere';
import type { OwnSettings } from '../../sandbox/own/session';
import { harms } from '../../search/explore/harm';
import type { SmallestFound } from '../../search/explore/searchReport';
import type { Space } from '../../search/explore/space';
import { withoutFault } from '../../search/explore/words';
import type { Hire } from '../../search/explore/workers';
import { breaksTold, foundAsJson, foundAsText, type PartOfFound, type Shown } from '../exploreReport';
import { type FoundOfSeed, searchSeeds } from '../exploreSearch';
import { found as foundIn } from '../exploreWords';
import { inTask } from '../inTask';
import { runAsJson, runAsText } from '../report';
import { say } from '../say';
import { withCheck } from '../target';
import * as words from './attackWords';
import * as calmWords from './calmWords';
import { lookAt } from './look';
import { problemsInWords } from './problemsInWords';
import { type Attacking, exitBadInput, exitBreak, exitStopped, type LeadTells, type LeadTold } from './told';

interface Around {
  readonly tell: (message: LeadTells) => void;
  readonly signal: AbortSignal;
  /** Hires somebody for the runs with several faults. */
  readonly hireFor: (space: Space) => Hire;
  /** The search stops after this many ms, and says so. Absent: never. */
  readonly stopsAfter?: number;
}

/** What was found then is still played again, one run each. */
const longSearch = 20_000;

/** Runs with one fault are shared with other threads after so many ms: they take a second to start. */
const sharesAfter = 1500;

/** @returns the exit code */
export async function lead(told: LeadTold, session: Attacked, calling: Around): Promise<number> {
  const { order } = told;
  const refuse = (problem: Text): number => {
    say(errors, problem[order.language]);
    return exitBadInput;
  };
  const errors = (text: string): void => calling.tell({ kind: 'errors', text });
  const looked = await lookAt(session, { file: order.file, before: told.settings });
  if (!looked.ok) return refuse(looked.problem);
  const { form, settings, isLong } = looked;
  const around = isLong ? { ...calling, stopsAfter: longSearch } : calling;
  const scenario = scenarioFor(told, settings);
  const checked = withCheck(scenario, scenario.storage.id, session.parts);
  if (!checked.ok) return refuse(checked.problem);
  if (order.isLive) {
    around.tell({ kind: 'live', scenario });
    return 0;
  }
  if (order.isPlayed) return play(told, scenario, session, around);
  say(errors, words.attacked(form, settings.nodes, settings.ttl)[order.language]);
  for (const line of looked.told) say(errors, line[order.language]);
  const broken = await inTask(() => playTogether(settings, session.recorded));
  if (broken === null) {
    const tasks = await inTask(() => playHolders(settings, session.recorded));
    if (tasks === null) return search(told, scenario, session, around);
    const what = calmWords.withLine(calmWords.failing[tasks.kind], order.file, tasks.place?.line);
    if (tasks.kind !== 'tasks-sharing') return tellFailing(what, order, around);
    say(errors, what[order.language]);
    return search(told, scenario, session, around);
  }
  if (broken.isInProcess) say(errors, calmWords.inProcess[order.language]);
  if (broken.isTwins) say(errors, calmWords.twins[order.language]);
  if (broken.harms.length === 0) return tellFailing(calmWords.failing[broken.failing ?? 'release'], order, around);
  const asked = broken.harms.find((harm) => harm === order.harm);
  const calmAlone = { ...order, kinds: [], harm: asked ?? 'any', seeds: 1 } as const;
  return search({ ...told, order: calmAlone }, broken.scenario, session, around);
}

/** A lock that fails without a fault, and does no harm that a search looks for. */
function tellFailing(failing: Text, { isJson, language }: Attacking, { tell }: Around): number {
  const [what, last] = [failing[language], foundIn(1, 1)];
  const text = isJson
    ? JSON.stringify({ isWhole: true, runs: 1, breaks: [{ faults: [], failing: what }], last }, null, 2)
    : `1. ${what}\n   ${withoutFault[language]}\n\n${last}`;
  say((out) => tell({ kind: 'out', text: out }), text);
  return exitBreak;
}

function scenarioFor({ order, scenario }: LeadTold, settings: OwnSettings): Scenario {
  const made = attackScenario(settings, scenario);
  const checked = order.check === undefined ? made : { ...made, storage: { id: order.check } };
  // In the usual world a failover finds a replica.
  if (scenario !== null || !order.kinds.includes('failover')) return checked;
  const { nodes } = checked.settings;
  return { ...checked, settings: { ...checked.settings, nodes: { ...nodes, replicas: 1 } } };
}

async function play({ order }: LeadTold, scenario: Scenario, session: Attacked, { tell }: Around): Promise<number> {
  const { parts, recorder } = session.recorded();
  const run = await inTask(() => runScenario(scenario, parts));
  const lines = order.isJson ? [runAsJson(run)] : runAsText(run, { language: order.language, told: null });
  for (const line of problemsInWords(recorder.problems))
    say((text) => tell({ kind: 'errors', text }), line[order.language]);
  tell({ kind: 'out', text: `${lines.join('\n')}\n` });
  return run.verdict.outcome === 'held' ? 0 : exitBreak;
}

async function search(
  told: LeadTold,
  scenario: Scenario,
  session: Attacked,
  { tell, signal, hireFor, stopsAfter }: Around,
): Promise<number> {
  const { order, workers } = told;
  const { parts } = session;
  const out = (text: string): void => tell({ kind: 'out', text });
  const around = {
    errors: (text: string): void => tell({ kind: 'progress', text }),
    signal: stopsAfter === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(stopsAfter)]),
    hire: (space: Space): Promise<Hire> => Promise.resolve(hireFor(space)),
    workers,
    now: () => performance.now(),
    parts,
    sharesAfter,
  };
  const { all, isWhole } = await searchSeeds(scenario, order, around, null);
  const files = new Files(told, session, tell);
  // The usual lock would be searched as long.
  const isCut = !isWhole && stopsAfter !== undefined && !signal.aborted;
  if (isCut) say((text) => tell({ kind: 'errors', text }), words.cut(stopsAfter)[order.language]);
  const write = order.isJson ? foundAsJson : foundAsText;
  const { language } = order;
  const parted = order.harm !== 'any' || isCut ? {} : { parted: await inTask(() => partedBy(all, parts)) };
  const report = write(all, { language, isWhole, parts, place: (run) => files.place(run), ...parted });
  for (;;) {
    const part = await inTask(() => report.next());
    if (part.done === true) break;
    say(out, part.value);
  }
  if (!isWhole) return exitStopped;
  if (all.some(({ breaks }) => breaks.length > 0)) return exitBreak;
  // What nothing has struck has withstood nothing.
  return all.every(({ idle }) => idle.length === order.kinds.length) ? exitBadInput : 0;
}

/** What only this lock suffers comes first, then one example of what the usual lock suffers as well. */
function partedBy(all: readonly FoundOfSeed[], parts: Parts): readonly PartOfFound[] {
  const seeds = all.map((one) => {
    const suffered = one.breaks.length === 0 ? new Set<string>() : sufferedByUsual(one.space, parts);
    return { one, breaks: one.breaks.flatMap((placements) => sorted(one.space, placements, { suffered, parts })) };
  });
  const some = (isOwn: boolean): readonly FoundOfSeed[] =>
    seeds.flatMap(({ one, breaks }) =>
      harms.map((harm) => ({
        ...one,
        space: { ...one.space, harm },
        breaks: breaks.filter((each) => each.isOwn === isOwn && each.harm === harm).map(({ placements }) => placements),
      })),
    );
  const [own, shared] = [some(true), some(false)];
  const hasOwn = own.some(({ breaks }) => breaks.length > 0);
  return [
    { title: words.onlyHere, all: own, most: breaksTold, marked: { isOwn: true } },
    { title: words.everywhere, all: shared, most: hasOwn ? 1 : breaksTold, marked: { isOwn: false } },
  ];
}

/** The runs that break, as files. */
class Files {
  private count = 0;
  private readonly name: string;

  constructor(
    private readonly told: LeadTold,
    private readonly session: Attacked,
    private readonly tell: Around['tell'],
  ) {
    this.name = basename(told.order.file).replace(/\.[a-z]+$/, '');
  }

  /** The line that did it, where a break is written, how to play it again, and what went wrong in it beside the lock. */
  place({ found, isOwn = false }: Shown): string | null {
    if (found === undefined) return null;
    const { called, order } = this.told;
    const { folder, file, language, isJson } = order;
    const problems = this.saidOf(found, isOwn).map((each) => each[language]);
    if (called === null) return problems.length === 0 ? null : problems.join('\n   ');
    const name = `${folder}/${this.name}-${++this.count}.json`;
    this.tell({ kind: 'file', name, text: encodeTrace(found.trace) });
    return isJson ? name : [...problems, name, words.playAgain(called, file, name)].join('\n   ');
  }

  private saidOf({ scenario, space: { harm } }: SmallestFound, isOwn: boolean): readonly Text[] {
    const { parts, recorder } = this.session.recorded();
    const { trace } = runScenario(scenario, parts);
    const isKnown = harm === 'deleted-another' || harm === 'changed-another' || (isOwn && harm !== 'any');
    const call = isKnown ? callOf(harm, trace, { lines: recorder.lines, parts }) : null;
    const line = call === null ? [] : [words.doneAt(basename(this.told.order.file), call.line)];
    return [...line, ...problemsInWords(recorder.problems)];
  }
}
