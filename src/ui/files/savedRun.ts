/** A saved run: the trace in a file's text, and what the judge makes of it. Never throws for what it finds there. */
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
    // Each row may be so, and all of them together not: no file of ours has that.
    return { ok: false, problem: contradictory };
  }
}
