// A growing trace: what has been seen of it does not change, and added events are judged as at the end, or not yet.
import { expect, test } from 'vitest';
import type { Trace } from '../../../src/core/model/trace/trace';
import { digest } from '../../../src/core/model/values/digest';
import { GrowingTrace, rowsOf } from '../../../src/live/wire/growingTrace';
import { runOfStory } from '../../content/stories/knownRun';
import '../../support/handIn';

test('comes to the same as the whole, however it is cut; what was seen before stays as it was', () => {
  const whole = runOfStory('39').trace;
  const rows = rowsOf(whole);
  const growing = new GrowingTrace(whole.header);
  const seen: { readonly trace: Trace; readonly digest: string }[] = [];
  for (let from = 0, length = 1; from < rows.length; from += length++) {
    const strings = from === 0 ? whole.strings : [];
    expect(growing.add({ strings, rows: rows.slice(from, from + length) })).toBeNull();
    const trace = growing.trace();
    seen.push({ trace, digest: digest(trace) });
  }
  expect(digest(growing.trace(whole.header))).toBe(digest(whole));
  expect(seen.length).toBeGreaterThan(20);
  for (const before of seen) expect(digest(before.trace)).toBe(before.digest);
});

test('keeps its list of texts for as long as no text is added, and what was seen of it stays', () => {
  const whole = runOfStory('39').trace;
  const rows = rowsOf(whole);
  const growing = new GrowingTrace(whole.header);
  growing.add({ strings: whole.strings, rows: rows.slice(0, 5) });
  const first = growing.trace().strings;
  growing.add({ strings: [], rows: rows.slice(5, 10) });
  expect(growing.trace().strings).toBe(first);
  growing.add({ strings: ['one more'], rows: [] });
  expect(first).toEqual(whole.strings);
  expect(growing.trace().strings).toEqual([...whole.strings, 'one more']);
});

test('takes as many texts as a run may have, and not one more, however they come', () => {
  const { header } = runOfStory('39').trace;
  const half = Array<string>(50_000).fill('text');
  const growing = new GrowingTrace(header);
  expect(growing.add({ strings: half, rows: [] })).toBeNull();
  expect(growing.add({ strings: [...half, 'one more'], rows: [] })?.en).toMatch('more texts');
  expect(growing.add({ strings: half, rows: [] })).toBeNull();
  expect(growing.trace().strings).toHaveLength(100_000);
});
