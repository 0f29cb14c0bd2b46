/**
 * Computes a cell: one fault of a kind strikes at every place of a row's run, with every strength. The cell keeps the
 * worst outcome of these runs and the smallest strength that causes it.
 */

import { injectionRules } from '../../core/faults';
import type { Lengths, Survey } from '../../core/faults/injectionPoints';
import { withStrength } from '../../core/faults/strength';
import { harmsFoundIn } from '../../core/judge/judge';
import type { Fault, FaultKind } from '../../core/model/fault';
import { valueIn } from '../../core/model/faultKind';
import type { ProcessId } from '../../core/model/processId';
import type { Scenario } from '../../core/model/scenario';
import { rankOf, type Severity, severityOf } from '../../core/model/severity';
import type { Ms } from '../../core/model/time';
import type { Trace } from '../../core/model/trace';
import { keptTrace } from '../../core/model/traceWriter';
import type { Parts } from '../../core/sim/parts';
import { simulateIntoBuffer } from '../../core/sim/simulate';
import { bisect } from '../explore/edge';
import { surveyOf } from '../explore/surveyOf';
import { equalNodes, isFirst } from '../explore/symmetry';
import { earliest } from '../explore/weakest';
import { lengthsOf } from './lengths';
import { isInTable, notApplicableRow, nothingToInject } from './notApplicable';
import type { CheckId, Leases, Row } from './rows';
import { leaseOfRow, scenarioOfRow } from './scenario';
import { type Cell, type CellsOfRow, ofEachKind } from './table';
import { strongest, timedFaults } from './timedFaults';

/** Pure. Cost: some hundred simulations. */
export function cellOf(row: Row, kind: FaultKind, check: CheckId, leases: Leases, parts: Parts): Cell {
  const reason = notApplicableRow(row, check, leases, parts);
  return reason === null ? cellIn(groundOf(row, check, leases, parts), kind) : { kind: 'blank', reason };
}

/** All cells of a row. What they share is computed once. */
export function cellsOf(row: Row, check: CheckId, leases: Leases, parts: Parts): CellsOfRow {
  const reason = notApplicableRow(row, check, leases, parts);
  if (reason !== null) return ofEachKind(() => ({ kind: 'blank', reason }));
  const ground = groundOf(row, check, leases, parts);
  return ofEachKind((kind) => cellIn(ground, kind));
}

/** What all cells of a row share. */
interface Ground {
  readonly scenario: Scenario;
  readonly parts: Parts;
  readonly survey: Survey;
  readonly alike: readonly (readonly ProcessId[])[];
  readonly lease: Ms | null;
  /** The outcome without a fault. */
  readonly faultless: Severity;
}

function groundOf(row: Row, check: CheckId, leases: Leases, parts: Parts): Ground {
  const scenario = scenarioOfRow(row, check, leases);
  const { trace, survey } = surveyOf(scenario, parts, lengthsOf(scenario, parts));
  const faultless = severityOf(harmsFoundIn(trace, parts));
  return { scenario, parts, survey, alike: equalNodes(trace), lease: leaseOfRow(row, leases), faultless };
}

function cellIn(ground: Ground, kind: FaultKind): Cell {
  const { survey, scenario, lease } = ground;
  const { strengths } = injectionRules[kind];
  const faults = faultsIn(ground, kind, survey.lengths);
  if (faults.length === 0) return { kind: 'blank', reason: nothingToInject(kind) };
  const field = strengths[0]?.field ?? null;
  const finding = new Finding(ground, field);
  for (const fault of faults) finding.inject(fault);
  if (field !== null && !finding.harmsData) {
    const [below, at, above] = survey.lengths;
    // A server that is away for this long causes unavailability, whatever the lease.
    const long = faultsIn(ground, kind, [below, at, above + scenario.settings.patience]);
    for (const fault of strongest(long, field)) finding.sweep(fault);
  }
  const { outcome, fault } = finding.smallest();
  const { runs } = finding;
  const { seed } = scenario;
  if (fault === null) return { kind: 'tried', outcome, runs, margin: null, length: null, fault, seed };
  const length = strengths[0]?.unit === 'ms' ? finding.strengthOf(fault) : null;
  const margin = length === null || lease === null ? null : Math.round((length / lease) * 100) / 100;
  return { kind: 'tried', outcome, runs, margin, length, fault, seed };
}

function faultsIn({ survey, alike }: Ground, kind: FaultKind, lengths: Lengths): readonly Fault[] {
  const placements = injectionRules[kind].placements({ ...survey, lengths });
  return placements
    .filter((placement) => isFirst(placement, alike) && isInTable(placement.fault))
    .map(({ fault }) => fault);
}

