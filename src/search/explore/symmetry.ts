/**
 * Nodes that are equal in a run: they have the same settings, no fault treats one of them differently, and the same
 * happens at each of them at the same instants. A fault has the same effect at any of them, so only the first ones
 * get a fault.
 */
import type { Placement } from '../../core/faults/injectionPoints';
import type { ProcessId } from '../../core/model/scenario/processId';
import type { Scenario } from '../../core/model/scenario/scenario';
import { kindNames, kindNumber, type Trace, traceKinds } from '../../core/model/trace/trace';
import { addTo } from '../../core/model/values/grouped';
import { isObject } from '../../core/model/values/isObject';
import { nth } from '../../core/model/values/nth';

/** Groups of two or more equal nodes. Empty where delays are drawn, since each link has its own. */
export function equalNodes(trace: Trace): readonly (readonly ProcessId[])[] {
  const { scenario, processes } = trace.header;
  if (!isRegular(scenario)) return [];
  const signatures = signaturesOf(trace);
  const roles = rolesIn(scenario.faults);
  const alike = new Map<string, ProcessId[]>();
  processes.forEach(({ id, role }, index) => {
    if (role !== 'node') return;
    const signature = `${roles.get(id) ?? ''} ${nth(signatures, index).join(' ')}`;
    addTo(alike, signature, id);
  });
  return [...alike.values()].filter(({ length }) => length > 1);
}

/** Whether no chance decides on the way to a node, and no process but the storage has settings of its own. */
function isRegular({ settings: { latency, loss, own = {}, nodes } }: Scenario): boolean {
  if (typeof latency !== 'number' || loss !== 0 || nodes.replicas !== 0) return false;
  return Object.entries(own).every(([id, settings]) => id === 'storage' && settings?.latencyTo === undefined);
}

const { sent } = kindNumber;

/** For each process the events at it, with every column but the numbers of calls. Messages count at both ends. */
function signaturesOf(trace: Trace): readonly number[][] {
  const { header, kind, process, at, a, b, c, d, e, f, count } = trace;
  const values = [a, b, c, d, e, f];
  const signatures = header.processes.map((): number[] => []);
  for (let seq = 0; seq < count; seq++) {
    const signature = nth(signatures, nth(process, seq));
    signature.push(nth(at, seq), nth(kind, seq));
    nth(columnNames, nth(kind, seq)).forEach((what, column) => {
      if (what === 'message') return;
      const value = nth(nth(values, column), seq);
      signature.push(what === 'peer' && header.processes[value]?.role === 'node' ? -1 : value);
    });
    if (kind[seq] === sent)
      signatures[nth(a, seq)]?.push(nth(at, seq), -1 - nth(d, seq), nth(c, seq), nth(process, seq));
  }
  return signatures;
}

/** Indexed by the number of the kind. */
const columnNames: readonly (readonly string[])[] = kindNames.map((name) => traceKinds[name]);

/**
 * Whether a fault names the first nodes of each of these lists and no others. A fault that names nodes in several
 * ways must name them in one order.
 */
export function isFirstOfEquals({ fault }: Placement, equalGroups: readonly (readonly ProcessId[])[]): boolean {
  const roles = rolesIn(fault);
  return equalGroups.every((nodes) =>
    nodes.every((id, index) => {
      const before = index === 0 ? undefined : nodes[index - 1];
      return before === undefined || (roles.get(id) ?? '') <= (roles.get(before) ?? '');
    }),
  );
}

/** Where each text is in the data of a fault; some of the texts are processes. Its index in a list means nothing. */
function rolesIn(data: unknown): ReadonlyMap<string, string> {
  const roles = new Map<string, string>();
  addRoles(data, '', roles);
  return roles;
}

function addRoles(data: unknown, path: string, roles: Map<string, string>): void {
  if (typeof data === 'string') roles.set(data, `${roles.get(data) ?? ''}${path} `);
  else if (Array.isArray(data)) for (const one of data) addRoles(one, path, roles);
  else if (isObject(data)) for (const name in data) addRoles(data[name], `${path}.${name}`, roles);
}
