/** Turns a scenario into its trace on real processes, or says why there is none. Leaves nothing behind, whatever happens. */
import { formatMs } from '../../../core/model/format';
import { processesOfScenario } from '../../../core/model/processes';
import type { Scenario } from '../../../core/model/scenario';
import type { Text } from '../../../core/model/text';
import type { Trace } from '../../../core/model/trace';
import { liveProblem } from '../../wire/liveProblem';
import { blaming, wordsOf } from '../blame';
import { RunFailed } from './failure';
import { LiveRun } from './liveRun';
import type { LiveRunMeans } from './means';
import type { LiveOutcome, RunOptions } from './news';
import { planOf } from './plan';
import { broken, stoppedBefore, tooLong } from './words';

/** The longest run, in ms. */
export const durationMsMax = 120_000;

/** The limit on starting everything. A machine that is busy with other runs is slow. */
const preparingMsMax = 90_000;

/** After this time, the guard has to end what is left of a run, and other runs may begin. */
const closingMsMax = 30_000;

/** @param scenario as `parseScenario` returns it. Never rejects. */
export async function runLive(scenario: Scenario, means: LiveRunMeans, options: RunOptions): Promise<LiveOutcome> {
  const { signal } = options;
  const fail = (problem: Text): LiveOutcome => {
    options.onNews?.({ type: 'failed', problem });
    return { ok: false, problem };
  };
  const failed = ({ failure, trace }: RunFailed): LiveOutcome => {
    options.onNews?.({ type: 'failed', ...failure, ...(trace === null ? {} : { header: trace.header }) });
    return { ok: false, ...failure, ...(trace === null ? {} : { trace }) };
  };
  if (signal?.aborted) return fail(stoppedBefore);
  const refusal = refusalOf(scenario, means);
  if (refusal !== null) return fail(refusal);
  try {
    return { ok: true, trace: await perform(scenario, means, options) };
  } catch (error) {
    // Errors in parts that had begun are expected after somebody has stopped the run.
    if (signal?.aborted) return fail(stoppedBefore);
    return error instanceof RunFailed ? failed(error) : fail(broken(wordsOf(error)));
  }
}

/** Rejects with the problem, even one in a callback that nobody waits for. Nothing of the run is left when it settles. */
function perform(scenario: Scenario, means: LiveRunMeans, options: RunOptions): Promise<Trace> {
  const failing = new AbortController();
  let run: LiveRun | null = null;
  return blaming(
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

/** Why it cannot run here at all; null when it can. */
function refusalOf(scenario: Scenario, { parts, databases, source }: LiveRunMeans): Text | null {
  if (scenario.settings.duration > durationMsMax) return tooLong(durationMsMax);
  const problem = liveProblem(scenario, parts, { hasPostgres: databases.hasPostgres });
  // A lock that the parts do not have is reported where it is looked up.
  if (problem !== null || !parts.locks.has(scenario.lock.id)) return problem;
  return source.refusal(scenario, processesOfScenario(scenario, parts));
}

/** Rejects when it takes too long, or is stopped before it is done. The caller has to clean up what it was doing. */
async function within(ms: number, done: Promise<void>, signals: readonly AbortSignal[]): Promise<void> {
  const tooLate = new AbortController();
  const timer = setTimeout(() => tooLate.abort(new Error(`the processes took longer than ${formatMs(ms)}.`)), ms);
  try {
    await until(done, AbortSignal.any([tooLate.signal, ...signals]));
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects with the signal's reason when that comes first. */
async function until<R>(done: Promise<R>, signal: AbortSignal): Promise<R> {
  let stop = (): void => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([done, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
