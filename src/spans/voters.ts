/** Whom a client asks for its lock, and how many of them must agree. Knows the scenario's lists of nodes, no lock. */
import type { Trace } from '../model/trace';

export interface Voters {
  /** So many must agree. */
  readonly need: number;
  readonly of: number;
}

/** A majority of the nodes that the client knows of; who has no list of its own goes by that of all. */
export function votersOf(trace: Trace, process: number): Voters {
  const { scenario, quorum, processes } = trace.header;
  const id = processes[process]?.id;
  const known =
    // Of a key out of a file it may not be known who set it.
    id === undefined
      ? undefined
      : scenario.settings.own?.[id]?.nodes?.filter((node) => processes.some((other) => other.id === node));
  if (known === undefined || known.length === 0)
    return { need: quorum, of: processes.filter(({ role }) => role === 'node').length };
  return { need: Math.min(quorum, Math.floor(known.length / 2) + 1), of: known.length };
}

/** What is true of all clients; null where they have lists of different lengths. */
export function commonVoters(trace: Trace): Voters | null {
  const clients = trace.header.processes.flatMap(({ role }, index) => (role === 'client' ? [index] : []));
  const [first, ...others] = clients.map((index) => votersOf(trace, index));
  if (first === undefined) return null;
  return others.every(({ need, of }) => need === first.need && of === first.of) ? first : null;
}
