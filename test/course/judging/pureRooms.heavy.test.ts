// A run depends on its scenario and its parts, and not on what was imported or run before.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import { digest } from '../../../src/core/model/values/digest';
import { fewParts, withPartsFor } from '../../../src/core/run/fewParts';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { simulate, simulateIntoBuffer } from '../../../src/core/sim/simulate';
import { storyVersions } from '../../content/stories/storyVersions';
import { allowedState, moduleState } from '../../support/moduleState';
import { byNight, sampled } from '../../support/nightly';

const rooms = [
  ...['model', 'faults', 'locks', 'clients', 'storage', 'sim', 'spans', 'judge', 'narrate'].map(
    (room) => `core/${room}`,
  ),
  'course/kinds',
  'picture/layout',
  'picture/scene',
  'live/wire',
  'search/explore',
  'search/matrix',
  'sandbox/own',
  'redlock',
];

const filesOf = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.ts$/.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`);

const sources = filesOf('src').map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

describe('no pure room keeps a state', () => {
  test('in no file of today', () => {
    expect(sources.flatMap((file) => moduleState(file).map((found) => `${file.path}: ${found}`))).toEqual([]);
  });

  test('what is allowed is there', () => {
    const there = Object.entries(allowedState).filter(([path, names]) => {
      const text = sources.find((file) => file.path === path)?.text ?? '';
      return names.every((name) => new RegExp(`^(const|let) ${name}\\b`, 'm').test(text));
    });
    expect(there.map(([path]) => path)).toEqual(Object.keys(allowedState));
  });

  test.each([
    [
      'a call that tells another module something',
      'knowServices(everyService);',
      'knowServices(everyService); (a call)',
    ],
    ['a variable', 'let registry: Registry | null = null;', 'registry (let)'],
    [
      'a table that a function fills',
      'const known = new Map<string, Lock>();\nexport const know = (lock: Lock) => void known.set(lock.id, lock);',
      'known (written into)',
    ],
    [
      'a record that a function fills',
      'const known: { later?: Rules } = {};\nexport const know = (rules: Rules) => { known.later = rules; };',
      'known (written into)',
    ],
    [
      'a record that is joined with another',
      'const known = {};\nexport const know = (more: object) => { Object.assign(known, more); };',
      'known (written into)',
    ],
    ['a loop', 'for (const lock of locks) lock.ready = true;', 'ForOfStatement (runs)'],
  ])('%s is found', (_, text, found) => {
    expect(moduleState({ path: 'src/core/sim/planted.ts', text })).toContain(found);
    expect(moduleState({ path: 'src/web/planted.ts', text })).toEqual([]);
  });
});

describe('all tellings give the same bytes', () => {
  const nth = byNight(12, 1);
  const sample = storyVersions.filter((_, index) => index % nth === 0).map(({ scenario }) => scenario);
  const before = sample.map((scenario) => digest(simulate(scenario, parts)));

  // Before the modules are loaded anew: it loads services.
  test('with the parts that a page loads for it alone', async () => {
    const load = async (id: string) => {
      const lock = parts.locks.get(id);
      if (lock === undefined) throw new Error(`There is no lock ${id}.`);
      return lock;
    };
    for (const [index, scenario] of sample.entries()) {
      const few = await withPartsFor([scenario], fewParts, load);
      expect(few.locks.size).toBeLessThan(4);
      expect(digest(simulate(scenario, few))).toBe(before[index]);
      expect(await withPartsFor([scenario], few, load)).toBe(few);
    }
  });

  test.each(sampled(rooms, 4))('when %s was imported first', async (room) => {
    vi.resetModules();
    for (const file of filesOf(`src/${room}`)) await import(join(root, file));
    const fresh = {
      ...(await import('../../../src/core/sim/simulate')),
      ...(await import('../../../src/core/run/parts')),
    };
    expect(fresh.simulate).not.toBe(simulate);
    expect(sample.map((scenario) => digest(fresh.simulate(scenario, fresh.parts)))).toEqual(before);
  });

  test('whatever runs came before, and half of them looked at once only', () => {
    const index = fc.nat({ max: sample.length - 1 });
    fc.assert(
      fc.property(fc.array(fc.tuple(index, fc.boolean()), { minLength: 1, maxLength: 12 }), (order) => {
        for (const [at, intoBuffer] of order) {
          const scenario = sample[at];
          if (scenario === undefined) continue;
          if (intoBuffer) simulateIntoBuffer(scenario, parts);
          else expect(digest(simulate(scenario, parts))).toBe(before[at]);
        }
      }),
      { numRuns: byNight(20, 300), seed: 20261123 },
    );
  });
});

describe('what is not among the parts is never run without it', () => {
  const finding = (has: (name: string) => boolean) => {
    const found = storyVersions.find(({ scenario }) => has(JSON.stringify(scenario)))?.scenario;
    if (found === undefined) throw new Error('No telling is like this.');
    return found;
  };
  const without = <K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> =>
    new Map([...map].filter(([one]) => one !== key));

  test('a lock', () => {
    const scenario = finding((text) => text.includes('"id":"redlock"'));
    expect(() => runScenario(scenario, { ...parts, locks: without(parts.locks, 'redlock') })).toThrow('redlock');
  });

  test('a service', () => {
    const scenario = finding((text) => text.includes('"id":"etcd"'));
    expect(() => runScenario(scenario, { ...parts, services: {} })).toThrow('etcd');
  });

  test('a command', () => {
    const scenario = finding((text) => text.includes('"id":"redlock"'));
    expect(() => runScenario(scenario, { ...parts, commands: without(parts.commands, 'SET') })).toThrow('SET');
  });

  test('sentinels', () => {
    const scenario = finding((text) => text.includes('"sentinels"'));
    expect(() => runScenario(scenario, { ...parts, sentinels: null })).toThrow('sentinels');
  });
});
