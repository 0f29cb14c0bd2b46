/** Which faults cannot strike the servers of a certain host, and why. The page greys them before a run; the run leaves them out. */
import type { Fault, FaultKind } from '../model/fault';
import type { ProcessId, Scenario } from '../model/scenario';
import type { Text } from '../model/text';

/** Kinds of faults, and of jumps of a clock: one back; one of a server whose writes go on to a log or to replicas. */
export type UnableKind = FaultKind | 'jump-back' | 'logged-jump';

/** By kind, with the reason. Clients and the storage are always the host's own. */
export type Unable = { readonly [K in UnableKind]?: Text };

/** null: it can strike, or it strikes no server. */
export function whyUnable(unable: Unable, fault: Fault, scenario: Scenario): Text | null {
  if (!('process' in fault) || !isServer(fault.process)) return null;
  const kinds: readonly UnableKind[] = fault.kind === 'clock-jump' ? kindsOfJump(fault.by, scenario) : [fault.kind];
  const kind = kinds.find((one) => unable[one] !== undefined);
  return (kind && unable[kind]) ?? null;
}

function kindsOfJump(by: number, { settings }: Scenario): readonly UnableKind[] {
  const { persistence, replicas } = settings.nodes;
  const isLogged = persistence !== 'none' || replicas > 0;
  return ['clock-jump', ...(by < 0 ? (['jump-back'] as const) : []), ...(isLogged ? (['logged-jump'] as const) : [])];
}

export const isServer = (process: ProcessId): boolean => /^(node|replica)/.test(process);
