// Each case on the simulator.
import { expect, test } from 'vitest';
import type { ProcessId } from '../../src/model/scenario';
import { play } from '../support/play';
import { allCases } from './allCases';
import type { ConformanceCase } from './stage';

test('there are at least 40 cases, each with a name of its own', () => {
  expect(new Set(allCases.map(({ name }) => name)).size).toBe(allCases.length);
  expect(allCases.length).toBeGreaterThanOrEqual(40);
});

test.each(allCases.map((one) => [one.name, one] as const))('%s', (_, one) => {
  expect(simulated(one)).toEqual(one.tells);
});

function simulated({ clients, nodes, faults }: ConformanceCase): readonly string[] {
  const told: string[] = [];
  const tell = (what: string): void => void told.push(what);
  const programs = clients.map((client, place) => {
    const me: ProcessId = `client${place + 1}`;
    return [me, () => client(tell, me)] as const;
  });
  const trace = play({
    programs: Object.fromEntries(programs),
    settings: { clients: clients.length, latency: 2, duration: 60_000 },
    ...(nodes === undefined ? {} : { nodes }),
    ...(faults === undefined ? {} : { faults }),
  });
  expect(trace.header.missed).toEqual({});
  return told;
}
