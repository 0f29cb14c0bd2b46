/**
 * Enlarges a picture. It is laid out for type of 11 px in a smaller room, and then everything in it grows alike: type,
 * signs, bars, and the distances between them. So no part has to know how large the type is.
 */
import type { Handle } from './faultMarks';
import type { Lanes } from './lanes';
import type { Box, Mark } from './marks';
import type { TimeAxis } from './timeAxis';

/** The same axis in the smaller room. */
export function shrunkAxis(axis: TimeAxis, scale: number): TimeAxis {
  return {
    ...axis,
    left: axis.left / scale,
    right: axis.right / scale,
    x: (at) => axis.x(at) / scale,
    at: (x) => axis.at(x * scale),
    folds: axis.folds.map((fold) => ({ ...fold, x: fold.x / scale })),
  };
}

const places = ['x', 'y', 'width', 'height', 'size', 'radius', 'columnWidth'] as const;

/** Cost: linear in the points. */
export function grownMark(mark: Mark, scale: number): Mark {
  const grown: Record<string, unknown> = { ...mark };
  for (const name of places) if (name in mark) grown[name] = (grown[name] as number) * scale;
  if (mark.kind === 'shades')
    grown['rows'] = mark.rows.map(({ y, height }) => ({ y: y * scale, height: height * scale }));
  else if (mark.kind === 'heads') grown['points'] = mark.points.map((value, i) => (i % 4 < 2 ? value * scale : value));
  else if ('points' in mark) grown['points'] = mark.points.map((value) => value * scale);
  else if (mark.kind === 'text' && mark.struck !== null)
    grown['struck'] = { from: mark.struck.from * scale, width: mark.struck.width * scale };
  return grown as unknown as Mark;
}

const grownBox = ({ x, y, width, height }: Box, scale: number): Box => ({
  x: x * scale,
  y: y * scale,
  width: width * scale,
  height: height * scale,
});

export const grownHandle = (handle: Handle, scale: number): Handle => ({
  ...handle,
  box: grownBox(handle.box, scale),
  others: handle.others.map((box) => grownBox(box, scale)),
});

export function grownLanes({ all, quorum, top, bottom }: Lanes, scale: number): Lanes {
  const lanes = all.map((lane) => ({
    ...lane,
    top: lane.top * scale,
    height: lane.height * scale,
    y: lane.y * scale,
    half: lane.half * scale,
  }));
  const of: Lanes['of'][number][] = [];
  for (const lane of lanes) of[lane.process] = lane;
  return {
    all: lanes,
    of,
    quorum: quorum && { top: quorum.top * scale, bottom: quorum.bottom * scale },
    top: top * scale,
    bottom: bottom * scale,
  };
}
