// `npm run check` checks everything that needs no run of the program: format and lint, types (the pure folders also
// without DOM and Node types), layering, house rules, dead code, and the size of the first load and of the library. All
// steps run, and one failure fails the check. Layering and house rules are tests as well: --tests-follow leaves them to
// `npm test`.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ensureTestPackages, root } from './install.mjs';
import { buildSite, writeStories } from './site.mjs';

/**
 * @typedef {object} Result
 * @property {boolean} isGreen
 * @property {string} output printed when it is not green
 */
/** @typedef {readonly [name: string, run: () => Promise<Result>]} Step */

/** @type {Step} */
const alsoTests = [
  'layering and house rules',
  () =>
    runTool('test/node_modules/vitest/vitest.mjs', [
      ...['run', '--reporter=dot', '--project=unit'],
      ...['test/layering.heavy.test.ts', 'test/houseRules.test.ts'],
    ]),
];

/** The longest step comes first, since they run side by side. @type {readonly Step[]} */
const steps = [
  ['build, and size of the first load and of the library', buildAndWeigh],
  ['types', () => runTool('node_modules/typescript/bin/tsc', ['-p', 'tsconfig.json'])],
  [
    'types of the pure folders, without DOM and Node',
    () => runTool('node_modules/typescript/bin/tsc', ['-p', 'tsconfig.pure.json']),
  ],
  ['format and lint', () => runTool('node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings'])],
  ['dead code', () => runTool('test/node_modules/knip/bin/knip.js', [])],
  ...(process.argv.includes('--tests-follow') ? [] : [alsoTests]),
];

ensureTestPackages();
/** @type {string[]} */
const failed = [];
const waiting = [...steps];
await Promise.all(Array.from({ length: availableParallelism() }, runSteps));
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join('; ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Runs steps one after the other until none is left. */
async function runSteps() {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const [name, run] = step;
    const startedAt = performance.now();
    const { isGreen, output } = await run();
    if (!isGreen) failed.push(name);
    if (!isGreen) console.log(output.trimEnd());
    console.log(`${isGreen ? 'ok  ' : 'FAIL'}  ${name}  (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
  }
}

/**
 * @param {string} file relative to the root
 * @param {readonly string[]} args
 * @param {string} [cwd]
 * @returns {Promise<Result>}
 */
function runTool(file, args, cwd = root) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, file), ...args], { cwd });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('close', (code) => resolve({ isGreen: code === 0, output }));
  });
}

/** @returns {Promise<Result>} */
async function buildAndWeigh() {
  try {
    await buildSite({ folder: 'dist', quiet: true });
    await writeStories('dist', () => {}, ['failover']);
  } catch (error) {
    return { isGreen: false, output: String(error instanceof Error ? error.message : error) };
  }
  const weighed = await runTool('test/node_modules/size-limit/bin.js', [], join(root, 'test'));
  for (const line of weighed.output.split('\n')) if (/Size:/.test(line)) console.log(line);
  return weighed;
}
