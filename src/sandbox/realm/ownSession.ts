/**
 * Answers the questions about a reader's code (`own/ownCalls.ts`) in QuickJS: in a worker of the page, on the command
 * line, in tests. One engine is used as long as the code is the same.
 */

import type { QuickJSWASMModule } from 'quickjs-emscripten-core';
import { judge } from '../../core/judge/judge';
import type { Call } from '../../core/model/effects/calls';
import { firstDifference } from '../../core/model/scenario/difference';
import { sameJson } from '../../core/model/scenario/patch';
import { isClient } from '../../core/model/scenario/processId';
import type { Scenario } from '../../core/model/scenario/scenario';
import { anyHarms, type Harm } from '../../core/model/trace/severity';
import type { Trace } from '../../core/model/trace/trace';
import type { Parts } from '../../core/sim/parts';
import { eventCountMax, queuedEventCountMax, Simulation } from '../../core/sim/simulate';
import { finished, type Placements, scenarioOf, withMore } from '../../search/explore/branch';
import { drive } from '../../search/explore/drive';
import { harmsOf } from '../../search/explore/harm';
import { Search, type Searched } from '../../search/explore/search';
import { unsettledIn } from '../../search/explore/settled';
import { smallestOf } from '../../search/explore/smallestBreaks';
import { type Space, spaceOf } from '../../search/explore/space';
import type { ShownAnswers } from '../../search/late/shown';
import { insteadOf } from '../own/api';
import { attackRows } from '../own/attackRows';
import { outlasting } from '../own/attackScenario';
import { type FaultlessRuns, type NewRecording, playFaultless } from '../own/faultlessRuns';
import { playHolders } from '../own/holders';
import { baselineHarms, classifyBreak, harmfulCall } from '../own/lockSpecificHarms';
import {
  type AttackAnswer,
  type AttackBreak,
  type AttackProgress,
  type AttackQuestion,
  type AttackRow,
  type AttacksAnswer,
  type AttacksQuestion,
  allowsAttack,
  type CheckResult,
  type OwnCalls,
  type OwnCode,
  type OwnProblem,
  type OwnQuestion,
  type OwnRun,
  type OwnSettings,
  type RemediesQuestion,
} from '../own/ownCalls';
import { type Engine, ownProblem, RealmEnded, type RealmProblem } from '../own/realm';
import { newRecorder, type Recorder } from '../own/recorder';
import { compile } from './compile';
import type { Signatures } from './guest/signatureNames';
import { worldFor } from './ownWorld';
import { quickJs } from './quickJs';
import { readSettings } from './readSettings';
import { unfinished } from './unfinished';

export interface Surroundings {
  /** Makes a new module. After code has used up its memory, the old one cannot be trusted. */
  readonly module: () => Promise<QuickJSWASMModule>;
  /** The files of `realm/guest`, as TypeScript, by name. */
  readonly guest: Readonly<Record<string, string>>;
  readonly parts: Parts;
  /** In ms, from any clock. */
  readonly now: () => number;
}

/** How often progress is reported, in ms. */
const progressEvery = 200;

export class OwnSession implements OwnCalls {
  private loadedCode: { readonly code: OwnCode; readonly engine: Engine } | null = null;
  private module: Promise<QuickJSWASMModule> | null = null;

  constructor(private readonly around: Surroundings) {}

  async check(code: OwnCode): Promise<CheckResult> {
    const loaded = await this.engineOf(code);
    if (!loaded.ok) return loaded;
    const settingsCheck = unlessEnded(() => readSettings(loaded.engine));
    if (!settingsCheck.ok) return settingsCheck;
    return unlessEnded(() => ({
      ...settingsCheck,
      settings: this.faultlessOf(settingsCheck.settings, loaded.engine).settings,
    }));
  }

  async run({ code, scenario }: OwnQuestion): Promise<OwnRun> {
    const recorder = newRecorder();
    const loaded = await this.engineOf(code);
    if (!loaded.ok) throw new Error(loaded.problem.message);
    const played = this.play(scenario, loaded.engine, recorder, true);
    const problems = [...recorder.problems.map((one) => withInstead(one, code)), ...unfinished(played.trace)];
    if (played.problem !== null) problems.push(ownProblem(played.problem, 'lock'));
    else problems.push(...(await this.otherBytes(code, scenario, played.trace)));
    return {
      scenario,
      trace: played.trace,
      problems,
      lines: recorder.lines,
      logLines: recorder.logLines,
      droppedLineCount: recorder.droppedLineCount,
    };
  }

