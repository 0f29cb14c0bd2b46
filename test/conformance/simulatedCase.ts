// One conformance case in the simulator.
import type { ProcessId } from '../../src/core/model/scenario/processId';
import { everyCommand } from '../../src/core/sim/redis/everyCommand';
import { play } from '../support/play';
import { cameFrom } from './rows';
import type { Came, ConformanceCase } from './stage';

export function simulated(one: ConformanceCase): Came {
  const { clients, nodes, faults, settings } = one;
  const reported: string[] = [];
  const note = (what: string): void => void reported.push(what);
  const programs = clients.map((client, index) => {
    const me: ProcessId = `client${index + 1}`;
    return [me, () => client(note, me)] as const;
  });
  const trace = play({
    commands: everyCommand,
    programs: Object.fromEntries(programs),
    settings: { clients: clients.length, latency: 2, duration: 60_000, ...settings },
    ...(nodes === undefined ? {} : { nodes }),
    ...(faults === undefined ? {} : { faults }),
  });
  return cameFrom(one, trace, reported);
}
