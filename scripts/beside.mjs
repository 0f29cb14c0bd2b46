// Runs a part of the build that does not depend on the others in a process of its own, on a second core.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * @param {string} root
 * @param {string} program a module; it imports files of the project as `./scripts/...`
 * @returns {Promise<string>} what it has printed
 */
export function beside(root, program) {
  const args = ['--import', 'tsx', '--input-type=module', '-e', program];
  const run = promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 2 ** 26 });
  const printed = run.then(({ stdout }) => stdout);
  // A build that fails before it asks for this reports its own reason.
  printed.catch(() => {});
  return printed;
}