  async attack(question: AttackQuestion, call: Call<AttackProgress>): Promise<AttackAnswer> {
    const loaded = await this.engineOf(question.code);
    if (!loaded.ok) return { runs: 0, runsExpected: 0, isExhaustive: false, problem: loaded.problem };
    try {
      const { problem, settings } = this.findProblem(question.scenario, loaded.engine);
      if (problem !== null && !allowsAttack(problem)) return { runs: 0, runsExpected: 0, isExhaustive: false, problem };
      const long = settings.isRenewed && question.faultsMax === 1 ? outlasting(question.scenario, settings) : null;
      return { ...(await this.search(question, long, loaded.engine, call)), ...(problem && { problem }) };
    } catch (error) {
      if (!(error instanceof RealmEnded)) throw error;
      return { runs: 0, runsExpected: 0, isExhaustive: false, problem: ownProblem(error.problem, 'lock') };
    }
  }

  async attacks({ code, scenario }: AttacksQuestion, { report, pause }: Call<AttackRow>): Promise<AttacksAnswer> {
    const loaded = await this.engineOf(code);
    if (!loaded.ok) return { rows: [], problem: loaded.problem };
    const rows: AttackRow[] = [];
    try {
      const { problem } = this.findProblem(scenario, loaded.engine);
      if (problem !== null && !allowsAttack(problem)) return { rows, problem };
      for (const row of attackRows(scenario, this.partsWith(loaded.engine, null, false))) {
        rows.push(row);
        report(row);
        await pause();
      }
      return { rows, ...(problem && { problem }) };
    } catch (error) {
      if (!(error instanceof RealmEnded)) throw error;
      return { rows, problem: ownProblem(error.problem, 'lock') };
    }
  }

