/**
 * Answers about a reader's code (`own/session.ts`), in QuickJS: in a worker of the page, on the command line, in tests. One
 * engine serves as long as the code is the same.
 */
import type { QuickJSWASMModule } from 'quickjs-emscripten-core';
import { withMore } from '../explore/branch';
import type { Harm } from '../explore/harm';
import { done, Search } from '../explore/search';
import { smallestOf } from '../explore/smallestBreaks';
import { type Hunt, spaceOf } from '../explore/space';
import { judge } from '../judge/judge';
import { firstDifference } from '../model/difference';
import { defaultSettings, type Scenario } from '../model/scenario';
import { kindNumber, type Trace } from '../model/trace';
import { column } from '../model/traceReader';
import { outcomes } from '../model/verdict';
import { newRecorder, type Recorder } from '../own/life';
import { playTwelve } from '../own/playTwelve';
import { type Engine, ownProblem, RealmEnded, type RealmProblem } from '../own/realm';
import {
  type AttackAnswer,
  type AttackProgress,
  type AttackQuestion,
  type Checked,
  type OwnCalls,
  type OwnCode,
  type OwnProblem,
  type OwnQuestion,
  type OwnRun,
  ownLockId,
  type Telling,
  type TwelveAnswer,
  type TwelveQuestion,
  type TwelveRow,
} from '../own/session';
import type { Parts } from '../sim/parts';
import { eventCountMax, queuedEventCountMax, Simulation } from '../sim/simulate';
import { compile } from './compile';
import { worldFor } from './ownWorld';
import { quickJs } from './quickJs';
import { readSettings } from './readSettings';
import { unfinished } from './unfinished';

export interface Surroundings {
  /** Makes a new module: after code has used up its memory, nothing in the old one can be trusted. */
  readonly module: () => Promise<QuickJSWASMModule>;
  /** The files of `realm/guest`, as TypeScript, by name. */
  readonly guest: Readonly<Record<string, string>>;
  readonly parts: Parts;
  /** Ms, of any clock. */
  readonly now: () => number;
}

/** It works for so long before it lets others go on, in ms. */
const turn = 40;
/** Progress is told as often, in ms. */
const tellEvery = 200;

export class OwnSession implements OwnCalls {
  private made: { readonly code: OwnCode; readonly engine: Engine } | null = null;
  private module: Promise<QuickJSWASMModule> | null = null;

  constructor(private readonly around: Surroundings) {}

  async check(code: OwnCode): Promise<Checked> {
    const loaded = await this.engineOf(code);
    if (!loaded.ok) return loaded;
    const read = unlessEnded(() => readSettings(loaded.engine));
    if (!read.ok) return read;
    const { nodes, ttl } = read.settings;
    const { trace } = this.play(calmScenario(nodes, ttl), loaded.engine, null, false);
    return { ...read, settings: { nodes, ttl, token: hasTokens(trace) } };
  }

  async run({ code, scenario }: OwnQuestion): Promise<OwnRun> {
    const recorder = newRecorder();
    const loaded = await this.engineOf(code);
    if (!loaded.ok) throw new Error(loaded.problem.message);
    const played = this.play(scenario, loaded.engine, recorder, true);
    const problems = [...recorder.problems, ...unfinished(played.trace)];
    if (played.problem !== null) problems.push(ownProblem(played.problem, 'lock'));
    else problems.push(...(await this.otherBytes(code, scenario, played.trace)));
    return {
      scenario,
      trace: played.trace,
      problems,
      lines: recorder.lines,
      logged: recorder.logged,
      unread: recorder.unread,
    };
  }

  async attack(question: AttackQuestion, telling: Telling<AttackProgress>): Promise<AttackAnswer> {
    const loaded = await this.engineOf(question.code);
    if (!loaded.ok) return { runs: 0, of: 0, whole: false, problem: loaded.problem };
    const parts = this.partsWith(loaded.engine, null, false);
    try {
      return await this.search(question, parts, telling);
    } catch (error) {
      if (!(error instanceof RealmEnded)) throw error;
      return { runs: 0, of: 0, whole: false, problem: ownProblem(error.problem, 'lock') };
    }
  }

  async twelve({ code, scenario }: TwelveQuestion, { tell, pause }: Telling<TwelveRow>): Promise<TwelveAnswer> {
    const loaded = await this.engineOf(code);
    if (!loaded.ok) return { rows: [], problem: loaded.problem };
    const rows: TwelveRow[] = [];
    try {
      for (const row of playTwelve(scenario, this.partsWith(loaded.engine, null, false))) {
        rows.push(row);
        tell(row);
        await pause();
      }
    } catch (error) {
      if (!(error instanceof RealmEnded)) throw error;
      return { rows, problem: ownProblem(error.problem, 'lock') };
    }
    return { rows };
  }

