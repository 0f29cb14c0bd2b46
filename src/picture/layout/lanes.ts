/**
 * The place of each process in the picture: clients above, lock nodes with their replicas below them, sentinels, storage at the
 * bottom.
 */

import { nth } from '../../core/model/nth';
import { masterOf, type ProcessId, partsOf } from '../../core/model/scenario';
import type { Role, Trace } from '../../core/model/trace';

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
  /** It is a strip without a name, for what is told of processes that have no lane. */
  readonly isStrip?: boolean;
}

export interface Lanes {
  readonly all: readonly Lane[];
  /** By index of the process. */
  readonly of: readonly (Lane | undefined)[];
  /** The row that counts the quorum; null when there is only one node. */
  readonly quorum: { readonly top: number; readonly bottom: number } | null;
  /** The row that shows who truly holds the lock. */
  readonly ribbon: { readonly top: number; readonly bottom: number };
  /** The nodes have no lanes, and the ribbon is the lane of the lock. */
  readonly isFolded?: boolean;
  readonly top: number;
  readonly bottom: number;
}

/** The rows of a picture that has only some of them, below another one on the same axis. */
export interface SomeRows {
  readonly lanes: readonly ProcessId[];
  /** The ribbon of true holders of the lock. */
  readonly ribbon: boolean;
  /** The row that counts the quorum. */
  readonly quorum: boolean;
}

interface Size {
  readonly ideal: number;
  readonly min: number;
}

const sizes: Readonly<Record<Role, Size>> = {
  client: { ideal: 82, min: 44 },
  node: { ideal: 74, min: 28 },
  replica: { ideal: 52, min: 24 },
  service: { ideal: 74, min: 28 },
  member: { ideal: 52, min: 24 },
  storage: { ideal: 104, min: 76 },
  sentinel: { ideal: 46, min: 24 },
};
const quorumSize: Size = { ideal: 58, min: 30 };
/** The ruler, the row below it that shows how long two clients were inside, and the ribbon of who truly holds the lock. */
const axisHeight = 63;
const ribbon = { top: 41, bottom: 55 };
/** The heights for a picture whose lanes shrink below their least height. */
const [lowAxisHeight, lowRibbon] = [52, { top: 37, bottom: 49 }];
/** The ruler of some rows is that of the picture above them. */
const [ribbonAlone, headAlone] = [{ top: 10, bottom: 24 }, 8];
/** Below the last lane. */
const margin = 10;

/** When two runs share a screen, the lanes may shrink to this part of their usual least height. */
const squeezeMin = 0.65;

/** Type has this size in a low pane, and grows with the pane up to the other. Nothing is written smaller. */
const [typeMin, typeMax] = [11, 18];
/** Narrower than this, words need the width more than they need the size. */
const widthForType = 660;
/** Lanes have at least this share of what is between their least and their ideal height before the type grows. */
const comfort = 0.55;

/**
 * How much larger than 11 px everything in the picture is. It grows with the height of the pane, in steps of half a
 * pixel of type.
 */
export function typeScale(
  trace: Trace,
  { width, height }: { readonly width: number; readonly height: number },
): number {
  const { ideal, min } = roomOf(sizesOf(trace, lanesInOrder(trace)));
  const byHeight = height / (axisHeight + margin + min + (ideal - min) * comfort);
  const type = Math.floor(typeMin * 2 * Math.min(byHeight, width / widthForType)) / 2;
  return Math.max(typeMin, Math.min(typeMax, type)) / typeMin;
}

/**
 * The lanes of a trace within a height. They fill it. Lanes shrink with the room, as long as they can be read. With
 * still less room, the picture is higher than the room, and scrolls.
 */
