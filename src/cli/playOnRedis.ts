/**
 * `play … --live` makes one run on real servers and processes, judged like any other. It ends all of them, even if it
 * is interrupted.
 */

import { judge } from '../core/judge/judge';
import type { Scenario } from '../core/model/scenario/scenario';
import type { Run } from '../core/model/trace/run';
import { parts as usualParts } from '../core/run/parts';
import type { Parts } from '../core/sim/parts';
import { openLiveRunner } from '../live/server/run/liveRunner';
import type { OwnCode } from '../sandbox/attack/onRedis';
import type { NoRun } from './report';

export type Played = { readonly ok: true; readonly run: Run } | (NoRun & { readonly ok: false });

export interface Playing {
  readonly environment: Readonly<NodeJS.ProcessEnv>;
  /** The parts that know the scenario's lock. */
  readonly parts?: Parts;
  /** The code of the lock `own`, if the scenario uses it. */
  readonly own?: OwnCode;
}

export async function playOnRedis(
  scenario: Scenario,
  { environment, parts = usualParts, own }: Playing,
): Promise<Played> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  const liveRunner = await openLiveRunner({
    parts,
    environment,
    ...(own === undefined
      ? {}
      : { own: { offered: () => null, behind: async (nextScenario) => ({ ok: true, own, scenario: nextScenario }) } }),
  });
  try {
    const outcome = await liveRunner.run(scenario, { signal: stopping.signal });
    if (!outcome.ok) return outcome;
    const { trace } = outcome;
    return { ok: true, run: { scenario, trace, verdict: judge(trace, parts) } };
  } finally {
    await liveRunner.close();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, stop);
  }
}
