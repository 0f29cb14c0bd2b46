/**
 * Finds for each parameter the least change that fixes a run, under the run's own seed and under the page's seeds, and
 * how long the fault may last with that change.
 *
 * Doubling and bisecting finds a number, so it is only about the least until smaller steps are tried, too. The run with
 * each seed is compared with the run of the same seed without faults. A length is not offered if the only harm one step
 * beyond it is a wait that is too long. A scene names a rounded length of two digits below the least, which is tried as
 * well. The longest fault is tried with up to four times its length, in a run that is longer by the same time. A choice
 * fixes nothing if the fault then hits none of the clients that held the lock in the original run: it would hit another
 * client.
 */
import { valueIn, withValue } from '../../core/model/scenario/faultKind';
import { parseScenario } from '../../core/model/scenario/parse/parseScenario';
import type { Scenario, Setting } from '../../core/model/scenario/scenario';
import { addTo } from '../../core/model/values/grouped';
import type { Ms } from '../../core/model/values/time';
import type { Parts } from '../../core/sim/parts';
import { bisect, leastFrom } from '../explore/edge';
import { lengthField, type NumberRange, type Parameter, parametersOf } from './parameters';
import {
  type HoldersAtFault,
  isFixedBy,
  isOnlyDelay,
  type RemediableHarm,
  type RunOutcome,
  simulateHoldersAtFault,
  simulateOutcome,
  withoutFaults,
} from './runOutcome';

export interface LeastChange {
  readonly parameter: Parameter;
  /** It fixes the run under every seed that was tried. Null: no value does. */
  readonly value: Setting | null;
  /** It fixes the run under the run's own seed. */
  readonly ownSeedValue: Setting;
  /** A length of two digits below the least that also fixes the run. Null: there is none, or this is no length. */
  readonly roundedLength: Ms | null;
  /** The ratio of the new value to the current one, or the inverse: at least 1. For an option, 1. */
  readonly factor: number;
  /** Under the run's own seed there are two holders at once anyway. */
  readonly isTwoInside: boolean;
  /** Every smaller change was tried and fails, or there is no smaller change. */
  readonly isConfirmed: boolean;
  /** Null: no fault has a length, or chance decides about the change. */
  readonly reach: Reach | null;
}

/** How long the longest fault may last while the change still fixes the run, under the same seeds as `value`. */
export interface Reach {
  readonly fault: string;
  readonly upTo: Ms;
  /** The change fixes the run for every length that was tried. */
  readonly isEvery: boolean;
}

/** The factors by which a fault's length is multiplied. */
const lengthFactors = [1.5, 2, 3, 4];

/** Finds least changes of one run. It caches the outcomes of runs without faults, and which changes fix the run. */
export class ChangeSearch {
  private readonly faultlessOutcomes = new Map<string, RunOutcome>();
  private readonly holdersAtFaultBySeed = new Map<number, HoldersAtFault>();
  private readonly fixedByScenario = new Map<string, boolean>();
  private readonly seeds: number[];
  readonly parameters: readonly Parameter[];
  /** How many changed runs were simulated. */
  runCount = 0;

  /** @param seeds besides the run's own: 0 to 99 on the page */
  constructor(
    private readonly scenario: Scenario,
    private readonly harm: RemediableHarm,
    private readonly parts: Parts,
    seeds: readonly number[],
  ) {
    this.seeds = [...new Set([scenario.seed, ...seeds])];
    this.parameters = parametersOf(scenario, parts);
  }

  /** The changes of one parameter: one for each option that fixes the run. Cost: some hundred simulations for a number. */
  *changesOf(parameter: Parameter): Generator<void, readonly LeastChange[], void> {
    const { values } = parameter;
    const changes: LeastChange[] = [];
    if (values.kind === 'options') {
      for (const option of values.options) {
        yield;
        if (this.isAllowed(parameter, option) && this.fixes(this.scenario, parameter, option))
          changes.push(
            this.changeTo(parameter, option, this.fixesEverySeed(this.scenario, parameter, option) ? option : null),
          );
      }
      return changes;
    }
    const ownSeedRanges = [stepRangeOf(values, -1), stepRangeOf(values, 1)].flatMap((stepRange) => {
      const least = leastFrom(
        (steps) => this.fixes(this.scenario, parameter, stepRange.valueAt(steps)),
        1,
        stepRange.stepCount,
      );
      return least === null ? [] : [{ ...stepRange, least }];
    });
    yield;
    const everySeedChanges = ownSeedRanges.flatMap((stepRange) => {
      const holds = (steps: number): boolean => this.fixesEverySeed(this.scenario, parameter, stepRange.valueAt(steps));
      const steps = leastFrom(holds, stepRange.least, stepRange.stepCount);
      return steps === null ? [] : [{ steps, value: stepRange.valueAt(steps) }];
    });
    yield;
    const [leastOwnSeed] = ownSeedRanges.sort((one, other) => one.least - other.least);
    const [leastEverySeed] = everySeedChanges.sort((one, other) => one.steps - other.steps);
    const shownChange =
      leastEverySeed ??
      (leastOwnSeed && { steps: leastOwnSeed.least, value: leastOwnSeed.valueAt(leastOwnSeed.least) });
    if (parameter.of === 'length' && shownChange !== undefined) {
      const seeds = leastEverySeed === undefined ? [this.scenario.seed] : this.seeds;
      if (this.onlyDelaysBeyond(parameter, oneStepBack(values, shownChange.value), seeds)) return [];
    }
    return leastOwnSeed === undefined
      ? []
      : [this.changeTo(parameter, leastOwnSeed.valueAt(leastOwnSeed.least), leastEverySeed?.value ?? null)];
  }

