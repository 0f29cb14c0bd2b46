// Other settings of a row and their address: changes survive the address, and what a hostile address asks for is
// refused.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Field } from '../../src/core/model/scenario/fields';
import { leaseName } from '../../src/core/model/scenario/lease';
import type { Lock } from '../../src/core/model/scenario/lock';
import type { Setting } from '../../src/core/model/scenario/scenario';
import { parts } from '../../src/core/run/parts';
import { rowInfos } from '../../src/search/matrix/rowInfos';
import { rows } from '../../src/search/matrix/rows';
import { scenarioOfRow } from '../../src/search/matrix/scenario';
import { plainAddress, readTableAddress, writeTableAddress } from '../../src/search/matrix/tableAddress';
import { type Changed, noChange, ofStory, readChanged, writeChanged } from '../../src/web/matrix/changes';
import { tableNames } from '../../src/web/matrix/known';
import '../support/handIn';

const all = rows.map((row) => {
  const lock = parts.locks.get(row.lock);
  if (lock === undefined) throw new Error(`There is no ${row.lock}.`);
  return { row, lock };
});
const redlock = all.find(({ row }) => row.id === 'redlock') ?? all[0];
if (redlock === undefined) throw new Error('There are no rows.');

const anyValue = (field: Field): fc.Arbitrary<Setting> => {
  switch (field.kind) {
    case 'flag':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...field.options.map(({ id }) => id));
    default:
      return fc.integer({ min: Math.ceil(field.min), max: Math.floor(field.max) });
  }
};

const anyChanged = ({ fields }: Lock, asksSeveral: boolean): fc.Arbitrary<Changed> =>
  fc
    .record({
      own: fc.record(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, anyValue(field)])), {
        requiredKeys: [],
      }),
      work: fc.option(fc.integer({ min: 1, max: 60_000 }), { nil: undefined }),
      nodes: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
    })
    .map(({ own, work, nodes }) => ({
      own: Object.fromEntries(Object.entries(own).flatMap(([name, to]) => (to === undefined ? [] : [[name, to]]))),
      ...(work !== undefined && { work }),
      ...(nodes !== undefined && asksSeveral && { nodes }),
    }));

describe('changed settings', () => {
  it.each(all.map((of) => [of.row.id, of] as const))('of %s come back from their address', (id, { row, lock }) => {
    fc.assert(
      fc.property(anyChanged(lock, rowInfos[id]?.asksSeveral === true), (changed) => {
        const written = writeChanged(changed, row, lock);
        const address = writeTableAddress({ ...plainAddress(tableNames), rows: [id] }, tableNames, written);
        const read = readTableAddress(address, tableNames);
        expect(read).toMatchObject({ problem: null, address: { rows: [id] } });
        const back = readChanged(read.changes, { row, lock, leases: 'own' }, parts);
        // Some fields exclude each other.
        if (back.problem === null) expect(writeChanged(back.changed, row, lock)).toEqual(written);
        else expect(back.changed).toEqual(noChange);
      }),
      { numRuns: 4 },
    );
  });

  it('have an address that is kept forever', () => {
    const { address, changes, problem } = readTableAddress(
      '#redlock/any/no-check/own/ttl=5000,work=2000,nodes=7',
      tableNames,
    );
    expect(problem).toBe(null);
    expect(address.rows).toEqual(['redlock']);
    const { changed } = readChanged(changes, { ...redlock, leases: 'own' }, parts);
    expect(changed).toEqual({ own: { ttl: 5000 }, work: 2000, nodes: 7 });
    const { settings, lock } = scenarioOfRow({ ...redlock.row, ...changed, settings: changed.own }, 'no-check', 'own');
    expect([settings.work, settings.nodes.count, lock.settings]).toEqual([2000, 7, { ttl: 5000 }]);
  });

  it.each([
    'ttl=1e9',
    'ttl=-5',
    'ttl=99999999999999999999',
    'ttl=NaN',
    'work=0x10',
    'work=-1',
    'nodes=1000',
    'nodes=2.5',
    'constructor=1',
    'nothing=1',
    'ttl',
    'ttl=5000,ttl=6000',
    'ttl=<b>',
    `${'a'.repeat(50)}=1`,
    Array.from({ length: 70 }, (_, i) => `a${i}=1`).join(),
  ])('that Redlock cannot have are refused with a message: %s', (text) => {
    const { changes, problem } = readTableAddress(`#redlock/any/no-check/own/${text}`, tableNames);
    const read = readChanged(changes, { ...redlock, leases: 'own' }, parts);
    expect(read.changed).toEqual(noChange);
    expect((problem ?? read.problem)?.en).toContain(text.slice(0, 60));
  });

  it('are refused where they would change nothing: of two rows, of a cell, the lease of all', () => {
    for (const address of ['#redlock+redsync/any/no-check/own/work=2000', '#redlock/pause/no-check/own/work=2000'])
      expect(readTableAddress(address, tableNames)).toMatchObject({ changes: {}, problem: { en: /work=2000/ } });
    expect(readChanged({ ttl: '5000' }, { ...redlock, leases: 'same' }, parts).problem?.en).toContain('ttl=5000');
    const [one] = all.filter(({ row }) => row.id === 'single-node');
    if (one === undefined) throw new Error('There is no single-node.');
    expect(readChanged({ nodes: '3' }, { ...one, leases: 'own' }, parts).problem?.en).toContain('nodes=3');
  });

  it('of a lock have other names than those of the story', () => {
    for (const { lock } of all) for (const name of ofStory) expect(Object.keys(lock.fields)).not.toContain(name);
    expect(leaseName(redlock.lock.fields, {})).toBe('ttl');
  });
});
