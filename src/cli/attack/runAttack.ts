/** An attack from its first run to its report, in the thread of the code. It only connects the parts. */
import type { Scenario } from '../../core/model/scenario/scenario';
import { harms } from '../../core/model/trace/severity';
import type { Text } from '../../core/model/values/text';
import { visible } from '../../core/model/values/visible';
import { runScenario } from '../../core/run/runScenario';
import type { Parts } from '../../core/sim/parts';
import type { AttackSession } from '../../sandbox/attack/attackSession';
import { attackScenario, outlasting } from '../../sandbox/own/attackScenario';
import { runConcurrently } from '../../sandbox/own/faultlessRuns';
import { playHolders } from '../../sandbox/own/holders';
import { baselineHarms, type ClassifiedBreak, classifyBreak } from '../../sandbox/own/lockSpecificHarms';
import { isAdvice, type OwnSettings } from '../../sandbox/own/ownCalls';
import { finished } from '../../search/explore/branch';
import type { SmallestFound } from '../../search/explore/searchReport';
import { unsettledIn } from '../../search/explore/settled';
import type { Space } from '../../search/explore/space';
import { withoutFault } from '../../search/explore/words';
import type { SpawnWorker } from '../../search/explore/workers';
import { answersAsJson, answersAsText, answersOf } from '../../search/late/answers';
import { budgetForCode } from '../../search/late/remedies';
import { checkOf, withStorage } from '../changed';
import { breaksReported, foundAsJson, foundAsText, type PartOfFound } from '../exploreReport';
import { type FoundOfSeed, searchSeeds } from '../exploreSearch';
import { resultLine as foundLine } from '../exploreWords';
import { inTask } from '../inTask';
import { happenedAsText, lastLines, runAsJson } from '../report';
import { say } from '../say';
import {
  type Attacking,
  type AttackJob,
  type AttackReport,
  exitBadInput,
  exitBreak,
  exitStopped,
  exitUnsettled,
} from './attackMessages';
import * as words from './attackWords';
import { BrokenRuns } from './brokenRuns';
import * as ci from './ci/ciWords';
import { exitCodeOf } from './ci/exitCode';
import { failingAlone, foundIn, shrunkIn } from './ci/foundIn';
import { notSearched } from './ci/notSearched';
import { belongsTo } from './ci/shard';
import * as faultlessWords from './faultlessWords';
import { inspectLock } from './inspectLock';
import { problemsInWords } from './problemsInWords';
import { worstSoFar } from './worstSoFar';

interface ThreadContext {
  readonly report: (message: AttackReport) => void;
  readonly signal: AbortSignal;
  /** When the budget is spent, by `performance.now`. Absent: never. */
  readonly deadline?: number;
  /** Starts workers for the runs with several faults. */
  readonly spawnFor: (space: Space) => SpawnWorker;
  /** The search stops after this many ms, and says so. Absent: never. */
  readonly stopsAfter?: number;
}

/** The limit of a search that would take minutes in full, in ms. Its results are then replayed, one run each. */
const longSearch = 20_000;

/** How long it may take after a budget to name what was found, in ms. */
const reportTakes = 500;

/** How long runs with one fault stay in this thread, in ms. Other threads take a second to start. */
const sharesAfter = 1500;

