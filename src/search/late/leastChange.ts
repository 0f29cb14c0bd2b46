/**
 * Finds for each lever the least change that saves a run, under its own seed and under the page's seeds, and how much
 * longer the fault may then last. A number is found by doubling and bisecting, so it is only about the least until it
 * is confirmed step by step. Each seed is compared with its own run without faults. A length is not offered if one step
 * beyond it the only harm is a wait that is too long. A scene names a length of two digits below the least, which was
 * tried as well. The longest fault is made up to four times as long, and the run longer by as much. A choice by which a
 * fault hits none of the clients that had the lock when it hit saves nothing: another client would be hit.
 */
import { valueIn, withValue } from '../../core/model/scenario/faultKind';
import { parseScenario } from '../../core/model/scenario/parse/parseScenario';
import type { Scenario, Setting } from '../../core/model/scenario/scenario';
import { addTo } from '../../core/model/values/grouped';
import type { Ms } from '../../core/model/values/time';
import type { Parts } from '../../core/sim/parts';
import { bisect, leastFrom } from '../explore/edge';
import {
  type HoldersAtFault,
  isFixedBy,
  isOnlyDelay,
  type RemediableHarm,
  type RunOutcome,
  simulateHoldersAtFault,
  simulateOutcome,
  withoutFaults,
} from './ending';
import { lengthField, type Numbers, type Parameter, parametersOf } from './parameters';

export interface LeastChange {
  readonly lever: Parameter;
  /** Saves the run under every seed that was tried; null: none does. */
  readonly value: Setting | null;
  /** Saves it under the run's own seed. */
  readonly ownSeedValue: Setting;
  /** Of a length: one of two digits that saves it as well, below the least. Null: none does, or it is no length. */
  readonly roundedLength: Ms | null;
  /** How many times the lever's own value, or its part, at least 1. An option has 1. */
  readonly factor: number;
  /** Under the run's own seed there are two holders at once anyway. */
  readonly isTwoInside: boolean;
  /** Every smaller change was tried and fails, or no change is smaller. */
  readonly isConfirmed: boolean;
  /** Null: no fault has a length, or the change is luck. */
  readonly reach: Reach | null;
}

/** For how long a fault the change holds, under the seeds under which it saves. Of several faults it is the longest. */
export interface Reach {
  readonly fault: string;
  readonly upTo: Ms;
  /** It held for every length that was tried. */
  readonly isEvery: boolean;
}

/** How many times its length a fault is tried with. */
const longer = [1.5, 2, 3, 4];

/** Finds least changes of one run. It remembers how runs without faults end, and which changes save. */
export class ChangeSearch {
  private readonly faultless = new Map<string, RunOutcome>();
  private readonly holdersAtFaultBySeed = new Map<number, HoldersAtFault>();
  private readonly tried = new Map<string, boolean>();
  private readonly seeds: number[];
  readonly levers: readonly Parameter[];
  /** How many changed runs were simulated. */
  runs = 0;

  /** @param seeds besides the run's own: 0 to 99 on the page */
  constructor(
    private readonly scenario: Scenario,
    private readonly harm: RemediableHarm,
    private readonly parts: Parts,
    seeds: readonly number[],
  ) {
    this.seeds = [...new Set([scenario.seed, ...seeds])];
    this.levers = parametersOf(scenario, parts);
  }

  /** The changes of one lever, one for each option that saves. Cost: some hundred simulations, most of them for numbers. */
  *changesOf(lever: Parameter): Generator<void, readonly LeastChange[], void> {
    const { values } = lever;
    const changes: LeastChange[] = [];
    if (values.kind === 'options') {
      for (const option of values.options) {
        yield;
        if (this.isAllowed(lever, option) && this.fixes(this.scenario, lever, option))
          changes.push(this.changeTo(lever, option, this.fixesEverySeed(this.scenario, lever, option) ? option : null));
      }
      return changes;
    }
    const moves = [movesOf(values, -1), movesOf(values, 1)].flatMap((move) => {
      const least = leastFrom((steps) => this.fixes(this.scenario, lever, move.to(steps)), 1, move.most);
      return least === null ? [] : [{ ...move, least }];
    });
    yield;
    const always = moves.flatMap((move) => {
      const holds = (steps: number): boolean => this.fixesEverySeed(this.scenario, lever, move.to(steps));
      const steps = leastFrom(holds, move.least, move.most);
      return steps === null ? [] : [{ steps, value: move.to(steps) }];
    });
    yield;
    const [alone] = moves.sort((one, other) => one.least - other.least);
    const [least] = always.sort((one, other) => one.steps - other.steps);
    const shownValue = least ?? (alone && { steps: alone.least, value: alone.to(alone.least) });
    if (lever.of === 'length' && shownValue !== undefined) {
      const seeds = least === undefined ? [this.scenario.seed] : this.seeds;
      if (this.onlyDelaysBeyond(lever, nearer(values, shownValue.value), seeds)) return [];
    }
    return alone === undefined ? [] : [this.changeTo(lever, alone.to(alone.least), least?.value ?? null)];
  }

