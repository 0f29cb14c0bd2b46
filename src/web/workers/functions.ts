/** The functions of a worker: runs, attempts, seeds, rows of the table, and searches with their workers. */

import { type Call, type Calls, Transferred } from '../../core/model/effects/calls';
import type { BreakExercise } from '../../core/model/scenario/exercise';
import type { Fault, FaultKind } from '../../core/model/scenario/fault';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { ProcessNames } from '../../core/model/scenario/story';
import type { Run } from '../../core/model/trace/run';
import type { Language } from '../../core/model/values/text';
import { runScenario } from '../../core/run/runScenario';
import { runSeeds, type SeedEnding } from '../../core/run/seeds';
import type { Parts } from '../../core/sim/parts';
import type { Judged, JudgingProgress } from '../../course/judging/exercise';
import { judgeWhole } from '../../course/judging/wholeExercise';
import { limitsOf } from '../../course/kinds';
import type { Attemptable } from '../../course/kinds/kind';
import { searchWorkerFunctions } from '../../search/explore/searchWorker';
import { type SmallestBreaks, smallestBreaks } from '../../search/explore/smallestBreaks';
import type { Space } from '../../search/explore/space';
import type { ShownAnswers } from '../../search/late/shown';
import { cellOf } from '../../search/matrix/cell';
import type { CheckId, Leases, Row } from '../../search/matrix/rows';
import type { Cell } from '../../search/matrix/table';
import type { OrderRules } from '../../search/orders/decision';
import type { OrdersFound, OrdersQuestion } from '../../search/orders/search';
import type { Answer, SearchOrder, SearchUpdate } from './messages';
import type { SearchHost } from './searchHost';
import { inlineWorker, type StartSearchWorker, spawnWebWorkers } from './searchWorkers';

export type WorkerFunctions = ReturnType<typeof functionsOf>;
export type WorkerCalls = Calls<WorkerFunctions>;

/** @param startSearchWorker null: a worker here cannot start another one */
export const functionsOf = (parts: Parts, startSearchWorker: StartSearchWorker | null) => ({
  /** Resolves when the worker has loaded. */
  ready: (): void => {},
  ...runFunctions(parts),
  ...searchFunctions(parts, startSearchWorker),
  ...searchWorkerFunctions(parts),
});

interface AttemptQuestion {
  readonly exercise: Attemptable;
  readonly scenario: Scenario;
}

export interface SmallestQuestion {
  readonly exercise: BreakExercise;
  /** The faults of a known solution; absent for an exercise that is being made. */
  readonly solutionFaults?: readonly Fault[];
}

interface SeedsQuestion {
  readonly scenario: Scenario;
  readonly count: number;
}

interface LateQuestion {
  readonly scenario: Scenario;
  readonly language: Language;
  /** The run on screen was made by real Redis. */
  readonly isReal: boolean;
  /** Of the run's story. */
  readonly names: ProcessNames | undefined;
}

interface OrdersOrder {
  readonly scenario: Scenario;
  readonly rules: OrderRules;
  readonly question: OrdersQuestion;
}

export type OrdersProgress = Pick<OrdersFound, 'orders' | 'merged' | 'complete'>;

interface CellsQuestion {
  readonly row: Row;
  readonly check: CheckId;
  readonly leases: Leases;
  /** In the order in which they are wanted. */
  readonly kinds: readonly FaultKind[];
}

export interface CellProgress {
  readonly of: FaultKind;
  readonly cell: Cell;
}

/** The most runs: half a minute on a slow machine. */
const runsMax = 6000;
/** How long it computes seeds before it checks whether the answer is still wanted. */
const sliceMs = 40;

