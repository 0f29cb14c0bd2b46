// Fields say which numbers become longer, so a kind of fault or a setting may have any name.
import { expect, test } from 'vitest';
import { lasts } from '../../../src/core/faults/fields';
import { pause } from '../../../src/core/faults/pause';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { defaultSettings, type Scenario } from '../../../src/core/model/scenario/scenario';
import { slowed } from '../../../src/core/model/scenario/slowed';
import { parts } from '../../../src/core/run/parts';

const scenario = (more: Partial<Scenario>): Scenario => ({
  version: 2,
  seed: 1,
  lock: { id: 'redlock' },
  storage: { id: 'no-check' },
  settings: defaultSettings,
  faults: {},
  ...more,
});

test('the length of a fault is longer under any name', () => {
  const faint = { ...pause, kind: 'faint', fields: { stands: lasts }, length: 'stands' };
  const faults = new Map([...parts.faults, ['faint', faint as unknown as typeof pause] as const]);
  const fault = { kind: 'faint', process: 'client1', when: { kind: 'time', at: 100 }, stands: 70 } as unknown as Fault;
  const slower = slowed(scenario({ faults: { faint: fault } }), 3, { ...parts, faults });
  expect(slower.faults['faint']).toEqual({ ...fault, when: { kind: 'time', at: 300 }, stands: 210 });
});

test('faults strike later, last longer and hold up for longer', () => {
  const step = { kind: 'step', process: 'client1', step: 'write', nth: 2, plus: 10 } as const;
  const message = { from: 'client1', to: 'nodeA', leg: 'request' } as const;
  const { faults } = slowed(
    scenario({
      faults: {
        slew: { kind: 'clock-slew', process: 'nodeA', when: step, by: -40, over: 1000 },
        drift: { kind: 'clock-drift', process: 'nodeA', when: step, ppm: 500, for: 'ever' },
        late: { kind: 'delay', message: { ...message, after: 20 }, by: 5 },
        nth: { kind: 'delay', message: { ...message, nth: 3 }, by: 5 },
      },
    }),
    2,
    parts,
  );
  expect(faults).toEqual({
    slew: { kind: 'clock-slew', process: 'nodeA', when: { ...step, plus: 20 }, by: -80, over: 2000 },
    drift: { kind: 'clock-drift', process: 'nodeA', when: { ...step, plus: 20 }, ppm: 500, for: 'ever' },
    late: { kind: 'delay', message: { ...message, after: 40 }, by: 10 },
    nth: { kind: 'delay', message: { ...message, nth: 3 }, by: 10 },
  });
});

test('settings of the run, of a process and of a link are longer; counts and shares are not', () => {
  const latency = { min: 1, p50: 2, p99: 3, max: 4 };
  const own = { client1: { start: 5, clock: { offset: -7, ppm: 9 }, latencyTo: { nodeA: latency, nodeB: 6 } } };
  const { settings } = slowed(scenario({ settings: { ...defaultSettings, latency, own } }), 2, parts);
  const twice = { min: 2, p50: 4, p99: 6, max: 8 };
  const { clients, rounds, loss, nodes, duration, work } = defaultSettings;
  expect(settings).toMatchObject({ clients, rounds, loss, latency: twice, duration: 2 * duration, work: 2 * work });
  expect(settings.nodes).toEqual({ ...nodes, replicaLag: 4 });
  expect(settings.own).toEqual({
    client1: { start: 10, clock: { offset: -14, ppm: 9 }, latencyTo: { nodeA: twice, nodeB: 12 } },
  });
});

test('seconds of a lock are longer, and a number below 0 stays', () => {
  const lock = { id: 'python-redis-lock', settings: { expire: 2, timeout: -1 } };
  const slower = slowed(scenario({ lock }), 3, parts).lock.settings;
  expect(slower).toMatchObject({ expire: 6, timeout: -1, signalExpire: 3000 });
});
