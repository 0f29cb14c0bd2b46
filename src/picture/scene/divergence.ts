/**
 * Until when an edited run is still the run of the story. From then on no sentence of the story is used, nor the one
 * before, which covers everything until the next. A fault that was moved or stretched may take effect at the same
 * instant with the same event, which `firstDifference` alone does not see. After a changed setting no sentence stays:
 * any of them may contain a number.
 */
import { firstDifference } from '../../core/model/scenario/difference';
import { sameJson } from '../../core/model/scenario/patch';
import type { Run } from '../../core/model/trace/run';
import type { FaultSpan } from '../../core/spans/faultSpans';
import { spansOf } from '../../core/spans/spans';

/**
 * The instant in µs from which a sentence about the first run may be false for the second: where their events differ,
 * or where a changed fault takes effect in either of them. −1: something other than a fault has changed. Infinity:
 * never.
 */
export function divergesAt(original: Run, run: Run): number {
  const { faults: originalFaults, ...originalRest } = original.scenario;
  const { faults, ...rest } = run.scenario;
  if (!sameJson(originalRest, rest)) return -1;
  const before = spansOf(original.trace).faults;
  const after = spansOf(run.trace).faults;
  const names = new Set([...before, ...after].map(({ name }) => name));
  const injections = [...names].map((name) => changedAt(spanOf(before, name), spanOf(after, name)));
  return Math.min(firstDifference(original.trace, run.trace)?.at ?? Number.POSITIVE_INFINITY, ...injections);
}

const spanOf = (spans: readonly FaultSpan[], wanted: string): FaultSpan | undefined =>
  spans.find(({ name }) => name === wanted);

/** When the first of the two takes effect; Infinity: they are the same, or take effect in neither run. */
function changedAt(before: FaultSpan | undefined, after: FaultSpan | undefined): number {
  const isSame = sameJson(before?.fault, after?.fault) && before?.from === after?.from && before?.to === after?.to;
  return isSame ? Number.POSITIVE_INFINITY : Math.min(beginningOf(before), beginningOf(after));
}

const beginningOf = (span: FaultSpan | undefined): number => span?.from ?? Number.POSITIVE_INFINITY;
