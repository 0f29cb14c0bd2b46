// What must hold for the picture of any run, at any size: random worlds of the real locks in random frames.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Trace } from '../../../src/core/model/trace/trace';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { isAcquired, isWithoutLock } from '../../../src/core/spans/holdSpans';
import { spansOf } from '../../../src/core/spans/spans';
import { laneOfKey, namesLocked } from '../../../src/picture/layout/keyLanes';
import { boxOf } from '../../../src/picture/layout/labels';
import { typeScale } from '../../../src/picture/layout/lanes';
import {
  type Box,
  type BoxMark,
  inkOfId,
  type Mark,
  roughMeasure,
  type TextMark,
  touches,
} from '../../../src/picture/layout/marks';
import type { Picture } from '../../../src/picture/layout/picture';
import { anyWorld } from '../../support/anyWorld';
import { byNight } from '../../support/nightly';
import { pictureFor } from '../../support/pictureFor';

const isText = (mark: Mark): mark is TextMark => mark.kind === 'text';
const marksOf = ({ ground, middle, top }: Picture): readonly Mark[] => [...ground, ...middle, ...top];

interface Drawn {
  readonly trace: Trace;
  readonly picture: Picture;
  readonly frame: { readonly width: number; readonly height: number };
  readonly texts: readonly TextMark[];
}

const anyPicture: fc.Arbitrary<Drawn> = fc
  .record({
    world: anyWorld,
    width: fc.integer({ min: 320, max: 1600 }),
    height: fc.integer({ min: 300, max: 1200 }),
    view: fc.option(
      fc.tuple(fc.double({ min: 0, max: 0.9, noNaN: true }), fc.double({ min: 0.01, max: 0.5, noNaN: true })),
    ),
  })
  .map(({ world, width, height, view }) => {
    const { trace } = runScenario(world, parts);
    const end = trace.header.endedAt;
    const frame = { width, height };
    const scale = typeScale(trace, frame);
    const shown = view === null ? {} : { view: { from: end * view[0], to: end * (view[0] + view[1]) + 1000 } };
    const picture = pictureFor(trace, { ...frame, ...shown, scale });
    return { trace, picture, frame, texts: marksOf(picture).filter(isText) };
  });

const sure = (claim: (drawn: Drawn) => void): void =>
  fc.assert(fc.property(anyPicture, claim), { numRuns: byNight(12, 150) });

/** Only the letters. */
function lettersOf(mark: TextMark): Box {
  const { x, y, width, height } = boxOf(mark, roughMeasure);
  return { x: x + 4, y: y + 1.5, width: width - 8, height: height - 3 };
}

test('no word and no sign is smaller than 11 px', () => {
  sure(({ picture }) => {
    const small = marksOf(picture).find((mark) => (mark.kind === 'text' || mark.kind === 'glyph') && mark.size < 11);
    expect(small).toBeUndefined();
  });
});

test('no word is cut by an edge of the pane', () => {
  sure(({ picture, frame, texts }) => {
    for (const mark of texts) {
      const { x, y, width, height } = lettersOf(mark);
      expect(x, mark.text).toBeGreaterThanOrEqual(picture.axis.left - 12 * picture.scale);
      expect(x + width, mark.text).toBeLessThanOrEqual(frame.width);
      expect(y, mark.text).toBeGreaterThanOrEqual(0);
      expect(y + height, mark.text).toBeLessThanOrEqual(picture.lanes.bottom + 8 * picture.scale);
    }
  });
});

test('no word stands on another', () => {
  sure(({ texts }) => {
    const boxes = texts.map(lettersOf);
    boxes.forEach((box, i) => {
      boxes.slice(i + 1).forEach((other, j) => {
        expect(touches(box, other), `${texts[i]?.text} on ${texts[i + j + 1]?.text}`).toBe(false);
      });
    });
  });
});