  async late({ code, scenario, language }: RemediesQuestion, { report, pause }: Call<ShownAnswers>) {
    const loaded = await this.engineOf(code);
    if (!loaded.ok) return null;
    // Loaded on demand, because they contain the sentences.
    const [{ budgetForCode }, { shownAnswers }, { speechOf }] = await Promise.all([
      import('../../search/late/remedies'),
      import('../../search/late/shown'),
      import('../../core/narrate/speechOf'),
    ]);
    const parts = this.partsWith(loaded.engine, null, false);
    const { trace, problem } = this.play(scenario, loaded.engine, null, false);
    if (problem !== null) return null;
    const run = { scenario, trace, verdict: judge(trace, parts) };
    const steps = shownAnswers(run, { parts, speech: speechOf[language], budget: budgetForCode });
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      if (step.value !== undefined) report(step.value);
      await pause();
    }
  }

  private faultlessOf({ nodes, ttl }: Pick<OwnSettings, 'nodes' | 'ttl'>, engine: Engine): FaultlessRuns {
    return playFaultless({ nodes, ttl, token: false }, () => this.recorded(engine, false));
  }

  private recorded(engine: Engine, lines: boolean): ReturnType<NewRecording> {
    const recorder = newRecorder();
    return { parts: this.partsWith(engine, recorder, lines), recorder };
  }

  /** What the runs without a fault show, and why the lock cannot be attacked, or what is wrong beside that. */
  private findProblem(
    { lock: { settings: lockSettings } }: Scenario,
    engine: Engine,
  ): { readonly problem: OwnProblem | null; readonly settings: OwnSettings } {
    const faultless = this.faultlessOf(
      { nodes: Number(lockSettings?.['nodes']), ttl: Number(lockSettings?.['ttl']) },
      engine,
    );
    const { problem, binding: bound, sequentialRun: apart, settings } = faultless;
    if (problem !== null) return { problem, settings };
    if (!bound.trial.met.has('freed') && apart.firstKey !== null)
      return { problem: { kind: 'not-released', message: '', place: null }, settings };
    return { problem: playHolders(settings, () => this.recorded(engine, true)), settings };
  }

  /** @param long the same world with work that outlasts the lease; null: the lock does not renew itself */
  private async search(
    { scenario, kinds, faultsMax }: AttackQuestion,
    long: Scenario | null,
    engine: Engine,
    call: Call<AttackProgress>,
  ): Promise<AttackAnswer> {
    const parts = this.partsWith(engine, null, false);
    const options = kinds === undefined ? { faultsMax } : { faultsMax, kinds };
    const spaces = [scenario, ...(long === null ? [] : [long])].map((one) =>
      spaceOf(one, parts, { ...options, harm: 'any' }),
    );
    const all: Hunted[] = [];
    for (const space of spaces) all.push(await this.hunt(space, parts, sumOf(all), call));
    const [usual, longer] = all.map(({ space, breaks }) => smallestFound(breaks, space, parts));
    const foundOwn = usual?.own ?? longer?.own;
    const smallest = usual?.shared ?? foundOwn ?? all[0]?.first;
    const own = foundOwn && { own: this.withPosition(foundOwn, engine) };
    const isBroken = smallest !== undefined || own !== undefined;
    const unsettled = isBroken ? null : unsettledIn(all, parts);
    const runs = sumOf(all);
    const findings = { ...(smallest && { smallest }), ...own, ...(unsettled && { unsettled }) };
    return { runs, runsExpected: runs, ...findings, isExhaustive: all.every(({ isTooLarge }) => !isTooLarge) };
  }

  /** @param before how many runs there were before */
  private async hunt(
    space: Space,
    parts: Parts,
    before: number,
    { report, pause }: Call<AttackProgress>,
  ): Promise<Hunted> {
    const searching = new Search(space);
    let first: AttackBreak | undefined;
    let isTooLarge = false;
    const steps = drive(searching, {
      parts,
      now: this.around.now,
      inTurn: (work) => pause().then(work),
      signal: new AbortController().signal,
      progressEvery,
      others: null,
      endsAtBreak: true,
    });
    for await (const step of steps) {
      if (step.kind === 'size') isTooLarge = step.isTooLarge;
      if (step.kind !== 'progress') continue;
      const { runs, left, breaks } = step.results;
      const [one] = breaks;
      if (first === undefined && one !== undefined) first = breakOf(scenarioOf(space, one), parts, null);
      report({ runs: before + runs, runsExpected: before + runs + left, ...(first && { smallest: first }) });
    }
    return { space, ...searching.collectResults(), ...(first && { first }), isTooLarge };
  }

  /** Adds the place of the code that did the harm. */
  private withPosition(one: AttackBreak, engine: Engine): NonNullable<AttackAnswer['own']> {
    const recorder = newRecorder();
    const { trace } = this.play(one.scenario, engine, recorder, true);
    const parts = this.partsWith(engine, null, false);
    const call = harmfulCall(one.scenario.harm, trace, { lines: recorder.lines, parts });
    return { ...one, place: call === null ? null : { file: 'lock', line: call.line, column: 1 } };
  }

  private play(scenario: Scenario, engine: Engine, recorder: Recorder | null, lines: boolean): Played {
    const simulation = new Simulation(scenario, this.partsWith(engine, recorder, lines));
    try {
      return {
        trace: simulation.finish(simulation.goOn(eventCountMax, queuedEventCountMax) ?? 'bound'),
        problem: null,
      };
    } catch (error) {
      if (!(error instanceof RealmEnded)) throw error;
      return { trace: simulation.finish('bound'), problem: error.problem };
    }
  }

  /**
   * State that the code keeps outside its own file would change a second run of the same scenario. A new realm shows
   * that.
   */
  private async otherBytes(code: OwnCode, scenario: Scenario, trace: Trace): Promise<readonly OwnProblem[]> {
    const fresh = await this.fresh(code);
    if (!fresh.ok) return [];
    const again = this.play(scenario, fresh.engine, null, false).trace;
    this.throwAway(fresh.engine);
    const parting = firstDifference(trace, again, 'every event');
    if (parting === null) return [];
    const seq = parting.seq < 0 ? again.count : parting.seq;
    const message = `The same scenario ran again and differed from event ${seq} on.`;
    return [{ kind: 'other-bytes', message, place: null }];
  }

  private partsWith(engine: Engine, recorder: Recorder | null, lines: boolean): Parts {
    return worldFor(this.around.parts, engine, recorder, { lines });
  }

  private async engineOf(code: OwnCode): Promise<Loaded> {
    const { loadedCode } = this;
    if (
      loadedCode !== null &&
      loadedCode.code.lock === code.lock &&
      loadedCode.code.check === code.check &&
      !loadedCode.engine.isSpent
    )
      return { ok: true, engine: loadedCode.engine };
    if (loadedCode !== null) this.throwAway(loadedCode.engine);
    this.loadedCode = null;
    const loaded = await this.fresh(code);
    if (loaded.ok) this.loadedCode = { code, engine: loaded.engine };
    return loaded;
  }

  /** If an engine is spent, its module is thrown away too. */
  private throwAway(engine: Engine): void {
    if (!engine.isSpent && engine.dispose()) return;
    this.module = null;
    this.loadedCode = null;
  }

  private async fresh(code: OwnCode): Promise<Loaded> {
    const lock = compile(code.lock, 'lock');
    if (!lock.ok) return lock;
    const check = code.check === null ? null : compile(code.check, 'check');
    if (check !== null && !check.ok) return check;
    this.module ??= this.around.module();
    const quick = await this.module;
    return {
      ok: true,
      engine: quickJs(quick, this.around.guest, {
        lock: lock.code,
        check: check?.code ?? null,
        signatures: await signaturesOf(code.lock),
      }),
    };
  }
}

