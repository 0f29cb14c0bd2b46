/**
 * Scales a picture. It is laid out with 11 px type in a smaller room, and then everything is enlarged alike: type,
 * signs, bars, and the distances between them. Only this file knows the size of the type.
 */
import type { Handle } from './faultMarks';
import { byProcess, type Lanes } from './lanes';
import type { Box, Mark } from './marks';
import type { TimeAxis } from './timeAxis';

/** The same axis in the smaller room. */
export function unscaledAxis(axis: TimeAxis, scale: number): TimeAxis {
  return {
    ...axis,
    left: axis.left / scale,
    right: axis.right / scale,
    x: (at) => axis.x(at) / scale,
    at: (x) => axis.at(x * scale),
    folds: axis.folds.map((fold) => ({ ...fold, x: fold.x / scale })),
  };
}

/** Cost: linear in the points. */
export function scaledMark(mark: Mark, scale: number): Mark {
  switch (mark.kind) {
    case 'lines':
    case 'path':
      return { ...mark, width: scaledWidth(mark.width, scale), points: mark.points.map((value) => value * scale) };
    case 'boxes':
      return { ...mark, points: mark.points.map((value) => value * scale) };
    case 'heads': {
      // The tip scales; the direction stays.
      const points = mark.points.map((value, i) => (i % 4 < 2 ? value * scale : value));
      return { ...mark, size: mark.size * scale, points };
    }
    case 'box':
      return { ...mark, ...scaledBox(mark, scale), radius: mark.radius * scale };
    case 'shades': {
      const rows = mark.rows.map(({ y, height }) => ({ y: y * scale, height: height * scale }));
      return { ...mark, x: mark.x * scale, columnWidth: mark.columnWidth * scale, rows };
    }
    case 'glyph':
      return { ...mark, x: mark.x * scale, y: mark.y * scale, size: mark.size * scale };
    case 'text': {
      const strikethrough = mark.strikethrough && {
        from: mark.strikethrough.from * scale,
        width: mark.strikethrough.width * scale,
      };
      return { ...mark, x: mark.x * scale, y: mark.y * scale, size: mark.size * scale, strikethrough };
    }
    default:
      return mark satisfies never;
  }
}

/** A line of one pixel stays one pixel wide: it is sharp, and a line of 1.25 px takes twice as long to paint. */
const scaledWidth = (width: number, scale: number): number => (width <= 1 ? width : width * scale);

const scaledBox = ({ x, y, width, height }: Box, scale: number): Box => ({
  x: x * scale,
  y: y * scale,
  width: width * scale,
  height: height * scale,
});

export const scaledHandle = (handle: Handle, scale: number): Handle => ({
  ...handle,
  box: scaledBox(handle.box, scale),
  others: handle.others.map((box) => scaledBox(box, scale)),
  ...(handle.ends && { ends: handle.ends.map((box) => scaledBox(box, scale)) }),
});

export function scaledLanes(small: Lanes, scale: number): Lanes {
  const { all, quorum, holderStrip, top, bottom } = small;
  const lanes = all.map((lane) => ({
    ...lane,
    top: lane.top * scale,
    height: lane.height * scale,
    y: lane.y * scale,
    half: lane.half * scale,
  }));
  return {
    ...small,
    all: lanes,
    of: byProcess(lanes),
    quorum: quorum && { top: quorum.top * scale, bottom: quorum.bottom * scale },
    holderStrip: { top: holderStrip.top * scale, bottom: holderStrip.bottom * scale },
    top: top * scale,
    bottom: bottom * scale,
  };
}