/** @returns the exit code */
export async function runAttack(job: AttackJob, session: AttackSession, calling: ThreadContext): Promise<number> {
  const { command } = job;
  const refuse = (problem: Text): number => {
    say(errors, problem[command.language]);
    return exitBadInput;
  };
  const errors = (text: string): void => calling.report({ kind: 'errors', text });
  const { timeOrigin } = performance;
  const begunAt = job.begunAt === undefined ? performance.now() : job.begunAt - timeOrigin;
  const inspection = await inspectLock(session, { file: command.file, before: job.settings });
  if (!inspection.ok) return refuse(inspection.problem);
  const { form, settings, isLong } = inspection;
  const stopsAfter = job.stopsAfter ?? (command.budget === null && isLong ? longSearch : undefined);
  const context = {
    ...calling,
    ...(stopsAfter !== undefined && { stopsAfter }),
    ...(command.budget !== null && { deadline: begunAt + command.budget }),
  };
  const scenario = scenarioFor(job, settings);
  const checked = withStorage(scenario, scenario.storage, session.parts);
  if (!checked.ok) return refuse(checked.problem);
  if (command.isLive && settings.files !== undefined) return refuse(words.filesOnServers(command.file));
  if (command.isLive) {
    context.report({ kind: 'live', scenario });
    return 0;
  }
  if (command.isPlayed) return play(job, scenario, session, context);
  say(errors, words.attacked(form, settings)[command.language]);
  for (const line of inspection.notes) say(errors, line[command.language]);
  const broken = await inTask(() => runConcurrently(settings, session.recorded));
  const failing = inspection.isNeverFreed ? [faultlessWords.neverFreed] : [];
  if (broken === null) {
    const tasks = await inTask(() => playHolders(settings, session.recorded));
    const what = tasks && faultlessWords.withLine(faultlessWords.failing[tasks.kind], command.file, tasks.place?.line);
    const isSaid = tasks !== null && isAdvice(tasks);
    if (what !== null && isSaid) say(errors, what[command.language]);
    const beside = what === null || isSaid ? failing : [...failing, what];
    // A scenario other than the usual one defines how long the work is.
    const long = settings.isRenewed && job.scenario === null ? outlasting(scenario, settings) : null;
    return search(job, { usual: scenario, long }, session, { ...context, failing: beside });
  }
  if (broken.isInProcess) say(errors, faultlessWords.inProcess[command.language]);
  if (broken.sameIdentity) say(errors, faultlessWords.twins[command.language]);
  if (broken.harms.length === 0)
    return reportFailing(faultlessWords.failing[broken.failing ?? 'release'], command, context);
  const wantedHarm = broken.harms.find((harm) => harm === command.harm);
  const faultlessOnly = { ...command, kinds: [], harm: wantedHarm ?? 'any', seeds: 1 } as const;
  const searched = { usual: broken.scenario, long: null };
  return search({ ...job, command: faultlessOnly }, searched, session, { ...context, failing });
}

/** Reports a lock that fails without a fault and without a harm that the search looks for. */
function reportFailing(failing: Text, command: Attacking, { report }: ThreadContext): number {
  const { isJson, language } = command;
  if (command.reporter !== null) {
    report({ kind: 'found', findings: failingAlone(failing[language]) });
    return exitBreak;
  }
  const [what, last] = [failing[language], foundLine(1, 1)];
  const text = isJson
    ? JSON.stringify({ isWhole: true, runs: 1, breaks: [{ faults: [], failing: what }], last }, null, 2)
    : `1. ${what}\n   ${withoutFault[language]}\n\n${last}`;
  say((out) => report({ kind: 'out', text: out }), text);
  return exitBreak;
}

function scenarioFor({ command, scenario }: AttackJob, settings: OwnSettings): Scenario {
  const baseScenario = attackScenario(settings, scenario);
  const checked = withCheckOf(command, baseScenario);
  // In the usual scenario a failover finds a replica.
  if (scenario !== null || !command.kinds.includes('failover')) return checked;
  const { nodes } = checked.settings;
  return { ...checked, settings: { ...checked.settings, nodes: { ...nodes, replicas: 1 } } };
}

const withCheckOf = ({ check }: Attacking, scenario: Scenario): Scenario =>
  check === undefined ? scenario : { ...scenario, storage: checkOf(check) };

async function play(
  { command }: AttackJob,
  scenario: Scenario,
  session: AttackSession,
  { report }: ThreadContext,
): Promise<number> {
  const { parts, recorder } = session.recorded();
  const { isJson, language } = command;
  const out = (lines: readonly string[]): void => report({ kind: 'out', text: `${visible(lines.join('\n'))}\n` });
  const run = await inTask(() => runScenario(scenario, parts));
  for (const line of problemsInWords(recorder.problems))
    say((text) => report({ kind: 'errors', text }), line[language]);
  // The run is printed before its answers are computed, and the recorder has only that run.
  if (!isJson) out(happenedAsText(run, { language, story: null }));
  const answers = await inTask(() => answersOf(run, session.parts, budgetForCode));
  if (isJson) out([runAsJson(run, { late: answersAsJson(answers) })]);
  else {
    const lines = answersAsText(answers, { scenario, language, parts: session.parts });
    out([...(lines.length > 0 ? ['', ...lines] : []), ...lastLines(run)]);
  }
  return run.verdict.outcome === 'held' ? 0 : exitBreak;
}