  /** Tries every smaller change, so that the value is the least. Yields before each. Cost: usually one simulation each. */
  *confirm(change: LeastChange): Generator<void, LeastChange, void> {
    const { parameter, value } = change;
    const { values } = parameter;
    if (change.isConfirmed || value === null || values.kind === 'options') return change;
    const stepCountMax = stepCountOf(change);
    for (let steps = 1; steps < stepCountMax; steps++) {
      yield;
      const smallerValue = [stepRangeOf(values, -1), stepRangeOf(values, 1)]
        .filter((stepRange) => steps <= stepRange.stepCount)
        .map((stepRange) => stepRange.valueAt(steps))
        .find((one) => this.fixesEverySeed(this.scenario, parameter, one));
      if (smallerValue !== undefined)
        return { ...this.changeTo(parameter, change.ownSeedValue, smallerValue), isConfirmed: true };
    }
    return { ...change, isConfirmed: true };
  }

  /**
   * Whether the only harm of every run that this length does not fix is a wait that is too long. The least length then
   * says how long a client may wait, and nothing about lost data.
   */
  private onlyDelaysBeyond(parameter: Parameter, length: number, seeds: readonly number[]): boolean {
    const failing = seeds
      .map((seed) => ({ ...this.scenario, seed }))
      .filter((scenario) => !this.fixes(scenario, parameter, length));
    return (
      failing.length > 0 &&
      failing.every((scenario) => isOnlyDelay(simulateOutcome(parameter.with(scenario, length), this.parts)))
    );
  }

  /** Whether the parser accepts the changed scenario: a check may need a token that the lock does not have. */
  private isAllowed(parameter: Parameter, option: Setting): boolean {
    const faultNames = Object.keys(this.scenario.faults);
    return parseScenario(parameter.with(this.scenario, option), this.parts, { keptFaults: faultNames }).ok;
  }

  private changeTo(parameter: Parameter, ownSeedValue: Setting, value: Setting | null): LeastChange {
    const fixingValue = value ?? ownSeedValue;
    return {
      parameter,
      value,
      ownSeedValue,
      roundedLength: this.roundedLengthFor(parameter, fixingValue, value === null ? 'own seed' : 'every seed'),
      factor: factorOf(parameter, fixingValue),
      isTwoInside: simulateOutcome(parameter.with(this.scenario, fixingValue), this.parts).lock === 'overlap',
      isConfirmed: parameter.values.kind === 'options',
      reach: parameter.isLuck ? null : this.reachOf(parameter, fixingValue, value === null ? 'own seed' : 'every seed'),
    };
  }

  private roundedLengthFor(parameter: Parameter, value: Setting, seedScope: 'own seed' | 'every seed'): Ms | null {
    if (parameter.of !== 'length' || typeof value !== 'number') return null;
    const roundedValue = truncateToTwoDigits(value);
    const holds =
      seedScope === 'own seed'
        ? this.fixes(this.scenario, parameter, roundedValue)
        : this.fixesEverySeed(this.scenario, parameter, roundedValue);
    return holds ? roundedValue : null;
  }

  private fixes(scenario: Scenario, parameter: Parameter, value: Setting): boolean {
    const changed = parameter.with(scenario, value);
    const name = JSON.stringify(changed);
    const cachedResult = this.fixedByScenario.get(name);
    if (cachedResult !== undefined) return cachedResult;
    this.runCount++;
    // A storage-side check protects the data whichever client a fault hits. Its requests move the fault.
    const holdersAtFault = parameter.isLuck || parameter.of === 'storage' ? undefined : this.holdersAtFaultOf(scenario);
    const isFixed = isFixedBy(changed, this.harm, this.faultlessOutcomeOf(scenario), this.parts, holdersAtFault);
    this.fixedByScenario.set(name, isFixed);
    return isFixed;
  }

  /** Under every seed. The seed that failed last is tried first, since it will most often fail again. */
  private fixesEverySeed(scenario: Scenario, parameter: Parameter, value: Setting): boolean {
    const { seeds } = this;
    const failing = seeds.findIndex((seed) => !this.fixes({ ...scenario, seed }, parameter, value));
    seeds.unshift(...seeds.splice(failing, failing < 0 ? 0 : 1));
    return failing < 0;
  }