  /** Tries every smaller change, so that the value is the least. Yields before each. Cost: one simulation for most. */
  *confirmed(change: LeastChange): Generator<void, LeastChange, void> {
    const { lever, value } = change;
    const { values } = lever;
    if (change.isConfirmed || value === null || values.kind === 'options') return change;
    const most = stepsOf(change);
    for (let steps = 1; steps < most; steps++) {
      yield;
      const smaller = [movesOf(values, -1), movesOf(values, 1)]
        .filter((move) => steps <= move.most)
        .map((move) => move.to(steps))
        .find((one) => this.fixesEverySeed(this.scenario, lever, one));
      if (smaller !== undefined) return { ...this.changeTo(lever, change.ownSeedValue, smaller), isConfirmed: true };
    }
    return { ...change, isConfirmed: true };
  }

  /**
   * Whether the only harm of a run with this length, where it is not saved, is a wait that is too long. The least
   * length then says how long one may wait, and nothing about what was lost.
   */
  private onlyDelaysBeyond(lever: Parameter, length: number, seeds: readonly number[]): boolean {
    const failing = seeds
      .map((seed) => ({ ...this.scenario, seed }))
      .filter((scenario) => !this.fixes(scenario, lever, length));
    return (
      failing.length > 0 &&
      failing.every((scenario) => isOnlyDelay(simulateOutcome(lever.with(scenario, length), this.parts)))
    );
  }

  /** Whether the changed scenario is one: a check may need a token that the lock does not have. */
  private isAllowed(lever: Parameter, option: Setting): boolean {
    const faultNames = Object.keys(this.scenario.faults);
    return parseScenario(lever.with(this.scenario, option), this.parts, { keptFaults: faultNames }).ok;
  }

  private changeTo(lever: Parameter, ownSeedValue: Setting, value: Setting | null): LeastChange {
    const savingValue = value ?? ownSeedValue;
    return {
      lever,
      value,
      ownSeedValue,
      roundedLength: this.roundedLengthFor(lever, savingValue, value === null ? 'own seed' : 'every seed'),
      factor: factorOf(lever, savingValue),
      isTwoInside: simulateOutcome(lever.with(this.scenario, savingValue), this.parts).lock === 'overlap',
      isConfirmed: lever.values.kind === 'options',
      reach: lever.isLuck ? null : this.reachOf(lever, savingValue, value === null ? 'own seed' : 'every seed'),
    };
  }

  private roundedLengthFor(lever: Parameter, value: Setting, under: 'own seed' | 'every seed'): Ms | null {
    if (lever.of !== 'length' || typeof value !== 'number') return null;
    const roundedValue = inTwoDigits(value);
    const holds =
      under === 'own seed'
        ? this.fixes(this.scenario, lever, roundedValue)
        : this.fixesEverySeed(this.scenario, lever, roundedValue);
    return holds ? roundedValue : null;
  }

  private fixes(scenario: Scenario, lever: Parameter, value: Setting): boolean {
    const changed = lever.with(scenario, value);
    const name = JSON.stringify(changed);
    const cachedResult = this.tried.get(name);
    if (cachedResult !== undefined) return cachedResult;
    this.runs++;
    // A check keeps the data wherever a fault hits, and moves the fault by its own requests.
    const struck = lever.isLuck || lever.of === 'storage' ? undefined : this.holdersAtFaultOf(scenario);
    const isSaved = isFixedBy(changed, this.harm, this.faultlessOf(scenario), this.parts, struck);
    this.tried.set(name, isSaved);
    return isSaved;
  }

  /** Under every seed. The seed that failed last is tried first, since it will most often fail again. */
  private fixesEverySeed(scenario: Scenario, lever: Parameter, value: Setting): boolean {
    const { seeds } = this;
    const failing = seeds.findIndex((seed) => !this.fixes({ ...scenario, seed }, lever, value));
    seeds.unshift(...seeds.splice(failing, failing < 0 ? 0 : 1));
    return failing < 0;
  }

  /** The run that the change has not touched. */
  private faultlessOf(scenario: Scenario): RunOutcome {
    const name = `${scenario.seed} ${scenario.settings.duration}`;
    const cachedEnding = this.faultless.get(name);
    if (cachedEnding !== undefined) return cachedEnding;
    const ending = simulateOutcome(withoutFaults(scenario), this.parts);
    this.faultless.set(name, ending);
    return ending;
  }

  /** The clients that the faults hit. Their length changes nothing before that. */
  private holdersAtFaultOf({ seed }: Scenario): HoldersAtFault {
    const cachedStrikes = this.holdersAtFaultBySeed.get(seed);
    if (cachedStrikes !== undefined) return cachedStrikes;
    const struck = simulateHoldersAtFault({ ...this.scenario, seed }, this.parts);
    this.holdersAtFaultBySeed.set(seed, struck);
    return struck;
  }

