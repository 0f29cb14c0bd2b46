// Keys with two names of the lock are on one server at once: their bars are drawn one below the other, and each shows
// its name.
import { describe, expect, test } from 'vitest';
import type { Settings } from '../../../src/core/model/scenario/scenario';
import { hitTest } from '../../../src/picture/layout/hitTest';
import { type BoxMark, type Mark, type TextMark, touches } from '../../../src/picture/layout/marks';
import { pictureOf } from '../../../src/picture/layout/picture';
import { pictureFor } from '../../support/pictureFor';
import { runOf } from '../../support/runOf';
import { sceneOptions } from '../../support/sceneOf';

const keyBars = (marks: readonly Mark[]): readonly BoxMark[] =>
  marks.filter((mark): mark is BoxMark => mark.kind === 'box' && mark.of === 'key');

function drawn(id: string, own: Settings['own'] & {}, height?: number) {
  const settings = { clients: 2, rounds: 1, stagger: 100, work: 3000, duration: 6000, own };
  const run = runOf({ lock: { id }, settings });
  const picture = pictureFor(run.trace, height === undefined ? {} : { height });
  return { run, picture, bars: keyBars(picture.middle) };
}

const twoNames = { client2: { key: 'stock-v2' } } as const;

describe.each(['single-node', 'zookeeper-node', 'sql-row'])('%s', (id) => {
  test.each([undefined, 260])('the two bars do not touch in a pane %s px high', (height) => {
    const { bars } = drawn(id, twoNames, height);
    const [first, second] = bars;
    if (first === undefined || second === undefined) throw new Error('There are no two keys.');
    expect([bars.length, touches(first, second)]).toEqual([2, false]);
    expect(Math.min(first.x + first.width, second.x + second.width)).toBeGreaterThan(Math.max(first.x, second.x));
  });

  test('each says its owner and its name', () => {
    const { picture } = drawn(id, twoNames);
    const said = picture.middle.concat(picture.top).filter((mark): mark is TextMark => mark.kind === 'text');
    const names = said.map(({ text }) => text).filter((text) => text.includes(' · stock'));
    expect(names.map((text) => text.replace(/(stock(-v2)?).*/, '$1')).sort()).toEqual(['1 · stock', '2 · stock-v2']);
  });
});

test('no arrow of its own client crosses the name on a bar that is long enough', () => {
  const { picture } = drawn('redlock', twoNames);
  const names = picture.middle.concat(picture.top).filter((mark): mark is TextMark => mark.kind === 'text');
  const onBars = names.filter(({ text }) => text.includes(' · stock'));
  expect(onBars.map(({ align }) => align)).toEqual(onBars.map(() => 'center'));
  expect(onBars.length).toBe(10);
});

test.each<readonly [Settings['own'] & {}, string, string]>([
  [twoNames, 'has the lock · stock', 'has the lock · stock-v2'],
  [{}, 'has the lock', 'has the lock'],
])('in a scene with %j each client says which lock it has', (own, first, second) => {
  const { trace } = runOf({ lock: { id: 'single-node' }, settings: { clients: 2, rounds: 1, work: 600, own } });
  const { middle, top } = pictureOf(sceneOptions(trace, { width: 1280, height: 430 }));
  const said = middle.concat(top).filter((mark): mark is TextMark => mark.kind === 'text');
  const held = said.map(({ text }) => text).filter((text) => text.startsWith('has the lock'));
  expect(held).toEqual([first, second]);
});

test('the pointer finds the key whose bar is under it', () => {
  const { run, picture, bars } = drawn('single-node', twoNames);
  const owners = bars.map(({ x, y, width, height }) => {
    const hit = hitTest({ ...run, scenario: run.trace.header.scenario }, picture, {
      x: x + width / 2,
      y: y + height / 2,
    });
    return hit?.kind === 'entry' ? run.trace.header.processes[hit.entry.owner]?.id : hit?.kind;
  });
  expect(owners).toEqual(['client1', 'client2']);
});

test('with one name the bar keeps the whole height of its lane', () => {
  const [one, two] = [drawn('single-node', {}), drawn('single-node', twoNames)].map(({ picture, bars }) => ({
    lane: picture.lanes.all.find(({ id }) => id === 'nodeA'),
    bar: bars[0],
  }));
  expect(one?.bar?.height).toBe((one?.lane?.half ?? 0) * 2);
  expect(one?.bar?.y).not.toBe(two?.bar?.y);
});
