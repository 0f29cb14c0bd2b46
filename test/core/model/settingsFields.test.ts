// The described settings are those of a scenario, and their defaults equal the scenario's own.
import { describe, expect, it } from 'vitest';
import { processesOfScenario } from '../../../src/core/model/scenario/processes';
import { defaultSettings, type Scenario } from '../../../src/core/model/scenario/scenario';
import {
  laterGroups,
  type SettingPath,
  settingAt,
  settingsFields,
  settingsGroups,
  withSetting,
} from '../../../src/core/model/scenario/settingsFields';
import { smallParts } from '../../support/smallParts';

const paths = Object.keys(settingsFields) as SettingPath[];

/** `clients`, `nodes.count`: all leaves of the default settings. */
const leaves = Object.entries(defaultSettings).flatMap(([name, value]) =>
  typeof value === 'object' ? Object.keys(value).map((inner) => `${name}.${inner}`) : [name],
);

describe('the described settings', () => {
  it('are those of a scenario, each with its default', () => {
    const added = paths.filter((path) => laterGroups.some((group) => path.startsWith(`${group}.`)));
    expect([...paths].sort()).toEqual([...leaves, ...added].sort());
    for (const path of paths) expect(settingsFields[path].default, path).toBe(settingAt(defaultSettings, path));
  });

  it('are shown once each', () => {
    expect(settingsGroups.flatMap((group) => group.paths)).toEqual(paths);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('are changed one at a time', () => {
    const changed = withSetting(defaultSettings, 'nodes.count', 7);
    expect(changed).toEqual({ ...defaultSettings, nodes: { ...defaultSettings.nodes, count: 7 } });
    expect(withSetting(defaultSettings, 'clients', 3)).toEqual({ ...defaultSettings, clients: 3 });
    expect(defaultSettings.nodes.count).toBe(5);
  });

  it('leave no trace of sentinels where there are none', () => {
    const three = withSetting(withSetting(defaultSettings, 'sentinels.count', 3), 'minReplicas.toWrite', 1);
    expect([three.sentinels, three.minReplicas]).toEqual([{ count: 3 }, { toWrite: 1 }]);
    expect(withSetting(withSetting(three, 'sentinels.count', 0), 'minReplicas.toWrite', 0)).toEqual(defaultSettings);
  });

  it('leave no trace of the connections where these are as by default', () => {
    expect(settingAt(defaultSettings, 'connection.readTimeout')).toBe('kept');
    const both = withSetting(withSetting(defaultSettings, 'connection.resends', 3), 'connection.deadline', 40);
    expect(both.connection).toEqual({ resends: 3, deadline: 40 });
    const one = withSetting(both, 'connection.resends', 0);
    expect(one.connection).toEqual({ deadline: 40 });
    expect(withSetting(one, 'connection.deadline', 0)).toEqual(defaultSettings);
    expect(withSetting(defaultSettings, 'connection.resends', 0)).toEqual(defaultSettings);
  });
});

describe('the processes of a scenario', () => {
  const scenario = (lock: string, nodes: Partial<Scenario['settings']['nodes']>): Scenario => ({
    version: 2,
    seed: 1,
    lock: { id: lock },
    storage: { id: 'no-check' },
    settings: { ...defaultSettings, nodes: { ...defaultSettings.nodes, ...nodes } },
    faults: {},
  });

  it('stand in the order in which they are drawn, each replica below its master', () => {
    expect(processesOfScenario(scenario('all-nodes', { count: 2, replicas: 2 }), smallParts).join(' ')).toBe(
      'client1 client2 nodeA replicaA1 replicaA2 nodeB replicaB1 replicaB2 storage',
    );
  });

  it('are those that the lock needs, however many nodes there could be', () => {
    expect(processesOfScenario(scenario('one-node', { count: 5 }), smallParts)).toEqual([
      'client1',
      'client2',
      'nodeA',
      'storage',
    ]);
  });

  it('cannot be told for a lock that does not exist', () => {
    expect(() => processesOfScenario(scenario('none', {}), smallParts)).toThrow('no lock "none"');
  });
});