/** The error that ends a run may also come while the file is evaluated. */
function unlessEnded(read: () => CheckResult): CheckResult {
  try {
    return read();
  } catch (error) {
    if (error instanceof RealmEnded) return { ok: false, problem: ownProblem(error.problem, 'lock') };
    throw error;
  }
}

type Loaded = { readonly ok: true; readonly engine: Engine } | { readonly ok: false; readonly problem: OwnProblem };

/** A parser of types is loaded only for code with a parameter that has a type: 30 kB. */
async function signaturesOf(source: string): Promise<Signatures> {
  if (!/[(,]\s*(?:\w+\s+)?\w+\??\s*:\s*(?:string|number|boolean|Function|(?:IO)?Redis|Readonly|\()/.test(source))
    return {};
  return (await import('./signatures')).signaturesIn(source);
}

interface Hunted extends Searched {
  readonly space: Space;
  /** The first break, as it was found. */
  readonly first?: AttackBreak;
  readonly isTooLarge: boolean;
}

const sumOf = (all: readonly Hunted[]): number => all.reduce((sum, { runs }) => sum + runs, 0);

interface Played {
  readonly trace: Trace;
  readonly problem: RealmProblem | null;
}

/** The worst harm first. Of equal harms, a pause of a client explains most. */
function rankOf({ scenario }: AttackBreak): number {
  const [fault] = Object.values(scenario.faults);
  return 2 * anyHarms.indexOf(scenario.harm) + (fault?.kind === 'pause' && isClient(fault.process) ? 0 : 1);
}

/** @param harm null: the worst that it does */
function breakOf(scenario: Scenario, parts: Parts, harm: Harm | null): AttackBreak {
  const traceOf = (one: Scenario): Trace => {
    const simulation = new Simulation(one, parts);
    return simulation.finish(simulation.goOn(eventCountMax, queuedEventCountMax) ?? 'bound');
  };
  const harmfulScenario = { ...scenario, harm: harm ?? harmsOf(traceOf(scenario), parts)[0] ?? 'lost' };
  return { scenario: harmfulScenario, outcome: judge(traceOf(harmfulScenario), parts).outcome };
}

/** The smallest break that only this lock suffers, and the smallest that the usual lock suffers too. */
function smallestFound(
  breaks: readonly Placements[],
  hunt: Space,
  parts: Parts,
): { readonly own: AttackBreak | undefined; readonly shared: AttackBreak | undefined } {
  const suffered = breaks.length === 0 ? new Map<string, number>() : finished(baselineHarms(hunt, parts));
  const all = breaks.flatMap((placements) => classifyBreak(hunt, placements, { baselineStrengths: suffered, parts }));
  const least = (wanted: boolean): AttackBreak | undefined =>
    anyHarms
      .flatMap((harm) => {
        const some = all.filter((one) => one.isOwn === wanted && one.harm === harm);
        const combinations = some.map(({ placements }) => placements);
        if (combinations.length === 0) return [];
        const faults = smallestOf(combinations, undefined, { ...hunt, harm }, parts);
        return faults.map((each) => breakOf(withMore(hunt.scenario, each), parts, harm));
      })
      .sort((one, other) => rankOf(one) - rankOf(other))[0];
  const [own, shared] = [least(true), least(false)];
  // A run is not listed under both headings.
  return { own, shared: own !== undefined && sameJson(own.scenario, shared?.scenario) ? own : shared };
}

/** The engine says only “not a function”. */
function withInstead(problem: OwnProblem, { lock }: OwnCode): OwnProblem {
  const { message, place: position } = problem;
  const instead = message === 'not a function' && position !== null ? insteadOf(lock, position.line) : '';
  return instead === '' ? problem : { ...problem, message: `${message} (${instead})` };
}
