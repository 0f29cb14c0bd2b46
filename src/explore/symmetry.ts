/**
 * Nodes that are equal in a run: at the same instants the same happens at each of them, with the same peers. A fault at one
 * of them does what it does at any other, so only the first of them is struck.
 */
import type { Placement } from '../faults/places';
import { awaitedProcesses, struckProcesses } from '../model/fault';
import { nth } from '../model/nth';
import type { ProcessId } from '../model/scenario';
import { kindNumber, type Trace } from '../model/trace';

/** The nodes that another one stands for. */
export function nodesStoodFor(trace: Trace): ReadonlySet<ProcessId> {
  const signatures = signaturesOf(trace);
  const first = new Map<string, ProcessId>();
  const stoodFor = new Set<ProcessId>();
  trace.header.processes.forEach(({ id, role }, index) => {
    if (role !== 'node') return;
    const signature = nth(signatures, index).join(' ');
    if (first.has(signature)) stoodFor.add(id);
    else first.set(signature, id);
  });
  return stoodFor;
}

const { sent } = kindNumber;

/** For each process what happens at it: when, what kind, with whom. Messages count at both ends. */
function signaturesOf({ header, kind, process, at, a, d, count }: Trace): readonly number[][] {
  const found = header.processes.map((): number[] => []);
  for (let seq = 0; seq < count; seq++) {
    const what = nth(kind, seq);
    const who = nth(process, seq);
    const peer = nth(a, seq);
    nth(found, who).push(nth(at, seq), what, what === sent ? nth(d, seq) : 0, isNode(header, peer) ? -1 : peer);
    if (what === sent) found[peer]?.push(nth(at, seq), -1 - nth(d, seq), who);
  }
  return found;
}

const isNode = ({ processes }: Trace['header'], index: number): boolean => processes[index]?.role === 'node';

/** Whether the fault strikes none of these nodes. */
export const isFreeOf = ({ fault }: Placement, stoodFor: ReadonlySet<ProcessId>): boolean =>
  stoodFor.size === 0 || ![...struckProcesses(fault), ...awaitedProcesses(fault)].some((id) => stoodFor.has(id));
