/** Scenarios with one fault each, at different places: random, and the same every time. */
import type { Fault } from '../../src/core/model/scenario/fault';
import { nodeId, type ProcessId } from '../../src/core/model/scenario/processId';
import type { Scenario } from '../../src/core/model/scenario/scenario';
import { Draws } from '../../src/core/model/values/random';
import { attackScenario } from '../../src/sandbox/own/attackScenario';

const steps = ['think', 'read', 'work', 'check', 'write', 'release'] as const;

/** @param number from 0. The kinds take turns, so every seventh scenario has the same one */
export function oneFault(nodes: number, number: number): Scenario {
  const draws = new Draws(number, 'client1', 0);
  const one = <T>(name: string, of: readonly T[]): T => of[draws.draw(name, of.length)] as T;
  const client = one<ProcessId>('client', ['client1', 'client2']);
  const node = nodeId(draws.draw('node', nodes));
  const when = { kind: 'step', process: client, step: one('step', steps), nth: 1 } as const;
  const nth = 1 + draws.draw('nth', 2);
  const faults: readonly Fault[] = [
    { kind: 'pause', process: client, when, for: one('long', [150, 3000]) },
    { kind: 'crash', process: client, when, restartAfter: one('down', [700, 'never']) },
    { kind: 'lose', message: { from: client, to: node, leg: 'request', nth } },
    { kind: 'lose', message: { from: node, to: client, leg: 'reply', nth } },
    { kind: 'clock-jump', process: one('whose', [client, node]), when, by: one('by', [-3000, 3000]) },
    { kind: 'crash', process: node, when, restartAfter: 700 },
    { kind: 'pause', process: node, when, for: one('long', [150, 3000]) },
  ];
  const faultless = attackScenario({ nodes, ttl: 2000, token: false });
  return { ...faultless, faults: { one: faults[number % faults.length] as Fault } };
}
