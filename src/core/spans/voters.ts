/**
 * The nodes that a client asks for its lock, and how many of them must agree. It knows the scenario's lists of nodes,
 * but no lock.
 */
import type { Trace } from '../model/trace';

export interface Voters {
  /** The number of nodes that must agree. */
  readonly need: number;
  readonly of: number;
}

/**
 * The voters that its lock needs: a majority of the nodes that the client knows, or a fixed number. A client without
 * its own list uses the common list.
 */
export function votersOf(trace: Trace, process: number): Voters {
  const { scenario, quorum, processes } = trace.header;
  const id = processes[process]?.id;
  const known =
    // The owner of a key from a file may be unknown.
    id === undefined
      ? undefined
      : scenario.settings.own?.[id]?.nodes?.filter((node) => processes.some((other) => other.id === node));
  const count = processes.filter(({ role }) => role === 'node').length;
  if (known === undefined || known.length === 0) return { need: quorum, of: count };
  const isMajority = quorum === Math.floor(count / 2) + 1;
  return { need: Math.min(quorum, isMajority ? Math.floor(known.length / 2) + 1 : known.length), of: known.length };
}

/** The voters for all clients; null if their lists differ in length. */
export function commonVoters(trace: Trace): Voters | null {
  const clients = trace.header.processes.flatMap(({ role }, index) => (role === 'client' ? [index] : []));
  const [first, ...others] = clients.map((index) => votersOf(trace, index));
  if (first === undefined) return null;
  return others.every(({ need, of }) => need === first.need && of === first.of) ? first : null;
}
