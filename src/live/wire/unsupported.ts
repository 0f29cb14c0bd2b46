/**
 * The faults that cannot hit the servers of one host, with the reasons. The page grays them out before a run, and the
 * run leaves them out.
 */
import type { AnyFault } from '../../core/model/scenario/fault';
import { type KindOfFault, type KindsOfFaults, kindOf } from '../../core/model/scenario/faultKind';
import { isRedis } from '../../core/model/scenario/processId';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Text } from '../../core/model/values/text';

/**
 * The reasons, by what a fault needs of the servers (`needs` of its kind). Clients and the storage always belong to the
 * host itself.
 */
export type Unsupported = Readonly<Record<string, Text>>;

/** Returns null when the fault can take effect, or hits no server. */
export function whyUnsupported(
  unsupported: Unsupported,
  fault: AnyFault,
  { scenario, kinds }: { readonly scenario: Scenario; readonly kinds: KindsOfFaults },
): Text | null {
  if (!('process' in fault)) return null;
  const kind = kindOf(fault, kinds);
  const servers: readonly KindOfFault['appliesTo'][] = ['lock-server', 'service', 'session'];
  if (!isRedis(fault.process) && !servers.includes(kind.appliesTo)) return null;
  const needs = kind.needs?.(fault, scenario) ?? [fault.kind];
  const lacking = needs.find((one) => unsupported[one] !== undefined);
  return (lacking === undefined ? undefined : unsupported[lacking]) ?? null;
}
