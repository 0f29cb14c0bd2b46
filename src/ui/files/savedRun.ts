/**
 * Reads a saved run: the trace in the text of a file, and the judge's verdict on it. Never throws, whatever it finds
 * there.
 */
import { judgeLive } from '../../judge/judgeLive';
import type { Registry } from '../../model/registry';
import type { Run } from '../../model/run';
import type { Text } from '../../model/text';
import { parseTrace } from '../../wire/traceJson';
import { contradictory } from '../../wire/traceProblems';

export type OpenedRun = { readonly ok: true; readonly run: Run } | { readonly ok: false; readonly problem: Text };

export function readSavedRun(text: string, registry: Registry): OpenedRun {
  const parsed = parseTrace(text, registry);
  if (!parsed.ok) return parsed;
  const { trace } = parsed;
  try {
    return { ok: true, run: { scenario: trace.header.scenario, trace, verdict: judgeLive(trace) } };
  } catch {
    // Each row may be possible alone, but not all of them together. No file of ours is like that.
    return { ok: false, problem: contradictory };
  }
}
