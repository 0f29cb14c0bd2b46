/**
 * The position of each process in the picture: clients above, lock nodes with their replicas below them, then
 * sentinels, and storage at the bottom.
 */

import { masterOf, type ProcessId, partsOf, type Role } from '../../core/model/scenario/processId';
import type { Trace } from '../../core/model/trace/trace';
import { nth } from '../../core/model/values/nth';

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
  /** A strip without a name, for processes that have no lane. */
  readonly isStrip?: boolean;
}

export interface Lanes {
  readonly all: readonly Lane[];
  /** By index of the process. */
  readonly of: readonly (Lane | undefined)[];
  /** The row that counts the quorum; null when there is only one node. */
  readonly quorum: { readonly top: number; readonly bottom: number } | null;
  /** The row that shows who truly holds the lock. */
  readonly holderStrip: { readonly top: number; readonly bottom: number };
  /** The nodes have no lanes, and the holder strip is the lane of the lock. */
  readonly isFolded?: boolean;
  readonly top: number;
  readonly bottom: number;
}

/** The rows of a picture that shows only some of them, below another picture on the same axis. */
export interface SomeRows {
  readonly lanes: readonly ProcessId[];
  /** The strip of the lock's true holders. */
  readonly holderStrip: boolean;
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
/** The height of the ruler, the row that shows how long there were two holders, and the holder strip. */
const axisHeight = 63;
const holderStrip = { top: 41, bottom: 55 };
/** The heights for a picture whose lanes shrink below their least height. */
const [lowAxisHeight, lowHolderStrip] = [52, { top: 37, bottom: 49 }];
/** With only some rows, the picture above has the ruler. */
const [holderStripAlone, headAlone] = [{ top: 10, bottom: 24 }, 8];
/** The space below the last lane. */
const margin = 10;

/** When two runs share a screen, lanes may shrink to this share of their usual least height. */
const squeezeMin = 0.65;

/** The sizes of type: the first in a low pane, growing with the pane up to the second. No text is smaller. */
const [typeMin, typeMax] = [11, 18];
/** Below this width, words need the width more than the size. */
const widthForType = 660;
/** How much of the range from their least to their ideal height lanes must have before the type grows. */
const comfort = 0.55;

/**
 * How much larger than with 11 px type everything in the picture is. It grows with the height of the pane, in steps
 * of half a pixel of type.
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
 * The lanes of a trace within a height. They fill it, and shrink with the room as long as they stay readable. With
 * still less room, the picture is higher than the room and scrolls.
 */
export function lanesOf(
  trace: Trace,
  { height, only }: { readonly height: number; readonly only?: SomeRows | undefined },
): Lanes {
  const order = rowsInOrder(trace, only);
  const all = sizesOf(trace, order, only);
  const { ideal, min } = roomOf(all);
  const { head, holderStrip } = headOf(height - axisHeight - margin < min, only);
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
  return { all: lanes, of: byProcess(lanes), quorum, holderStrip, top: head, bottom: y };
}

export function byProcess(lanes: readonly Lane[]): Lanes['of'] {
  const of: (Lane | undefined)[] = [];
  for (const lane of lanes) of[lane.process] = lane;
  return of;
}

/** The height at which every row has its ideal height, with 11 px type. */
export function idealHeight(trace: Trace, only?: SomeRows): number {
  const { ideal } = roomOf(sizesOf(trace, rowsInOrder(trace, only), only));
  return headOf(false, only).head + ideal + margin;
}

/** The height at which rows are only as high as they must be. Some have a little more. */
export function lowHeight(trace: Trace, only: SomeRows): number {
  const { ideal, min } = roomOf(sizesOf(trace, rowsInOrder(trace, only), only));
  return headOf(true, only).head + min + (only.lanes.length < 3 ? (ideal - min) * 0.25 : 0) + margin;
}

function headOf(
  isLow: boolean,
  only: SomeRows | undefined,
): { readonly head: number; readonly holderStrip: Lanes['holderStrip'] } {
  if (only === undefined)
    return isLow ? { head: lowAxisHeight, holderStrip: lowHolderStrip } : { head: axisHeight, holderStrip };
  if (!only.holderStrip) return { head: headAlone, holderStrip: { top: headAlone, bottom: headAlone } };
  return { head: holderStripAlone.bottom + headAlone, holderStrip: holderStripAlone };
}

function rowsInOrder(trace: Trace, only: SomeRows | undefined): readonly number[] {
  const order = lanesInOrder(trace);
  return only === undefined
    ? order
    : order.filter((process) => only.lanes.includes(nth(trace.header.processes, process).id));
}

/** The sizes of the lanes in order, and the row of the quorum at the end if it is counted. */
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
  const groupOf = ({ id, role }: { id: ProcessId; role: Role }): string => {
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
  const groups = processes.map(groupOf);
  return processes.map((_, i) => i).sort((a, b) => (nth(groups, a) < nth(groups, b) ? -1 : 1));
}

function lane(base: Omit<Lane, 'y' | 'half'>): Lane {
  const { top, height, role } = base;
  if (role === 'client') return { ...base, y: Math.round(top + height * 0.56), half: clamp(height * 0.19, 8, 18) };
  if (role === 'storage') return { ...base, y: Math.round(top + height * 0.36), half: 10 };
  return { ...base, y: Math.round(top + height / 2), half: height < 28 ? 6 : clamp(height * 0.1, 7, 9) };
}

const clamp = (value: number, min: number, max: number): number => Math.round(Math.max(min, Math.min(max, value)));
