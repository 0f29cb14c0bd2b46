// How large everything is: type grows with the pane, no text is small, and no label is cut off or separated from what
// it names.
import { describe, expect, test } from 'vitest';
import type { Trace } from '../../../src/core/model/trace/trace';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { spansOf } from '../../../src/core/spans/spans';
import { boxOf } from '../../../src/picture/layout/labels';
import { lanesOf, typeScale } from '../../../src/picture/layout/lanes';
import { type Mark, roughMeasure, type TextMark } from '../../../src/picture/layout/marks';
import { scaledMark } from '../../../src/picture/layout/scale';
import { runOfStory } from '../../content/stories/knownRun';
import { storyVersionOf } from '../../content/stories/storyVersions';
import { pauseTrace } from '../../support/pauseTrace';
import { pictureFor } from '../../support/pictureFor';

const isText = (mark: Mark): mark is TextMark => mark.kind === 'text';

/** Nine clients ask nine nodes. */
function nineByNine(): Trace {
  const { scenario } = storyVersionOf('20');
  const { settings } = scenario;
  return runScenario(
    { ...scenario, settings: { ...settings, clients: 9, nodes: { ...settings.nodes, count: 9 } } },
    parts,
  ).trace;
}

test.each([
  ['20', 836, 608, 11],
  ['20', 1316, 788, 14],
  ['9', 1316, 756, 18],
  ['9', 836, 608, 13.5],
  ['9', 390, 560, 11],
])('the type of story %s in %i × %i px', (name, width, height, type) => {
  expect(typeScale(runOfStory(name).trace, { width, height }) * 11).toBeCloseTo(type);
});

test.each(['20', '9', '35', '84'])('the lanes of story %s fill a tall pane', (name) => {
  const { trace } = runOfStory(name);
  for (const height of [900, 1400]) {
    const { bottom } = lanesOf(trace, { height });
    expect(bottom).toBeGreaterThan(height - 30);
    expect(bottom).toBeLessThanOrEqual(height);
  }
});

test.each([
  [1, 1],
  [1.4, 2.1],
])('a line of %d px is %d px wide where everything is half as large again', (width, grown) => {
  const line: Mark = { kind: 'lines', ink: 'ink', alpha: 1, width, dash: null, points: [0, 0, 10, 10] };
  expect(scaledMark(line, 1.5)).toMatchObject({ points: [0, 0, 15, 15] });
  expect(scaledMark(line, 1.5)).toHaveProperty('width', expect.closeTo(grown));
});

test('nine clients at nine nodes keep type of 11 px, and scroll instead', () => {
  const trace = nineByNine();
  expect(trace.header.processes.length).toBeGreaterThanOrEqual(19);
  const frame = { width: 836, height: 480 };
  expect(typeScale(trace, frame)).toBe(1);
  const { lanes } = pictureFor(trace, frame);
  expect(lanes.bottom).toBeGreaterThan(frame.height);
  for (const { height, half } of lanes.all) expect(height).toBeGreaterThanOrEqual(half * 2 + 4);
});

test('a picture of larger type is the picture of a smaller room, enlarged', () => {
  const trace = pauseTrace();
  const scale = 1.5;
  const small = pictureFor(trace, { width: 800, height: 500 });
  const axisRight = (800 - 14) * scale;
  const large = pictureFor(trace, { width: axisRight + 14, height: 500 * scale, scale });
  expect(large.lanes.bottom).toBe(small.lanes.bottom * scale);
  expect(large.top.length).toBe(small.top.length);
  large.top.forEach((mark, i) => {
    const other = small.top[i];
    if (mark.kind !== 'text' || other?.kind !== 'text') return;
    expect([mark.text, mark.size]).toEqual([other.text, other.size * scale]);
    expect(mark.x).toBeCloseTo(other.x * scale);
  });
  const [row, x] = [large.messages.rows[0], large.messages.points[0]];
  expect(x).toBeCloseTo(large.axis.x(spansOf(trace).messages.sentAt(row ?? 0)));
  large.handles.forEach(({ box }, i) => {
    expect(box.width).toBeCloseTo((small.handles[i]?.box.width ?? 0) * scale);
  });
});

const sizes = [
  [1290, 780],
  [836, 560],
  [390, 500],
] as const;

describe.each(['9', '14', '20', '31', '35', '49', '53b', '57', '75', '84', '9 by 9'])('in story %s', (name) => {
  const trace = name === '9 by 9' ? nineByNine() : runOfStory(name).trace;

  test.each(sizes)('in %i × %i px nothing is written or drawn under 11 px, and no label is cut', (width, height) => {
    const picture = pictureFor(trace, { width, height, scale: typeScale(trace, { width, height }) });
    for (const mark of [...picture.ground, ...picture.middle, ...picture.top]) {
      if (mark.kind === 'text' || mark.kind === 'glyph') expect(mark.size).toBeGreaterThanOrEqual(11);
      if (!isText(mark)) continue;
      const box = boxOf(mark, roughMeasure);
      expect(box.x, mark.text).toBeGreaterThanOrEqual(picture.axis.left - 12);
      expect(box.x + box.width, mark.text).toBeLessThanOrEqual(width + 1);
      expect(box.y, mark.text).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height, mark.text).toBeLessThanOrEqual(picture.lanes.bottom + 10);
    }
  });

  test('every bar of a key that has the room says whose it is', () => {
    const { middle, axis, lanes } = pictureFor(trace, { width: 836, height: 700 });
    const onBars = middle.filter(isText).filter(({ ink }) => ink === 'on-colour');
    for (const { isLock, isSharedMode, process, front, to, owner } of spansOf(trace).entries) {
      const lane = lanes.of[process];
      if (!isLock || isSharedMode || front === null || lane === undefined || lane.role === 'storage') continue;
      const [x0, x1] = [axis.x(front.at), axis.x(to ?? trace.header.endedAt)];
      if (x1 - x0 < 16) continue;
      const letter = trace.header.processes[owner]?.id.slice(-1) ?? '?';
      const said = onBars.find(({ y, x }) => y === lane.y && x >= x0 && x <= x1);
      expect(said?.text.startsWith(letter), `${lane.id} at ${front.at}`).toBe(true);
    }
  });
});
