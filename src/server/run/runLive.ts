/** A scenario on real processes → its trace, or why there is none. Leaves nothing behind, whatever happens. */
import type { Scenario } from '../../model/scenario';
import type { Text } from '../../model/text';
import { liveProblem } from '../../wire/liveProblem';
import { LiveRun, type LiveRunParts } from './liveRun';
import type { LiveOutcome, RunOptions } from './news';
import { planOf } from './plan';
import { broken, stoppedBefore } from './words';

/** @param scenario as `parseScenario` returns it. Never rejects. */
export async function runLive(scenario: Scenario, parts: LiveRunParts, options: RunOptions): Promise<LiveOutcome> {
  const fail = (problem: Text): LiveOutcome => {
    options.onNews?.({ type: 'failed', problem });
    return { ok: false, problem };
  };
  if (options.signal?.aborted) return fail(stoppedBefore);
  const { hasPostgres } = parts.databases;
  const refusal = liveProblem(scenario, parts.registry, { hasPostgres }) ?? parts.source.refusal(scenario);
  if (refusal !== null) return fail(refusal);
  const plan = planOf(scenario, parts.registry, parts.source.whyNot);
  let run: LiveRun | null = null;
  try {
    run = await LiveRun.open(plan, parts, options);
    await run.prepare();
    return { ok: true, trace: await run.run() };
  } catch (error) {
    // What was begun fails as a matter of course where somebody has stopped it.
    return fail(
      options.signal?.aborted ? stoppedBefore : broken(error instanceof Error ? error.message : String(error)),
    );
  } finally {
    await run?.close();
  }
}