  /** The outcome of the same run without faults. The change is not in it. */
  private faultlessOutcomeOf(scenario: Scenario): RunOutcome {
    const name = `${scenario.seed} ${scenario.settings.duration}`;
    const cachedOutcome = this.faultlessOutcomes.get(name);
    if (cachedOutcome !== undefined) return cachedOutcome;
    const outcome = simulateOutcome(withoutFaults(scenario), this.parts);
    this.faultlessOutcomes.set(name, outcome);
    return outcome;
  }

  /** The clients that the faults hit. The length of a fault does not change what happens before it. */
  private holdersAtFaultOf({ seed }: Scenario): HoldersAtFault {
    const cachedHolders = this.holdersAtFaultBySeed.get(seed);
    if (cachedHolders !== undefined) return cachedHolders;
    const holdersAtFault = simulateHoldersAtFault({ ...this.scenario, seed }, this.parts);
    this.holdersAtFaultBySeed.set(seed, holdersAtFault);
    return holdersAtFault;
  }

  private reachOf(parameter: Parameter, value: Setting, seedScope: 'own seed' | 'every seed'): Reach | null {
    const fault = longestFault(this.scenario, this.parts);
    if (fault === null) return null;
    const { name, length } = fault;
    const holds = (ms: Ms): boolean => {
      const scenario = withFaultLength(this.scenario, fault, ms);
      return seedScope === 'own seed'
        ? this.fixes(scenario, parameter, value)
        : this.fixesEverySeed(scenario, parameter, value);
    };
    let heldLength = Math.floor(length);
    for (const lengthFactor of lengthFactors) {
      const next = Math.floor(length * lengthFactor);
      if (!holds(next)) {
        const upTo = bisect((ms) => !holds(ms), heldLength, next) - 1;
        return { fault: name, upTo, isEvery: false };
      }
      heldLength = next;
    }
    return { fault: name, upTo: heldLength, isEvery: true };
  }
}

/** By how many steps the change moves its parameter. 0: there is nothing to confirm. */
export const stepCountOf = ({ parameter: { values }, value, isConfirmed }: LeastChange): number =>
  isConfirmed || value === null || values.kind === 'options'
    ? 0
    : Math.round(Math.abs(Number(value) - values.current) / values.step);

/**
 * The order in which least changes are shown: those that hold for every length of the fault, those that hold up to some
 * length, those that hold for this seed alone, and those that are left to chance. Smaller factors come first.
 */
export const rankChanges = (changes: readonly LeastChange[]): readonly LeastChange[] =>
  [...changes].sort((one, other) => changeRank(one) - changeRank(other) || one.factor - other.factor);

function changeRank({ parameter, value, reach }: LeastChange): number {
  if (parameter.isLuck) return value === null ? 4 : 3;
  if (value === null) return 2;
  return reach?.isEvery === true ? 0 : 1;
}

/** How many of these groups are shown. */
export const shownGroupsMax = 4;

/** One sentence names a group: options of one parameter with the same conditions, or all faults that may be absent. */
export function groupChanges(changes: readonly LeastChange[]): readonly (readonly LeastChange[])[] {
  const groups = new Map<string, LeastChange[]>();
  for (const change of changes) {
    const { parameter, value, isTwoInside, reach } = change;
    // If a fault may be shorter, it may also be absent.
    const hasShorterLength = changes.some(
      (other) => other.parameter.of === 'length' && other.parameter.name === parameter.name,
    );
    if (parameter.of === 'absence' && hasShorterLength) continue;
    const name = parameter.of === 'absence' ? null : parameter.name;
    addTo(groups, JSON.stringify([parameter.of, name, value === null, isTwoInside, reach]), change);
  }
  return [...groups.values()];
}

interface StepRange {
  /** How many steps there are in this direction. */
  readonly stepCount: number;
  readonly valueAt: (steps: number) => number;
}

function stepRangeOf({ current, min, max, step }: NumberRange, direction: 1 | -1): StepRange {
  const distance = direction === 1 ? max - current : current - min;
  return {
    stepCount: Math.floor(distance / step + roundingError),
    // Steps of a hundredth add up with rounding errors.
    valueAt: (steps) => Number((current + direction * steps * step).toFixed(decimals)),
  };
}

/** Towards 0. */
function truncateToTwoDigits(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.abs(value))) - 1);
  return Math.trunc(value / unit) * unit;
}

/** The value that is one step nearer to the current one. */
const oneStepBack = ({ current: own, step }: NumberRange, value: number): number =>
  Number((value + Math.sign(own - value) * step).toFixed(decimals));

const decimals = 6;
const roundingError = 1e-9;

function factorOf({ values }: Parameter, value: Setting): number {
  if (values.kind === 'options') return 1;
  const ratio = Number(value) / values.current;
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

/** The run gets longer by the same time as the fault. Otherwise it would end before its outcome is clear. */
function withFaultLength(scenario: Scenario, { name, field, length }: FaultLength, ms: Ms): Scenario {
  const fault = scenario.faults[name];
  if (fault === undefined) return scenario;
  const duration = scenario.settings.duration + Math.max(0, Math.ceil(ms - length));
  return {
    ...scenario,
    settings: { ...scenario.settings, duration },
    faults: { ...scenario.faults, [name]: withValue(fault, field, ms) },
  };
}
