// Rule: time never decreases; no process acts while paused or down, and no kernel while its machine sleeps; pauses,
// crashes and starts alternate; no task outlives its process.
import { faultPrograms } from '../../../src/core/faults';
import { stillClocks } from '../../../src/core/faults/program';
import type { TraceEvent } from '../../../src/core/model/trace/traceReader';
import type { MakeRule } from './rule';

export const timeNeverFalls: MakeRule = (_, note) => {
  let before = 0;
  return {
    take: (event) => {
      if (event.at < before) note(event, `time falls from ${before}`);
      if (!Number.isInteger(event.at)) note(event, 'its time is no whole number of microseconds');
      before = event.at;
    },
  };
};

/** In the column `power`: the process is alive, and may start another thread. */
const threadAlone = 2;

type State = 'running' | 'paused' | 'dead' | 'dark';

/** Whether the event happens to a process from outside: to its machine, its links, or its disk. */
function happensTo({ kind }: TraceEvent): boolean {
  return [
    'arrived',
    'lost',
    'faultStruck',
    'faultEnded',
    'clockSet',
    'crashed',
    'started',
    'paused',
    'resumed',
    'led',
  ].includes(kind);
}

export const nobodyActsWhileStopped: MakeRule = ({ header }, note) => {
  const states: State[] = header.processes.map(() => 'running');
  const tasksBefore = header.processes.map(() => new Set<number>());
  const tasks = header.processes.map(() => new Set<number>());
  const threadless = new Set<number>();
  const sleeping = Object.values(header.scenario.faults).map((fault) => stillClocks(fault, faultPrograms) !== 'none');
  const asleep = header.processes.map(() => new Set<number>());
  const liesAboutDisk = header.scenario.settings.nodes.disk === 'lies';
  const allowed = (event: TraceEvent, state: State): boolean => {
    // A kernel keeps sending for a process that is paused or down, but not while its machine is stopped.
    if (event.kind === 'resent') return state !== 'dark' && asleep[event.process]?.size === 0;
    if (state === 'running' || happensTo(event)) return true;
    // An expired key is gone for all, and a crash removes keys that were not persisted.
    if (event.kind === 'entryGone') return state === 'paused' ? event.cause === 1 : event.cause === 2;
    return event.kind === 'synced' && liesAboutDisk && state === 'paused';
  };
  const move = (event: TraceEvent, from: readonly State[], to: State): void => {
    const state = states[event.process] as State;
    if (!from.includes(state)) note(event, `it was ${state}`);
    states[event.process] = to;
  };
  return {
    take: (event) => {
      const { process } = event;
      if (!allowed(event, states[process] as State))
        note(event, `it is ${asleep[process]?.size ? 'asleep' : states[process]}`);
      if (event.kind === 'faultStruck' && sleeping[event.fault]) asleep[process]?.add(event.fault);
      if (event.kind === 'faultEnded') asleep[process]?.delete(event.fault);
      if (event.kind === 'paused') move(event, ['running'], 'paused');
      if (event.kind === 'resumed') move(event, ['paused'], 'running');
      if (event.kind === 'started' && !threadless.delete(process)) move(event, ['dead', 'dark'], 'running');
      if (event.kind === 'arrived' && states[process] !== 'running' && states[process] !== 'paused')
        note(event, 'nobody is there');
      if (event.kind === 'crashed' && event.power === threadAlone) threadless.add(process);
      else if (event.kind === 'crashed') {
        threadless.delete(process);
        move(
          event,
          event.power === 1 ? ['running', 'paused', 'dead'] : ['running', 'paused'],
          event.power === 1 ? 'dark' : 'dead',
        );
        for (const task of tasks[process] ?? []) tasksBefore[process]?.add(task);
      }
      if (event.kind !== 'step') return;
      if (tasksBefore[process]?.has(event.task)) note(event, `task ${event.task} has outlived its process`);
      tasks[process]?.add(event.task);
    },
  };
};