/** The worst fault so far: the first of the weakest faults with the worst outcome. */
class Finding {
  runs = 0;
  private worst: Severity;
  private fault: Fault | null = null;
  private readonly known = new Map<string, Severity | null>();

  /** @param field the number of the fault that is its strength. Null: the fault has no strength */
  constructor(
    private readonly ground: Ground,
    private readonly field: string | null,
  ) {
    this.worst = ground.faultless;
  }

  inject(fault: Fault): void {
    // The run has the worst outcome even without a fault.
    if (rankOf(this.worst) === 0 && this.fault === null) return;
    const weaker = this.weakerThanFound(fault);
    // No outcome is worse, so only a weaker fault is of interest.
    if (rankOf(this.worst) === 0 && weaker === null) return;
    if (rankOf(this.worst) === 0 && weaker !== fault) {
      if (weaker !== null && this.isAsBad(weaker)) this.keep(weaker);
      return;
    }
    const outcome = this.outcomeOf(fault);
    const rank = outcome === null ? Number.POSITIVE_INFINITY : rankOf(outcome);
    if (outcome === null || rank > rankOf(this.worst)) return;
    if (rank < rankOf(this.worst)) {
      this.worst = outcome;
      this.keep(fault);
    } else if (this.fault === null) return;
    else if (weaker === fault || (weaker !== null && this.isAsBad(weaker))) this.keep(weaker);
  }

  /** Whether any run lost or tore data, or did something twice. */
  get harmsData(): boolean {
    return rankOf(this.worst) <= rankOf('twice');
  }

  /**
   * Injects the fault with this strength, then with strengths that end it between each two things that clients do
   * meanwhile.
   */
  sweep(fault: Fault): void {
    const trace = this.runWith(fault);
    this.known.set(JSON.stringify(fault), outcomeIn(trace, this.ground.parts));
    this.inject(fault);
    for (const length of timedFaults(trace)) this.inject(withStrength(fault, length));
  }

  /** The same outcome, with the fault as early as possible. */
  smallest(): { readonly outcome: Severity; readonly fault: Fault | null } {
    const { fault, worst } = this;
    const first = fault && earliest(fault, (one) => this.isAsBad(one));
    return { outcome: worst, fault: first === null ? fault : this.weakened(first) };
  }

  /** Without the sign. Null: the fault has no strength, such as one that lasts for ever. */
  strengthOf(fault: Fault): number | null {
    const value = this.field === null ? null : valueIn(fault, this.field);
    return typeof value === 'number' && value !== 0 ? Math.abs(value) : null;
  }

  private keep(fault: Fault): void {
    this.fault = this.weakened(fault);
  }

  private weakened(fault: Fault): Fault {
    const strength = this.strengthOf(fault);
    if (strength === null) return fault;
    return withStrength(
      fault,
      bisect((one) => this.isAsBad(withStrength(fault, one)), 0, strength),
    );
  }

  /**
   * The fault itself if it is weaker than the one that was found, otherwise the same fault a little weaker than that.
   * Null: it cannot be that weak.
   */
  private weakerThanFound(fault: Fault): Fault | null {
    const strength = this.strengthOf(fault);
    const found = this.fault === null ? null : this.strengthOf(this.fault);
    if (this.fault === null || strength === null) return this.fault === null ? fault : null;
    // A fault without an end is the strongest of all.
    if (found === null) return fault;
    if (strength < found) return fault;
    return found > 1 ? withStrength(fault, found - 1) : null;
  }

  private isAsBad(fault: Fault): boolean {
    const outcome = this.outcomeOf(fault);
    return outcome !== null && rankOf(outcome) <= rankOf(this.worst);
  }

  /** As `outcomeIn`, and remembered: a fault that is made weaker may equal one that was tried. */
  private outcomeOf(fault: Fault): Severity | null {
    const name = JSON.stringify(fault);
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const outcome = outcomeIn(this.runWith(fault), this.ground.parts);
    this.known.set(name, outcome);
    return outcome;
  }

  private runWith(fault: Fault): Trace {
    const { scenario, parts } = this.ground;
    this.runs++;
    return simulateIntoBuffer({ ...scenario, faults: { fault1: fault } }, parts);
  }
}

/** Null: the fault missed its target. */
function outcomeIn(trace: Trace, parts: Parts): Severity | null {
  for (const _name in trace.header.missed) return null;
  return severityOf(harmsFoundIn(keptTrace(trace), parts));
}
