// Every bench is in the list, and few files contain what benches use from `src`, so that an older commit can be
// measured too.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { benches } from '../../bench/command/benches';
import { root } from '../../scripts/install.mjs';

const folder = join(root, 'bench');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /^(?!node_modules).*\.ts$/.test(name),
);

test('the list names every bench there is', () => {
  const named = files.flatMap((file) => /^(\w+)\.bench\.ts$/.exec(file)?.[1] ?? []);
  expect(benches.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
});

test('only the files in bench/measured import from src', () => {
  const importing = files.filter((file) => {
    const { importedFiles } = ts.preProcessFile(readFileSync(join(folder, file), 'utf8'));
    return importedFiles.some(({ fileName }) =>
      relative(root, join(folder, file, '..', fileName))
        .replaceAll('\\', '/')
        .startsWith('src/'),
    );
  });
  // Pages of both trees are served by today's server.
  expect(importing.filter((file) => !/^measured[\\/]/.test(file))).toEqual([join('pages', 'served.ts')]);
  expect(importing.length).toBeGreaterThan(0);
});
