/**
 * Nodes that are equal in a run: they have the same settings, and at the same instants the same happens at each of them.
 * A fault at one of them does what it does at any other, so only the first of them is struck.
 */
import type { Placement } from '../faults/places';
import { awaitedProcesses, struckProcesses } from '../model/fault';
import { nth } from '../model/nth';
import type { ProcessId, Scenario } from '../model/scenario';
import { kindNames, kindNumber, type Trace, traceKinds } from '../model/trace';

/** The nodes that another one stands for. None where delays are drawn, since each link has its own. */
export function nodesStoodFor(trace: Trace): ReadonlySet<ProcessId> {
  const stoodFor = new Set<ProcessId>();
  if (!isRegular(trace.header.scenario)) return stoodFor;
  const signatures = signaturesOf(trace);
  const first = new Set<string>();
  trace.header.processes.forEach(({ id, role }, index) => {
    if (role !== 'node') return;
    const signature = nth(signatures, index).join(' ');
    if (first.has(signature)) stoodFor.add(id);
    else first.add(signature);
  });
  return stoodFor;
}

/** Nothing is drawn by chance on the way to a node, and no process but the storage has settings of its own. */
function isRegular({ settings: { latency, loss, own = {}, nodes } }: Scenario): boolean {
  if (typeof latency !== 'number' || loss !== 0 || nodes.replicas !== 0) return false;
  return Object.entries(own).every(([id, settings]) => id === 'storage' && settings?.latencyTo === undefined);
}

const { sent } = kindNumber;

/** For each process what happens at it, with all that is told of it but numbers of calls. Messages count at both ends. */
function signaturesOf(trace: Trace): readonly number[][] {
  const { header, kind, process, at, a, b, c, d, e, f, count } = trace;
  const values = [a, b, c, d, e, f];
  const found = header.processes.map((): number[] => []);
  for (let seq = 0; seq < count; seq++) {
    const signature = nth(found, nth(process, seq));
    signature.push(nth(at, seq), nth(kind, seq));
    nth(columnNames, nth(kind, seq)).forEach((what, column) => {
      if (what === 'message') return;
      const value = nth(nth(values, column), seq);
      signature.push(what === 'peer' && header.processes[value]?.role === 'node' ? -1 : value);
    });
    if (kind[seq] === sent) found[nth(a, seq)]?.push(nth(at, seq), -1 - nth(d, seq), nth(c, seq), nth(process, seq));
  }
  return found;
}

/** By the number of the kind. */
const columnNames: readonly (readonly string[])[] = kindNames.map((name) => traceKinds[name]);

/** Whether the fault strikes none of these nodes. */
export const isFreeOf = ({ fault }: Placement, stoodFor: ReadonlySet<ProcessId>): boolean =>
  stoodFor.size === 0 || ![...struckProcesses(fault), ...awaitedProcesses(fault)].some((id) => stoodFor.has(id));
