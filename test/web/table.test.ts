// The table “What breaks what” without a browser: its addresses, what its cells say, where keys lead, its sentences.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { Gone } from '../../src/core/model/effects/calls';
import { parts } from '../../src/core/run/parts';
import { libraryOnly, libraryOnlyOf } from '../../src/search/matrix/libraryOnly';
import { rowInfos } from '../../src/search/matrix/rowInfos';
import { rows } from '../../src/search/matrix/rows';
import type { Cell } from '../../src/search/matrix/table';
import {
  plainAddress,
  readTableAddress,
  reservedWords,
  type TableAddress,
  writeTableAddress,
} from '../../src/search/matrix/tableAddress';
import { checksWith, tableOf } from '../../src/search/matrix/tables';
import { faceOf, nameOfCell, sentenceOf } from '../../src/web/matrix/cellText';
import { columns } from '../../src/web/matrix/columns';
import { embedOfAddress } from '../../src/web/matrix/embedOfAddress';
import { tableNames } from '../../src/web/matrix/known';
import { linkTexts } from '../../src/web/matrix/lessonLinks';
import { lessons } from '../../src/web/matrix/lessonTexts';
import { computedBy, quickestFirst } from '../../src/web/matrix/recomputedRow';
import { nextStop } from '../../src/web/matrix/walkCells';
import { tableWords } from '../../src/web/matrix/words';
import '../support/handIn';

const anyAddress: fc.Arbitrary<TableAddress> = fc
  .record({
    rows: fc.uniqueArray(fc.constantFrom(...tableNames.rows), { maxLength: 2 }),
    kind: fc.option(fc.constantFrom(...tableNames.kinds)),
    check: fc.constantFrom(...tableNames.checks),
    leases: fc.constantFrom('own' as const, 'same' as const),
  })
  .map((address) => (address.rows.length === 0 ? { ...address, kind: null } : address));

