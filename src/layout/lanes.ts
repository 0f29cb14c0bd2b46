/**
 * The place of each process in the picture: clients above, lock nodes with their replicas below them, sentinels, storage at the
 * bottom.
 */

import { nth } from '../model/nth';
import { masterOf, type ProcessId, partsOf } from '../model/scenario';
import type { Role, Trace } from '../model/trace';

export interface Lane {
  /** Index into `header.processes`. */
  readonly process: number;
  readonly id: ProcessId;
  readonly role: Role;
  readonly top: number;
  readonly height: number;
  /** The vertical position of its time line. */
  readonly y: number;
  /** Half the height of what is drawn on the line: a key, a belief, a pause. */
  readonly half: number;
}

export interface Lanes {
  readonly all: readonly Lane[];
  /** By index of the process. */
  readonly of: readonly (Lane | undefined)[];
  /** The row that counts the quorum; null when there is only one node. */
  readonly quorum: { readonly top: number; readonly bottom: number } | null;
  readonly top: number;
  readonly bottom: number;
}

interface Size {
  readonly ideal: number;
  readonly min: number;
}

const sizes: Readonly<Record<Role, Size>> = {
  client: { ideal: 82, min: 44 },
  node: { ideal: 74, min: 26 },
  replica: { ideal: 52, min: 22 },
  service: { ideal: 74, min: 26 },
  member: { ideal: 52, min: 22 },
  storage: { ideal: 104, min: 76 },
  sentinel: { ideal: 46, min: 24 },
};
const quorumSize: Size = { ideal: 58, min: 30 };
/** The ruler, and the row below it that shows how long two clients were inside. */
const axisHeight = 42;

/** When two runs share a screen, the lanes may shrink to this part of their usual least height. */
const squeezeMin = 0.7;

/**
 * The lanes of a trace within a height. Lanes shrink with the room, as long as they can be read. With still less room,
 * the picture is higher than the room, and scrolls.
 */
export function lanesOf(
  trace: Trace,
  { height, withQuorum }: { readonly height: number; readonly withQuorum: boolean },
): Lanes {
  const order = lanesInOrder(trace);
  const rows = order.map((process) => sizes[trace.header.processes[process]?.role ?? 'node']);
  const all = withQuorum ? [...rows, quorumSize] : rows;
  const sum = (of: (size: Size) => number): number => all.reduce((total, size) => total + of(size), 0);
  const [ideal, min] = [sum((size) => size.ideal), sum((size) => size.min)];
  const room = height - axisHeight - 10;
  const share = ideal === min ? 1 : Math.max(0, Math.min(2.4, (room - min) / (ideal - min)));
  const squeeze = Math.max(squeezeMin, Math.min(1, room / min));
  const pixels = (size: Size): number => Math.floor((size.min + (size.ideal - size.min) * share) * squeeze);
  const lanes: Lane[] = [];
  let y = axisHeight;
  let quorum: Lanes['quorum'] = null;
  order.forEach((process, i) => {
    const { id, role } = nth(trace.header.processes, process);
    if (quorum === null && withQuorum && role !== 'client') {
      const high = pixels(quorumSize);
      quorum = { top: y + high * 0.38, bottom: y + high - 8 };
      y += high;
    }
    const high = pixels(nth(rows, i));
    lanes.push(lane({ process, id, role, top: y, height: high }));
    y += high;
  });
  const of: (Lane | undefined)[] = [];
  for (const each of lanes) of[each.process] = each;
  return { all: lanes, of, quorum, top: axisHeight, bottom: y };
}

/** Indices of processes from top to bottom. */
function lanesInOrder(trace: Trace): readonly number[] {
  const { processes } = trace.header;
  const place = ({ id, role }: { id: ProcessId; role: Role }): string => {
    if (role === 'client') return `0${String(partsOf(id).number).padStart(4, '0')}`;
    if (role === 'replica') return `1${masterOf(id)}${id}`;
    return role === 'storage'
      ? `3${id}`
      : role === 'service'
        ? '2'
        : role === 'member' || role === 'sentinel'
          ? `2${id}`
          : `1${id}`;
  };
  const places = processes.map(place);
  return processes.map((_, i) => i).sort((a, b) => (nth(places, a) < nth(places, b) ? -1 : 1));
}

function lane(base: Omit<Lane, 'y' | 'half'>): Lane {
  const { top, height, role } = base;
  if (role === 'client') return { ...base, y: Math.round(top + height * 0.56), half: clamp(height * 0.19, 8, 15) };
  if (role === 'storage') return { ...base, y: Math.round(top + height * 0.36), half: 10 };
  return { ...base, y: Math.round(top + height / 2), half: clamp(height * 0.1, 4, 7) };
}

const clamp = (value: number, min: number, max: number): number => Math.round(Math.max(min, Math.min(max, value)));
