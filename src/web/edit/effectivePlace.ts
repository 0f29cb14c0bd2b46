/**
 * Whether a fault changes its run, and where a new fault does. A fault that hits an idle process, or comes after the
 * last write, changes nothing of interest.
 */
import { firstDifference } from '../../core/model/scenario/difference';
import { anchorsOf, movedFault, timeWhen, withFault, withoutFault } from '../../core/model/scenario/edit';
import type { Fault } from '../../core/model/scenario/fault';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Run } from '../../core/model/trace/run';
import type { Trace } from '../../core/model/trace/trace';
import { fromMs, type Instant, type Ms } from '../../core/model/values/time';
import { spansOf } from '../../core/spans/spans';
import { isTruncated, simulateNow } from '../state/longRun';
import { anchoringProcesses, scenarioWithout } from './faultDrag';

/** Each attempt is a run. */
const triesMax = 60;

interface Wanted {
  /** Without the fault. */
  readonly scenario: Scenario;
  /** The same fault on other processes, in the order in which they are tried. */
  readonly faults: readonly Fault[];
  readonly at: Ms;
}

/**
 * The first of the faults that changes the run: at the wanted time, else on its process's steps and requests before
 * that time, the nearest first, else after it. Of those places it prefers one where every other fault keeps its
 * effect. Null: none of them changes the run, or it is too long to try.
 */
export function effectiveFault({ scenario, faults, at }: Wanted): Fault | null {
  const before = simulateNow(scenario);
  if (isTruncated(before)) return null;
  const changes = (fault: Fault): boolean => differs(before, simulateNow(withFault(scenario, tried, fault)));
  const wanted = faults.find(changes);
  if (wanted !== undefined) return wanted;
  const candidates = faults
    .flatMap((fault) => places(before.trace, fault, at))
    .slice(0, triesMax)
    .filter(changes);
  const others = faultsWithEffect(scenario);
  const keepsOthers = (fault: Fault): boolean => {
    const faultNames = faultsWithEffect(withFault(scenario, tried, fault));
    return others.every((name) => faultNames.includes(name));
  };
  return candidates.find(keepsOthers) ?? candidates[0] ?? null;
}

const faultsWithEffect = (scenario: Scenario): readonly string[] =>
  Object.keys(scenario.faults).filter((name) =>
    differs(simulateNow(withoutFault(scenario, name)), simulateNow(scenario)),
  );

/** No fault of a scenario has this name. */
const tried = ' tried';

function places(trace: Trace, fault: Fault, at: Ms): readonly Fault[] {
  const anchors = anchorsOf(trace, anchoringProcesses(fault));
  const wanted = fromMs(at);
  const earlier = anchors.filter((anchor) => anchor.at <= wanted).reverse();
  const later = anchors.filter((anchor) => anchor.at > wanted);
  return [...earlier, ...later].map(({ at: time, when }) =>
    movedFault(fault, 'message' in fault ? timeWhen(time) : when),
  );
}

/** The scenario whose run shows what a fault changes. Null: a run that is cut off, or from real Redis, has none. */
export const comparedWith = (run: Run, name: string): Scenario | null =>
  run.trace.header.origin === 'live' || isTruncated(run) ? null : scenarioWithout(run.scenario, name);

/**
 * Why a fault changes nothing: it never happens, it comes after the last write, or nothing there depends on it. Null:
 * it does.
 * @param before the run without the fault
 */
export function whyNoEffect(run: Run, name: string, before: Run): 'never' | 'late' | 'idle' | null {
  if (isTruncated(before) || differs(before, run)) return null;
  const span = spansOf(run.trace).faults.find((one) => one.name === name);
  const at = span?.from ?? dueAt(run.scenario.faults[name]);
  if (at !== null && at > lastWriteAt(before)) return 'late';
  return span?.from === null ? 'never' : 'idle';
}

/** The time that it waits for; null: it waits for something else. */
function dueAt(fault: Fault | undefined): number | null {
  if (fault === undefined) return null;
  if ('message' in fault) return 'after' in fault.message ? fromMs(fault.message.after) : null;
  return fault.when.kind === 'time' ? fromMs(fault.when.at) : null;
}

/** Whether the runs differ in what came out, or in more than their faults by the last write. */
function differs(before: Run, after: Run): boolean {
  const difference = firstDifference(before.trace, after.trace);
  if (difference === null) return false;
  const [was, is] = [before.verdict, after.verdict];
  return was.lock !== is.lock || was.data !== is.data || difference.at <= lastWriteAt(before);
}

/** If nothing is written, the end of the run. */
const lastWriteAt = ({ trace }: Run): Instant =>
  spansOf(trace).resource.findLast(({ kind }) => kind === 'wrote' || kind === 'rejected')?.at ?? trace.header.endedAt;