test('the ribbon has the colour of who is inside, and two only where two are', () => {
  sure(({ trace, picture }) => {
    const { axis } = picture;
    const stripes = picture.middle.filter((mark): mark is BoxMark => mark.kind === 'box' && mark.of === 'holder');
    const holds = spansOf(trace)
      .holds.filter(isAcquired)
      .filter((hold) => !isWithoutLock(hold));
    const edges = [
      ...new Set(holds.flatMap(({ acquiredAt, heldUntil: insideTo }) => [acquiredAt as number, insideTo as number])),
    ];
    edges.sort((a, b) => a - b);
    edges.forEach((from, i) => {
      const to = edges[i + 1] ?? from;
      const x = axis.x((from + to) / 2);
      if (axis.x(to) - axis.x(from) < 3 || x < axis.left || x > axis.right) return;
      const inside = holds.filter(({ acquiredAt, heldUntil: insideTo }) => acquiredAt <= from && insideTo >= to);
      const due = new Set(inside.map(({ process }) => inkOfId(trace.header.processes[process]?.id ?? 'client1')));
      const drawn = new Set(stripes.filter((box) => box.x <= x && x <= box.x + box.width).map(({ ink }) => ink));
      expect([...drawn].sort()).toEqual([...due].sort());
    });
  });
});

/** If there are more stretches and keys than this, they have letters only where everything else leaves room. */
const crowdedFrom = 60;

test('on each bar with the room for it stands whose it is', () => {
  sure(({ trace, picture, texts }) => {
    const { axis, lanes, scale } = picture;
    const { entries, outages } = spansOf(trace);
    if (entries.length >= crowdedFrom) return;
    const names = namesLocked(entries);
    for (const { isLock, isSharedMode, process, front, to, owner, lock } of entries) {
      const whole = lanes.of[process];
      if (!isLock || isSharedMode || front === null || whole === undefined || whole.role === 'storage') continue;
      const lane = laneOfKey(whole, names, { lock });
      const end = to ?? trace.header.endedAt;
      // While its server is down, a gap covers the bar.
      const down = outages.find(
        (one) => one.process === process && one.kind !== 'paused' && one.from >= front.at && one.from < end,
      );
      const x0 = Math.max(axis.left, axis.x(front.at));
      const x1 = Math.min(axis.right, axis.x(down?.from ?? end));
      if (x1 - x0 < 24 * scale) continue;
      const id = trace.header.processes[owner]?.id;
      if (id === undefined) throw new Error('A key has no owner.');
      // On the bar, or right beside it. The bar is drawn as far as the edge of the pane, a little past the axis. A key
      // that a disk has kept goes on after the gap.
      const last = Math.min(axis.right, axis.x(end));
      const said = texts.filter((mark) => {
        const { x, width } = lettersOf(mark);
        const isNear = Math.abs(mark.y - lane.y) < lane.half + 12 * scale && x + width > x0 - 12 && x < last + 12;
        return isNear && (mark.ink === 'on-colour' || mark.ink === `${inkOfId(id)}-text`);
      });
      expect(
        said.some(({ text }) => text.startsWith(id.slice(-1))),
        `${lane.id} at ${front.at}`,
      ).toBe(true);
    }
  });
});

test('on each stretch of the ribbon with the room for it stands who holds', () => {
  sure(({ trace, picture, texts }) => {
    const { holderStrip } = picture.lanes;
    const stretches = picture.middle.filter(
      (mark): mark is BoxMark => mark.kind === 'box' && mark.of === 'holder' && mark.style === 'filled',
    );
    if (spansOf(trace).holds.length >= crowdedFrom) return;
    for (const { x, width } of stretches) {
      const [x0, x1] = [Math.max(picture.axis.left, x), Math.min(picture.axis.right, x + width)];
      const together = stretches.filter((other) => other.x === x && other.width === width).length;
      if (x1 - x0 < 24 * together * picture.scale) continue;
      const said = texts.filter(
        (text) => text.x >= x0 && text.x <= x1 && text.y >= holderStrip.top && text.y <= holderStrip.bottom,
      );
      expect(said.length, `${x0} to ${x1}`).toBeGreaterThan(0);
    }
  });
});