export function lanesOf(
  trace: Trace,
  { height, only }: { readonly height: number; readonly only?: SomeRows | undefined },
): Lanes {
  const order = rowsInOrder(trace, only);
  const all = sizesOf(trace, order, only);
  const { ideal, min } = roomOf(all);
  const { head, ribbon } = headOf(height - axisHeight - margin < min, only);
  const room = height - head - margin;
  const share = Math.max(0, (room - min) / Math.max(1, ideal - min));
  const squeeze = Math.max(squeezeMin, Math.min(1, room / min));
  const pixels = (size: Size): number => Math.floor((size.min + (size.ideal - size.min) * share) * squeeze);
  const lanes: Lane[] = [];
  let y = head;
  let quorum: Lanes['quorum'] = null;
  const count = (): void => {
    if (quorum !== null || all.length === order.length) return;
    const high = pixels(quorumSize);
    quorum = { top: y + high * 0.38, bottom: y + high - 8 };
    y += high;
  };
  order.forEach((process, i) => {
    const { id, role } = nth(trace.header.processes, process);
    if (role !== 'client') count();
    const high = pixels(nth(all, i));
    lanes.push(lane({ process, id, role, top: y, height: high }));
    y += high;
  });
  count();
  const of: (Lane | undefined)[] = [];
  for (const each of lanes) of[each.process] = each;
  return { all: lanes, of, quorum, ribbon, top: head, bottom: y };
}

/** The height at which every row is as high as it would be best, in a picture with type of 11 px. */
export function idealHeight(trace: Trace, only?: SomeRows): number {
  const { ideal } = roomOf(sizesOf(trace, rowsInOrder(trace, only), only));
  return headOf(false, only).head + ideal + margin;
}

/** The same for rows that are no higher than they need to be. A few have a little more. */
export function lowHeight(trace: Trace, only: SomeRows): number {
  const { ideal, min } = roomOf(sizesOf(trace, rowsInOrder(trace, only), only));
  return headOf(true, only).head + min + (only.lanes.length < 3 ? (ideal - min) * 0.25 : 0) + margin;
}

function headOf(
  isLow: boolean,
  only: SomeRows | undefined,
): { readonly head: number; readonly ribbon: Lanes['ribbon'] } {
  if (only === undefined) return isLow ? { head: lowAxisHeight, ribbon: lowRibbon } : { head: axisHeight, ribbon };
  if (!only.ribbon) return { head: headAlone, ribbon: { top: headAlone, bottom: headAlone } };
  return { head: ribbonAlone.bottom + headAlone, ribbon: ribbonAlone };
}

function rowsInOrder(trace: Trace, only: SomeRows | undefined): readonly number[] {
  const order = lanesInOrder(trace);
  return only === undefined
    ? order
    : order.filter((process) => only.lanes.includes(nth(trace.header.processes, process).id));
}

/** The lanes' sizes in order, and at the end the row of the quorum if it is counted. */
function sizesOf({ header }: Trace, order: readonly number[], only?: SomeRows): readonly Size[] {
  const rows = order.map((process) => sizes[header.processes[process]?.role ?? 'node']);
  const nodes = header.processes.filter(({ role }) => role === 'node').length;
  return (only?.quorum ?? true) && nodes > 1 && header.quorum > 1 ? [...rows, quorumSize] : rows;
}

const roomOf = (rows: readonly Size[]): Size => ({
  ideal: rows.reduce((total, { ideal }) => total + ideal, 0),
  min: rows.reduce((total, { min }) => total + min, 0),
});

/** Indices of processes from top to bottom. */
export function lanesInOrder(trace: Trace): readonly number[] {
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
  if (role === 'client') return { ...base, y: Math.round(top + height * 0.56), half: clamp(height * 0.19, 8, 18) };
  if (role === 'storage') return { ...base, y: Math.round(top + height * 0.36), half: 10 };
  return { ...base, y: Math.round(top + height / 2), half: height < 28 ? 6 : clamp(height * 0.1, 7, 9) };
}

const clamp = (value: number, min: number, max: number): number => Math.round(Math.max(min, Math.min(max, value)));
