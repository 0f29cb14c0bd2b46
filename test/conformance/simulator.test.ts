// Each case on the simulator.
import { expect, test } from 'vitest';
import type { ProcessId } from '../../src/model/scenario';
import { readEvents } from '../../src/model/traceReader';
import { play } from '../support/play';
import { allCases } from './allCases';
import { type Came, type ConformanceCase, rowOf } from './stage';

test('there are many cases, and each has its own name', () => {
  expect(new Set(allCases.map(({ name }) => name)).size).toBe(allCases.length);
  expect(allCases.length).toBeGreaterThanOrEqual(40);
});

test.each(allCases.map((one) => [one.name, one] as const))('%s', (_, one) => {
  const { tells, rows, missed } = simulated(one);
  expect(tells).toEqual(one.tells);
  expect(missed).toEqual(one.missed ?? []);
  if (one.rows !== undefined) expect(rows).toEqual(one.rows);
});

function simulated({ clients, nodes, faults, settings }: ConformanceCase): Came {
  const told: string[] = [];
  const tell = (what: string): void => void told.push(what);
  const programs = clients.map((client, place) => {
    const me: ProcessId = `client${place + 1}`;
    return [me, () => client(tell, me)] as const;
  });
  const trace = play({
    programs: Object.fromEntries(programs),
    settings: { clients: clients.length, latency: 2, duration: 60_000, ...settings },
    ...(nodes === undefined ? {} : { nodes }),
    ...(faults === undefined ? {} : { faults }),
  });
  const rows = [...readEvents(trace)].flatMap(
    (event) => rowOf(event.kind, trace.header.processes[event.process]?.id as ProcessId, { ...event }) ?? [],
  );
  return { tells: told, rows, missed: Object.keys(trace.header.missed) };
}