describe('an address', () => {
  it('of any place leads back to it', () => {
    fc.assert(
      fc.property(anyAddress, (address) => {
        expect(readTableAddress(writeTableAddress(address, tableNames), tableNames)).toEqual({
          address,
          changes: {},
          problem: null,
        });
      }),
    );
  });

  it.each([
    ['', [], null, 'no-check', 'own'],
    ['#redlock', ['redlock'], null, 'no-check', 'own'],
    ['#redlock/pause/no-check', ['redlock'], 'pause', 'no-check', 'own'],
    ['#redlock+redsync/pause', ['redlock', 'redsync'], 'pause', 'no-check', 'own'],
    ['#redlock%2Bredsync', ['redlock', 'redsync'], null, 'no-check', 'own'],
    ['#all/any/fencing/same', [], null, 'fencing', 'same'],
  ])('%s is kept forever', (hash, of, kind, check, leases) => {
    expect(readTableAddress(hash, tableNames)).toEqual({
      address: { rows: of, kind, check, leases },
      changes: {},
      problem: null,
    });
  });

  it('that names what is not there says so, and shows the rest', () => {
    const { address, problem } = readTableAddress('#redlok/pause/fencing', tableNames);
    expect(address).toEqual({ ...plainAddress(tableNames), check: 'fencing' });
    expect(problem?.en).toMatch(/“redlok”.*Did you mean “redlock”\?$/);
    expect(readTableAddress('#\u202enothing-of-the-kind', tableNames).problem?.en).toMatch(
      /“\\u202enothing.*There are: .* …$/,
    );
    expect(readTableAddress(`#${'a'.repeat(100_000)}`, tableNames).problem?.en.length).toBeLessThan(400);
    expect(readTableAddress('#redlock/pause/no-check/own/more', tableNames).problem?.en).toContain('“more”');
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (hash) => void readTableAddress(`#${hash}%`, tableNames)));
  });

  it('has no row, kind or check that is called like one of its own words', () => {
    const names = [...tableNames.rows, ...tableNames.kinds, ...tableNames.checks];
    expect(names.filter((name) => reservedWords.includes(name) || /[+/#%]/.test(name))).toEqual([]);
  });
});

const lost: Cell = { kind: 'tried', outcome: 'lost', runs: 9, margin: 1.83, length: 5490, fault: null, seed: 0 };

describe('a cell', () => {
  const words = tableWords.en;
  const head = rowInfos['redlock'];
  if (head === undefined) throw new Error('There is no row redlock.');

  it('has a sign, a word and a margin in leases', () => {
    expect(faceOf(lost, words)).toEqual({ sign: 'lost', word: 'lost', margin: '1.8 × lease', tone: 'red' });
  });

  it('names a time where so little of a lease would be none at all', () => {
    expect(faceOf({ ...lost, margin: 0, length: 1 }, words).margin).toBe('from 1 ms');
    expect(faceOf({ ...lost, outcome: 'held' }, words).margin).toBe('');
  });

  it('is named by what is to be seen, and by its row and its column', () => {
    expect(nameOfCell({ cell: lost, head, kind: 'pause' }, words, 'en')).toBe(
      'lost 1.8 × lease, Redlock (nodes keep nothing), Client pause',
    );
    const blank: Cell = { kind: 'blank', reason: 'no-replica' };
    expect(nameOfCell({ cell: blank, head, kind: 'failover' }, words, 'en')).toMatch(
      /^no replica, Redlock .*: There is no replica/,
    );
  });

  it('is told in one sentence', () => {
    expect(sentenceOf({ cell: lost, head, kind: 'pause' }, words, 'en')).toBe(
      'Redlock (nodes keep nothing), Client pause: an update is lost, at 5.49 s or more (1.8 × the lease)',
    );
    const blank: Cell = { kind: 'blank', reason: 'no-replica' };
    expect(sentenceOf({ cell: blank, head, kind: 'failover' }, words, 'en')).toContain('no replica');
  });
});

describe('what a library does itself', () => {
  it.each(libraryOnly)(
    'is said in place of a cell that says better: $row, $kind',
    async ({ row, kind, outcome, source }) => {
      const cell = (await tableOf('no-check', 'own')).cells[row]?.[kind];
      const found = libraryOnlyOf(row, kind, cell);
      const head = rowInfos[row];
      if (cell === undefined || head === undefined || found === null) throw new Error('The note is shown nowhere.');
      expect(new URL(source).pathname).toMatch(/\/blob\/[0-9a-f]{40}\//);
      const words = tableWords.en;
      expect(faceOf(cell, words, found).word).toBe(words.outcomes[outcome]);
      expect(nameOfCell({ cell, head, kind, itself: found }, words, 'en')).toMatch(/^unavailable not simulated, /);
      expect(sentenceOf({ cell, head, kind, itself: found }, words, 'en')).toContain(
        'according to the library’s source',
      );
    },
  );

  it('is not said of a cell that says worse, nor of one with nothing to hit', () => {
    const [one] = libraryOnly;
    if (one === undefined) throw new Error('There is no note.');
    expect(libraryOnlyOf(one.row, one.kind, lost)).toBe(null);
    expect(libraryOnlyOf(one.row, one.kind, { kind: 'blank', reason: 'no-place' })).toBe(null);
  });
});

test('arrow keys stay in the table and reach all of it', () => {
  const size = { rows: ['a', 'b', 'c'], columns: 2 };
  expect(nextStop({ row: 'a', column: -1 }, 'ArrowRight', size)).toEqual({ row: 'a', column: 0 });
  expect(nextStop({ row: 'a', column: 1 }, 'ArrowRight', size)).toEqual({ row: 'a', column: 1 });
  expect(nextStop({ row: 'a', column: 0 }, 'ArrowUp', size)).toEqual({ row: 'a', column: 0 });
  expect(nextStop({ row: 'a', column: 0 }, 'PageDown', size)).toEqual({ row: 'c', column: 0 });
  expect(nextStop({ row: 'b', column: 1 }, 'Home', size)).toEqual({ row: 'b', column: -1 });
  expect(nextStop({ row: 'a', column: 0 }, 'Tab', size)).toBe(null);
});

test('something is said of each row', () => {
  expect(Object.keys(rowInfos).sort()).toEqual(rows.map(({ id }) => id).sort());
});

test('every check of a table has a name in both languages', () => {
  for (const check of [...checksWith('own'), ...checksWith('same')]) {
    expect(parts.resources.has(check)).toBe(true);
    for (const words of Object.values(tableWords)) expect(words.checks[check]).toBeTruthy();
  }
});

test('without a fault, only a row without a lock or a replica that lags goes wrong, as the page says', async () => {
  const tables = await Promise.all(
    (['own', 'same'] as const).flatMap((leases) => checksWith(leases).map((check) => tableOf(check, leases))),
  );
  const wrong = tables.flatMap(({ check, cells }) =>
    Object.entries(cells)
      .filter(([, ofRow]) =>
        Object.values(ofRow).some((cell) => cell.kind === 'tried' && cell.fault === null && cell.outcome !== 'held'),
      )
      .map(([row]) => ({ row, check })),
  );
  expect(wrong.filter(({ row, check }) => row !== 'no-lock' && check !== 'lagging-replica')).toEqual([]);
  expect(wrong.some(({ row, check }) => row === 'no-lock' && check === 'no-check')).toBe(true);
});

describe('what the table teaches', () => {
  const cells = lessons.flatMap(({ id, cells }) => cells.map((cell) => ({ id, ...cell })));

  it.each(cells)('$id: $row, $kind, $check is $outcome', async ({ row, kind, check, outcome }) => {
    const cell = (await tableOf(check, 'own')).cells[row]?.[kind];
    expect(cell).toMatchObject({ kind: 'tried', outcome });
  });

  it('is said in sentences that name cells', () => {
    for (const { text, cells } of lessons) {
      expect(cells.length).toBeGreaterThan(0);
      expect(text.en).toMatch(/\.$/);
      expect(text.zh).toMatch(/。$/);
    }
  });
});

test.each(['en', 'zh'] as const)('links of lessons that are called the same lead to the same cell: %s', (language) => {
  const leads = new Map<string, string>();
  for (const { cells } of lessons)
    for (const { text, cell } of linkTexts(cells, tableWords[language], language)) {
      const { row, kind, check } = cell;
      const address = writeTableAddress({ rows: [row], kind, check, leases: 'own' }, tableNames);
      expect([text, leads.get(text) ?? address]).toEqual([text, address]);
      leads.set(text, address);
    }
});

test('cells with other settings come one by one, the quickest first', async () => {
  const before = (await tableOf('no-check', 'own')).cells['redlock'];
  const order = quickestFirst(before);
  const runs = order.map((kind) => {
    const cell = before?.[kind];
    return cell?.kind === 'tried' ? cell.runs : 0;
  });
  expect(runs).toEqual([...runs].sort((one, other) => one - other));
  expect(order.length).toBeLessThan(columns.length);
});

test('cells stay when a later one fails, but not when their worker is gone', () => {
  const tried = { cells: { pause: lost }, took: 40 };
  const failed = (error: Error) => computedBy({ state: 'failed', progress: tried, value: null, error });
  expect(failed(new Error('broken'))).toEqual(tried);
  expect(failed(new Gone(''))).toEqual({ cells: {}, took: 0 });
  expect(computedBy({ state: 'done', progress: tried, value: { ...tried, took: 50 }, error: null }).took).toBe(50);
});

test('the code for a page names the row, the kind and the check', () => {
  const address: TableAddress = { rows: ['redlock'], kind: 'pause', check: 'no-check', leases: 'own' };
  expect(embedOfAddress(address, 'https://play.example/', 'What breaks what')).toContain(
    `<redlock-playground view="matrix" row="redlock" kind="pause" check="no-check">
  <a href="https://play.example/matrix/#redlock/pause/no-check">What breaks what</a>
</redlock-playground>`,
  );
});
