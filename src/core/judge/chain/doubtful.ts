/**
 * Why the outcome of a live run on a late machine is doubted: by how much the machine was late, and how the
 * simulation ended.
 */

import type { ProcessId } from '../../model/scenario/processId';
import type { Cause } from '../../model/trace/cause';
import type { Severity } from '../../model/trace/severity';
import { type Evidence, nameOf } from '../evidence';
import type { NarrowMargin } from '../lateMachine';
import { eventsAmong } from './step';

export function whyDoubtful(
  evidence: Evidence,
  { what, first, second, micros, late, events }: NarrowMargin,
  severity: Severity,
): readonly Cause[] {
  const name = (process: number): ProcessId | null => (process < 0 ? null : nameOf(evidence, process));
  const values = { what, seen: severity, first: name(first), second: name(second), micros, late };
  const { simulated } = evidence.trace.header;
  const causes: Cause[] = [{ rule: 'lateMachine', events: eventsAmong(...events), values }];
  if (simulated !== undefined && simulated !== severity)
    causes.push({ rule: 'simulatedOtherwise', events: [evidence.trace.count - 1], values: { simulated } });
  return causes;
}
