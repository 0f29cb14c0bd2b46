/**
 * Two tasks of one process, without a fault, as in a web server: both call the lock at once, twice each. Code that
 * keeps its value in a variable of its module has one holder per process, so the second call overwrites the value of
 * the first.
 *
 * What tasks share: functions and an object that a file exports are the same for all tasks. Each task may construct
 * its own instance of a class, or call a factory itself. If that helps, the lock is right, and the answer only warns
 * against sharing. Each task has its own owner value, unless the name of the parameter says that it belongs to the
 * host or the process.
 */
import { fork, join, reasons } from '../../core/model/effects/effect';
import type { ClientContext, ClientProgram } from '../../core/model/scenario/parts';
import { goneCauses, type Trace } from '../../core/model/trace/trace';
import { eventsOf } from '../../core/model/trace/traceReader';
import { fromMs, type Micros } from '../../core/model/values/time';
import { simulate } from '../../core/sim/simulate';
import { attackScenario } from './attackScenario';
import type { NewRecording } from './faultlessRuns';
import { firstTask, otherKey, ownInstance, secondTask } from './host';
import type { OwnProblem, OwnSettings } from './ownCalls';

export type HoldersProblem = OwnProblem & { readonly kind: (typeof kinds)[number] };
const kinds = ['tasks-inside', 'tasks-release', 'tasks-waiting', 'tasks-sharing', 'tasks-reentrant'] as const;

/** The number of acquisitions in a run. */
const wanted = 4;

/** Null: tasks of one process do each other no harm. `tasks-sharing`: they do only where they share an instance. */
export function playHolders(settings: OwnSettings, recorded: NewRecording): HoldersProblem | null {
  for (const task of [secondTask, secondTask | otherKey]) {
    const problem = play(settings, recorded, task);
    // If it also happens with one task after the other, or between two processes, it does not come from two tasks.
    if (problem === null || play(settings, recorded, firstTask) !== null) continue;
    if (play(settings, recorded, firstTask, 2) !== null) continue;
    return play(settings, recorded, task | ownInstance) === null ? { ...problem, kind: 'tasks-sharing' } : problem;
  }
  return null;
}

function play(settings: OwnSettings, recorded: NewRecording, task: number, clients = 1): HoldersProblem | null {
  const usual = attackScenario(settings);
  const { duration } = usual.settings;
  const rounds = task === firstTask && clients === 1 ? wanted : wanted / 2;
  const scenario = { ...usual, settings: { ...usual.settings, clients, rounds, duration: 2 * duration } };
  const { parts, recorder } = recorded();
  const client = task === firstTask ? parts.client : twoTasks(parts.client, task);
  const trace = simulate(scenario, { ...parts, client });
  const failure = failureIn(trace, fromMs(settings.ttl), task);
  if (failure === null) return null;
  const line = recorder.lines.findLast(({ seq }) => seq <= failure.seq)?.line;
  return { kind: failure.kind, message: '', place: line === undefined ? null : { file: 'lock', line, column: 1 } };
}

/** The process quits its lock when both tasks are done. */
function twoTasks(usual: ClientProgram, task: number): ClientProgram {
  return {
    ...usual,
    *run(client: ClientContext) {
      const { quit, ...lock } = client.lock;
      const { notice, ...lockContext } = client.lockContext;
      const other = yield* fork(usual.run({ ...client, lock, lockContext: { ...lockContext, task } }));
      yield* usual.run({ ...client, lock, lockContext });
      yield* join(other);
      if (quit) yield* quit(client.lockContext);
    },
  };
}

interface Failure {
  readonly kind: HoldersProblem['kind'];
  /** The event after the call that failed. */
  readonly seq: number;
}

function failureIn(trace: Trace, ttl: Micros, task: number): Failure | null {
  const acquired = eventsOf(trace, 'acquired');
  const releases = new Map(eventsOf(trace, 'releasing').map((one) => [one.hold, one]));
  const expired = leasesOver(trace, ttl);
  for (const [index, { seq }] of acquired.entries()) {
    const before = acquired.slice(0, index).map(({ hold }) => releases.get(hold));
    const isInside = before.some((one) => one === undefined || one.seq > seq);
    if (isInside && (task & otherKey) === 0)
      return { kind: isCounted(trace) ? 'tasks-reentrant' : 'tasks-inside', seq };
  }
  const failed = eventsOf(trace, 'released').find(
    ({ at, reason }) => reasons[reason] !== 'none' && !expired.some((gone) => gone < at),
  );
  if (failed !== undefined) return { kind: 'tasks-release', seq: failed.seq };
  // Nobody holds it, and the next task gets it only when the lease is over.
  const late = acquired.find(({ at }) => expired.some((gone) => gone <= at));
  if (late !== undefined) return { kind: 'tasks-release', seq: lastReleased(trace, late.seq) };
  if (eventsOf(trace, 'finished').length < wanted)
    return { kind: 'tasks-waiting', seq: lastReleased(trace, trace.count) };
  return null;
}

/**
 * Whether the lock counts how often its process has it: a release that is not the last one changes a key, and a key
 * goes only when nobody holds the lock any more.
 */
function isCounted(trace: Trace): boolean {
  const [inside, asking, leaving] = [new Set<number>(), new Set<number>(), new Set<number>()];
  let isChanged = false;
  const kinds = ['acquiring', 'acquired', 'refused', 'releasing', 'released', 'entrySet', 'entryGone'] as const;
  for (const event of eventsOf(trace, ...kinds)) {
    if (event.kind === 'entrySet') isChanged ||= leaving.size > 0 && asking.size === 0;
    else if (event.kind === 'entryGone') {
      if (inside.size > 0) return false;
    } else {
      for (const [kind, set] of [
        ['acquiring', asking],
        ['acquired', inside],
        ['releasing', leaving],
      ] as const)
        if (event.kind === kind) set.add(event.hold);
      if (event.kind === 'acquired' || event.kind === 'refused') asking.delete(event.hold);
      if (event.kind === 'releasing') inside.delete(event.hold);
      if (event.kind === 'released') leaving.delete(event.hold);
    }
  }
  return isChanged;
}

const lastReleased = (trace: Trace, before: number): number =>
  eventsOf(trace, 'released').findLast(({ seq }) => seq < before)?.seq ?? before;

/** When keys with a lease expired. A key with a shorter life is not the lock's. */
function leasesOver(trace: Trace, ttl: Micros): readonly Micros[] {
  const set = eventsOf(trace, 'entrySet').filter(({ expiresIn }) => expiresIn >= ttl / 2);
  const names = new Set(set.map(({ entry }) => entry));
  return eventsOf(trace, 'entryGone').flatMap(({ at, entry, cause }) =>
    names.has(entry) && goneCauses[cause] === 'expired' ? [at] : [],
  );
}
