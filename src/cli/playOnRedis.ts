/**
 * `play … --live`: one run on real servers and processes, judged as any other. It ends all of them, even when it is
 * interrupted.
 */

import { judge } from '../judge/judge';
import type { Run } from '../model/run';
import type { Scenario } from '../model/scenario';
import type { Text } from '../model/text';
import { parts } from '../run/parts';
import { openWorkshop } from '../server/run/workshop';

export type Played =
  | { readonly ok: true; readonly run: Run }
  | { readonly ok: false; readonly problem: Text; readonly advice?: Text; readonly lastWords?: readonly string[] };

export async function playOnRedis(scenario: Scenario, environment: Readonly<NodeJS.ProcessEnv>): Promise<Played> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  const workshop = await openWorkshop({ parts, environment });
  try {
    const outcome = await workshop.run(scenario, { signal: stopping.signal });
    if (!outcome.ok) return outcome;
    const { trace } = outcome;
    return { ok: true, run: { scenario, trace, verdict: judge(trace, parts) } };
  } finally {
    await workshop.close();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, stop);
  }
}
