/**
 * The faults that cannot strike the servers of one host, with the reasons. The page grays them out before a run, and
 * the run leaves them out.
 */
import type { AnyFault } from '../../core/model/fault';
import { type KindsOfFaults, kindOf } from '../../core/model/faultKind';
import { isRedis, type Scenario } from '../../core/model/scenario';
import type { Text } from '../../core/model/text';

/**
 * The reason by what a fault needs of the servers (`needs` of its kind). Clients and the storage always belong to the
 * host itself.
 */
export type Unable = Readonly<Record<string, Text>>;

/** null when it can strike, or strikes no server. */
export function whyUnable(
  unable: Unable,
  fault: AnyFault,
  { scenario, kinds }: { readonly scenario: Scenario; readonly kinds: KindsOfFaults },
): Text | null {
  if (!('process' in fault)) return null;
  const kind = kindOf(fault, kinds);
  if (!isRedis(fault.process) && kind.strikes !== 'service' && kind.strikes !== 'session') return null;
  const needs = kind.needs?.(fault, scenario) ?? [fault.kind];
  const lacking = needs.find((one) => unable[one] !== undefined);
  return (lacking === undefined ? undefined : unable[lacking]) ?? null;
}
