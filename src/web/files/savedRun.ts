/**
 * Reads a saved run: the trace in the text of a file, and the judge's verdict on it. Never throws, whatever the file
 * holds.
 */
import { judge } from '../../core/judge/judge';
import type { Run } from '../../core/model/run';
import type { Text } from '../../core/model/text';
import type { Parts } from '../../core/sim/parts';
import { parseTrace } from '../../live/wire/traceJson';
import { contradictory } from '../../live/wire/traceProblems';

export type OpenedRun = { readonly ok: true; readonly run: Run } | { readonly ok: false; readonly problem: Text };

export function readSavedRun(text: string, parts: Parts): OpenedRun {
  const parsed = parseTrace(text, parts);
  if (!parsed.ok) return parsed;
  const { trace } = parsed;
  try {
    return { ok: true, run: { scenario: trace.header.scenario, trace, verdict: judge(trace, parts) } };
  } catch {
    // Each row may be possible alone, but not all of them together. None of our own files is like that.
    return { ok: false, problem: contradictory };
  }
}
