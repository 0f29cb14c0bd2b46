/**
 * Makes a break as small as possible: as few clients, as early and as weak as it can be with the same harm. The
 * strength at which the harm begins is the margin.
 */
import { injectionRules } from '../../core/faults';
import type { Strength } from '../../core/faults/injectionPoints';
import { judge } from '../../core/judge/judge';
import type { Fault } from '../../core/model/scenario/fault';
import { valueIn } from '../../core/model/scenario/faultKind';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Trace } from '../../core/model/trace/trace';
import type { Verdict } from '../../core/model/trace/verdict';
import { driftPpmMax } from '../../core/model/values/clock';
import { nth } from '../../core/model/values/nth';
import type { Parts } from '../../core/sim/parts';
import { simulate } from '../../core/sim/simulate';
import { type Placements, withFaults } from './branch';
import { type Stretch, stretchesOf } from './edge';
import { isBreak, isHarmed } from './harm';
import type { Space } from './space';
import { earliest } from './weakest';

/** How strong one fault must be, at least. A fault with several numbers has a margin for each. */
export interface Margin extends Strength {
  /** The number of the fault. */
  readonly fault: number;
  /** For a clock that jumps back or runs slow, without the sign. */
  readonly least: number;
  /** In whole ms or ppm. If there is one stretch, every stronger fault that was tried does the same harm. */
  readonly stretches: readonly Stretch[];
}

export interface Smallest {
  readonly scenario: Scenario;
  readonly trace: Trace;
  readonly verdict: Verdict;
  readonly margins: readonly Margin[];
}

/** Cost: a few hundred simulations. */
export function shrink(space: Space, placements: Placements, parts: Parts): Smallest {
  const shrinking = new Shrinking(space, placements, parts);
  return shrinking.smallest();
}

/** How often each number of a fault is made smaller. */
const turnsMost = 8;

class Shrinking {
  private scenario: Scenario;
  private readonly faults: Fault[];
  private readonly isStuck: boolean;

  constructor(
    private readonly space: Space,
    placements: Placements,
    private readonly parts: Parts,
  ) {
    this.scenario = space.scenario;
    this.faults = placements.map(({ fault }) => fault);
    this.isStuck = space.harm === 'unavailable' && isHarmed(this.traceOf(this.faults), 'stuck', parts);
  }

  smallest(): Smallest {
    this.leaveClientsOut();
    for (let fault = 0; fault < this.faults.length; fault++) this.injectEarlier(fault);
    const margins = this.faults.flatMap((_, fault) => this.weaken(fault));
    const scenario = withFaults(this.scenario, this.faults);
    const trace = simulate(scenario, this.parts);
    return { scenario, trace, verdict: judge(trace, this.parts), margins };
  }

  private traceOf(faults: readonly Fault[], scenario = this.scenario): Trace {
    return simulate(withFaults(scenario, faults), this.parts);
  }

  private harms(faults: readonly Fault[], scenario = this.scenario): boolean {
    const { harm } = this.space;
    const trace = this.traceOf(faults, scenario);
    if (!isBreak(trace, harm, this.parts)) return false;
    // Being stuck is worse than what this break does, and is reported for the runs that do it.
    return harm !== 'unavailable' || isHarmed(trace, 'stuck', this.parts) === this.isStuck;
  }

  private leaveClientsOut(): void {
    const { settings } = this.scenario;
    for (let clients = 1; clients < settings.clients; clients++) {
      const fewer = { ...this.scenario, settings: { ...settings, clients } };
      if (!this.harms(this.faults, fewer)) continue;
      this.scenario = fewer;
      return;
    }
  }

  private harmsWith(number: number, fault: Fault): boolean {
    return this.harms(this.faults.map((other, index) => (index === number ? fault : other)));
  }

  /** Moves a fault one place earlier as long as the harm is done. */
  private injectEarlier(number: number): void {
    const fault = nth(this.faults, number);
    const first = earliest(fault, (one) => this.harmsWith(number, one));
    if (first !== null) this.faults[number] = first;
    for (;;) {
      const earlier = injectedBefore(nth(this.faults, number));
      if (earlier === null || !this.harmsWith(number, earlier)) return;
      this.faults[number] = earlier;
    }
  }

  /** When one number of a fault gets smaller, another one may get smaller too. */
  private weaken(number: number): readonly Margin[] {
    const { strengths } = injectionRules[nth(this.faults, number).kind];
    let margins: readonly Margin[] = [];
    for (let turn = 0; turn < turnsMost; turn++) {
      const before = this.faults[number];
      margins = strengths.flatMap((strength) => this.weakenIn(number, strength) ?? []);
      if (strengths.length < 2 || JSON.stringify(before) === JSON.stringify(this.faults[number])) break;
    }
    return margins;
  }

  /** Null: the fault has no such number, such as a fault that lasts forever. */
  private weakenIn(number: number, { field, unit }: Strength): Margin | null {
    const fault = nth(this.faults, number);
    const ownValue = valueIn(fault, field);
    if (typeof ownValue !== 'number' || ownValue === 0) return null;
    const sign = ownValue < 0 ? -1 : 1;
    const of = (strength: number): Fault => Object.assign({}, fault, { [field]: sign * strength });
    const holds = (strength: number): boolean => this.harmsWith(number, of(strength));
    const ownStrength = Math.abs(ownValue);
    const most = unit === 'ms' ? this.space.lengths[2] : driftPpmMax;
    const stretches = stretchesOf(holds, ownStrength, Math.max(ownStrength, most));
    const least = stretches[0]?.[0] ?? ownStrength;
    this.faults[number] = of(least);
    return { fault: number, field, unit, least, stretches };
  }
}

/** The same fault one place earlier. Null if absent. */
function injectedBefore(fault: Fault): Fault | null {
  if (!('when' in fault) || fault.when.kind === 'time' || fault.when.nth <= 1) return null;
  return { ...fault, when: { ...fault.when, nth: fault.when.nth - 1 } };
}
