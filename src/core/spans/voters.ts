/**
 * The nodes that a client asks for its lock, and how many of them must agree. This file knows the scenario's lists of
 * nodes, but no lock.
 */
import { masterOf, type ProcessId } from '../model/scenario/processId';
import type { Trace } from '../model/trace/trace';
import { reignsOf } from './outageSpans';

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
  const { quorum, processes } = trace.header;
  const knownNodes = namesFor(trace, process);
  const count = processes.filter(({ role }) => role === 'node').length;
  if (knownNodes === undefined || knownNodes.length === 0) return { need: quorum, of: count };
  const isMajority = quorum === Math.floor(count / 2) + 1;
  return {
    need: Math.min(quorum, isMajority ? Math.floor(knownNodes.length / 2) + 1 : knownNodes.length),
    of: knownNodes.length,
  };
}

/** The voters for all clients; null if their lists differ in length. */
export function commonVoters(trace: Trace): Voters | null {
  const clients = trace.header.processes.flatMap(({ role }, index) => (role === 'client' ? [index] : []));
  const [first, ...others] = clients.map((index) => votersOf(trace, index));
  if (first === undefined) return null;
  return others.every(({ need, of }) => need === first.need && of === first.of) ? first : null;
}

/** The servers whose answers count at this event, one group for each voter that a client asks: a master, or two. */
export function votersAt(trace: Trace, process: number, seq: number): readonly (readonly number[])[] {
  const { processes } = trace.header;
  const names = namesFor(trace, process);
  const reigns = reignsOf(trace);
  const groups = new Map<ProcessId, number[]>();
  processes.forEach(({ id, role }, index) => {
    const name = role === 'replica' ? masterOf(id) : id;
    const isVoter =
      role === 'service' || ((role === 'node' || role === 'replica') && (names === undefined || names.includes(name)));
    const isCounted = reigns[index]?.some(({ fromSeq, toSeq }) => fromSeq <= seq && seq < toSeq);
    if (isVoter && isCounted) groups.set(name, [...(groups.get(name) ?? []), index]);
  });
  return [...groups.values()];
}

/** The client's own list of nodes. Undefined: it has no list, or the owner of a key from a file is unknown. */
function namesFor({ header: { scenario, processes } }: Trace, process: number): readonly ProcessId[] | undefined {
  const id = processes[process]?.id;
  if (id === undefined) return undefined;
  return scenario.settings.own?.[id]?.nodes?.filter((node) => processes.some((other) => other.id === node));
}
