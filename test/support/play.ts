/** Runs a test's own programs in the simulated world: no lock and no round, only effects and their results. */
import { type Program, step } from '../../src/core/model/effects/effect';
import type { Fault } from '../../src/core/model/scenario/fault';
import { defineLock } from '../../src/core/model/scenario/lock';
import { nodeId, type ProcessId } from '../../src/core/model/scenario/processId';
import type { Scenario, Settings } from '../../src/core/model/scenario/scenario';
import type { Trace, TraceKind } from '../../src/core/model/trace/trace';
import { readEvents } from '../../src/core/model/trace/traceReader';
import { parts } from '../../src/core/run/parts';
import type { Parts } from '../../src/core/sim/parts';
import { simulate } from '../../src/core/sim/simulate';
import { noCheck } from '../../src/core/storage/noCheck';

const testLock = defineLock(
  { id: 'test', title: { en: 'none', zh: '无' } },
  {
    about: { en: 'none', zh: '无' },
    lossReport: { by: 'nobody', when: { en: 'never', zh: '从不' }, usually: { en: 'nothing', zh: '无' } },
    fields: {},
    steps: [],
    services: ({ nodes }: Settings) => Array.from({ length: nodes.count }, (_, i) => nodeId(i)),
    hasToken: () => false,
    acquire: function* () {
      yield* step('never');
      return { kind: 'refused', reason: 'none' };
    },
    release: function* () {
      yield* step('never');
      return 'none';
    },
    remaining: function* () {
      yield* step('never');
      return 0;
    },
    source: 'none',
  },
);

export interface Play {
  /** The program of each client. A client without one does nothing. */
  readonly programs: { readonly [P in ProcessId]?: () => Program };
  readonly settings?: Partial<Settings>;
  readonly nodes?: Partial<Settings['nodes']>;
  readonly faults?: Readonly<Record<string, Fault>>;
  readonly seed?: number;
  /** Absent: the commands of the playground's own locks. */
  readonly commands?: Parts['commands'];
}

const noProgram = function* (): Program {
  yield* step('idle');
};

export function scenarioOf({ settings, nodes, faults, seed }: Omit<Play, 'programs' | 'commands'>): Scenario {
  return {
    version: 2,
    seed: seed ?? 1,
    lock: { id: 'test' },
    storage: { id: 'no-check' },
    settings: {
      clients: 2,
      rounds: 1,
      stagger: 0,
      think: 0,
      work: 0,
      adds: 'one',
      storageTimeout: 1000,
      check: 'none',
      whenLost: 'usual',
      latency: 10,
      loss: 0,
      connectionLife: 900_000,
      duration: 20_000,
      patience: 5000,
      ...settings,
      nodes: { count: 1, persistence: 'none', disk: 'honest', replicas: 0, replicaLag: 2, ...nodes },
    },
    faults: faults ?? {},
  };
}

/** The steps that the faults wait for. They belong to the test's own programs. */
const stepsOf = (faults: Play['faults'] = {}): readonly string[] =>
  Object.values(faults).flatMap((fault) => ('when' in fault && fault.when.kind === 'step' ? [fault.when.step] : []));

export function play({ programs, commands = parts.commands, ...rest }: Play): Trace {
  const own: Parts = {
    ...parts,
    commands,
    locks: new Map([[testLock.id, testLock]]),
    resources: new Map([[noCheck.id, noCheck]]),
    client: { steps: stepsOf(rest.faults), source: 'none', run: ({ me }) => (programs[me] ?? noProgram)() },
  };
  return simulate(scenarioOf(rest), own);
}

/** Events of some kinds and processes as short lines, in order: `12.0 client1 received`. */
export function lines(trace: Trace, kinds: readonly TraceKind[], processes?: readonly ProcessId[]): string[] {
  const found: string[] = [];
  for (const event of readEvents(trace)) {
    const id = trace.header.processes[event.process]?.id as ProcessId;
    if (kinds.includes(event.kind) && (!processes || processes.includes(id))) {
      found.push(`${(event.at / 1000).toFixed(1)} ${id} ${event.kind}`);
    }
  }
  return found;
}
