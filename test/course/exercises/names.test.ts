// The marks to be named: each is in the picture at every width, is the same thing there, and is what the legend says.
import { describe, expect, test } from 'vitest';
import { type NameExercise, namedSorts } from '../../../src/core/model/scenario/exercise';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { distanceToLine, hitTest } from '../../../src/picture/layout/hitTest';
import { marksOfSort, sortOf, sortOfHit } from '../../../src/picture/layout/legend';
import { foursOf, type Mark } from '../../../src/picture/layout/marks';
import { badgeHalf, numbersOn, type Spot, spotsOf } from '../../../src/picture/layout/numbered';
import { type Picture, pictureOf } from '../../../src/picture/layout/picture';
import { allExercises } from '../../support/allExercises';
import { optionsFor } from '../../support/pictureFor';

const widths = [340, 390, 700, 1024, 1440];

const naming = allExercises.filter((exercise): exercise is NameExercise => exercise.kind === 'name');

test('there is an exercise that asks for names', () => expect(naming).not.toEqual([]));

describe.each(naming.map((exercise) => [exercise.id, exercise] as const))('in “%s”', (_, { marks, scenario }) => {
  const run = runScenario(scenario, parts);
  const { endedAt } = run.trace.header;

  const wordless = (width: number, height = 560): Picture =>
    pictureOf({
      ...optionsFor(run.trace, { width, height, view: { from: 0, to: endedAt * 1.02 } }),
      measure: () => 1e6,
    });

  test('each mark is of another sort, and there are more names than marks', () => {
    expect(new Set(marks.map(({ sort }) => sort)).size).toBe(marks.length);
    expect(namedSorts.length).toBeGreaterThan(marks.length);
  });

  test('the picture has no word that would give a name away', () => {
    expect(drawnIn(wordless(1000)).filter(({ kind }) => kind === 'text')).toEqual([]);
  });

  describe.each(widths)('at a width of %i', (width) => {
    const picture = wordless(width);
    const placed = numbersOn(picture, marks, width);

    test('each number stands at the same thing as in a wide picture', () => {
      expect(placed.map(({ number }) => number)).toEqual(marks.map((_, index) => index + 1));
      const wide = wordless(2000);
      const pixel = endedAt / (width - picture.axis.left);
      for (const [index, { mark }] of numbersOn(wide, marks, 2000).entries()) {
        const at = picture.axis.at(placed[index]?.mark.x ?? 0);
        expect(Math.abs(at - wide.axis.at(mark.x))).toBeLessThan(pixel * 4);
      }
    });

    test('each number points at what it names, and nothing lies above it there', () => {
      for (const { number, mark } of placed) {
        const topmost = drawnIn(picture).findLast((drawn) => lies(drawn, mark));
        expect([number, topmost && sortOf(topmost)]).toEqual([number, marks[number - 1]?.sort]);
      }
    });

    test('no number covers another one or leaves the picture', () => {
      for (const [index, { badge, mark }] of placed.entries()) {
        expect(badge.x - badgeHalf).toBeGreaterThanOrEqual(picture.axis.left - 5);
        expect(badge.x + badgeHalf).toBeLessThanOrEqual(width);
        expect(badge.y - badgeHalf).toBeGreaterThanOrEqual(0);
        expect(Math.hypot(badge.x - mark.x, badge.y - mark.y)).toBeLessThan(50);
        for (const other of placed.slice(index + 1))
          expect(Math.hypot(badge.x - other.badge.x, badge.y - other.badge.y)).toBeGreaterThanOrEqual(badgeHalf * 1.9);
      }
    });
  });

  test('pointing at a mark says the same as its name', () => {
    const picture = wordless(1440);
    // A pause is a handle. Pointing at it describes what lies below.
    for (const { sort, nth } of marks.filter((mark) => mark.sort !== 'pause')) {
      const spot = spotsOf(picture, sort)[nth - 1];
      // In the middle of a write, its request arrives.
      const below = ['check', 'diamond', 'shield'].includes(sort) ? 8 : 0;
      const hit = spot === undefined ? null : hitTest(run, picture, { x: spot.x, y: spot.y + below });
      expect([sort, hit === null ? null : sortOfHit(run, hit)]).toEqual([sort, sort]);
    }
  });

  test('a mark that the picture lacks has no number, and what is drawn twice counts once', () => {
    const picture = wordless(1000);
    expect(numbersOn(picture, [{ sort: 'link', nth: 1 }], 1000)).toEqual([]);
    expect(spotsOf(picture, 'pause')).toHaveLength(1);
    expect(marksOfSort(picture, 'pause').length).toBeGreaterThan(1);
  });
});

const drawnIn = ({ ground, middle, top }: Picture): readonly Mark[] => [...ground, ...middle, ...top];

/** Whether a mark is drawn at this point or around it. Words and the heads of arrows are not asked for. */
function lies(mark: Mark, { x, y }: Spot): boolean {
  switch (mark.kind) {
    case 'box':
      return x >= mark.x && x <= mark.x + mark.width && y >= mark.y && y <= mark.y + mark.height;
    case 'glyph':
      return Math.hypot(x - mark.x, y - mark.y) <= mark.size / 2;
    case 'lines':
      return foursOf(mark.points).some((line) => distanceToLine({ x, y }, line) <= 1.5);
    default:
      return false;
  }
}
