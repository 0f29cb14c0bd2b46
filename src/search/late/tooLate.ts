/**
 * Since when it was too late: the run is compared with itself, healed at one instant after the other. Each healed run is
 * avoidable, less bad, too late or not known, so there are spans; the edge is where the last span begins, in which every
 * healed run does the harm.
 */

import type { Scenario } from '../../core/model/scenario/scenario';
import type { Run } from '../../core/model/trace/run';
import { fromMs, instant, type Ms, toMs } from '../../core/model/values/time';
import type { Parts } from '../../core/sim/parts';
import { bisect } from '../explore/edge';
import { type DecidingEvents, decidedBy } from './decides';
import { type FaultHit, faultHitsIn, isMomentary, withFaultsEndedAt } from './endedFaults';
import {
  isAtLeastAsSevere,
  isFixed,
  type RemediableHarm,
  type RunOutcome,
  simulateOutcome,
  withoutFaults,
} from './runOutcome';

/**
 * avoidable: healed then, the run is saved. too-late: it does that harm or a worse one. less-bad: neither. unknown: it
 * is not decided.
 */
export type Chance = 'avoidable' | 'less-bad' | 'too-late' | 'unknown';

/** Whole ms of the run, both included. */
export interface ChanceSpan {
  readonly from: Ms;
  readonly to: Ms;
  readonly chance: Chance;
}

export interface TooLate {
  readonly asked: RemediableHarm;
  /** From the beginning of the run to the end of the scenario's time, without a gap. */
  readonly spans: readonly ChanceSpan[];
  /**
   * Healed from here on, every run does the harm; a millisecond earlier it does not. In whole ms. 0: no fault is needed
   * for it. Null: healed at the end of its time the run does not do it, since it was never too late, or is not decided.
   */
  readonly since: Ms | null;
  /** Nothing that the faults did could be healed, so it was too late with the last of them that mattered. */
  readonly isMomentary: boolean;
  /** The events that decide at the edge. Null: there is no edge, or no such events. */
  readonly decided: DecidingEvents | null;
  /** Every instant was tried. If not, the edge is where the chance changes between two that were. */
  readonly isConfirmed: boolean;
}

/**
 * Tries each instant at which something happens, and bisects between two that differ; a chance that begins and ends
 * between two of them is overlooked. Yields before each instant. Cost: one simulation for each healed run that differs.
 *
 * @param run a simulated one
 * @param instantsMax if there are more instants, about this many are tried, evenly spread, and the last
 */
export function* tooLate(
  run: Run,
  harm: RemediableHarm,
  parts: Parts,
  instantsMax = Number.POSITIVE_INFINITY,
): Generator<void, TooLate, void> {
  const healing = new EndedFaultRuns(run, harm, parts);
  const all = healing.instants;
  const every = Math.max(1, Math.ceil(all.length / instantsMax));
  const edges: Edge[] = [];
  let before: Ms = 0;
  for (const at of all.filter((_, index) => (all.length - 1 - index) % every === 0)) {
    edges.push(...healing.edgesBetween(before, at));
    before = at;
    yield;
  }
  const spans = spansFrom([{ at: 0, chance: healing.chanceAt(0) }, ...edges], before);
  const last = spans.at(-1);
  const since = last?.chance === 'too-late' ? last.from : null;
  const decided =
    since === null || since === 0
      ? null
      : decidedBy(healing.scenarioAt(since - 1), healing.scenarioAt(since), harm, parts);
  return { asked: harm, spans, since, isMomentary: healing.isMomentary, decided, isConfirmed: every === 1 };
}

interface Edge {
  readonly at: Ms;
  readonly chance: Chance;
}

const spansFrom = (edges: readonly Edge[], end: Ms): readonly ChanceSpan[] =>
  edges.map(({ at, chance }, index) => ({ from: at, to: (edges[index + 1]?.at ?? end + 1) - 1, chance }));

class EndedFaultRuns {
  private readonly hits: readonly FaultHit[];
  private readonly faultless: RunOutcome;
  /** By the faults of the healed run. */
  private readonly chances = new Map<string, Chance>();

  constructor(
    private readonly run: Run,
    private readonly harm: RemediableHarm,
    private readonly parts: Parts,
  ) {
    this.hits = faultHitsIn(run.trace);
    this.faultless = simulateOutcome(withoutFaults(run.scenario), parts);
  }

  get isMomentary(): boolean {
    return this.hits.length > 0 && this.hits.every((hit) => isMomentary(hit, this.parts));
  }

  /** In whole ms, ascending. A run may come to rest, and go on once it is healed, until its time is over. */
  get instants(): readonly Ms[] {
    const { trace, scenario } = this.run;
    const { at, count } = trace;
    const moments = new Set(this.hits.map((hit) => Math.floor(toMs(hit.at)) + 1));
    for (let seq = 0; seq < count; seq++) moments.add(Math.ceil(toMs(at[seq] ?? 0)));
    const end = Math.ceil(scenario.settings.duration);
    return [...moments.add(end)].filter((ms) => ms <= end).sort((a, b) => a - b);
  }

  scenarioAt(at: Ms): Scenario {
    return withFaultsEndedAt(this.run.scenario, this.hits, instant(fromMs(at)), this.parts);
  }

  chanceAt(at: Ms): Chance {
    const scenario = this.scenarioAt(at);
    const name = JSON.stringify(scenario.faults);
    const cachedChance = this.chances.get(name);
    if (cachedChance !== undefined) return cachedChance;
    const chance = this.chanceOf(simulateOutcome(scenario, this.parts));
    this.chances.set(name, chance);
    return chance;
  }

  /** Where the chance changes after `low`, up to `high`. */
  edgesBetween(low: Ms, high: Ms): readonly Edge[] {
    const chance = this.chanceAt(high);
    if (low === high || this.chanceAt(low) === chance) return [];
    const at = bisect((ms) => this.chanceAt(ms) === chance, low, high);
    return [...this.edgesBetween(low, at - 1), { at, chance }];
  }

  private chanceOf(ending: RunOutcome): Chance {
    if (isFixed(ending, this.harm, this.faultless)) return 'avoidable';
    if (isAtLeastAsSevere(ending, this.harm)) return 'too-late';
    return ending.lock === 'unknown' || ending.data === 'unknown' ? 'unknown' : 'less-bad';
  }
}