const runFunctions = (parts: Parts) => ({
  play: (scenario: Scenario): Transferred<Pick<Run, 'trace' | 'verdict'>> => {
    const { trace, verdict } = runScenario(scenario, parts);
    const { at, kind, process, a, b, c, d, e, f } = trace;
    const columns = [at, kind, process, a, b, c, d, e, f];
    return new Transferred(
      { trace, verdict },
      columns.map(({ buffer }) => buffer as ArrayBuffer),
    );
  },
  /** Makes as many runs as it takes. */
  judge: ({ exercise, scenario }: AttemptQuestion, { report }: Call<JudgingProgress>): Judged =>
    inSteps(judgeWhole(exercise, scenario, parts), report),
  /** The smallest break that an exercise allows. Reports how many runs it has made. */
  smallest: ({ exercise, solutionFaults }: SmallestQuestion, { report }: Call<number>): SmallestBreaks =>
    inSteps(
      smallestBreaks(exercise, parts, {
        limits: limitsOf(exercise),
        runsMax,
        ...(solutionFaults === undefined ? {} : { solutionFaults }),
      }),
      report,
    ),
  /** Reports the endings, and has no other answer. */
  seeds: async ({ scenario, count }: SeedsQuestion, { report, pause }: Call<readonly SeedEnding[]>): Promise<void> => {
    const seeds = runSeeds(scenario, count, parts);
    for (let isDone = false; !isDone; await pause()) {
      const endings: SeedEnding[] = [];
      const end = performance.now() + sliceMs;
      while (performance.now() < end && !isDone) {
        const next = seeds.next();
        isDone = next.done === true;
        if (!next.done) endings.push(next.value);
      }
      report(endings);
    }
  },
  /**
   * Since when it was too late, and what would have been enough. Takes some seconds; the first answer is reported. The
   * sentences come on demand, as those of a search.
   */
  late: async (
    { scenario, language, isReal, names }: LateQuestion,
    { report }: Call<ShownAnswers>,
  ): Promise<ShownAnswers | null> => {
    const [{ defaultBudget }, { shownAnswers }, { speechOf }, { named }] = await Promise.all([
      import('../../search/late/remedies'),
      import('../../search/late/shown'),
      import('../../core/narrate/speechOf'),
      import('../../core/narrate/renamedWords'),
    ]);
    const speech = named(speechOf[language], names, language);
    const steps = shownAnswers(runScenario(scenario, parts), { parts, speech, isReal, budget: defaultBudget });
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      if (step.value !== undefined) report(step.value);
    }
  },
  /** Every order of what may happen. It comes on demand: few pages ask for it. */
  orders: async (
    { scenario, rules, question }: OrdersOrder,
    { report, pause }: Call<OrdersProgress>,
  ): Promise<OrdersFound> => {
    const [{ searchOrders }, { gameOf }] = await Promise.all([
      import('../../search/orders/search'),
      import('../../search/orders/state'),
    ]);
    await pause();
    return inSteps(searchOrders(gameOf(scenario, rules, parts), question), report);
  },
  /** The cells of a row of the table, one after the other. */
  cells: async ({ row, check, leases, kinds }: CellsQuestion, { report, pause }: Call<CellProgress>): Promise<void> => {
    for (const of of kinds) {
      report({ of, cell: cellOf(row, of, check, leases, parts) });
      await pause();
    }
  },
});

/** How often progress is reported, in ms. */
const reportEveryMs = 100;

function inSteps<Step, Made>(steps: Generator<Step, Made, void>, report: (step: Step) => void): Made {
  let reportedMs = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - reportedMs < reportEveryMs) continue;
    reportedMs = performance.now();
    report(step.value);
  }
}

/**
 * Loaded on demand, because it brings the sentences in both languages: with it every worker took a quarter longer to
 * begin. If it cannot be loaded, no reason is reported.
 */
const loadHost = () =>
  import('./searchHost').catch(() => {
    throw new Error('');
  });

function searchFunctions(parts: Parts, startSearchWorker: StartSearchWorker | null) {
  const hiring = startSearchWorker && spawnWebWorkers(startSearchWorker);
  let host: Promise<SearchHost> | null = null;
  return {
    /** It starts the workers itself, so the page never deals with them. */
    search: async (
      { scenario, question, workers, names }: SearchOrder,
      { report, pause }: Call<SearchUpdate>,
    ): Promise<Answer> => {
      const spawnFor = hiring ?? ((space: Space) => inlineWorker(space, { parts, pause }));
      const around = { parts, names, report, spawnFor, workers, now: () => performance.now(), pause };
      host = loadHost().then(({ SearchHost }) => new SearchHost(scenario, question, around));
      return (await host).work();
    },
    /** The search answers with what it has found so far. */
    stopSearch: async (): Promise<void> => (await host)?.stop(),
  };
}
