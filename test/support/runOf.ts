// Plays a lock of the playground in a scenario given by a few settings, and answers questions about the run.

import { judge } from '../../src/core/judge/judge';
import type { Fault } from '../../src/core/model/scenario/fault';
import type { ProcessId } from '../../src/core/model/scenario/processId';
import { type Choice, defaultSettings, type Scenario, type Settings } from '../../src/core/model/scenario/scenario';
import type { FactKind } from '../../src/core/model/trace/fact';
import type { Trace, TraceKind } from '../../src/core/model/trace/trace';
import { readEvents } from '../../src/core/model/trace/traceReader';
import type { Verdict } from '../../src/core/model/trace/verdict';
import type { Ms } from '../../src/core/model/values/time';
import { parts } from '../../src/core/run/parts';
import { simulate } from '../../src/core/sim/simulate';

export interface RunSetup {
  readonly lock: Choice;
  readonly storage?: Choice;
  readonly settings?: Partial<Omit<Settings, 'nodes'>>;
  readonly nodes?: Partial<Settings['nodes']>;
  readonly faults?: Readonly<Record<string, Fault>>;
}

export interface Run {
  readonly trace: Trace;
  readonly verdict: Verdict;
  /** The processes in each fact of a kind, in words: `client1 client2`. */
  readonly facts: (kind: FactKind) => readonly string[];
  /** The times of events of a kind at a process, in ms. */
  readonly times: (kind: TraceKind, process: ProcessId) => readonly Ms[];
  /** The requests of a process to the lock's servers: `SET stock 1 NX`. */
  readonly requests: (process: ProcessId) => readonly string[];
}

const seeds = Array.from({ length: 21 }, (_, i) => i + 1);

/** Plays it under 21 seeds. Returns the outcomes that occur. */
export const outcomesOf = (setup: RunSetup): readonly string[] => [
  ...new Set(seeds.map((seed) => played(setup, seed).verdict.outcome)),
];

function played({ lock, storage, settings, nodes, faults }: RunSetup, seed: number): Pick<Run, 'trace' | 'verdict'> {
  const scenario: Scenario = {
    version: 2,
    seed,
    lock,
    storage: storage ?? { id: 'no-check' },
    settings: {
      ...defaultSettings,
      latency: { min: 2, p50: 6, p99: 20, max: 40 },
      ...settings,
      nodes: { ...defaultSettings.nodes, ...nodes },
    },
    faults: faults ?? {},
  };
  const trace = simulate(scenario, parts);
  const verdict = judge(trace, parts);
  const missed = verdict.facts.find(({ kind }) => kind === 'fault-missed');
  if (missed !== undefined) throw new Error(`A fault has not struck: ${JSON.stringify(missed.values)}`);
  return { trace, verdict };
}

export function runOf(setup: RunSetup, seed = 1): Run {
  const { trace, verdict } = played(setup, seed);
  const events = [...readEvents(trace)];
  const nameOf = (index: number): ProcessId | undefined => trace.header.processes[index]?.id;
  return {
    trace,
    verdict,
    facts: (kind) => verdict.facts.filter((fact) => fact.kind === kind).map(({ who }) => who.join(' ')),
    times: (kind, process) =>
      events.filter((event) => event.kind === kind && nameOf(event.process) === process).map(({ at }) => at / 1000),
    requests: (process) =>
      events.flatMap((event) =>
        event.kind === 'sent' &&
        event.leg === 0 &&
        nameOf(event.process) === process &&
        isLockServer(nameOf(event.peer))
          ? [trace.strings[event.text] ?? '']
          : [],
      ),
  };
}

const isLockServer = (id: ProcessId | undefined): boolean => /^(node|replica|service)/.test(id ?? '');

/** The differences from a plain run, except for the lock. */
export type Rest = Omit<RunSetup, 'lock'>;

/** The run of a lock with these differences. */
export const setupOf = (lock: Choice, ...rests: readonly Rest[]): RunSetup => ({
  ...Object.assign({}, ...rests),
  lock,
  settings: Object.assign({}, ...rests.map(({ settings }) => settings)),
  faults: Object.assign({}, ...rests.map(({ faults }) => faults)),
});

/**
 * A row of a table of runs: the outcome of the lock under every seed. Vitest keeps the types of a row of variable
 * length only if the row is not readonly.
 */
export type RunRow = [claim: string, outcome: string, lock: Choice, ...rests: Rest[]];
