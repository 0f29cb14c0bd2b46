// The lock as one bar, and how its nodes unfold from there.
import { describe, expect, test } from 'vitest';
import { findStory } from '../../src/cli/storyList';
import { foldedLanes, foldedScale } from '../../src/layout/foldedLanes';
import { lanesOf, typeScale } from '../../src/layout/lanes';
import { pictureOf } from '../../src/layout/picture';
import type { Trace } from '../../src/model/trace';
import { parts } from '../../src/run/parts';
import { runScenario } from '../../src/run/runScenario';
import { optionsFor } from '../support/pictureFor';

async function firstStory(): Promise<Trace> {
  const found = await findStory('20');
  if (found.kind !== 'found') throw new Error('There is no story 20.');
  return runScenario(found.told.scenario, parts).trace;
}

const room = { height: 400 };

describe('folded', () => {
  test('clients, the lock and the storage from top to bottom, within the room', async () => {
    const { all, ribbon, quorum, isFolded, bottom } = foldedLanes(0)(await firstStory(), room);
    expect(all.map(({ id }) => id)).toEqual(['client1', 'client2', 'storage']);
    const [, second, storage] = all;
    expect(ribbon.top).toBeGreaterThan((second?.top ?? 0) + (second?.height ?? 0));
    expect(ribbon.bottom).toBeLessThan(storage?.top ?? 0);
    expect([quorum, isFolded]).toEqual([null, true]);
    expect(bottom).toBeLessThanOrEqual(room.height);
    expect(bottom).toBeGreaterThan(room.height - 12);
  });

  test('the type is large, also on a phone', async () => {
    const trace = await firstStory();
    for (const size of [
      { width: 836, height: 640 },
      { width: 390, height: 600 },
    ])
      expect(foldedScale(0)(trace, size)).toBeGreaterThan(typeScale(trace, size));
    expect(foldedScale(0)(trace, { width: 836, height: 640 }) * 11).toBe(18);
    expect(foldedScale(0)(trace, { width: 390, height: 600 }) * 11).toBeGreaterThanOrEqual(13);
  });

  test('of the messages, those to the storage; of the faults, the pause; no names of steps, no counts', async () => {
    const trace = await firstStory();
    const picture = pictureOf({ ...optionsFor(trace), lanesOf: foldedLanes(0) });
    expect(picture.handles.map(({ name }) => name)).toEqual(['pause']);
    expect(picture.messages.rows).toHaveLength(8);
    const marks = [...picture.middle, ...picture.top];
    expect(marks.filter((mark) => mark.kind === 'glyph' && mark.shape === 'pie')).toEqual([]);
    const texts = marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
    expect(texts).not.toContain('release');
    expect(texts.filter((text) => text.startsWith('asks'))).toEqual([]);
    expect(texts.filter((text) => text.includes('destroys'))).toHaveLength(1);
  });
});

describe('unfolding', () => {
  test('it ends with the usual lanes and the usual type', async () => {
    const trace = await firstStory();
    const { all, ribbon, top, bottom } = foldedLanes(1)(trace, room);
    const usual = lanesOf(trace, room);
    expect({ all, ribbon, top, bottom }).toEqual({
      all: usual.all,
      ribbon: usual.ribbon,
      top: usual.top,
      bottom: usual.bottom,
    });
    const size = { width: 836, height: 640 };
    expect(foldedScale(1)(trace, size)).toBeCloseTo(typeScale(trace, size), 10);
  });

  test('every node begins at the bar of the lock, and no lane ever jumps', async () => {
    const trace = await firstStory();
    const { ribbon } = foldedLanes(0)(trace, room);
    const first = foldedLanes(0.001)(trace, room);
    for (const { y } of first.all.filter(({ role }) => role === 'node')) {
      expect(y).toBeGreaterThan(ribbon.top);
      expect(y).toBeLessThan(ribbon.bottom);
    }
    let before = first;
    for (let step = 1; step <= 50; step++) {
      const now = foldedLanes(step / 50)(trace, room);
      const moves = now.all.map(({ y }, i) => Math.abs(y - (before.all[i]?.y ?? Number.NaN)));
      expect(Math.max(...moves)).toBeLessThan(12);
      before = now;
    }
  });
});
