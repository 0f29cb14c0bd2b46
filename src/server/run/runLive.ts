/** A scenario on real processes → its trace, or why there is none. Leaves nothing behind, whatever happens. */
import type { Scenario } from '../../model/scenario';
import type { Text } from '../../model/text';
import { liveProblem } from '../../wire/liveProblem';
import { LiveRun, type LiveRunParts } from './liveRun';
import type { LiveOutcome, RunOptions } from './news';
import { planOf } from './plan';
import { broken, stoppedBefore, tooLong } from './words';

/** The longest run, in ms. */
export const durationMsMax = 120_000;

/** So long may it take until everything is up; a machine that is busy with other runs is slow. */
const preparingMsMax = 90_000;

/** @param scenario as `parseScenario` returns it. Never rejects. */
export async function runLive(scenario: Scenario, parts: LiveRunParts, options: RunOptions): Promise<LiveOutcome> {
  const { signal } = options;
  const fail = (problem: Text): LiveOutcome => {
    options.onNews?.({ type: 'failed', problem });
    return { ok: false, problem };
  };
  if (signal?.aborted) return fail(stoppedBefore);
  const refusal = refusalOf(scenario, parts);
  if (refusal !== null) return fail(refusal);
  const plan = planOf(scenario, parts.registry, parts.source.whyNot);
  let run: LiveRun | null = null;
  try {
    run = await LiveRun.open(plan, parts, options);
    await within(preparingMsMax, run.prepare(), signal);
    return { ok: true, trace: await run.run() };
  } catch (error) {
    // What was begun fails as a matter of course where somebody has stopped it.
    return fail(signal?.aborted ? stoppedBefore : broken(error instanceof Error ? error.message : String(error)));
  } finally {
    await run?.close();
  }
}

/** Why it cannot run here at all; null where it can. */
function refusalOf(scenario: Scenario, { registry, databases, source }: LiveRunParts): Text | null {
  if (scenario.settings.duration > durationMsMax) return tooLong(durationMsMax);
  return liveProblem(scenario, registry, { hasPostgres: databases.hasPostgres }) ?? source.refusal(scenario);
}

/** Rejects when it takes too long, or is stopped before it is done. What it was doing is left to whoever cleans up. */
async function within(ms: number, done: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  const tooLate = AbortSignal.timeout(ms);
  const either = signal === undefined ? tooLate : AbortSignal.any([tooLate, signal]);
  let stop = (): void => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(new Error(`the processes were not up after ${ms / 1000} s.`));
    either.addEventListener('abort', stop);
  });
  try {
    await Promise.race([done, stopped]);
  } finally {
    either.removeEventListener('abort', stop);
  }
}
