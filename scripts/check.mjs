// `npm run check`: everything that is known without running the program: format and lint, types (the pure folders also
// without DOM and Node), layering, house rules, dead code, and the size of what a page loads. All steps run; one failure
// fails.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { checkLayering } from './layering.mjs';
import { buildSite } from './site.mjs';

/** @typedef {() => boolean | Promise<boolean>} Step says whether all is well, after printing what is not */

/** @type {readonly (readonly [string, Step])[]} */
const steps = [
  ['format and lint', () => runTool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings'])],
  ['types', () => runTool('typescript/bin/tsc', ['-p', 'tsconfig.json'])],
  [
    'types of the pure folders, without DOM and Node',
    () => runTool('typescript/bin/tsc', ['-p', 'tsconfig.pure.json']),
  ],
  ['layering', reportLayering],
  ['house rules', () => runTool('vitest/vitest.mjs', ['run', '--reporter=dot', 'test/houseRules.test.ts'])],
  ['dead code', () => runTool('knip/bin/knip.js', [])],
  ['build', buildDist],
  ['size of the first load', () => runTool('size-limit/bin.js', [])],
];

ensureInstalled();
/** @type {string[]} */
const failed = [];
for (const [name, step] of steps) {
  const startedAt = performance.now();
  const isGreen = await step();
  if (!isGreen) failed.push(name);
  console.log(`${isGreen ? 'ok  ' : 'FAIL'}  ${name}  (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
}
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join('; ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

/**
 * @param {string} file a program of node_modules
 * @param {readonly string[]} args
 */
function runTool(file, args) {
  const done = spawnSync(process.execPath, [join(root, 'node_modules', file), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  return done.status === 0;
}

async function reportLayering() {
  const { moduleCount, violations } = await checkLayering();
  for (const violation of violations) console.log(violation);
  if (moduleCount === 0) console.log('dependency-cruiser saw no module at all.');
  return violations.length === 0 && moduleCount > 0;
}

async function buildDist() {
  try {
    await buildSite({ folder: 'dist', quiet: true });
    return true;
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
    return false;
  }
}
