// “Your first attack”: each file on the page is attacked as it stands there.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import { attack, folderWithPackages } from '../../support/attackCommand';

let folder = '';
beforeAll(async () => {
  folder = await folderWithPackages('first-');
});
afterAll(() => rm(dirname(folder), { recursive: true }));

it('shows five shapes, and each of them is a lock', async () => {
  const page = await readFile(join(root, 'ATTACK.md'), 'utf8');
  const files = [...page.matchAll(/^## (.+)\n\n```ts\n([\s\S]*?)```/gm)];
  expect(files.map(([, title]) => title)).toEqual([
    'An instance of a library',
    'Functions',
    'A class',
    'withLock',
    'Files',
  ]);
  for (const [index, [, title, code = '']] of files.entries()) {
    const file = join(folder, `lock${index}.ts`);
    await writeFile(file, code);
    const { status, out, errors } = await attack(file, '--play');
    expect(errors, title).not.toMatch(/No lock|without a fault:/);
    expect(out, title).toContain('Client 2 has finished round 1');
    expect(status, title).toBe(0);
  }
});
