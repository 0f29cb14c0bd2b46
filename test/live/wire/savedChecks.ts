// The run of a story can be saved, and comes to a page piece by piece: what has been said of it is never taken back.
import { expect } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import { type Severity, severities } from '../../../src/core/model/trace/severity';
import { digest } from '../../../src/core/model/values/digest';
import { parts } from '../../../src/core/run/parts';
import { GrowingTrace, rowsOf } from '../../../src/live/wire/growingTrace';
import { encodeTrace, parseTrace } from '../../../src/live/wire/traceJson';
import type { Checks } from '../../content/stories/knownRun';

/** Of what has happened, no later event makes a harm undone. All else waits for the end of the run. */
const lasting: readonly Severity[] = ['lost', 'torn', 'twice', 'overlap', 'deleted-another', 'changed-another'];

export const savedChecks: Checks = {
  'comes back as it was from its file': ({ trace, verdict }) => {
    const parsed = parseTrace(encodeTrace(trace), parts);
    if (!parsed.ok) throw new Error(parsed.problem.en);
    expect(digest(parsed.trace)).toBe(digest(trace));
    expect(parsed.trace.header).toEqual(trace.header);
    expect(judge(parsed.trace, parts)).toEqual(verdict);
  },

  'is never taken back while it runs': ({ trace: whole }) => {
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
};
