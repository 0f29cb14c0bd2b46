/**
 * A saved run: its events, and nothing of the code that made them, as the text of a file or behind the `#` of an
 * address. Reading adds the judge's verdict, and never throws, whatever is given.
 */
import { judge } from '../../core/judge/judge';
import { recordedMark } from '../../core/model/links/recordedMark';
import { sealed, unsealed } from '../../core/model/links/sealed';
import type { Run } from '../../core/model/trace/run';
import type { Trace } from '../../core/model/trace/trace';
import type { Text } from '../../core/model/values/text';
import type { Parts } from '../../core/sim/parts';
import { encodeTrace, parseTrace } from '../../live/wire/traceJson';
import { contradictory } from '../../live/wire/traceProblems';

export type OpenedRun = { readonly ok: true; readonly run: Run } | { readonly ok: false; readonly problem: Text };

/** @param parts with every lock whose runs may be recorded */
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

/** The text behind `#`. Null: the run is longer than a link may be. */
export function recordedLink(trace: Trace): string | null {
  const link = sealed(JSON.parse(encodeTrace(trace)));
  return unsealed(link).ok ? recordedMark + link : null;
}

/** Reads what `recordedLink` made. */
export function readRecordedLink(link: string, parts: Parts): OpenedRun {
  const linkContent = unsealed(link.replace(/^#/, '').slice(recordedMark.length));
  return linkContent.ok ? readSavedRun(JSON.stringify(linkContent.value), parts) : linkContent;
}
