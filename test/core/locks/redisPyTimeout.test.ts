// redis-py drops its connection at a socket timeout, so the next command uses a new one and may arrive first.
import { expect, test } from 'vitest';
import { defaultSettings, type Scenario, type Setting } from '../../../src/core/model/scenario/scenario';
import { textOf } from '../../../src/core/model/trace/traceReader';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { spansOf } from '../../../src/core/spans/spans';

/** The commands that node A received, in order of arrival, when the nth was under way for 1.5 s. */
function comeTo(id: string, settings: Readonly<Record<string, Setting>>, nth: number): readonly string[] {
  const scenario: Scenario = {
    version: 2,
    seed: 1,
    lock: { id, settings },
    storage: { id: 'no-check' },
    settings: { ...defaultSettings, clients: 1, stagger: 0, think: 0, latency: 20, work: 100, duration: 10_000 },
    faults: { late: { kind: 'delay', message: { from: 'client1', to: 'nodeA', leg: 'request', nth }, by: 1500 } },
  };
  const { trace } = runScenario(scenario, parts);
  const { messages } = spansOf(trace);
  const found: { readonly at: number; readonly command: string }[] = [];
  for (let row = 0; row < messages.count; row++) {
    if (messages.leg(row) !== 'request' || trace.header.processes[messages.to(row)]?.id !== 'nodeA') continue;
    const [command = ''] = textOf(trace, messages.text(row)).split(' ');
    found.push({ at: messages.endAt(row), command });
  }
  return found.sort((a, b) => a.at - b.at).map(({ command }) => command);
}

test.each<[string, Readonly<Record<string, Setting>>, number, readonly string[]]>([
  ['redlock-py', { ttl: 5000, nodeTimeout: 200, raises: false }, 1, ['compareAndDelete', 'SET']],
  ['python-redis-lock', { expire: 5, nodeTimeout: 200, blocking: false }, 2, ['GET', 'GET', 'SET']],
])('%s is overtaken by its own next command', (id, settings, nth, order) => {
  expect(comeTo(id, settings, nth).slice(0, order.length)).toEqual(order);
});
