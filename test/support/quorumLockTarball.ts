/** Installs quorum-lock as its users do: from the tarball of `npm pack`. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/install.mjs';

/**
 * Installs the tarball of this commit.
 *
 * @param folder whose `node_modules` gets it
 * @returns its version
 */
export function installQuorumLock(folder: string): string {
  mkdirSync(folder, { recursive: true });
  npm(root, 'pack', '--workspace', 'quorum-lock', '--pack-destination', folder);
  const { version } = JSON.parse(readFileSync(join(root, 'src/redlock/package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const flags = ['--offline', '--omit=optional', '--omit=peer', '--no-audit', '--no-fund'];
  npm(folder, 'install', join(folder, `quorum-lock-${version}.tgz`), ...flags);
  return JSON.parse(readFileSync(join(folder, 'node_modules/quorum-lock/package.json'), 'utf8')).version;
}

function npm(cwd: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync('npm', args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}`);
}
