/** The space of a search: a scenario without its faults, and which faults may hit it. */
import { injectionRules, standardKinds } from '../../core/faults';
import type { Lengths, Placement, Survey } from '../../core/faults/injectionPoints';
import type { FaultKind } from '../../core/model/scenario/fault';
import { withDefaults } from '../../core/model/scenario/fields';
import { leaseOf } from '../../core/model/scenario/lease';
import type { Scenario } from '../../core/model/scenario/scenario';
import { kindNumber, type Trace } from '../../core/model/trace/trace';
import { nth } from '../../core/model/values/nth';
import { fromMs, lengthMax, type Micros, toMs } from '../../core/model/values/time';
import type { Parts } from '../../core/sim/parts';
import { simulate } from '../../core/sim/simulate';
import type { HarmTarget, SearchTarget } from './harm';
import { type Limit, placementsIn } from './limits';
import { surveyOf } from './surveyOf';

/** More faults at once make a space too large for any machine. */
export const faultsMost = 3;

/** The space of a search, and which harm is looked for. */
export interface TargetSpace {
  readonly scenario: Scenario;
  readonly kinds: readonly FaultKind[];
  /** How many faults may hit one run: 1, 2 or 3. */
  readonly faultsMax: number;
  readonly harm: SearchTarget;
  readonly lengths: Lengths;
  /** Absent: the kinds hit anywhere, as strong as `lengths` says. */
  readonly limits?: readonly Limit[];
}

/** Its scenario has no faults of its own. */
export interface Space extends TargetSpace {
  readonly harm: HarmTarget;
}

/** Returns every place of a run where one more fault can hit. */
export const placementsOf = ({ kinds, limits }: TargetSpace, survey: Survey): readonly Placement[] =>
  limits === undefined
    ? kinds.flatMap((kind) => injectionRules[kind].placements(survey))
    : placementsIn(limits, survey);

/** The scenarios of a search: each seed, with each choice that the scenario leaves open. */
export function searchedScenarios(scenario: Scenario, seeds: number, { locks }: Parts): readonly Scenario[] {
  const { lock } = scenario;
  const fields = locks.get(lock.id)?.fields ?? {};
  const open = Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'choice' &&
    lock.settings?.[name] === undefined &&
    field.searched?.(withDefaults(fields, lock.settings))
      ? field.options
          .filter(({ id }) => id !== field.default)
          .map(({ id }) => ({ ...lock, settings: { ...lock.settings, [name]: id } }))
      : [],
  );
  return Array.from({ length: seeds }, (_, count) => scenario.seed + count).flatMap((seed) =>
    [lock, ...open].map((one) => ({ ...scenario, seed, lock: one })),
  );
}

/** What a caller asks for. Absent parts are those of the standard space. */
export interface Asked {
  readonly kinds?: readonly FaultKind[];
  readonly faultsMax?: number;
  readonly harm?: HarmTarget;
  readonly seed?: number;
}

/**
 * The space of a scenario. Its own faults are removed, since the search places all faults, and what it was found for. It runs long enough for
 * the longest fault and for what comes after it.
 */
export function spaceOf(scenario: Scenario, parts: Parts, options: Asked = {}): Space {
  const { kinds = standardKinds, faultsMax = 1, harm = 'lost', seed = scenario.seed } = options;
  const { harm: _, ...rest } = scenario;
  const faultless: Scenario = { ...rest, seed, faults: {} };
  const trace = simulate(faultless, parts);
  const lengths = lengthsIn(trace, parts);
  const { settings } = faultless;
  const enough = Math.ceil(toMs(lastAt(trace)) + faultsMax * (lengths[2] + settings.patience));
  const duration = Math.min(lengthMax, Math.max(settings.duration, enough));
  return { scenario: { ...faultless, settings: { ...settings, duration } }, kinds, faultsMax, harm, lengths };
}

/** The kinds of faults that have no place in the faultless run, such as a failover where no node has a replica. */
export function idleKinds({ scenario, kinds, lengths }: Space, parts: Parts): readonly FaultKind[] {
  const { survey } = surveyOf(scenario, parts, lengths);
  return kinds.filter((kind) => injectionRules[kind].placements(survey).length === 0);
}

const below = 0.9;
/** A lock without expiry has no threshold, so a fault lasts this many turns of a client. */
const turnsWithoutLease = 3;

/** The strengths that are tried in a run: around the lease of its lock. */
export function lengthsIn(trace: Trace, { locks }: Parts): Lengths {
  const { lock } = trace.header.scenario;
  const turn = Math.ceil(toMs(longestTurn(trace)));
  const { fields = {}, freedAfter } = locks.get(lock.id) ?? {};
  const lease = leaseOf(fields, lock.settings) ?? turnsWithoutLease * turn;
  const freed = Math.max(lease, freedAfter?.(withDefaults(fields, lock.settings)) ?? 0);
  return [
    Math.max(1, Math.floor(lease * below)),
    Math.min(lengthMax, Math.ceil(lease)),
    Math.min(lengthMax, Math.ceil(freed) + 2 * turn),
  ];
}

/** The longest time from a client's first wish or from its last refusal to the end of its round, in µs. */
export function longestTurn({ kind, process, at, count }: Trace): Micros {
  const { acquiring, finished, refused } = kindNumber;
  const since = new Map<number, number>();
  let longest: Micros = fromMs(1);
  for (let seq = 0; seq < count; seq++) {
    const who = nth(process, seq);
    const now = nth(at, seq);
    const what = kind[seq];
    if (what === acquiring || what === finished || what === refused) {
      const began = since.get(who);
      if (began !== undefined) longest = Math.max(longest, now - began);
      since.set(who, now);
    }
  }
  return longest;
}

const lastAt = ({ at, count }: Trace): Micros => (count === 0 ? 0 : nth(at, count - 1));
