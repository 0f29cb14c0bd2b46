// `npm run moved`: which of npm's libraries have a newer version than the one that was read for a profile, or that was
// attacked. A new version is a note, not a failure: somebody has to read it. What npm does not answer is not known,
// and fails. `--notices` prints them as GitHub's workflows want them.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';

ensureInstalled();
const { attackedLibraries, movedLibraries } = await import('./movedLibraries.mjs');
const { register } = await import('tsx/esm/api');
register();
const { profiles } = await import('../src/core/locks/profiles/index');

const profiled = profiles.flatMap(({ id, npm, version }) =>
  npm === undefined ? [] : [{ name: npm, version, use: `the profile ${id}` }],
);
// Each for itself: a library that is attacked at a newer version than its profile's has moved, too.
const lists = [
  profiled,
  attackedLibraries(JSON.parse(readFileSync(join(root, 'test/sandbox/attack/package.json'), 'utf8'))),
];
const names = new Set(lists.flat().map(({ name }) => name));
const versions = new Map([...names].map((name) => [name, versionsOnNpm(name)]));
const moved = lists.flatMap((read) => movedLibraries(read, versions));
// GitHub shows a notice on the page of the run.
const mark = process.argv.includes('--notices') ? '::notice title=A library has moved::' : '';
for (const line of moved) console.log(`${mark}${line}`);
const silent = [...versions].flatMap(([name, known]) => (known.length === 0 ? [name] : []));
console.log(`${versions.size - silent.length} libraries were compared with npm: ${moved.length} notes.`);
if (silent.length > 0) {
  console.error(`npm gave no answer for ${silent.join(', ')}: whether they have moved is not known.`);
  process.exitCode = 2;
}

/**
 * @param {string} name
 * @returns {readonly string[]} none without an answer
 */
function versionsOnNpm(name) {
  const { stdout } = spawnSync('npm', ['view', name, 'versions', '--json'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const answer = JSON.parse(stdout || '[]');
  // Of a single version npm answers a string, and of an error an object.
  if (typeof answer === 'string') return [answer];
  return Array.isArray(answer) ? answer : [];
}