async function search(
  job: AttackJob,
  { usual, long }: { readonly usual: Scenario; readonly long: Scenario | null },
  session: AttackSession,
  {
    report,
    signal,
    spawnFor: hireFor,
    stopsAfter,
    deadline,
    failing,
  }: ThreadContext & { readonly failing: readonly Text[] },
): Promise<number> {
  const [{ command, workers }, { parts }] = [job, session];
  const { language, shard, budget } = command;
  const from = performance.now();
  const limit = deadline === undefined ? stopsAfter : deadline - from;
  const context = {
    errors: (text: string): void => report({ kind: 'progress', text }),
    signal: limit === undefined ? signal : endingAfter(limit, signal),
    spawnFor: (space: Space): Promise<SpawnWorker> => Promise.resolve(hireFor(space)),
    workers,
    now: () => performance.now(),
    parts,
    sharesAfter,
    ...(shard === null ? {} : { isMine: belongsTo(shard) }),
    reportProgress: worstSoFar(job, session, report),
  };
  const searched = await searchSeeds(usual, command, context, null);
  const longer =
    long === null || !searched.isWhole ? { all: [], isWhole: true } : await searchSeeds(long, command, context, null);
  const isWhole = searched.isWhole && longer.isWhole;
  // The breaks of the usual lock were found with the usual work.
  const own = await inTask(() => finished(onlyOwn(longer.all, parts)));
  const all = [...searched.all, ...own];
  report({ kind: 'searched' });
  const hasTimeFor = timeUntil(deadline, all, performance.now() - from);
  const files = new BrokenRuns(job, session, report);
  // The usual lock would need a search of the same length.
  const isCut = !isWhole && limit !== undefined && !signal.aborted;
  const notSearchedTexts = isWhole ? [] : notSearched(all, command.seeds);
  const errors = (text: Text): void => say((line) => report({ kind: 'errors', text: line }), text[language]);
  if (isCut) {
    if (budget === null) errors(words.cut(limit));
    else
      for (const line of [
        ci.budgetSpent(budget),
        ...(command.reporter === null ? [ci.undecided, ...notSearchedTexts] : []),
      ])
        errors(line);
  }
  const unsettled = isWhole && failing.length === 0 ? await inTask(() => unsettledIn(all, parts)) : null;
  const isParted = command.harm === 'any' && isWhole;
  const parted = isParted ? await inTask(() => withinTime(partedBy(all, parts), () => hasTimeFor(1))) : null;
  const findings = { all, isWhole, failing, unsettled, parted, hasTimeFor, files };
  if (command.reporter !== null)
    return reported(job, session, report, { ...findings, left: notSearchedTexts, isParted });
  await printed(command, parts, report, findings);
  const isBroken = failing.length > 0 || all.some(({ breaks }) => breaks.length > 0);
  // A person who stops a search sees what it found; a budget that is spent does not excuse a break.
  if (!isWhole) return isBroken && isCut && budget !== null ? exitBreak : exitStopped;
  if (isBroken) return exitBreak;
  // If no fault took effect, the search proves nothing.
  if (all.every(({ idle }) => idle.length === command.kinds.length)) return exitBadInput;
  return unsettled === null ? 0 : exitUnsettled;
}

/** The findings of a search, and the words about them. */
interface SearchFound {
  readonly all: readonly FoundOfSeed[];
  readonly isWhole: boolean;
  readonly failing: readonly Text[];
  readonly unsettled: Text | null;
  readonly parted: readonly PartOfFound[] | null;
  readonly hasTimeFor: (runs: number) => boolean;
  readonly files: BrokenRuns;
}

