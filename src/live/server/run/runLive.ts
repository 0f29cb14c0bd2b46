/** Runs a scenario on real processes. Returns its trace, or why there is no trace. Always leaves nothing behind. */

import { processesOfScenario } from '../../../core/model/scenario/processes';
import type { Scenario } from '../../../core/model/scenario/scenario';
import type { Trace } from '../../../core/model/trace/trace';
import { formatMs } from '../../../core/model/values/format';
import type { Text } from '../../../core/model/values/text';
import { liveProblem } from '../../wire/liveProblem';
import { scopedErrors, wordsOf } from '../errorScope';
import { RunFailed } from './failure';
import { LiveRun } from './liveRun';
import { planOf } from './plan';
import type { LiveOutcome, RunOptions } from './reports';
import type { RunDependencies } from './runDependencies';
import { broken, stoppedBefore } from './words';

/** How long everything may take to start. A machine that is busy with other runs is slow. */
const preparingMsMax = 90_000;

/** After this time, other runs may begin, and the guard ends the rest of this one. */
const closingMsMax = 30_000;

/** @param scenario as `parseScenario` returns it. Never rejects. */
export async function runLive(scenario: Scenario, means: RunDependencies, options: RunOptions): Promise<LiveOutcome> {
  const { signal } = options;
  const fail = (problem: Text): LiveOutcome => {
    options.onReport?.({ type: 'failed', problem });
    return { ok: false, problem };
  };
  const failed = ({ failure, trace }: RunFailed): LiveOutcome => {
    options.onReport?.({ type: 'failed', ...failure, ...(trace === null ? {} : { header: trace.header }) });
    return { ok: false, ...failure, ...(trace === null ? {} : { trace }) };
  };
  if (signal?.aborted) return fail(stoppedBefore);
  const refusal = refusalOf(scenario, means);
  if (refusal !== null) return fail(refusal);
  try {
    return { ok: true, trace: await perform(scenario, means, options) };
  } catch (error) {
    // After somebody has stopped the run, errors in parts that had begun are expected.
    if (signal?.aborted) return fail(stoppedBefore);
    return error instanceof RunFailed ? failed(error) : fail(broken(wordsOf(error)));
  }
}

/** Rejects with any problem, even one in a callback that nobody awaits. When it settles, nothing of the run is left. */
function perform(scenario: Scenario, means: RunDependencies, options: RunOptions): Promise<Trace> {
  const failing = new AbortController();
  let run: LiveRun | null = null;
  return scopedErrors(
    (problem) => {
      run?.fail(wordsOf(problem));
      failing.abort(new Error(wordsOf(problem)));
    },
    async () => {
      const plan = planOf(scenario, means.parts, means.source.unable);
      try {
        run = await LiveRun.open(plan, means, options);
        await within(preparingMsMax, run.prepare(), [failing.signal, ...(options.signal ? [options.signal] : [])]);
        return await until(run.run(), failing.signal);
      } finally {
        if (run !== null) await within(closingMsMax, run.close(), []);
      }
    },
  );
}

/** Returns why it cannot run here at all; null when it can. */
function refusalOf(scenario: Scenario, { parts, databases, source }: RunDependencies): Text | null {
  const problem = liveProblem(scenario, parts, { hasPostgres: databases.hasPostgres });
  // A missing lock is reported where it is looked up.
  if (problem !== null || !parts.locks.has(scenario.lock.id)) return problem;
  return source.refusal(scenario, processesOfScenario(scenario, parts));
}

/** Rejects if it takes too long, or is stopped before it is done. Then the caller cleans up. */
async function within(ms: number, work: Promise<void>, signals: readonly AbortSignal[]): Promise<void> {
  const tooLate = new AbortController();
  const timer = setTimeout(() => tooLate.abort(new Error(`the processes took longer than ${formatMs(ms)}.`)), ms);
  try {
    await until(work, AbortSignal.any([tooLate.signal, ...signals]));
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects with the signal's reason if the signal comes first. */
async function until<R>(work: Promise<R>, signal: AbortSignal): Promise<R> {
  let stop = (): void => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
