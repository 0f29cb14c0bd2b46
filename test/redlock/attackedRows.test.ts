// What the README says of the nightly attack on the library is what the attack found.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/install.mjs';

const rowsIn = (file: string): readonly string[] =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .filter((line) => /^\| quorum-lock\b.* \| \d+[^|]*\|$/.test(line));

test('the README’s rows of the attack are those of the table of attacked libraries', () => {
  const found = rowsIn('test/sandbox/attack/TABLE.md');
  expect(found.length).toBeGreaterThanOrEqual(3);
  expect(rowsIn('src/redlock/README.md')).toEqual(found);
});