  private reachOf(lever: Parameter, value: Setting, under: 'own seed' | 'every seed'): Reach | null {
    const fault = longestFault(this.scenario, this.parts);
    if (fault === null) return null;
    const { name, length } = fault;
    const holds = (ms: Ms): boolean => {
      const scenario = lengthened(this.scenario, fault, ms);
      return under === 'own seed' ? this.fixes(scenario, lever, value) : this.fixesEverySeed(scenario, lever, value);
    };
    let held = Math.floor(length);
    for (const times of longer) {
      const next = Math.floor(length * times);
      if (!holds(next)) {
        const upTo = bisect((ms) => !holds(ms), held, next) - 1;
        return { fault: name, upTo, isEvery: false };
      }
      held = next;
    }
    return { fault: name, upTo: held, isEvery: true };
  }
}

/** By how many steps a change that can be confirmed moves its lever. Else 0. */
export const stepsOf = ({ lever: { values }, value, isConfirmed }: LeastChange): number =>
  isConfirmed || value === null || values.kind === 'options'
    ? 0
    : Math.round(Math.abs(Number(value) - values.own) / values.step);

/**
 * Every least change, in the order in which they are shown: what holds for every length, then what moves the margin, the
 * smallest factor first, then what holds for this seed alone, then luck.
 */
export const ranked = (changes: readonly LeastChange[]): readonly LeastChange[] =>
  [...changes].sort((one, other) => changeRank(one) - changeRank(other) || one.factor - other.factor);

function changeRank({ lever, value, reach }: LeastChange): number {
  if (lever.isLuck) return value === null ? 4 : 3;
  if (value === null) return 2;
  return reach?.isEvery === true ? 0 : 1;
}

/** How many of these groups are shown. */
export const shownGroupsMax = 4;

/** Options of one lever are said together where the same holds of them, and faults that may be absent. */
export function groupChanges(changes: readonly LeastChange[]): readonly (readonly LeastChange[])[] {
  const groups = new Map<string, LeastChange[]>();
  for (const change of changes) {
    const { lever, value, isTwoInside, reach } = change;
    // If a fault may be shorter, it may also be absent.
    const isShorter = changes.some((other) => other.lever.of === 'length' && other.lever.name === lever.name);
    if (lever.of === 'absence' && isShorter) continue;
    const name = lever.of === 'absence' ? null : lever.name;
    addTo(groups, JSON.stringify([lever.of, name, value === null, isTwoInside, reach]), change);
  }
  return [...groups.values()];
}

interface StepRange {
  /** How many steps there are in this direction. */
  readonly most: number;
  readonly to: (steps: number) => number;
}

function movesOf({ own, min, max, step }: Numbers, direction: 1 | -1): StepRange {
  const room = direction === 1 ? max - own : own - min;
  return {
    most: Math.floor(room / step + rounding),
    // Steps of a hundredth add up with rounding errors.
    to: (steps) => Number((own + direction * steps * step).toFixed(decimals)),
  };
}

/** Towards 0. */
function inTwoDigits(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.abs(value))) - 1);
  return Math.trunc(value / unit) * unit;
}

/** A step back towards what it is. */
const nearer = ({ own, step }: Numbers, value: number): number =>
  Number((value + Math.sign(own - value) * step).toFixed(decimals));

const decimals = 6;
const rounding = 1e-9;

function factorOf({ values }: Parameter, value: Setting): number {
  if (values.kind === 'options') return 1;
  const ratio = Number(value) / values.own;
  return Math.max(ratio, 1 / ratio);
}

interface FaultLength {
  readonly name: string;
  readonly field: string;
  readonly length: Ms;
}

function longestFault({ faults }: Scenario, parts: Parts): FaultLength | null {
  const candidates = Object.entries(faults).flatMap(([name, fault]) => {
    const field = lengthField(fault, parts)?.name;
    const length = field === undefined ? undefined : valueIn(fault, field);
    return field !== undefined && typeof length === 'number' && length > 0 ? [{ name, field, length }] : [];
  });
  const [longest] = candidates.sort((one, other) => other.length - one.length);
  return longest ?? null;
}

/** The run lasts as much longer as the fault: otherwise nothing could be said of its end. */
function lengthened(scenario: Scenario, { name, field, length }: FaultLength, ms: Ms): Scenario {
  const fault = scenario.faults[name];
  if (fault === undefined) return scenario;
  const duration = scenario.settings.duration + Math.max(0, Math.ceil(ms - length));
  return {
    ...scenario,
    settings: { ...scenario.settings, duration },
    faults: { ...scenario.faults, [name]: withValue(fault, field, ms) },
  };
}
