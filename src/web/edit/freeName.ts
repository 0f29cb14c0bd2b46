/** The name of a new fault. */
import type { FaultKind } from '../../core/model/scenario/fault';
import type { Scenario } from '../../core/model/scenario/scenario';

/** `pause1`, `pause2`: the first free name of its kind. */
export function freeName(scenario: Scenario, kind: FaultKind): string {
  for (let n = 1; ; n++) {
    const name = `${kind}${n}`;
    if (!Object.hasOwn(scenario.faults, name)) return name;
  }
}
