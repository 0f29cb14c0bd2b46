/** Where boxes, lines and messages of the picture stand, in CSS pixels: clients on the left, all others on the right. */
import { isClient, type ProcessId } from '../../core/model/scenario/processId';
import { nth } from '../../core/model/values/nth';

interface Box {
  readonly id: ProcessId;
  readonly left: number;
  readonly width: number;
  /** Its middle. */
  readonly y: number;
}

interface Line {
  readonly client: ProcessId;
  readonly server: ProcessId;
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
}

interface Chip {
  /** Its middle. */
  readonly x: number;
  readonly y: number;
}

export interface Places {
  readonly height: number;
  /** Whether there is room for little more than the words. */
  readonly isNarrow: boolean;
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
  /** In the order of the messages. */
  readonly chips: readonly Chip[];
  /** How wide a message may be, so that it covers no box. */
  readonly chipMax: number;
}

export interface OnItsWay {
  readonly from: ProcessId;
  readonly to: ProcessId;
  /** How many letters its button has. */
  readonly letters: number;
}

/** Below this width, boxes are narrow and high, and messages large enough for a finger. */
const narrowWidth = 620;
const edge = 1;

interface Sizes {
  readonly box: number;
  readonly clientRow: number;
  readonly serverRow: number;
  readonly chip: number;
}

const wide: Sizes = { box: 236, clientRow: 128, serverRow: 78, chip: 36 };
const narrow: Sizes = { box: 112, clientRow: 136, serverRow: 96, chip: 46 };

/** @param scale of the type, as 1.5 in a room */
export function placesIn(
  width: number,
  processes: readonly ProcessId[],
  messages: readonly OnItsWay[],
  scale: number,
): Places {
  const isNarrow = width < narrowWidth * scale;
  const sizes = isNarrow ? narrow : wide;
  const box = Math.min(sizes.box * scale, width * 0.34);
  const clients = processes.filter(isClient);
  const servers = processes.filter((id) => !isClient(id));
  const rows = Math.max(clients.length * sizes.clientRow, servers.length * sizes.serverRow) * scale;
  const boxes = [
    ...column(clients, { left: edge, width: box, height: rows }),
    ...column(servers, { left: width - box - edge, width: box, height: rows }),
  ];
  const left = edge + box;
  const right = width - box - edge;
  const yOf = (id: ProcessId): number => boxes.find((one) => one.id === id)?.y ?? 0;
  const lines = clients.flatMap((client) =>
    servers.map((server): Line => ({ client, server, from: [left, yOf(client)], to: [right, yOf(server)] })),
  );
  const chipMax = right - left - 4;
  const chips = spread(
    messages.map(({ from, to, letters }): Wanted => {
      const client = isClient(from) ? from : to;
      const share = shareOf(clients.indexOf(client), clients.length);
      const half = Math.min(chipMax, Math.max(sizes.chip, letters * 8 * scale + (isNarrow ? 19 : 38))) / 2;
      const y = yOf(client) + (yOf(isClient(from) ? to : from) - yOf(client)) * share;
      const x = left + (right - left) * share;
      return { x: Math.max(left + half + 2, Math.min(right - half - 2, x)), y, half };
    }),
    sizes.chip * (isNarrow ? 1 : scale),
  );
  const height = Math.max(rows, ...chips.map(({ y }) => y + sizes.chip / 2));
  return { height, isNarrow, boxes, lines, chips, chipMax };
}

/** The messages of different clients do not stand above one another: where lines cross, each has its place. */
const shareOf = (index: number, count: number): number =>
  count < 2 || index < 0 ? 0.6 : 0.42 + (0.38 * index) / (count - 1);

const column = (
  ids: readonly ProcessId[],
  { left, width, height }: { readonly left: number; readonly width: number; readonly height: number },
): readonly Box[] => ids.map((id, i) => ({ id, left, width, y: (height * (i + 0.5)) / ids.length }));

interface Wanted extends Chip {
  readonly half: number;
}

/** Moves messages down until none covers another. */
function spread(wanted: readonly Wanted[], height: number): readonly Chip[] {
  const placed: (Wanted & { readonly index: number })[] = [];
  const order = wanted.map((_, i) => i).sort((one, other) => nth(wanted, one).y - nth(wanted, other).y);
  for (const index of order) {
    const { x, y: start, half } = nth(wanted, index);
    const beside = placed.filter((other) => Math.abs(other.x - x) < other.half + half);
    let y = Math.max(start, height / 2);
    // Each is passed once, from above: what is placed so far has its order, too.
    for (const other of beside.sort((one, two) => one.y - two.y))
      if (Math.abs(other.y - y) < height) y = other.y + height;
    placed.push({ x, y, half, index });
  }
  return placed.sort((one, other) => one.index - other.index).map(({ x, y }) => ({ x, y }));
}
