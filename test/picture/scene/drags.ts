/** The drags that a reader may apply to the first fault of a telling, each with the resulting run. */
import { movedFault, timeWhen, withFault, withoutFault } from '../../../src/core/model/scenario/edit';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { withValue } from '../../../src/core/model/scenario/faultKind';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import type { Run } from '../../../src/core/model/trace/run';
import { spansOf } from '../../../src/core/spans/spans';

export interface Drag {
  readonly how: string;
  /** The fault that was dragged. */
  readonly name: string;
  readonly scenario: Scenario;
}

/** How much later it is moved, in µs. */
const later = 400_000;

export function dragsOf({ scenario, trace }: Run): readonly Drag[] {
  const [name] = Object.keys(scenario.faults);
  const fault = name === undefined ? undefined : scenario.faults[name];
  if (name === undefined || fault === undefined) return [];
  const [key, length] = Object.entries(fault).find(([, value]) => typeof value === 'number') ?? [];
  const stretched =
    key === undefined || typeof length !== 'number'
      ? []
      : [
          ['half', length / 2],
          ['double', length * 2],
          ['a millisecond', Math.sign(length)],
        ].map(([how, to]): readonly [string, Fault] => [String(how), withValue(fault, key, Math.round(Number(to)))]);
  const injectedAt = spansOf(trace).faults.find((span) => span.name === name)?.from ?? 0;
  const moved: readonly [string, Fault] = ['later', movedFault(fault, timeWhen(injectedAt + later))];
  return [
    ...[...stretched, moved].map(([how, to]) => ({ how, name, scenario: withFault(scenario, name, to) })),
    ...(stretched.length === 0 ? [{ how: 'gone', name, scenario: withoutFault(scenario, name) }] : []),
  ];
}
