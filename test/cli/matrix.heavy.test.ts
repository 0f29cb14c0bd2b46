// The command that computes the tables, as a person uses it: what it computes, writes and prints.
import { expect, test } from 'vitest';
import type { GeneratedFile } from '../../src/cli/generatedFiles';
import { inTask } from '../../src/cli/inTask';
import { matrix, type RowJob } from '../../src/cli/matrixCommand';
import { injectableKinds } from '../../src/core/faults';
import { parts } from '../../src/core/run/parts';
import { cellsOf } from '../../src/search/matrix/cell';
import { leases, rows } from '../../src/search/matrix/rows';
import { type CellsOfRow, ofEachKind, parseTable } from '../../src/search/matrix/table';
import { checksWith } from '../../src/search/matrix/tables';

type Compute = (job: RowJob) => CellsOfRow;

const really: Compute = ({ row, check, leases }) => cellsOf(row, check, leases, parts);

/** Cells that cost nothing, for tests of what is done with them. */
const heldEverywhere: Compute = () =>
  ofEachKind(() => ({ kind: 'tried', outcome: 'held', runs: 1, margin: null, length: null, fault: null, seed: 0 }));

/** A worker in this thread. */
const hiring = (compute: Compute) => () => ({
  calls: { cells: (job: RowJob) => inTask(() => compute(job)) },
  end: () => {},
});

interface Given {
  readonly compute?: Compute;
  readonly files?: Map<string, string>;
  readonly stopping?: AbortController;
  readonly heads?: readonly GeneratedFile[];
}

async function run(
  args: readonly string[],
  { compute = heldEverywhere, files = new Map(), stopping, heads = [] }: Given = {},
) {
  let out = '';
  let errors = '';
  let time = 0;
  const status = await matrix(args, {
    out: (text) => {
      out += text;
    },
    errors: (text) => {
      errors += text;
    },
    signal: (stopping ?? new AbortController()).signal,
    spawn: hiring(compute),
    workers: 2,
    now: () => (time += 1000),
    today: '2026-11-22',
    engine: 'abc',
    read: (file) => files.get(file) ?? null,
    write: (file, text) => files.set(file, text),
    heads: async () => heads,
  });
  return { status, errors, files, last: out.trimEnd().split('\n').at(-1) };
}

test('it computes a row, and finds that Redlock breaks by a pause and not by a crash', async () => {
  const { status, files, last } = await run(['no-check', '--rows', 'redlock'], { compute: really });
  expect(status).toBe(0);
  expect(last).toBe(`matrix: ${injectableKinds.length} cells computed, ${injectableKinds.length} changed`);
  const { cells, engine, computed } = parseTable(
    JSON.parse(files.get('src/search/matrix/data/no-check.own.json') ?? ''),
  );
  expect([engine, computed]).toEqual(['abc', '2026-11-22']);
  expect(cells['redlock']).toMatchObject({
    pause: { kind: 'tried', outcome: 'lost', fault: { kind: 'pause', process: 'client1' } },
    crash: { kind: 'tried', outcome: 'held', fault: null },
    failover: { kind: 'blank', reason: 'no-replica' },
  });
});

test('it writes each table when all its rows are there, in their order, and tells its progress', async () => {
  const { status, errors, files, last } = await run(['version', 'no-check']);
  expect(status).toBe(0);
  expect([...files.keys()]).toEqual([
    'src/search/matrix/data/no-check.own.json',
    'src/search/matrix/data/version.own.json',
  ]);
  for (const text of files.values())
    expect(Object.keys(parseTable(JSON.parse(text)).cells)).toEqual(rows.map(({ id }) => id));
  expect(errors).toContain(`${2 * rows.length} of ${2 * rows.length} rows`);
  const cells = 2 * rows.length * injectableKinds.length;
  expect(last).toBe(`matrix: ${cells} cells computed, ${cells} changed`);
});

test('it keeps the other rows, and says which cells have changed', async () => {
  const { files } = await run(['no-check']);
  const before = parseTable(JSON.parse(files.get('src/search/matrix/data/no-check.own.json') ?? ''));
  const worse: Compute = (job) => ({ ...heldEverywhere(job), pause: { kind: 'blank', reason: 'no-place' } });
  const { errors, last } = await run(['no-check', '--rows', 'redlock'], { compute: worse, files });
  expect(errors).toContain('redlock, pause: held');
  expect(last).toBe(`matrix: ${injectableKinds.length} cells computed, 1 changed`);
  const after = parseTable(JSON.parse(files.get('src/search/matrix/data/no-check.own.json') ?? ''));
  expect(after.cells['redlock']?.pause).toEqual({ kind: 'blank', reason: 'no-place' });
  expect({ ...after.cells, redlock: null }).toEqual({ ...before.cells, redlock: null });
});

