/**
 * `attack` searches the runs of a user's code for the fewest faults that do harm. The code runs in a thread. This side
 * reads and writes files, and ends code that never comes to rest. Exit codes: 0 searched in full and nothing breaks, 1
 * with a break, 2 bad input, 3 stopped before the end, 4 no break, and no run that could have shown one.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ended, inWorker } from '../../core/model/effects/calls';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Language, Text } from '../../core/model/values/text';
import { parseTrace } from '../../live/wire/traceJson';
import type { Bundle } from '../../sandbox/attack/evaluate';
import { ownParts } from '../../sandbox/attack/ownParts';
import { attackScenario } from '../../sandbox/own/attackScenario';
import { withCheck } from '../changed';
import type { Played } from '../playOnRedis';
import { readFile, resolvedPath } from '../readFile';
import { runAsJson, runAsText, whyNoRun } from '../report';
import { say } from '../say';
import { loadTarget } from '../target';
import * as usual from '../words';
import { parseAttack } from './attackArguments';
import { type Attacking, type AttackReport, exitBadInput, exitBreak, exitStopped } from './attackMessages';
import type { AttackFunctions } from './attackThread';
import * as words from './attackWords';
import { bundledFile } from './bundledFile';
import { inJson } from './ci/asData';
import * as ci from './ci/ciWords';
import { conclude, knownBreaks, type Runner } from './ci/conclude';
import { type Found, nothingFound } from './ci/found';
import { withoutCommands } from './ci/github';
import { exitReason, watchedThread } from './watchedThread';

export interface AttackContext {
  readonly out: (text: string) => void;
  readonly errors: (text: string) => void;
  /** Stops the search. */
  readonly signal: AbortSignal;
  /** How many threads this machine has work for. */
  readonly workers: number;
  /** The text of `attackThread.ts` with everything that it imports. */
  readonly program: () => Promise<string>;
  /** The words that call this command. Null: nobody calls it, and no run is written to a file. */
  readonly called: string | null;
  /** Settings that are overridden by those that the file exports. */
  readonly settings?: object;
  /** How often to check whether the code comes to rest, in ms. Absent: as usual. */
  readonly lookEvery?: number;
  /** What GitHub's runner says about this step. */
  readonly runner?: Runner;
  /** Absent if there are no real servers. */
  readonly playLive?: PlayLive;
}

/** Plays the attacked file on real servers. */
export type PlayLive = (scenario: Scenario, bundle: Bundle) => Promise<Played>;

const runBytesMost = 40_000_000;

/** @returns the exit code. */
export async function attack(typed: readonly string[], callerContext: AttackContext): Promise<number> {
  const begunAt = performance.timeOrigin + performance.now();
  const parsed = parseAttack(typed);
  if (!parsed.ok) return refuse(harmless(callerContext), parsed.problem, parsed.language);
  const { command } = parsed;
  if (command.kind === 'help') return help(callerContext, command.language);
  const { language, file } = command;
  const context =
    command.reporter === 'github' || callerContext.runner?.root !== undefined
      ? harmless(callerContext, command)
      : callerContext;
  const scenarioFile = await scenarioOf(command);
  if (!scenarioFile.ok) return refuse(context, scenarioFile.problem, language);
  const bundled = await bundledFile(file);
  if (!bundled.ok) return refuse(context, bundled.problem, language);
  const acceptedBreaks = await knownBreaks(command);
  if (!acceptedBreaks.ok) return refuse(context, acceptedBreaks.problem, language);
  const program = await context.program();
  const { called, settings = {}, workers } = context;
  const job = {
    command,
    scenario: scenarioFile.scenario,
    workers: command.workers ?? workers,
    called,
    settings,
    begunAt,
  } as const;
  return new Promise((end) => {
    const files: Promise<void>[] = [];
    let live: Scenario | null = null;
    let result: Found | null = null;
    let worst: Worst | null = null;
    const cutShort = (without: () => Promise<number> | number): void =>
      end(worst === null ? without() : concludeWith(worst, concluding));
    const concluding = { command, accepted: acceptedBreaks.accepted, path: bundled.bundle.path, ...context };
    const { calls, end: endThread } = inWorker<AttackFunctions>(
      watchedThread(program, bundled.bundle, context.lookEvery),
    );
    const over = (): void => {
      clearTimeout(ending);
      context.signal.removeEventListener('abort', stop);
      endThread();
    };
    const onProgress = (message: AttackReport): void => {
      if (message.kind === 'out') context.out(message.text);
      else if (message.kind === 'file') files.push(written(message.name, message.text));
      else if (message.kind === 'live') live = message.scenario;
      else if (message.kind === 'searched') clearTimeout(ending);
      else if (message.kind === 'found') result = message.findings;
      else if (message.kind === 'worst') worst = message;
      else context.errors(message.text);
    };
    const ending = endsInRun(begunAt, command.budget, endThread);
    // An attack that is over has nothing to stop.
    const stop = (): void => void calls.stop().catch(() => {});
    context.signal.addEventListener('abort', stop, { once: true });
    const lead = calls.lead({ ...job, program }, { onProgress }).finally(over);
    lead.then(
      (code) => {
        const onServers = live === null ? null : playedLive(live, bundled.bundle, command, context);
        const exitCode = onServers ?? (result === null ? code : conclude(result, concluding));
        void Promise.all(files).then(() => end(exitCode));
      },
      ({ message }: Error) => {
        const spent = message === ended ? command.budget : null;
        say(context.errors, (spent === null ? exitReason(message) : ci.budgetSpent(spent))[language]);
        cutShort(() => (spent === null ? exitBadInput : endedInRun(concluding)));
      },
    );
  });
}

