// Each row of the table is in the families once, and what they claim is counted in the checked-in cells.
import { describe, expect, test } from 'vitest';
import { matrix as en } from '../../../src/content/texts/en/matrix';
import { matrix as zh } from '../../../src/content/texts/zh/matrix';
import { signOf } from '../../../src/core/model/trace/severity';
import {
  families,
  kindGroups,
  leastHarmFirst,
  lostCells,
  lostToCrash,
  lostToPause,
  worstOf,
} from '../../../src/search/matrix/families';
import { rowInfos } from '../../../src/search/matrix/rowInfos';
import { rows } from '../../../src/search/matrix/rows';
import type { Table } from '../../../src/search/matrix/table';
import { tableOf } from '../../../src/search/matrix/tables';
import { columns } from '../../../src/web/matrix/columns';

const plain = await tableOf('no-check', 'own');

test('each row is in one family, and each kind of fault in one group', () => {
  const named = families.flatMap((family) => family.rows);
  expect([...named].sort()).toEqual(rows.map(({ id }) => id).sort());
  for (const words of [en, zh])
    expect(Object.keys(words.families).sort(), 'the name of a family stands in `families` of the words').toEqual(
      families.map(({ id }) => id).sort(),
    );
  expect(Object.values(kindGroups).flat().sort()).toEqual([...columns].sort());
});

describe('the worst of a family', () => {
  test('is that of its worst row, with how many rows are as bad', () => {
    for (const family of families)
      for (const kind of columns) {
        const worst = worstOf(plain, family.rows, [kind]);
        const cells = family.rows.map((row) => plain.cells[row]?.[kind]);
        const outcomes = cells.flatMap((cell) => (cell?.kind === 'tried' ? [cell.outcome] : []));
        expect(worst.of).toBe(outcomes.length);
        expect(worst.count).toBe(outcomes.filter((one) => one === worst.outcome).length);
        if (worst.outcome === null) expect(worst.reason).not.toBeNull();
        else expect(plain.cells[worst.row]?.[worst.kind]).toMatchObject({ outcome: worst.outcome });
      }
  });

  test('over several kinds counts a row once', () => {
    const { count, of } = worstOf(plain, ['redlock', 'etcd'], kindGroups.late);
    expect([count, of]).toEqual([2, 2]);
  });
});

test('what breaks least comes first', () => {
  const version = leastHarmFirst(plain).map(({ id }) => id);
  const lostOf = (id: string): number => {
    const cells = (families.find((one) => one.id === id)?.rows ?? []).flatMap((row) =>
      Object.values(plain.cells[row] ?? {}),
    );
    const tried = cells.filter((cell) => cell.kind === 'tried');
    return tried.filter(({ outcome }) => signOf[outcome] === 'lost').length / tried.length;
  };
  const shares = version.map(lostOf);
  expect(shares).toEqual([...shares].sort((one, other) => one - other));
  expect(version.at(-1)).toBe('no-lock');
});

describe('the three conclusions are so in the cells', () => {
  test('a late client loses data behind every lock that expires, and behind no other', () => {
    const { rows: lost, of } = lostToPause(plain);
    expect(of).toBe(rows.length - 1);
    const expires = rows.map(({ id }) => id).filter((id) => id !== 'no-lock' && rowInfos[id]?.lease !== null);
    for (const id of expires) expect([id, lost.includes(id)]).toEqual([id, true]);
    const others = rows.map(({ id }) => id).filter((id) => id !== 'no-lock' && !lost.includes(id));
    for (const id of others) expect(['stuck', 'unavailable']).toContain(outcomeOf(plain, id));
  });

  test('a crashed server loses data behind most locks on one Redis, and behind none on several nodes', () => {
    const { one, several } = lostToCrash(plain);
    expect(one.rows.length / one.of).toBeGreaterThan(0.9);
    expect(several.of).toBe(18);
    expect(several.rows).toEqual([]);
  });

  test('a check of the version loses nothing, a token less than no check', async () => {
    const [none, token, version] = await Promise.all([
      lostCells(plain),
      lostCells(await tableOf('fencing', 'own')),
      lostCells(await tableOf('version', 'own')),
    ]);
    expect(version.lost).toBe(0);
    expect(version.of).toBeGreaterThan(600);
    expect(token.lost).toBeGreaterThan(0);
    expect(token.lost / token.of).toBeLessThan(none.lost / none.of);
  });
});

const outcomeOf = (table: Table, row: string) => {
  const cell = table.cells[row]?.pause;
  return cell?.kind === 'tried' ? cell.outcome : 'blank';
};
