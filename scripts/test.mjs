// `npm test`: install what is missing (a browser and a Redis included), run every test, and end with one line of counts.
// Arguments go to vitest: `npm test -- test/sim`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';

ensureInstalled();
// Loaded late: it asks packages that may just have been installed.
const { ensureTestPrograms } = await import('./testPrograms.mjs');
const places = ensureTestPrograms();

const folder = mkdtempSync(join(tmpdir(), 'redlock-playground-'));
const countsFile = join(folder, 'counts.json');
const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/countReporter.mjs')}`];
const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...process.argv.slice(2)];
const env = { ...process.env, ...places, TEST_COUNTS_FILE: countsFile };
const done = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' });

const { passed, failed, skipped } = readCounts();
rmSync(folder, { recursive: true, force: true });
if (passed + failed === 0) console.error('No test ran.');
const isGreen = done.status === 0 && failed === 0 && passed > 0;
process.exitCode = isGreen ? 0 : done.status || 1;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);

/** @returns {import('./countReporter.mjs').Counts} one failure when vitest ended before it could count */
function readCounts() {
  try {
    return JSON.parse(readFileSync(countsFile, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
