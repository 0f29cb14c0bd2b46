// Modules import only what they may, and the tool that checks them can fail.
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../scripts/install.mjs';
import { checkLayering } from '../scripts/layering.mjs';

/** Below the root, so that packages are found as from the real sources. */
const copy = join(root, `.cache/layering-${process.pid}`);

/** File → text: one violation of each kind. The targets exist, so that nothing fails for another reason. */
const planted: Readonly<Record<string, string>> = {
  'core/locks/plantedLock.ts': "import { readFileSync } from 'node:fs';\nexport const lock = readFileSync;",
  'live/server/plantedServer.ts': 'export const server = 1;',
  'core/judge/plantedJudge.ts': 'export const judge = 1;\nexport type Judged = number;',
  'core/sim/planted.ts': "import { lock } from '../../core/locks/plantedLock';\nexport const sim = lock;",
  'core/model/planted.ts': "import { createElement } from 'react';\nexport const model = createElement;",
  'picture/layout/planted.ts': "import { svg } from '../svg/plantedSvg';\nexport const layout = svg;",
  'picture/svg/plantedSvg.ts': 'export const svg = 1;',
  'core/narrate/planted.ts':
    "import type { Judged } from '../../core/judge/plantedJudge';\nexport const narrate: Judged = 1;",
  'web/playground/planted.ts':
    "import { server } from '../../live/server/plantedServer';\nimport 'node:os';\nexport const ui = server;",
  'web/planted.ts': "import { app } from './learn/plantedLearn';\nexport const left = app;",
  'web/elsewhere/planted.ts': "import { app } from '../learn/plantedLearn';\nexport const elsewhere = app;",
  'web/learn/plantedLearn.ts': "import { embed } from '../embed/plantedEmbed';\nexport const app = embed;",
  'web/embed/plantedEmbed.ts': 'export const embed = 1;',
  'web/share/planted.ts': "import { embed } from '../embed/plantedEmbed';\nexport const share = embed;",
  // A cycle of two folders that is not a cycle of modules, and that no code takes part in.
  'web/state/plantedStore.ts': "import type { Said } from '../words/plantedWord';\nexport const store: Said = 1;",
  'web/words/plantedWord.ts': 'export type Said = number;',
  'web/words/plantedTable.ts': "import { store } from '../state/plantedStore';\nexport const table = store;",
  'web/log/planted.ts': "import '../timeline/planted.module.css';\nexport const log = 1;",
  'web/timeline/planted.module.css': '.plot {}',
  'content/stories/plantedA.ts': "import { b } from './plantedB';\nexport const a: number = b;",
  'content/stories/plantedB.ts': "import { a } from './plantedA';\nexport const b: number = a;",
  'picture/film/plantedA.ts': "import type { B } from './plantedB';\nexport type A = B;",
  'picture/film/plantedB.ts': "import type { A } from './plantedA';\nexport type B = A;",
  'content/texts/plantedAlone.ts': 'export const alone = 1;',
  'core/storage/planted.ts': "import { nothing } from '../model/doesNotExist';\nexport const storage = nothing;",
  'elsewhere/planted.ts': "import { judge } from '../core/judge/plantedJudge';\nexport const elsewhere = judge;",
};

afterAll(() => rmSync(copy, { recursive: true, force: true }));

let cruised: Awaited<ReturnType<typeof checkLayering>>;

/** The sources and the planted files are read together, because that takes seconds. */
beforeAll(async () => {
  cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true });
  cpSync(join(root, 'tsconfig.json'), join(copy, 'tsconfig.json'));
  for (const [file, text] of Object.entries(planted)) {
    mkdirSync(dirname(join(copy, 'src', file)), { recursive: true });
    writeFileSync(join(copy, 'src', file), text);
  }
  cruised = await checkLayering(copy);
});

const isPlanted = (line: string): boolean => line.includes('lanted');

test('every module of src imports only what it may', () => {
  expect(cruised.violations.filter((line) => !isPlanted(line))).toEqual([]);
  // The tool once read no files and reported success.
  expect(cruised.moduleCount).toBeGreaterThan(10 + Object.keys(planted).length);
});

test('a planted violation of each rule is found, in an import of types as well', () => {
  const found = cruised.violations.filter(isPlanted).map((line) => line.replace(/\S*node_modules.*/, '…'));
  expect(found.sort()).toMatchInlineSnapshot(`
    [
      "core/locks-is-for-few: src/core/sim/planted.ts → src/core/locks/plantedLock.ts",
      "core/locks-uses-no-other-package: src/core/locks/plantedLock.ts → fs",
      "core/model-uses-no-other-package: src/core/model/planted.ts → …",
      "core/narrate-imports-only-folders-before-it: src/core/narrate/planted.ts → src/core/judge/plantedJudge.ts",
      "known-folders-only: src/elsewhere/planted.ts → src/core/judge/plantedJudge.ts",
      "known-folders-only: src/web/elsewhere/planted.ts → src/web/learn/plantedLearn.ts",
      "known-folders-only: src/web/planted.ts → src/web/learn/plantedLearn.ts",
      "live/server-is-for-few: src/web/playground/planted.ts → src/live/server/plantedServer.ts",
      "no-cycle-of-types: src/content/stories/plantedA.ts → src/content/stories/plantedB.ts → src/content/stories/plantedA.ts",
      "no-cycle-of-types: src/picture/film/plantedA.ts → src/picture/film/plantedB.ts → src/picture/film/plantedA.ts",
      "no-cycle: src/content/stories/plantedA.ts → src/content/stories/plantedB.ts → src/content/stories/plantedA.ts",
      "no-node-in-the-page: src/web/playground/planted.ts → os",
      "no-orphan: src/content/texts/plantedAlone.ts → src/content/texts/plantedAlone.ts",
      "no-unresolvable: src/core/storage/planted.ts → ../model/doesNotExist",
      "picture/layout-imports-only-folders-before-it: src/picture/layout/planted.ts → src/picture/svg/plantedSvg.ts",
      "web/embed-is-for-few: src/web/learn/plantedLearn.ts → src/web/embed/plantedEmbed.ts",
      "web/embed-is-for-few: src/web/share/planted.ts → src/web/embed/plantedEmbed.ts",
      "web/learn-imports-only-folders-before-it: src/web/learn/plantedLearn.ts → src/web/embed/plantedEmbed.ts",
      "web/learn-is-for-few: src/web/elsewhere/planted.ts → src/web/learn/plantedLearn.ts",
      "web/learn-is-for-few: src/web/planted.ts → src/web/learn/plantedLearn.ts",
      "web/log-imports-only-folders-before-it: src/web/log/planted.ts → src/web/timeline/planted.module.css",
      "web/share-imports-only-folders-before-it: src/web/share/planted.ts → src/web/embed/plantedEmbed.ts",
      "web/state-imports-only-folders-before-it: src/web/state/plantedStore.ts → src/web/words/plantedWord.ts",
    ]
  `);
});

test('each room whose types may be in circles has such a circle', () => {
  const { typeCircles, inCircles } = cruised;
  const hasOne = (room: string): boolean =>
    inCircles.some((path) => path.startsWith(`src/${room}/`) && !isPlanted(path));
  expect([...typeCircles, 'core/model'].filter((room) => !hasOne(room))).toEqual(['core/model']);
});

test('each folder of the page has its place, and each place a folder', () => {
  const folders = readdirSync(join(root, 'src/web'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect([...cruised.pageFolders].sort()).toEqual(folders.map(({ name }) => name).sort());
});