function help({ out, called }: AttackContext, language: Language): number {
  say(out, words.usage(called ?? '')[language]);
  return 0;
}

type Worst = Extract<AttackReport, { readonly kind: 'worst' }>;

/** Concludes a search that did not end, with its worst break so far. */
async function concludeWith({ findings, files }: Worst, concluding: Parameters<typeof conclude>[1]): Promise<number> {
  await Promise.all(files.map(({ name, text }) => written(name, text)));
  return conclude(findings, concluding);
}

/** How long a run that is under way may go on when the budget is spent, in ms. Then the code is ended. */
const runMayTake = 1000;

function endsInRun(begunAt: number, budget: number | null, end: () => void) {
  if (budget === null) return undefined;
  const msLeft = begunAt + budget - (performance.timeOrigin + performance.now());
  return setTimeout(end, msLeft + runMayTake);
}

function endedInRun(concluding: Parameters<typeof conclude>[1]): Promise<number> | number {
  const { command, errors } = concluding;
  const { language, reporter } = command;
  if (reporter !== null) return conclude(nothingFound(ci.allLeft[language]), concluding);
  for (const line of [ci.undecided, ci.allLeft]) say(errors, line[language]);
  return exitStopped;
}

/**
 * GitHub's runner reads commands from both streams, whatever the form of the report. Reports as data have escaped them
 * already, and the lines of the form `github` are commands.
 */
function harmless(context: AttackContext, command?: Attacking): AttackContext {
  const { out, errors } = context;
  const { isJson = false, reporter = 'github' } = command ?? {};
  const outputFilter = isJson
    ? inJson
    : reporter === null || reporter === 'text'
      ? withoutCommands
      : (text: string) => text;
  return { ...context, errors: (text) => errors(withoutCommands(text)), out: (text) => out(outputFilter(text)) };
}

async function playedLive(
  scenario: Scenario,
  code: Bundle,
  { isJson, language }: Attacking,
  { playLive, out, errors }: AttackContext,
): Promise<number> {
  const played = await playLive?.(scenario, code);
  if (played === undefined) return exitStopped;
  if (!played.ok) {
    for (const line of whyNoRun(played, language)) say(errors, line);
    return exitStopped;
  }
  const { run } = played;
  for (const line of isJson ? [runAsJson(run)] : runAsText(run, { language, story: null })) say(out, line);
  return run.verdict.outcome === 'held' ? 0 : exitBreak;
}

type Read = { readonly ok: true; readonly scenario: Scenario | null } | { readonly ok: false; readonly problem: Text };

/** The scenario of a story, a file, a link, or a run that was written to a file. */
async function scenarioOf({ target, check }: Attacking): Promise<Read> {
  const loaded = target === null ? null : await ofTarget(target);
  if (loaded?.ok === false) return loaded;
  const scenario = loaded?.scenario ?? null;
  if (check === undefined) return { ok: true, scenario };
  // Only a run shows whether the lock has a token.
  const checked = withCheck(attackScenario({ nodes: 1, ttl: 2000, token: true }), check, ownParts);
  return checked.ok ? { ok: true, scenario } : checked;
}

async function ofTarget(target: string): Promise<Read> {
  const asScenario = await loadTarget(target, ownParts);
  if (asScenario.ok || !/\.json$/.test(target)) return asScenario;
  const fileText = await readFile(resolvedPath(target), {
    typedName: target,
    bytesMax: runBytesMost,
    tooLong: () => usual.unreadable(target, 'EFBIG'),
  });
  if (!fileText.ok) return fileText;
  const run = parseTrace(fileText.text, ownParts);
  return run.ok ? { ok: true, scenario: run.trace.header.scenario } : asScenario;
}

/** npm runs scripts in the project's folder, but passes on where it was called. */
async function written(name: string, text: string): Promise<void> {
  const path = resolve(process.env['INIT_CWD'] ?? '.', name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

function refuse({ errors }: AttackContext, problem: Text, language: Language): number {
  say(errors, problem[language]);
  return exitBadInput;
}
