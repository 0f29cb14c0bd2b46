// The published JSON Schema comes from the parser, and refuses what the parser refuses.
import Ajv from 'ajv/dist/2020';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemaText } from '../../../scripts/schemas';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { parts } from '../../../src/core/run/parts';
import { storyVersions } from '../../content/stories/storyVersions';
import { anyScenario } from '../../support/anyScenario';

const published = JSON.parse(schemaText());
const validate = new Ajv({ allErrors: true }).compile(published);

/** What the schema refuses, as `path keyword name`. */
function refused(value: unknown): readonly string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) =>
    [error.instancePath, error.keyword, ...Object.values(error.params)].filter((part) => part !== '').join(' '),
  );
}

const small: Scenario = {
  ...fc.sample(anyScenario, { numRuns: 1, seed: 1 })[0],
  lock: { id: 'redlock', settings: { ttl: 1000 } },
  storage: { id: 'no-check' },
} as Scenario;

describe('the published schema', () => {
  it('takes every scenario that the parser takes', () => {
    fc.assert(
      fc.property(anyScenario, (scenario) => {
        const real = { ...scenario, lock: small.lock };
        expect(refused(real)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('takes every story and variant', () => {
    for (const { name, scenario } of storyVersions) expect(refused(scenario), name).toEqual([]);
  });

  it('needs no more than a lock and a storage', () => {
    expect(refused({ version: 2, lock: { id: 'redlock' }, storage: { id: 'version' } })).toEqual([]);
  });

  const rows: readonly (readonly [what: string, value: unknown, error: string])[] = [
    ['a typo at the top', { ...small, fautls: {} }, 'additionalProperties fautls'],
    ['a typo in a setting', { ...small, settings: { clinets: 2 } }, '/settings additionalProperties clinets'],
    [
      'a typo below nodes',
      { ...small, settings: { nodes: { cuont: 3 } } },
      '/settings/nodes additionalProperties cuont',
    ],
    [
      'a typo in a lock setting',
      { ...small, lock: { id: 'redlock', settings: { tll: 3 } } },
      '/lock/settings additionalProperties tll',
    ],
    ['too many clients', { ...small, settings: { clients: 10 } }, '/settings/clients maximum <= 9'],
    ['half a client', { ...small, settings: { clients: 1.5 } }, '/settings/clients type integer'],
    ['an unknown lock', { ...small, lock: { id: 'red' } }, '/lock/id const redlock'],
    ['an unknown process', { ...small, settings: { own: { nodeZ: {} } } }, '/settings/own propertyNames nodeZ'],
    ['null', { ...small, seed: null }, '/seed type integer'],
    ['a missing storage', { version: 2, lock: { id: 'redlock' } }, 'required storage'],
    ['an unknown fault', { ...small, faults: { a: { kind: 'nap' } } }, '/faults/a/kind const pause'],
  ];
  it.each(rows)('refuses %s', (_, value, error) => {
    expect(refused(value)).toContain(error);
    expect(parseScenario(value, parts).ok).toBe(false);
  });
});