test('it computes no single row where the others would be left without a kind of fault', async () => {
  const { files } = await run(['no-check']);
  const file = 'src/search/matrix/data/no-check.own.json';
  const lastKind = Object.keys(ofEachKind(() => 0)).at(-1);
  const whole = files.get(file) ?? '';
  files.set(
    file,
    whole
      .replace(`"${lastKind}"]`, ']')
      .replace(',]', ']')
      .replaceAll(/,\["held",1\]\](,?)$/gm, ']$1'),
  );
  const { status, errors } = await run(['no-check', '--rows', 'redlock'], { files });
  expect([status, errors]).toEqual([2, expect.stringContaining(`no column of ${lastKind} yet`)]);
  expect((await run(['no-check'], { files })).status).toBe(0);
  expect(files.get(file)).toBe(whole);
});

test('stopped in the middle it leaves a table as it was', async () => {
  const stopping = new AbortController();
  const compute: Compute = (job) => {
    if (job.row.id === 'redlock') stopping.abort();
    return heldEverywhere(job);
  };
  const { status, errors, files } = await run(['no-check'], { compute, stopping });
  expect(status).toBe(3);
  expect(errors).toContain('Stopped before the end.');
  expect(files.size).toBe(0);
});

test('a row that cannot be computed ends it with the name of the row', async () => {
  const compute: Compute = () => {
    throw new Error('too far');
  };
  await expect(run(['no-check', '--rows', 'redlock'], { compute })).rejects.toThrow('redlock: too far');
});

test('all are the tables of both kinds of leases', async () => {
  const { files } = await run(['--all']);
  const names = leases.flatMap((which) =>
    checksWith(which).map((check) => `src/search/matrix/data/${check}.${which}.json`),
  );
  expect([...files.keys()]).toEqual(names);
  const { files: same } = await run(['no-check', '--same-lease']);
  expect([...same.keys()]).toEqual(['src/search/matrix/data/no-check.same.json']);
});

const twoHeads: readonly GeneratedFile[] = [
  { file: 'src/old.ts', text: async () => 'new' },
  { file: 'src/same.ts', text: async () => 'same' },
];
const headsBefore = () =>
  new Map([
    ['src/old.ts', 'old'],
    ['src/same.ts', 'same'],
  ]);

test('what is made of today’s runs is written after the tables, where it has changed', async () => {
  const { errors, files } = await run(['no-check'], { files: headsBefore(), heads: twoHeads });
  expect([...files]).toEqual([
    ['src/old.ts', 'new'],
    ['src/same.ts', 'same'],
    ['src/search/matrix/data/no-check.own.json', expect.anything()],
  ]);
  expect(errors).toMatch(/no-check\.own\.json written [\s\S]*src\/old\.ts written/);
  expect(errors).not.toContain('src/same.ts');
});

test('--heads writes it alone', async () => {
  const { status, files, last } = await run(['--heads'], { files: headsBefore(), heads: twoHeads });
  expect([status, last]).toEqual([0, 'matrix: 0 cells computed, 0 changed']);
  expect([...files.keys()]).toEqual(['src/old.ts', 'src/same.ts']);
  expect(files.get('src/old.ts')).toBe('new');
});

test('a run that is stopped writes none of it', async () => {
  const stopping = new AbortController();
  stopping.abort();
  const { files } = await run(['no-check'], { files: headsBefore(), heads: twoHeads, stopping });
  expect(files).toEqual(headsBefore());
});

test.each([
  [['nothing'], 'There is no check "nothing"'],
  [['versoin'], 'Did you mean "version"?'],
  [['--rows', 'redlok'], 'There is no row "redlok". The rows are single-node,'],
  [['--rows', ''], 'There is no row "".'],
  [['--rows'], 'There is no row "".'],
  [['--workers', '0'], '--workers must be'],
  [['--workers', '9'], '--workers must be'],
  [['--all', 'version'], '--all computes every table'],
  [['--heads', 'version'], '--heads computes no table'],
  [['--heads', '--rows', 'redlock'], '--heads computes no table'],
  [['--all=1'], '--all takes no value.'],
  [['--lang', 'fr'], '--lang'],
  [['--speed', '9'], 'no option --speed'],
])('bad arguments are refused with what is allowed: %j', async (args, problem) => {
  const { status, errors, files } = await run(args);
  expect(status).toBe(2);
  expect(errors).toContain(problem);
  expect(files.size).toBe(0);
});
