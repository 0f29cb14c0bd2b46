// A whole comparison in a small repository: it names what became slower and what an old commit lacks, and the rest
// goes on. Its bench measures nothing: its figures are numbers in its sources.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compareBenches } from '../../bench/command/against';
import { renamesSince } from '../../bench/command/sources';
import { checkOut, findCommit, removeTree } from '../../bench/command/tree';
import { type PlantedRepository, plantRepository } from './plantedRepository';

const bench = `
import { writeSync } from 'node:fs';
import { pace } from '../src/pace';
import { judging } from '../src/judge';
const tell = (line: object) => writeSync(3, JSON.stringify(line) + '\\n');
const time = (name: string, value: number) => tell({ name, unit: 'ms', better: 'lower', value });
time('simulate', pace.simulate);
tell({ name: 'size', unit: 'B', better: 'lower', value: pace.bytes });
try {
  time('judge', judging());
} catch (error) {
  tell({ name: 'judge', problem: String(error) });
}
`;
const paceOf = (simulate: number, bytes = 1000): string =>
  `export const pace = { simulate: ${simulate}, bytes: ${bytes} };\n`;
const judge =
  '// So long that git knows it when it has moved.\nexport const judging = (): number => {\n  return 3;\n};\n';

let repository: PlantedRepository;
let folder = '';

beforeEach(() => {
  repository = plantRepository({
    'bench/planted.bench.ts': bench,
    'src/pace.ts': paceOf(10),
    'src/judge.ts': judge,
    'package.json': '{"type":"module"}',
  });
});

afterEach(() => {
  removeTree(folder, repository.root);
  repository.dispose();
  vi.restoreAllMocks();
});

/** The first commit against the files in the folder. */
async function compareWithFirst(): Promise<{ readonly isWhole: boolean; readonly lines: readonly string[] }> {
  const { root } = repository;
  const first = findCommit(repository.git('rev-list', '--max-parents=0', 'HEAD'), root);
  if (!first.ok) throw new Error(first.problem);
  folder = checkOut(first.commit, root);
  const trees = { root, sources: { folder, renamed: renamesSince(first.commit.id, root) } };
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line.replace(/ +/g, ' ').trim()));
  const planted = { name: 'planted', about: 'Planted', isOfPages: false };
  const isWhole = await compareBenches([planted], { trees, rounds: 2, progress: () => {} });
  return { isWhole, lines };
}

test('nothing has changed between a commit and itself', async () => {
  expect(await compareWithFirst()).toEqual({
    isWhole: true,
    lines: [
      'Planted old new ratio spread',
      'simulate 10.00 ms 10.00 ms 1.000 0.0 % same',
      'size 1000 B 1000 B 1.000 0.0 % same',
      'judge 3.000 ms 3.000 ms 1.000 0.0 % same',
      '0 of 3 figures have changed.',
    ],
  });
});

test('a slowdown and a loss of weight that are not committed yet are named', async () => {
  repository.write({ 'src/pace.ts': paceOf(15, 900) });
  const { lines } = await compareWithFirst();
  expect(lines).toContain('simulate 10.00 ms 15.00 ms 1.500 0.0 % slower');
  expect(lines).toContain('size 1000 B 900 B 0.900 0.0 % smaller');
  expect(lines.slice(-3)).toEqual(['2 of 3 figures have changed.', 'slower 1.500 simulate', 'smaller 0.900 size']);
});

test('a file that was moved is found where it was', async () => {
  repository.remove('src/judge.ts');
  repository.write({
    'src/verdict/judge.ts': judge,
    'bench/planted.bench.ts': bench.replace('../src/judge', '../src/verdict/judge'),
  });
  repository.commit('moved');
  const { lines } = await compareWithFirst();
  expect(lines).toContain('judge 3.000 ms 3.000 ms 1.000 0.0 % same');
});

test('a file that the old commit has not is said, and the other figures are compared', async () => {
  repository.write({
    'src/goal.ts': 'export const judging = () => 3;',
    'bench/planted.bench.ts': bench.replace('../src/judge', '../src/goal'),
  });
  const { isWhole, lines } = await compareWithFirst();
  expect(lines).toContain("old: has no src/goal, which today's bench imports.");
  expect(lines).toContain('simulate 10.00 ms 10.00 ms 1.000 0.0 % same');
  expect(lines).toContain('judge - 3.000 ms only new');
  expect(lines.join('\n')).toMatch(/old: 2 rounds without "judge": TypeError: .*is not a function/);
  expect(lines.at(-1)).toBe('0 of 2 figures have changed. 1 more could not be compared.');
  expect(isWhole).toBe(true);
});

test('an export that the old commit calls otherwise is missing there alone', async () => {
  repository.write({
    'src/judge.ts': judge.replace('judging', 'judgingAnew'),
    'bench/planted.bench.ts': bench.replace('{ judging }', '{ judgingAnew as judging }'),
  });
  const { lines } = await compareWithFirst();
  expect(lines).toContain('judge - 3.000 ms only new');
});

test('an old commit that throws before the first figure is said to, and nothing is compared', async () => {
  repository.write({ 'bench/planted.bench.ts': `import { ready } from '../src/ready';\nready();\n${bench}` });
  repository.write({ 'src/ready.ts': 'export const ready = () => {};' });
  const { isWhole, lines } = await compareWithFirst();
  expect(lines.join('\n')).toMatch(/old: not measured to the end: TypeError: .*is not a function/);
  expect(lines).toContain('simulate - 10.00 ms only new');
  expect(isWhole).toBe(true);
});

test('a working tree that throws is a failure', async () => {
  repository.write({ 'src/judge.ts': `${judge}throw new RangeError('planted');\n` });
  const { isWhole, lines } = await compareWithFirst();
  expect(lines).toContain('new: not measured to the end: RangeError: planted');
  expect(isWhole).toBe(false);
  rmSync(join(repository.root, '.cache'), { recursive: true, force: true });
});
