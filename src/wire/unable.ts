/** Which faults cannot strike the servers of a certain host, and why. The page greys them before a run; the run leaves them out. */
import type { AnyFault } from '../model/fault';
import { type KindsOfFaults, kindOf } from '../model/faultKind';
import { isRedis, type Scenario } from '../model/scenario';
import type { Text } from '../model/text';

/** By what a fault needs of the servers (`needs` of its kind), with the reason. Clients and the storage are always the host's own. */
export type Unable = Readonly<Record<string, Text>>;

/** null: it can strike, or it strikes no server. */
export function whyUnable(
  unable: Unable,
  fault: AnyFault,
  { scenario, kinds }: { readonly scenario: Scenario; readonly kinds: KindsOfFaults },
): Text | null {
  if (!('process' in fault) || !isRedis(fault.process)) return null;
  const needs = kindOf(fault, kinds).needs?.(fault, scenario) ?? [fault.kind];
  const lacking = needs.find((one) => unable[one] !== undefined);
  return (lacking === undefined ? undefined : unable[lacking]) ?? null;
}
