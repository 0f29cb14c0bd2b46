// The list of inputs in SECURITY.md is complete and true: each has tests and code that exist, and it contains every
// environment variable that the code reads.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const security = readFileSync(new URL('SECURITY.md', root), 'utf8');
const inputs = security
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (input|---) \|/.test(line))
  .map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );

const codeIn = (cell: string): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
const isThere = (path: string): boolean => existsSync(new URL(path, root));

test.each(inputs)('%s: its tests and the code that refuses exist', (...cells) => {
  const [, accepts = '', refuses = '', tests = ''] = cells;
  expect(cells).toHaveLength(4);
  expect([accepts, refuses].every((cell) => cell !== '')).toBe(true);
  const named = codeIn(tests);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((path) => !/^test\/.*\.test\.ts$/.test(path) || !isThere(path))).toEqual([]);
  expect(codeIn(refuses).filter((path) => path.includes('/') && !isThere(path))).toEqual([]);
});

/** Variables of the system, of the tests and of the build itself. They contain nothing that a stranger wrote. */
const ofTheSystem = ['CI', 'LD_PRELOAD', 'NODE_ENV', 'PATH'];
/** Variables that the program sets for another program, or for code that it bundles. */
const setByUs = ['MSGPACKR_NATIVE_ACCELERATION_DISABLED', 'REDISMS_DEBUG'];

test('every variable of the environment that the code reads is in the list', () => {
  const read = new Set<string>();
  for (const folder of ['src/', 'scripts/']) {
    const files = readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => /^(?!node_modules).*\.([cm]?js|tsx?)$/.test(name))) {
      const text = readFileSync(new URL(folder + file, root), 'utf8');
      for (const [, name = ''] of text.matchAll(/(?:process\.env|environment)(?:\.|\[')([A-Z_]{2,})/g)) read.add(name);
    }
  }
  const listed = inputs
    .filter(([input = '']) => input.startsWith('environment'))
    .flatMap(([input = '']) => codeIn(input));
  expect([...read].filter((name) => ![...ofTheSystem, ...setByUs].includes(name)).sort()).toEqual([...listed].sort());
});