/** For a CI. @returns the exit code */
async function reported(
  { command: { language } }: AttackJob,
  session: AttackSession,
  report: ThreadContext['report'],
  result: SearchFound & { readonly left: readonly Text[]; readonly isParted: boolean },
): Promise<number> {
  const { all, isWhole, parted, isParted, left, files, ...more } = result;
  const isCutShort = isParted && parted === null;
  const finding = {
    ...more,
    session,
    language,
    groups: parted?.map((part) => part.all) ?? [all],
    isWhole: isWhole && !isCutShort,
    notSearched: isCutShort ? [...left, ci.ownLeft] : left,
    write: (run: SmallestFound): string | null => files.write(run),
  };
  const findings = await inTask(() => finished(foundIn(all, finding)));
  report({ kind: 'found', findings: findings });
  return exitCodeOf(findings);
}

async function printed(
  { isJson, language }: Attacking,
  parts: Parts,
  report: ThreadContext['report'],
  { all, hasTimeFor, files, parted, ...more }: SearchFound,
): Promise<void> {
  const written = (isJson ? foundAsJson : foundAsText)(all, {
    ...more,
    language,
    parts,
    asking: budgetForCode,
    hasTime: () => hasTimeFor(shrunkIn),
    addressOf: (run) => files.addressOf(run),
    ...(parted !== null && { parted }),
  });
  await sayEach(written, (text) => report({ kind: 'out', text }));
}

/** Of the runs with long work, only breaks that a correctly renewing lock does not have. */
function* onlyOwn(all: readonly FoundOfSeed[], parts: Parts): Generator<unknown, readonly FoundOfSeed[], void> {
  const own: FoundOfSeed[] = [];
  for (const one of all) {
    const suffered = one.breaks.length === 0 ? new Map<string, number>() : yield* baselineHarms(one.space, parts);
    const breaks = one.breaks.filter((placements) =>
      classifyBreak(one.space, placements, { baselineStrengths: suffered, parts }).some(({ isOwn }) => isOwn),
    );
    own.push({ ...one, breaks });
  }
  return own;
}

// Taken before the code is loaded, because its clients have other timers.
const { setTimeout: afterMs, performance } = globalThis;

/** A signal of its own, because `AbortSignal.any` is garbage-collected while only threads wait for it. */
function endingAfter(ms: number, signal: AbortSignal): AbortSignal {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  afterMs(stop, ms).unref();
  return stopping.signal;
}

async function sayEach(texts: Generator<string, void, void>, out: (text: string) => void): Promise<void> {
  for (;;) {
    const part = await inTask(() => texts.next());
    if (part.done === true) return;
    say(out, part.value);
  }
}

/** @param took how long the search took, in ms; all of these runs take about the same time */
function timeUntil(deadline: number | undefined, all: readonly FoundOfSeed[], took: number): (runs: number) => boolean {
  const perRun =
    took /
    Math.max(
      1,
      all.reduce((sum, { runs }) => sum + runs, 0),
    );
  return (runs) => deadline === undefined || performance.now() + runs * perRun < deadline + reportTakes;
}

/** @returns null if the time was over before the end */
function withinTime<T>(steps: Generator<unknown, T, void>, isTime: () => boolean): T | null {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (!isTime()) return null;
  }
}

/** Breaks of this lock alone come first, then one example of those that the usual lock has as well. */
function* partedBy(all: readonly FoundOfSeed[], parts: Parts): Generator<unknown, readonly PartOfFound[], void> {
  const seeds: { readonly one: FoundOfSeed; readonly breaks: readonly ClassifiedBreak[] }[] = [];
  for (const one of all) {
    const suffered = one.breaks.length === 0 ? new Map<string, number>() : yield* baselineHarms(one.space, parts);
    const breaks: ClassifiedBreak[] = [];
    for (const placements of one.breaks) {
      breaks.push(...classifyBreak(one.space, placements, { baselineStrengths: suffered, parts }));
      yield;
    }
    seeds.push({ one, breaks });
  }
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
    { title: words.onlyHere, all: own, most: breaksReported, marked: { isOwn: true } },
    { title: words.everywhere, all: shared, most: hasOwn ? 1 : breaksReported, marked: { isOwn: false } },
  ];
}
