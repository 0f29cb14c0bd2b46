// `npm run audit` lists known vulnerabilities of packages that are part of the built site. Packages that only build and
// test are checked with each update instead.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { shippedFaults, shippedPackages } from './shipped.mjs';
import { builtSite } from './site.mjs';

ensureInstalled();
const folder = join(root, await builtSite({ quiet: true }));
const texts = ['licenses.md', 'embed/licenses.md'].map((file) => readFileSync(join(folder, file), 'utf8'));
const shipped = new Set(texts.flatMap(shippedPackages).map(({ name }) => name));
const { stdout } = spawnSync('npm', ['audit', '--json'], {
  cwd: root,
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
const audit = JSON.parse(stdout || '{}');
if (audit.vulnerabilities === undefined) {
  console.error(`npm audit gave no answer: ${audit.message ?? 'the registry did not reply'}.`);
  process.exit(2);
}
const faults = shippedFaults(audit, shipped);
for (const fault of faults) console.error(fault);
console.log(`${shipped.size} packages are shipped, ${faults.length} of them with known faults.`);
process.exitCode = faults.length > 0 ? 1 : 0;
