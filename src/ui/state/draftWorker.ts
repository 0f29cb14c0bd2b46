// Runs drafts of long runs beside the page. Its first message says that it is ready; until then the page runs them
// itself.

import type { Scenario } from '../../model/scenario';
import type { Trace } from '../../model/trace';
import type { Verdict } from '../../model/verdict';
import { parts } from '../../run/parts';
import { runScenario } from '../../run/runScenario';

export interface DraftQuestion {
  readonly id: number;
  readonly scenario: Scenario;
}

export type DraftAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'run'; readonly id: number; readonly trace: Trace; readonly verdict: Verdict }
  /** A broken invariant. The page will run into it as well, and has a place to show it. */
  | { readonly kind: 'failed'; readonly id: number };

addEventListener('message', ({ data: { id, scenario } }: MessageEvent<DraftQuestion>) => {
  try {
    const { trace, verdict } = runScenario(scenario, parts);
    const { at, kind, process, a, b, c, d, e, f } = trace;
    const columns = [at, kind, process, a, b, c, d, e, f].map(({ buffer }) => buffer as ArrayBuffer);
    answer({ kind: 'run', id, trace, verdict }, columns);
  } catch {
    answer({ kind: 'failed', id });
  }
});

const answer = (message: DraftAnswer, handedOver: ArrayBuffer[] = []): void =>
  postMessage(message, { transfer: handedOver });

answer({ kind: 'ready' });
