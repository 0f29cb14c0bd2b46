/** Which faults of a run its sentences speak of. The scene leaves the others to the details. */
import { targetProcesses } from '../../core/model/scenario/fault';
import { isClient, type ProcessId, partsOf, roleOf } from '../../core/model/scenario/processId';
import type { Run } from '../../core/model/trace/run';
import { spansOf } from '../../core/spans/spans';

interface Sentences {
  /** The instants of the sentences, in µs. */
  readonly instants: ReadonlySet<number>;
  /** All sentences. */
  readonly text: string;
}

/** The first fault that has a sentence at its beginning, else the first fault; null if absent. */
export function firstNarratedFault({ trace }: Run, { instants }: Sentences): string | null {
  const { faults } = spansOf(trace);
  const spoken = faults.find(({ from }) => from !== null && instants.has(from));
  return (spoken ?? faults[0])?.name ?? null;
}

/**
 * Messages and links with nodes that no sentence names, at instants without a sentence. A lone node needs no name; a
 * process that pauses or crashes is shown anyway.
 */
export function unnarratedFaults({ trace }: Run, { instants, text }: Sentences): readonly string[] {
  const isAlone = trace.header.processes.filter(({ role }) => role === 'node').length < 2;
  const isNamed = (id: ProcessId): boolean =>
    isAlone || roleOf(id) !== 'node' || new RegExp(`(?<![A-Za-z])${partsOf(id).letter}(?![A-Za-z])`).test(text);
  return spansOf(trace)
    .faults.filter(({ fault, from, to }) => {
      const servers = targetProcesses(fault).filter((id) => !isClient(id));
      const isTimed = [from, to].some((at) => at !== null && instants.has(at));
      return !('process' in fault || isTimed || servers.length === 0 || servers.some(isNamed));
    })
    .map(({ name }) => name);
}
