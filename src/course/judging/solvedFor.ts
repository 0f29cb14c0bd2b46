/**
 * Whether an answer to an exercise holds: under every seed, in the run without attacks, against every attack, and at
 * every place of the exercise's space. It knows no page and no clock: the caller decides how long it goes on.
 */

import type { GoalResult } from '../../core/judge/goal';
import { evaluateGoal, type GoalEvaluation } from '../../core/judge/goalEvaluation';
import { judge } from '../../core/judge/judge';
import type { Aim, Attack, ChooseExercise, FixExercise } from '../../core/model/scenario/exercise';
import type { Fault } from '../../core/model/scenario/fault';
import { applyPatch } from '../../core/model/scenario/patch';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Trace } from '../../core/model/trace/trace';
import { keptTrace } from '../../core/model/trace/traceWriter';
import type { Verdict } from '../../core/model/trace/verdict';
import type { Parts } from '../../core/sim/parts';
import { simulate, simulateIntoBuffer } from '../../core/sim/simulate';
import { fingerprint } from '../../search/explore/fingerprint';
import { placementsIn } from '../../search/explore/limits';
import { lengthsIn } from '../../search/explore/space';
import { surveyOf } from '../../search/explore/surveyOf';
import { atStep, Weakest } from '../../search/explore/weakest';
import { limitsOf } from '../kinds';

export interface Answer {
  /** The exercise's scenario with the changes of its solver. */
  readonly answer: Scenario;
  readonly seeds: readonly number[];
}

/** What was tried so far. */
export interface Tried {
  readonly runs: number;
  /** The number of runs that it will take, as far as is known. */
  readonly runsExpected: number;
  /** The number of places tried, under all seeds. */
  readonly injectionPoints: number;
}

/** A run in which the answer misses a goal. */
export interface Miss {
  readonly scenario: Scenario;
  readonly aim: Aim;
  readonly met: GoalResult;
  /** The measured result in that run. */
  readonly measured: GoalEvaluation;
  /** The attack of the exercise that caused the miss. Null: none did. */
  readonly attack: Attack | null;
  /** The fault at some place that caused the miss. Null: none did. */
  readonly fault: Fault | null;
}

export interface Solved extends Tried {
  /**
   * The smallest run in which a goal is missed: without attacks, or by an attack, or by the weakest fault at any
   * place, in this order.
   */
  readonly miss: Miss | null;
}

/** Returns `count` seeds: the given one, then others from 0 on. */
export const seedsFrom = (seed: number, count: number): readonly number[] =>
  [seed, ...Array.from({ length: count }, (_, other) => other).filter((other) => other !== seed)].slice(0, count);

/** Yields what was tried so far, after each run. Stops at the first seed with a miss. */
export function* solvedFor(
  exercise: FixExercise | ChooseExercise,
  { answer, seeds }: Answer,
  parts: Parts,
): Generator<Tried, Solved, void> {
  const trying = new Trying(exercise, parts);
  const miss = yield* trying.all(answer, seeds);
  return { ...trying.tried, miss };
}

/** The name of the injected fault in a run. */
const name = 'attack';

const withFault = (scenario: Scenario, fault: Fault): Scenario => ({
  ...scenario,
  faults: { ...scenario.faults, [name]: fault },
});

class Trying {
  private runs = 0;
  private runsExpected = 0;
  private injectionPoints = 0;
  /** The runs of this seed in which no goal was missed. */
  private goodRuns = new Set<number>();

  constructor(
    private readonly exercise: FixExercise | ChooseExercise,
    private readonly parts: Parts,
  ) {}

  get tried(): Tried {
    const { runs, runsExpected, injectionPoints } = this;
    return { runs, runsExpected: Math.max(runs, runsExpected), injectionPoints };
  }

  /** The cheapest runs come first: many wrong answers need no fault. */
  *all(answer: Scenario, seeds: readonly number[]): Generator<Tried, Miss | null, void> {
    this.runsExpected = seeds.length * (1 + this.exercise.attacks.length);
    for (const seed of seeds) {
      const miss = yield* this.attacks({ ...answer, seed });
      if (miss !== null) return miss;
    }
    for (const [index, seed] of seeds.entries()) {
      const miss = yield* this.injections({ ...answer, seed }, seeds.length - index);
      if (miss !== null) return miss;
    }
    return null;
  }

  private *attacks(scenario: Scenario): Generator<Tried, Miss | null, void> {
    const miss = this.missed('calm', this.simulated(scenario));
    yield this.tried;
    if (miss !== null) return { ...miss, scenario, attack: null, fault: null };
    for (const attack of this.exercise.attacks) {
      const attacked = applyPatch(scenario, attack.patch);
      const attackMiss = this.missed('attacks', this.simulated(attacked));
      yield this.tried;
      if (attackMiss !== null) return { ...attackMiss, scenario: attacked, attack, fault: null };
    }
    return null;
  }

  private *injections(scenario: Scenario, seedsLeft: number): Generator<Tried, Miss | null, void> {
    const limits = limitsOf(this.exercise);
    if (limits.length === 0) return null;
    const lengths = lengthsIn(this.simulated(scenario), this.parts);
    const placements = placementsIn(limits, surveyOf(scenario, this.parts, lengths).survey);
    this.runsExpected = this.runs + seedsLeft * placements.length;
    this.goodRuns = new Set();
    const isMissed = (fault: Fault): boolean => this.missedBy(scenario, fault) !== null;
    const weakest = new Weakest(isMissed);
    for (const { fault } of placements) {
      this.injectionPoints++;
      if (isMissed(fault)) weakest.offer(fault);
      yield this.tried;
    }
    if (weakest.fault === null) return null;
    const fault = atStep(weakest.fault, this.simulated(scenario), isMissed);
    const miss = this.missedBy(scenario, fault);
    return miss && { ...miss, scenario: withFault(scenario, fault), attack: null, fault };
  }

  private missedBy(scenario: Scenario, fault: Fault): Missed | null {
    this.runs++;
    const trace = simulateIntoBuffer(withFault(scenario, fault), this.parts);
    if (trace.header.missed[name] !== undefined) return null;
    const run = fingerprint(trace);
    if (this.goodRuns.has(run)) return null;
    const miss = this.missed('attacks', keptTrace(trace));
    if (miss === null) this.goodRuns.add(run);
    return miss;
  }

  /** The first goal that a run misses. */
  private missed(where: Aim['in'], trace: Trace): Missed | null {
    const verdict = judge(trace, this.parts);
    for (const aim of this.exercise.aims) {
      if (aim.in !== where) continue;
      const measurement = evaluateGoal(aim.goal, verdict);
      const { met } = measurement;
      if (met === 'false' || (met === 'not yet' && !hasHeld(verdict))) return { aim, met, measured: measurement };
    }
    return null;
  }

  private simulated(scenario: Scenario): Trace {
    this.runs++;
    return simulate(scenario, this.parts);
  }
}

type Missed = Pick<Miss, 'aim' | 'met' | 'measured'>;

/** If the lock held, a goal is undecided only when it measures what did not occur, such as a crash inside. */
const hasHeld = ({ lock, data }: Verdict): boolean => lock === 'held' && data !== 'unknown';