  private async search(
    { scenario, kinds, faultsMax }: AttackQuestion,
    parts: Parts,
    { tell, pause }: Telling<AttackProgress>,
  ): Promise<AttackAnswer> {
    const { now } = this.around;
    const asked = kinds === undefined ? { faultsMax } : { faultsMax, kinds };
    const hunt: Hunt = { ...spaceOf(scenario, parts, asked), harm: { anyOf: harmsOf(scenario) } };
    const searching = new Search(hunt);
    let [runs, of] = [0, 0];
    let smallest: AttackProgress['smallest'];
    let [paused, told] = [now(), Number.NEGATIVE_INFINITY];
    const sum = (): AttackProgress => ({ runs, of: Math.max(of, runs), ...(smallest && { smallest }) });
    for (let job = searching.next(); job !== null; job = searching.next()) {
      const steps = done(job, hunt, parts);
      let step = steps.next();
      for (; !step.done; step = steps.next()) {
        runs++;
        of = runs + (step.value.branch()?.rest().length ?? 0);
        const first = smallest === undefined ? step.value.branches().flatMap(({ breaks }) => breaks)[0] : undefined;
        if (first !== undefined)
          smallest = breakOf(
            withMore(
              hunt.scenario,
              first.map(({ fault }) => fault),
            ),
            parts,
          );
        if (first !== undefined || now() - told > tellEvery) {
          told = now();
          tell(sum());
        }
        if (now() - paused > turn) {
          await pause();
          paused = now();
        }
      }
      searching.take(job, step.value);
      const { breaks, levels } = searching.found();
      if (breaks.length > 0 && breaks.every(({ length }) => length <= levels)) break;
    }
    const weakest = smallestOf(searching.found().breaks, undefined, hunt, parts);
    const [worst] = weakest
      .map((faults) => breakOf(withMore(hunt.scenario, faults), parts))
      .sort((one, other) => rankOf(one) - rankOf(other));
    smallest = worst ?? smallest;
    return { ...sum(), of: runs, whole: true };
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

  /** What the code keeps outside its own file would make another run of the same scenario: a new realm shows it. */
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
    const { made } = this;
    if (made !== null && made.code.lock === code.lock && made.code.check === code.check && !made.engine.isSpent)
      return { ok: true, engine: made.engine };
    if (made !== null) this.throwAway(made.engine);
    this.made = null;
    const loaded = await this.fresh(code);
    if (loaded.ok) this.made = { code, engine: loaded.engine };
    return loaded;
  }

  /** Of an engine that is spent, the module goes, too. */
  private throwAway(engine: Engine): void {
    if (!engine.isSpent && engine.dispose()) return;
    this.module = null;
    this.made = null;
  }

  private async fresh(code: OwnCode): Promise<Loaded> {
    const lock = compile(code.lock, 'lock');
    if (!lock.ok) return lock;
    const check = code.check === null ? null : compile(code.check, 'check');
    if (check !== null && !check.ok) return check;
    this.module ??= this.around.module();
    const quick = await this.module;
    return { ok: true, engine: quickJs(quick, this.around.guest, { lock: lock.code, check: check?.code ?? null }) };
  }
}

const calmScenario = (nodes: number, ttl: number): Scenario => ({
  version: 2,
  seed: 1,
  lock: { id: ownLockId, settings: { nodes, ttl } },
  storage: { id: 'no-check' },
  settings: { ...defaultSettings, duration: 3000 + 2 * ttl },
  faults: {},
});

/** What ends a run may also come while the file is evaluated. */
function unlessEnded(read: () => Checked): Checked {
  try {
    return read();
  } catch (error) {
    if (error instanceof RealmEnded) return { ok: false, problem: ownProblem(error.problem, 'lock') };
    throw error;
  }
}

/** Whether somebody was let in with a token. */
function hasTokens(trace: Trace): boolean {
  for (let seq = 0; seq < trace.count; seq++)
    if (trace.kind[seq] === kindNumber.acquired && column.acquired.token(trace, seq) >= 0) return true;
  return false;
}

type Loaded = { readonly ok: true; readonly engine: Engine } | { readonly ok: false; readonly problem: OwnProblem };

interface Played {
  readonly trace: Trace;
  readonly problem: RealmProblem | null;
}

/** What counts as broken: behind a check at the resource, two inside do no harm. */
const harmsOf = ({ storage }: Scenario): readonly Harm[] =>
  storage.id === 'no-check' ? ['overlap', 'lost-update', 'stuck'] : ['lost-update', 'stuck'];

/** The worst outcome first. Of the same, a pause of a client tells most. */
function rankOf({ scenario, outcome }: NonNullable<AttackProgress['smallest']>): number {
  const [fault] = Object.values(scenario.faults);
  return 2 * outcomes.indexOf(outcome) + (fault?.kind === 'pause' ? 0 : 1);
}

function breakOf(scenario: Scenario, parts: Parts): NonNullable<AttackProgress['smallest']> {
  const simulation = new Simulation(scenario, parts);
  const trace = simulation.finish(simulation.goOn(eventCountMax, queuedEventCountMax) ?? 'bound');
  return { scenario, outcome: judge(trace, parts).outcome };
}
