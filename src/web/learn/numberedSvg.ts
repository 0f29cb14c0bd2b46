/** The picture of a run without words and with numbers on some marks, as SVG: for the page and for paper. */

import type { NameExercise } from '../../core/model/scenario/exercise';
import type { Run } from '../../core/model/trace/run';
import type { Inks } from '../../picture/inks/inks';
import { badgeHalf, numbersOn, type PlacedNumber } from '../../picture/layout/numbered';
import type { Picture } from '../../picture/layout/picture';
import { pictureInSvg, svgPicture } from '../../picture/svg/svgPicture';
import type { TimelineWords } from '../../picture/words/timelineWords';
import { currentParts } from '../state/parts';

interface Sheet {
  readonly run: Run;
  readonly width: number;
  readonly height: number;
  readonly words: TimelineWords;
  readonly inks: Inks;
}

interface Options extends Sheet {
  readonly marks: NameExercise['marks'];
  /** Whether the numbers are part of the picture. On the page they are buttons on top of it. */
  readonly hasNumbers: boolean;
}

interface NumberedSvg {
  readonly svg: string;
  readonly placed: readonly PlacedNumber[];
}

const timed = ({ run, width, height, words, inks }: Sheet) => ({
  run,
  faults: currentParts().faults,
  width,
  height,
  words,
  inks,
  // Reports every word as too wide, because words would give the names away.
  measure: () => 1e6,
});

export const pictureToName = (options: Sheet): Picture => pictureInSvg(timed(options));

export function numberedSvg(picture: Picture, { marks, hasNumbers, ...shown }: Options): NumberedSvg {
  const placed = numbersOn(picture, marks, shown.width);
  const svg = svgPicture({
    ...timed(shown),
    picture,
    over: over(placed, shown.inks, hasNumbers),
  });
  return { svg, placed };
}

/** A line from each number to its mark. It ends before the mark, so as not to cover it. */
function over(placed: readonly PlacedNumber[], { colour, sans }: Inks, hasNumbers: boolean): string {
  const lines = placed.map(({ mark, badge }) => {
    const length = Math.hypot(mark.x - badge.x, mark.y - badge.y);
    const share = Math.max(0, (length - 4) / length);
    const [x, y] = [badge.x + (mark.x - badge.x) * share, badge.y + (mark.y - badge.y) * share];
    return `<path d="M${badge.x} ${badge.y}L${x} ${y}" stroke="${colour('ink')}" stroke-width="1.6"/>`;
  });
  const discs = placed.map(
    ({ number, badge: { x, y } }) =>
      `<circle cx="${x}" cy="${y}" r="${badgeHalf - 1}" fill="${colour('page')}" stroke="${colour('ink')}" stroke-width="1.6"/>` +
      `<text x="${x}" y="${y + 4.5}" text-anchor="middle" font-family='${sans}' font-size="13" font-weight="600" fill="${colour('ink')}">${number}</text>`,
  );
  return [...lines, ...(hasNumbers ? discs : [])].join('');
}
