// The table of who may import whom holds, and the tool that checks it is able to fail.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from '../scripts/install.mjs';
import { checkLayering } from '../scripts/layering.mjs';

/** Below the root, so that packages are found as they are by the real sources. */
const copy = join(root, `.cache/layering-${process.pid}`);

/** File → text: one violation of each kind. The targets exist, so that nothing fails for another reason. */
const planted: Readonly<Record<string, string>> = {
  'locks/plantedLock.ts': "import { readFileSync } from 'node:fs';\nexport const lock = readFileSync;",
  'server/plantedServer.ts': 'export const server = 1;',
  'judge/plantedJudge.ts': 'export const judge = 1;\nexport type Judged = number;',
  'sim/planted.ts': "import { lock } from '../locks/plantedLock';\nexport const sim = lock;",
  'model/planted.ts': "import { createElement } from 'react';\nexport const model = createElement;",
  'layout/planted.ts': "import { judge } from '../judge/plantedJudge';\nexport const layout = judge;",
  'narrate/planted.ts': "import type { Judged } from '../judge/plantedJudge';\nexport const narrate: Judged = 1;",
  'ui/planted.ts': "import { server } from '../server/plantedServer';\nimport 'node:os';\nexport const ui = server;",
  'stories/plantedA.ts': "import { b } from './plantedB';\nexport const a: number = b;",
  'stories/plantedB.ts': "import { a } from './plantedA';\nexport const b: number = a;",
  'texts/plantedAlone.ts': 'export const alone = 1;',
  'storage/planted.ts': "import { nothing } from '../model/doesNotExist';\nexport const storage = nothing;",
  'elsewhere/planted.ts': "import { judge } from '../judge/plantedJudge';\nexport const elsewhere = judge;",
};

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('every module of src keeps to the table of who may import whom', async () => {
  const { moduleCount, violations } = await checkLayering();
  expect(violations).toEqual([]);
  // The tool has been seen to read nothing and to call that green.
  expect(moduleCount).toBeGreaterThan(10);
});

test('a planted violation of each rule is found, and a permitted import of types is not', async () => {
  cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true });
  cpSync(join(root, 'tsconfig.json'), join(copy, 'tsconfig.json'));
  for (const [file, text] of Object.entries(planted)) {
    mkdirSync(dirname(join(copy, 'src', file)), { recursive: true });
    writeFileSync(join(copy, 'src', file), text);
  }
  const { violations } = await checkLayering(copy);
  const found = violations.filter((line) => line.includes('lanted')).map((line) => line.replace(/node_modules.*/, '…'));
  expect(found.sort()).toMatchInlineSnapshot(`
    [
      "known-folders-only: src/elsewhere/planted.ts → src/judge/plantedJudge.ts",
      "layout-imports-types-alone: src/layout/planted.ts → src/judge/plantedJudge.ts",
      "locks-uses-no-other-package: src/locks/plantedLock.ts → fs",
      "model-uses-no-other-package: src/model/planted.ts → ../../…",
      "no-cycle: src/stories/plantedA.ts → src/stories/plantedB.ts → src/stories/plantedA.ts",
      "no-node-in-the-page: src/ui/planted.ts → os",
      "no-orphan: src/texts/plantedAlone.ts → src/texts/plantedAlone.ts",
      "no-unresolvable: src/storage/planted.ts → ../model/doesNotExist",
      "sim-imports-only-its-row: src/sim/planted.ts → src/locks/plantedLock.ts",
      "ui-imports-only-its-row: src/ui/planted.ts → src/server/plantedServer.ts",
    ]
  `);
});
