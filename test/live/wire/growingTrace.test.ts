// A growing trace: what has been seen of it does not change, and added events are judged as at the end, or not yet.
import { expect, test } from 'vitest';
import { stories } from '../../../src/content/stories';
import { judge } from '../../../src/core/judge/judge';
import { digest } from '../../../src/core/model/digest';
import { type Severity, severities } from '../../../src/core/model/severity';
import { loadStory } from '../../../src/core/model/story';
import type { Trace } from '../../../src/core/model/trace';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { GrowingTrace, rowsOf } from '../../../src/live/wire/growingTrace';
import '../../support/handIn';

async function traceOfStory(number: string): Promise<Trace> {
  const entry = stories.find((story) => story.number === number);
  if (entry === undefined) throw new Error(`No story ${number}.`);
  return simulate((await loadStory(entry)).scenario, parts);
}

test('comes to the same as the whole, however it is cut; what was seen before stays as it was', async () => {
  const whole = await traceOfStory('39');
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

test('keeps its list of texts for as long as no text is added, and what was seen of it stays', async () => {
  const whole = await traceOfStory('39');
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

test('takes as many texts as a run may have, and not one more, however they come', async () => {
  const { header } = await traceOfStory('39');
  const half = Array<string>(50_000).fill('text');
  const growing = new GrowingTrace(header);
  expect(growing.add({ strings: half, rows: [] })).toBeNull();
  expect(growing.add({ strings: [...half, 'one more'], rows: [] })?.en).toMatch('more texts');
  expect(growing.add({ strings: half, rows: [] })).toBeNull();
  expect(growing.trace().strings).toHaveLength(100_000);
});

/** Of what has happened, no later event makes a harm undone. All else waits for the end of the run. */
const lasting: readonly Severity[] = ['lost', 'torn', 'twice', 'overlap', 'deleted-another', 'changed-another'];

test.each(stories.map(({ number }) => number))(
  'what is said of story %s while it runs is never taken back',
  async (number) => {
    const whole = await traceOfStory(number);
    const rows = rowsOf(whole);
    const growing = new GrowingTrace({ ...whole.header, ended: 'not-yet' });
    let worst: number = severities.length;
    for (let from = 0; from < rows.length; from += 12) {
      growing.add({ strings: from === 0 ? whole.strings : [], rows: rows.slice(from, from + 12) });
      const { outcome } = judge(growing.trace(), parts);
      expect([...lasting, 'unknown']).toContain(outcome);
      const rank = severities.indexOf(outcome);
      if (outcome === 'unknown') expect(worst, `after ${growing.count} events`).toBe(severities.length);
      else worst = Math.min(worst, rank);
    }
  },
);
